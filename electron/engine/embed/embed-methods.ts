// What an embedding worker does, in the words of shared/rpc.ts.
import type { EmbedPriority } from './embedder.js';

export type EmbedMethods = {
  /** Verifies and loads the model's weights. Calls made before it is done wait for it. */
  open(payload: { readonly modelFolder: string }): void;
  /** One sequence to its vector. Of the calls that wait, questions run first. */
  embed(payload: { readonly tokenIds: Int32Array; readonly priority: EmbedPriority }): Float32Array;
  /**
   * Ends the thread after the sequence that runs; those that wait are rejected. Never `terminate()` it instead: the
   * runtime answers an end in the middle of a run with an exception that takes the whole process with it.
   */
  close(payload: null): void;
};
