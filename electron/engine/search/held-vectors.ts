// What a search needs of a library's vectors, however they are held.
import type { Ids } from './id-set.js';
import type { GraphState } from './search-methods.js';
import type { NearVector } from './vector-index.js';

export interface VerifiedVectors {
  readonly damage: readonly string[];
  readonly repaired: readonly string[];
}

export interface HeldVectors {
  readonly size: number;
  readonly source: GraphState['source'];
  /** Loads what was written of them, if it is whole; the rest comes in the background. */
  open(): Promise<void>;
  /** Takes in what changed in the store, in small steps between other work. Returns at once. */
  refresh(): void;
  /** Resolves when every vector of the store is searchable and written as far as that is due. */
  settle(): Promise<GraphState>;
  /** At most `count`, nearest first, equals by ascending id. */
  nearest(question: Float32Array, count: number): readonly NearVector[];
  nearestAmong(question: Float32Array, count: number, vectorIds: Ids): readonly NearVector[];
  /** The vectors of these rows, without their language; rows that are gone or of another generation are missing. */
  read(vectorIds: readonly number[]): ReadonlyMap<number, Float32Array>;
  /** The same as the model made them. */
  readPlain(vectorIds: readonly number[]): ReadonlyMap<number, Float32Array>;
  /** At most `count` rows at even distances: the same for the same library, spread over all its documents. */
  sample(count: number): readonly number[];
  /** Compares what is held with the store. What is wrong is built anew before this resolves. */
  verify(): Promise<VerifiedVectors>;
  /** What was removed from the store goes from every file too. */
  forget(): Promise<void>;
  /** Forgets everything and removes its files; the next refresh reads the store from the start. */
  reset(): Promise<void>;
  close(): Promise<void>;
}
