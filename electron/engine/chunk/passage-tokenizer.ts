// What the chunker needs of a model's tokenizer: counting parts, and the ids of a whole passage with its context.
import type { ModelManifest } from '../embed/model-files.js';
import type { Tokenizer } from './tokenizer.js';

export interface PassageTokenizer {
  /** Tokens of a text alone. */
  readonly count: (text: string) => number;
  /** The ids of a passage's whole model input. Never cut: the chunker sees to the length. */
  readonly encode: (context: string, passage: string) => Int32Array;
  /** Tokens of a model input beside context and passage. */
  readonly overheadTokens: number;
}

export function passageTokenizer(tokenizer: Tokenizer, manifest: ModelManifest): PassageTokenizer {
  const prefix = manifest.prefixes.passage;
  return {
    count: tokenizer.count,
    encode: (context, passage) => tokenizer.encode(`${prefix}${context}\n${passage}`),
    overheadTokens: tokenizer.count(prefix) + tokenizer.specialTokens,
  };
}

/** Ids cut to the longest input of the model; the last special token stays last. */
export function truncatedIds(ids: Int32Array, maxInputTokens: number): Int32Array {
  if (ids.length <= maxInputTokens) return ids;
  const cut = ids.slice(0, maxInputTokens);
  cut.set(ids.subarray(-1), maxInputTokens - 1);
  return cut;
}
