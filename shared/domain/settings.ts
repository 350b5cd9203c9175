// What a person can set. Kept by main in one small JSON file; values are handed on as arguments.
import { z } from 'zod';

export const settingsSchema = z.object({
  language: z.enum(['system', 'en', 'es']).default('system'),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** Hits below this relevance are shown as less sure; null: the calibrated default. */
  threshold: z.number().min(0).max(1).nullable().default(null),
  /** Where the library lies; null: the system's folder for the app's data. */
  libraryFolder: z.string().min(1).nullable().default(null),
});
export type Settings = z.infer<typeof settingsSchema>;

/** What the page may change by itself; the library's folder is chosen in a dialog of main's. */
export const settingsChangeSchema = settingsSchema.omit({ libraryFolder: true }).partial().strict();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

export const defaultSettings: Settings = settingsSchema.parse({});
