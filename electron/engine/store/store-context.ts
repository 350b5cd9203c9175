// What the parts of the store share while a library is open.
import type { Database } from './sqlite.js';
import type { Generation } from './store-methods.js';

/** A check of a root that is going on. */
export interface Check {
  readonly folderId: number;
  /** Relative; '' for the whole root. */
  readonly under: string;
  /** Rows of the documents that were seen on disk. */
  readonly seen: Set<number>;
  /** Rows of those among them that have to be read. */
  readonly toRead: Set<number>;
}

/** The tables of a generation: of the one in use, and of the one that is being built beside it. */
export const tablesInUse = { chunks: 'chunks', words: 'words', vectors: 'vectors' } as const;
export const tablesBeside = { chunks: 'next_chunks', words: 'next_words', vectors: 'next_vectors' } as const;
export type StoreTables = typeof tablesInUse | typeof tablesBeside;

export interface StoreContext {
  readonly db: Database;
  /** The library's folder. */
  readonly folder: string;
  readonly generation: Generation;
  readonly generationId: number;
  readonly checks: Map<number, Check>;
}
