// What a person can set. Kept by main in one small JSON file; values are handed on as arguments.
import { z } from 'zod';
import { answerModes, type ChatSettings } from './chat.js';
import { defaultBaseUrl, defaultFastModel, defaultModel } from './chat-models.js';
import { hostAddress } from './host-address.js';
import { passageRanges } from './models.js';
import { recognitionModes } from './recognition.js';

const language = z.enum(['system', 'en', 'es']);
const theme = z.enum(['system', 'light', 'dark']);
/** Hits below this relevance are shown as less sure; null: the calibrated default. */
const threshold = z.number().min(0).max(1).nullable();
/** Whether words of pages that are pictures are recognised. */
const recognition = z.enum(recognitionModes);
/** Where the library lies; null: the system's folder for the app's data. */
const libraryFolder = z.string().min(1).nullable();

/** Seconds that a document may show no progress while it is read. */
export const timeLimitRange = { least: 1, most: 3_600, usual: 20 } as const;
const timeLimitSeconds = z.number().int().min(timeLimitRange.least).max(timeLimitRange.most);

/** At most so many cores are used; null: as many as are useful. */
const threads = z.number().int().min(1).max(64).nullable();

const searchPassages = z.number().int().min(passageRanges.search.least).max(passageRanges.search.most);
const answerPassages = z.number().int().min(passageRanges.answer.least).max(passageRanges.answer.most);

/** Who writes answers. */
const answerMode = z.enum(answerModes);
const chatBaseUrl = z
  .string()
  .max(2_048)
  .refine((text) => hostAddress(text) !== null);
/** As the host names it. */
const chatModel = z.string().trim().min(1).max(200);

const price = z.number().min(0).max(10_000).nullable();
/** Models that the person added, or whose prices are others than in the table. */
const ownModels = z
  .array(
    z.strictObject({
      id: chatModel,
      inputUsd: price,
      outputUsd: price,
      windowTokens: z.number().int().min(1_000).max(100_000_000).nullable(),
    }),
  )
  .max(50);

export const settingsSchema = z.object({
  language: language.default('system'),
  theme: theme.default('system'),
  threshold: threshold.default(null),
  recognition: recognition.default('ask'),
  libraryFolder: libraryFolder.default(null),
  timeLimitSeconds: timeLimitSeconds.default(timeLimitRange.usual),
  isSlow: z.boolean().default(false),
  slowOnBattery: z.boolean().default(true),
  threads: threads.default(null),
  /** How many passages a search lists, and how many an answer may be made from. */
  searchPassages: searchPassages.default(passageRanges.search.usual),
  answerPassages: answerPassages.default(passageRanges.answer.usual),
  /** Nothing is read until the person resumes it, also after the next start. */
  isPaused: z.boolean().default(false),
  answerMode: answerMode.default('extractive'),
  chatBaseUrl: chatBaseUrl.default(defaultBaseUrl),
  chatModel: chatModel.default(defaultModel),
  chatFastModel: chatModel.default(defaultFastModel),
  /** Every call of a model is refused. */
  stayOffline: z.boolean().default(false),
  ownModels: ownModels.default([]),
  /** A question about one short document is answered from all of it. */
  readsWholeDocuments: z.boolean().default(true),
  /** A log of how questions were answered is kept in the library's folder. */
  keepsAnswerLog: z.boolean().default(false),
  /** The person has read what a model is sent: the address that they agreed to. */
  agreedToSendTo: z.string().max(2_048).nullable().default(null),
});
export type Settings = z.infer<typeof settingsSchema>;

/**
 * What the page may change by itself; the library's folder is chosen in a dialog of main's, and pausing is a call of its own. No defaults here: what a
 * change does not name stays as it is.
 */
export const settingsChangeSchema = z
  .strictObject({
    language,
    theme,
    threshold,
    recognition,
    timeLimitSeconds,
    isSlow: z.boolean(),
    slowOnBattery: z.boolean(),
    threads,
    searchPassages,
    answerPassages,
    answerMode,
    chatBaseUrl,
    chatModel,
    chatFastModel: chatModel,
    stayOffline: z.boolean(),
    keepsAnswerLog: z.boolean(),
    ownModels,
    readsWholeDocuments: z.boolean(),
    agreedToSendTo: z.string().max(2_048).nullable(),
  })
  .partial();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

export const defaultSettings: Settings = settingsSchema.parse({});

/** What the engine is told of them. */
export function chatSettingsOf(settings: Settings): ChatSettings {
  return {
    baseUrl: settings.chatBaseUrl,
    model: settings.chatModel,
    fastModel: settings.chatFastModel,
    stayOffline: settings.stayOffline,
    keepsLog: settings.keepsAnswerLog,
    onlyPassages: !settings.readsWholeDocuments,
    models: settings.ownModels,
  };
}
