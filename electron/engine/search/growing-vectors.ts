// Holds a library's vectors in the way that suits their number, and changes over when the library has grown.
import { CodeFiles } from './code-files.js';
import { removeSnapshot } from './graph-snapshot.js';
import type { HeldVectors, VerifiedVectors } from './held-vectors.js';
import type { Ids } from './id-set.js';
import { LibraryVectors } from './library-vectors.js';
import { ScannedVectors, type ScannedVectorsOptions } from './scanned-vectors.js';
import type { GraphState } from './search-methods.js';
import type { NearVector } from './vector-index.js';

/**
 * From this many vectors on they are coded and scanned. Up to here a graph answers as quickly and is built in minutes; a graph of a
 * million takes an hour, four times the memory, and as long again whenever a folder is removed: docs/decisions/0031.
 */
const defaultScanFrom = 131_072;

export interface GrowingVectorsOptions extends ScannedVectorsOptions {
  readonly scanFrom?: number | undefined;
}

export class GrowingVectors implements HeldVectors {
  readonly #options: GrowingVectorsOptions;
  readonly #scanFrom: number;
  #held: HeldVectors;
  #next: ScannedVectors | null = null;
  #growing: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: GrowingVectorsOptions) {
    this.#options = options;
    this.#scanFrom = options.scanFrom ?? defaultScanFrom;
    this.#held = new LibraryVectors(options);
  }

  get size(): number {
    return this.#held.size;
  }

  get source(): GraphState['source'] {
    return this.#held.source;
  }

  async open(): Promise<void> {
    const { folder, identity, shift } = this.#options;
    if (this.#hasAtLeast(this.#scanFrom)) {
      this.#held = new ScannedVectors(this.#options);
      await removeSnapshot(folder, identity.generationId);
    } else {
      await new CodeFiles(folder, { ...identity, shift: shift.id }).remove();
    }
    await this.#held.open();
  }

  refresh(): void {
    this.#held.refresh();
    if (this.#held.source === 'scan' || this.#held.size < this.#scanFrom || this.#isClosed) return;
    this.#growing ??= this.#grow().finally(() => {
      this.#growing = null;
      this.#next = null;
    });
    // Tried again with the next refresh.
    this.#growing.catch(() => undefined);
  }

  async settle(): Promise<GraphState> {
    await this.#held.settle();
    this.refresh();
    await this.#growing;
    return this.#held.settle();
  }

  nearest(question: Float32Array, count: number): readonly NearVector[] {
    return this.#held.nearest(question, count);
  }

  nearestAmong(question: Float32Array, count: number, vectorIds: Ids): readonly NearVector[] {
    return this.#held.nearestAmong(question, count, vectorIds);
  }

  read(vectorIds: readonly number[]): ReadonlyMap<number, Float32Array> {
    return this.#held.read(vectorIds);
  }

  readPlain(vectorIds: readonly number[]): ReadonlyMap<number, Float32Array> {
    return this.#held.readPlain(vectorIds);
  }

  sample(count: number): readonly number[] {
    return this.#held.sample(count);
  }

  async verify(): Promise<VerifiedVectors> {
    await this.#growing;
    return this.#held.verify();
  }

  async forget(): Promise<void> {
    await this.#growing;
    await this.#held.forget();
  }

  async reset(): Promise<void> {
    await this.#growing;
    await this.#held.reset();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#next?.close();
    await this.#growing?.catch(() => undefined);
    await this.#held.close();
  }

  /** What was there before answers until the other has everything. */
  async #grow(): Promise<void> {
    const next = new ScannedVectors(this.#options);
    this.#next = next;
    await next.open();
    await next.settle();
    if (this.#isClosed) return;
    const before = this.#held;
    this.#held = next;
    await before.reset();
  }

  #hasAtLeast(count: number): boolean {
    const { database, table = 'vectors' } = this.#options;
    return database.get(`SELECT 1 FROM ${table} LIMIT 1 OFFSET ?`, count - 1) !== undefined;
  }
}
