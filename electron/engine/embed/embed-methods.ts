// What an embedding worker does, in the words of shared/rpc.ts.
import type { TokenVectors } from '../rerank/token-vectors.js';
import type { EmbedPriority } from './embedder.js';

export type EmbedMethods = {
  /** Verifies and loads the model's weights. Calls made before it is done wait for it. */
  open(payload: { readonly modelFolder: string }): void;
  /** One sequence to its vector. Of the calls that wait, questions run first, and indexing last. */
  embed(payload: { readonly tokenIds: Int32Array; readonly priority: EmbedPriority }): Float32Array;
  /** One sequence to a vector for each of its tokens, special ones too; to rerank by. */
  embedEachToken(payload: { readonly tokenIds: Int32Array }): TokenVectors;
  /**
   * Ends the thread after the sequence that runs; those that wait are rejected. Never `terminate()` it instead: the
   * runtime answers an end in the middle of a run with an exception that takes the whole process with it.
   */
  close(payload: null): void;
};
