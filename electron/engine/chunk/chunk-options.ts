// The numbers of the chunker: as a person sets them, and as they come out for a model.
import { z } from 'zod';
import { type ChunkSettings, defaultChunkSettings } from '../../../shared/domain/models.js';

export interface ChunkOptions {
  /** About how long a passage is. */
  readonly targetTokens: number;
  /** No model input is longer: prefix, context, passage and special tokens together. */
  readonly maxTokens: number;
  /** How much of a passage is repeated at the start of the next, in whole sentences. */
  readonly overlapShare: number;
  /** A shorter chunk joins its neighbour. */
  readonly minCharacters: number;
}

export const chunkOptionsSchema = z.object({
  targetTokens: z.number().int().min(16).max(2_048),
  maxTokens: z.number().int().min(32).max(8_192),
  overlapShare: z.number().min(0).max(0.5),
  minCharacters: z.number().int().min(0).max(2_000),
});

export const defaultChunkOptions: ChunkOptions = {
  targetTokens: 256,
  maxTokens: 480,
  overlapShare: 0.15,
  minCharacters: 50,
};

/** How much longer than usual a passage may be where that keeps something whole. */
const roomShare = defaultChunkOptions.maxTokens / defaultChunkOptions.targetTokens;
/** Of the model's longest input, for context and prefix. */
const mostOfInput = 0.8;

/** A model that reads less than what is set gets passages that it can read whole. */
export function chunkOptionsFor(settings: ChunkSettings, maxInputTokens: number): ChunkOptions {
  const targetTokens = Math.min(settings.size, Math.floor(maxInputTokens * mostOfInput));
  return {
    targetTokens,
    maxTokens: Math.min(Math.round(targetTokens * roomShare), maxInputTokens),
    overlapShare: settings.overlap / 100,
    minCharacters: settings.minimum,
  };
}

/** What was set, as far as it can be told; null: the usual. */
export function settingsOf(options: ChunkOptions | null | undefined): ChunkSettings {
  if (options === null || options === undefined) return defaultChunkSettings;
  const { targetTokens, overlapShare, minCharacters } = options;
  return { size: targetTokens, overlap: Math.round(overlapShare * 100), minimum: minCharacters };
}

/** Of the rules; change it with them. */
const rulesName = 'structure-1';

/** Names the rules and their numbers: chunks of two identities are never mixed. */
export function chunkerIdOf({ targetTokens, maxTokens, overlapShare, minCharacters }: ChunkOptions): string {
  return [rulesName, targetTokens, maxTokens, Math.round(overlapShare * 100), minCharacters].join('-');
}

/** Of the usual numbers. */
export const chunkerId = chunkerIdOf(defaultChunkOptions);
