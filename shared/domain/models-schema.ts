// What is said about models and passages, checked where it comes in. Apart from the types, since the page, which needs only those, takes no schemas.
import { z } from 'zod';
import { chunkRanges, poolings } from './models.js';

const within = ({ least, most }: { readonly least: number; readonly most: number }) =>
  z.number().int().min(least).max(most);

export const chunkSettingsSchema = z.strictObject({
  size: within(chunkRanges.size),
  overlap: within(chunkRanges.overlap),
  minimum: within(chunkRanges.minimum),
});

/** What is said of a model whose folder does not say it. */
export const modelHintsSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{0,63}$/i)
    .optional(),
  pooling: z.enum(poolings).optional(),
  dimension: z.number().int().min(8).max(4_096).optional(),
  maxInputTokens: z.number().int().min(64).max(8_192).optional(),
  questionPrefix: z.string().max(200).optional(),
  passagePrefix: z.string().max(200).optional(),
  /** Which of several files of weights, by its name in `onnx/`. */
  weights: z.string().max(200).optional(),
});
export type ModelHints = z.infer<typeof modelHintsSchema>;
