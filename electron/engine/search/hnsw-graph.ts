// The HNSW graph of hnswlib-node behind our interface. The package is optional: where it cannot be loaded, there is no graph.
import type { HierarchicalNSW } from 'hnswlib-node';
import { NearestList, type NearVector, type VectorIndex } from './vector-index.js';

export type HnswModule = typeof import('hnswlib-node');

/** Part of a snapshot's identity: another setting means another graph. */
export const graphSettings = { linksPerVector: 16, buildBreadth: 200 } as const;
/** Candidates looked at for each question: recall@10 of .99 and more at 100,000 vectors, see docs/retrieval.md. */
const searchBreadth = 480;
const randomSeed = 100;
const firstCapacity = 8_192;
const growth = 1.5;

/** Null where the package was not built for this machine. */
export async function loadHnsw(): Promise<HnswModule | null> {
  try {
    const module = (await import('hnswlib-node')) as HnswModule & { readonly default?: HnswModule };
    return module.default ?? module;
  } catch {
    // Optional by design: the exact scan answers, and `settle` says so.
    return null;
  }
}

export class HnswGraph implements VectorIndex {
  readonly #index: HierarchicalNSW;
  readonly #live: Set<number>;
  readonly #deleted: Set<number>;

  private constructor(index: HierarchicalNSW, live: Set<number>, deleted: Set<number>) {
    this.#index = index;
    this.#deleted = deleted;
    this.#live = live;
    index.setEf(searchBreadth);
  }

  static empty(hnsw: HnswModule, dimension: number, expected: number): HnswGraph {
    const index = new hnsw.HierarchicalNSW('ip', dimension);
    const capacity = Math.max(firstCapacity, Math.ceil(expected * 1.1));
    index.initIndex(capacity, graphSettings.linksPerVector, graphSettings.buildBreadth, randomSeed);
    return new HnswGraph(index, new Set(), new Set());
  }

  /** Reads a file that was checked before. hnswlib keeps its deletions in the file, but does not name them. */
  static async read(
    hnsw: HnswModule,
    dimension: number,
    file: string,
    deletedIds: readonly number[],
  ): Promise<HnswGraph> {
    const index = new hnsw.HierarchicalNSW('ip', dimension);
    await index.readIndex(file);
    const deleted = new Set(deletedIds);
    return new HnswGraph(index, new Set(index.getIdsList().filter((id) => !deleted.has(id))), deleted);
  }

  get size(): number {
    return this.#live.size;
  }

  /** Share of the vectors in the graph that no longer count. */
  get deletedShare(): number {
    return this.#deleted.size === 0 ? 0 : this.#deleted.size / (this.#deleted.size + this.#live.size);
  }

  has(vectorId: number): boolean {
    return this.#live.has(vectorId);
  }

  ids(): Iterable<number> {
    return this.#live;
  }

  deletedIds(): readonly number[] {
    return [...this.#deleted];
  }

  vector(vectorId: number): Float32Array {
    return Float32Array.from(this.#index.getPoint(vectorId));
  }

  add(vectorId: number, vector: Float32Array): void {
    if (this.#live.has(vectorId)) return;
    const capacity = this.#index.getMaxElements();
    if (this.#index.getCurrentCount() >= capacity) this.#index.resizeIndex(Math.ceil(capacity * growth));
    this.#index.addPoint(Array.from(vector), vectorId);
    this.#live.add(vectorId);
  }

  remove(vectorId: number): void {
    if (!this.#live.delete(vectorId)) return;
    this.#index.markDelete(vectorId);
    this.#deleted.add(vectorId);
  }

  nearest(question: Float32Array, count: number, isAllowed?: (vectorId: number) => boolean): readonly NearVector[] {
    const wanted = Math.min(count, this.#live.size);
    if (wanted === 0) return [];
    this.#index.setEf(Math.max(searchBreadth, wanted));
    const { neighbors, distances } = this.#index.searchKnn(Array.from(question), wanted, isAllowed);
    const best = new NearestList(wanted);
    for (const [at, vectorId] of neighbors.entries()) best.offer(vectorId, 1 - (distances[at] ?? 2));
    return best.list();
  }

  async write(file: string): Promise<void> {
    await this.#index.writeIndex(file);
  }
}
