// What the search worker does for the engine: it only reads the SQLite file, and it owns the graph.
import type { MetaGuess } from '../../../shared/domain/metadata.js';
import type { SearchFilter, SearchRequest, SearchResult } from '../../../shared/domain/search.js';
import type { RankedSearch } from '../rerank/reorder.js';

export interface SearchCall {
  readonly request: SearchRequest;
  /** The question's unit vector; null to search by words alone. */
  readonly questionVector: Float32Array | null;
  /** What `prepare` was called with for this request. */
  readonly searchId?: number | undefined;
}

export interface OpenSearchRequest {
  readonly folder: string;
  readonly generationId: number;
  readonly dimension: number;
  /** Model folder: calibration and background vectors lie beside the manifest. Null where it is gone. */
  readonly modelFolder: string | null;
}

export interface GraphState {
  readonly source: 'graph' | 'scan' | 'exact';
  /** Vectors held, and the last vector row among them. */
  readonly vectors: number;
  readonly lastVectorId: number;
  readonly bytes: number;
  /** False where hnswlib-node could not be loaded: the exact scan answers. */
  readonly isGraphAvailable: boolean;
}

export type SearchMethods = {
  /** Opens the store read only, loads the snapshot if it is whole, and catches up in the background. */
  readonly open: (request: OpenSearchRequest) => null;
  /**
   * Builds the graph of a generation that is being built, between searches, so that it is there when its time comes. Errors:
   * those of the store, also where it is not being built any more.
   */
  readonly prepareNext: (request: OpenSearchRequest) => null;
  /** Begins a search whose vector is still being made: the words are looked up meanwhile. */
  readonly prepare: (call: { readonly searchId: number; readonly request: SearchRequest }) => null;
  readonly search: (call: SearchCall) => SearchResult;
  /** The same with what reranking needs of each hit. */
  readonly rank: (call: SearchCall) => RankedSearch;
  /** For each text the share of the question's words that it has, similar ones by their weight, rare ones counting more: 0 to 1. */
  readonly coverage: (request: { readonly question: string; readonly texts: readonly string[] }) => readonly number[];
  /** Filters that the question may mean: only ever offered. */
  readonly guessFilters: (request: { readonly question: string }) => readonly MetaGuess[];
  /** How many documents a filter holds for. Errors: `wrong-use` for a date or a language that can't be. */
  readonly countDocuments: (request: { readonly filter: SearchFilter }) => number;
  /** Rows were added or removed: take them in between searches. Returns at once. */
  readonly refresh: (request: null) => null;
  /** Resolves when every vector in the store is searchable, and the snapshot is written if it is due. */
  readonly settle: (request: null) => GraphState;
  /** Compares graph and store; damage is listed, and rebuilt. */
  readonly verify: (request: null) => { readonly damage: readonly string[]; readonly repaired: readonly string[] };
  /** Rows were removed for good: nothing of them may stay, in memory or in the graph's file. What takes long goes on by itself. */
  readonly forget: (request: null) => null;
  /** The store was emptied: forget everything and remove the snapshot. */
  readonly reset: (request: null) => null;
  readonly close: (request: null) => null;
};
