// What the store worker does for a generation that is being built beside the one in use.
import type { Chunk } from '../chunk/chunk.js';
import type { ChunkInput } from '../chunk/chunker.js';
import type { Generation, NewVector, PendingChunk } from './store-methods.js';

/** How far a generation is that is being built beside the one in use. */
export interface BuildState {
  readonly generationId: number;
  readonly generation: Generation;
  /** Of the library, as it is now. */
  readonly documents: number;
  readonly documentsDone: number;
  /** Tokens of the passages in use: a measure of the work, and of what of it is done. */
  readonly tokens: number;
  readonly tokensDone: number;
  /** Cut so far, and those among them that wait for a vector. */
  readonly passages: number;
  readonly passagesWaiting: number;
}

export type BuildMethods = {
  /** What another generation would have to be built of, and about how many passages of another length (in tokens) it would have. */
  readonly workInUse: (request: { readonly targetBefore: number; readonly targetAfter: number }) => {
    readonly documents: number;
    readonly passages: number;
    readonly passagesAfter: number;
    readonly tokens: number;
  };
  /** Whether there are documents that an earlier version has read, and that were not tried again since a build began. */
  readonly isStructureMissing: (request: null) => boolean;
  /** What is being built beside the generation in use; null: nothing. */
  readonly buildState: (request: null) => BuildState | null;
  /** Begins to build, or goes on with it where it is the same; another one that was being built is given up. */
  readonly beginBuild: (request: { readonly generation: Generation }) => BuildState;
  /** Documents that it does not hold as they are now, the newest first. */
  readonly rowsToBuild: (request: { readonly limit: number }) => readonly number[];
  /** What the chunker needs of one of them; null where it has nothing to be cut any more. */
  readonly documentToBuild: (request: {
    readonly row: number;
  }) => { readonly input: ChunkInput; readonly version: string } | null;
  /** Its chunks and words. Null where the document changed meanwhile, or nothing is being built any more. */
  readonly saveBuilt: (request: {
    readonly row: number;
    readonly version: string;
    readonly chunks: readonly Chunk[];
  }) => { readonly withoutVector: readonly number[] } | null;
  /** Chunks of it that lack a vector. */
  readonly pendingBuilt: (request: { readonly afterId: number; readonly limit: number }) => readonly PendingChunk[];
  /** False where that generation is not being built any more. */
  readonly saveBuiltVectors: (request: {
    readonly generationId: number;
    readonly vectors: readonly NewVector[];
  }) => boolean;
  /**
   * Where nothing is left to be built: from now on it is the one in use, and what was is gone. Null otherwise. Readers have to
   * open the library anew.
   */
  readonly switchGeneration: (request: {
    /** As the build has shown of this machine: estimates go by it. */
    readonly tokensPerSecond: number | null;
  }) => {
    readonly generationId: number;
    readonly generation: Generation;
  } | null;
  /** Frees what is being built. False where nothing is. */
  readonly cancelBuild: (request: null) => boolean;
};
