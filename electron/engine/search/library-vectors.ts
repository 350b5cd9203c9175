// All vectors of one generation, searchable from the moment they are read: a graph for the bulk, an exact scan for the rest.
import type { Database } from '../store/sqlite.js';
import { untilOthersRan } from '../workers/until-others-ran.js';
import { type GraphIdentity, readSnapshot, removeSnapshot, writeSnapshot } from './graph-snapshot.js';
import type { HeldVectors, VerifiedVectors } from './held-vectors.js';
import { HnswGraph, type HnswModule } from './hnsw-graph.js';
import type { Ids } from './id-set.js';
import type { LanguageShift } from './language-shift.js';
import { unpackIds } from './packed-ids.js';
import type { GraphState } from './search-methods.js';
import { StoredVectors } from './stored-vectors.js';
import { dot, ExactVectors, NearestList, type NearVector, type VectorIndex } from './vector-index.js';

export interface LibraryVectorsOptions {
  readonly database: Database;
  readonly folder: string;
  readonly identity: Omit<GraphIdentity, 'shift'>;
  /** Vectors are held without their language; `read` gives them so too. */
  readonly shift: LanguageShift;
  /** Null where hnswlib-node could not be loaded. */
  readonly hnsw: HnswModule | null;
  /** Where its vectors lie: those of a generation that is being built have a table of their own. */
  readonly table?: 'vectors' | 'next_vectors' | undefined;
  /** From this many vectors on a graph is built. */
  readonly graphFrom?: number | undefined;
}

const defaultGraphFrom = 4_096;
/** Work between two searches: about 10 ms each. */
const rowsPerRead = 256;
const sliceMs = 8;
const maxDeletedShare = 0.3;
/** A snapshot is due when this many vectors came since the last, or this share of those held. */
const snapshotVectors = 2_048;
const snapshotShare = 0.25;
/** A filter that leaves fewer than this is answered by comparing with each: measured against the filtered graph. */
const exactWhenFilteredTo = 1_200;

export class LibraryVectors implements VectorIndex, HeldVectors {
  readonly #options: LibraryVectorsOptions;
  readonly #identity: GraphIdentity;
  readonly #graphFrom: number;
  readonly #table: string;
  readonly #stored: StoredVectors;
  /** Read from the store, not (or not yet) in the graph. */
  readonly #tail: ExactVectors;
  #graph: HnswGraph | null = null;
  #lastVectorId = 0;
  #snapshotVectors = 0;
  #snapshotBytes = 0;
  #hasUnsaved = false;
  /** The graph holds what must not be written any more. */
  #mustRebuild = false;
  #forgets = 0;
  #isRefreshDue = false;
  #isClosed = false;
  #work: Promise<void> | null = null;

  constructor(options: LibraryVectorsOptions) {
    this.#options = options;
    this.#identity = { ...options.identity, shift: options.shift.id };
    this.#graphFrom = options.graphFrom ?? defaultGraphFrom;
    this.#table = options.table ?? 'vectors';
    const { database, identity, shift } = options;
    this.#stored = new StoredVectors(database, identity.generationId, shift, options.table);
    this.#tail = new ExactVectors(identity.dimension);
  }

  get size(): number {
    return this.#tail.size + (this.#graph?.size ?? 0);
  }

  get source(): 'graph' | 'exact' {
    return this.#graph === null ? 'exact' : 'graph';
  }

  /** Loads the snapshot if it is whole; the rest comes in the background. */
  async open(): Promise<void> {
    const { hnsw, folder } = this.#options;
    const snapshot = hnsw === null ? null : await readSnapshot(hnsw, folder, this.#identity);
    if (snapshot !== null) {
      this.#graph = snapshot.graph;
      this.#lastVectorId = snapshot.lastVectorId;
      this.#snapshotVectors = snapshot.vectors;
      this.#snapshotBytes = snapshot.bytes;
    }
    this.refresh();
  }

  /** Takes in what changed in the store, in small steps between other work. Returns at once. */
  refresh(): void {
    this.#isRefreshDue = true;
    if (this.#isClosed) return;
    this.#work ??= this.#runWork().finally(() => {
      this.#work = null;
      if (this.#isRefreshDue && !this.#isClosed) this.refresh();
    });
    // Whoever waits for it (`settle`) gets the error; a failed refresh in the background is tried again with the next.
    this.#work.catch(() => undefined);
  }

  /** Resolves when every vector of the store is searchable and the snapshot is written, if one is due. */
  async settle(): Promise<GraphState> {
    this.refresh();
    while (this.#work !== null) await this.#work;
    await this.#writeSnapshot();
    return this.state();
  }

  state(): GraphState {
    return {
      source: this.source,
      vectors: this.size,
      lastVectorId: this.#lastVectorId,
      bytes: this.#snapshotBytes,
      isGraphAvailable: this.#options.hnsw !== null,
    };
  }

  nearest(question: Float32Array, count: number, isAllowed?: (vectorId: number) => boolean): readonly NearVector[] {
    const fromTail = this.#tail.nearest(question, count, isAllowed);
    if (this.#graph === null) return fromTail;
    const best = new NearestList(count);
    for (const { vectorId, nearness } of fromTail) best.offer(vectorId, nearness);
    for (const { vectorId, nearness } of this.#graph.nearest(question, count, isAllowed))
      best.offer(vectorId, nearness);
    return best.list();
  }

  /** The nearest among `vectorIds`: exact for a few, through the filtered graph for many. */
  nearestAmong(question: Float32Array, count: number, vectorIds: Ids): readonly NearVector[] {
    if (this.#graph === null || vectorIds.size > exactWhenFilteredTo) {
      return this.nearest(question, count, (vectorId) => vectorIds.has(vectorId));
    }
    const best = new NearestList(count);
    for (const [vectorId, vector] of this.read([...vectorIds])) best.offer(vectorId, dot(question, vector));
    return best.list();
  }

  read(vectorIds: readonly number[]): ReadonlyMap<number, Float32Array> {
    return this.#stored.read(vectorIds);
  }

  readPlain(vectorIds: readonly number[]): ReadonlyMap<number, Float32Array> {
    return this.#stored.readPlain(vectorIds);
  }

  sample(count: number): readonly number[] {
    const ids = [...(this.#graph?.ids() ?? []), ...this.#tail.ids()].sort((a, b) => a - b);
    const stride = Math.max(1, ids.length / count);
    return Array.from({ length: Math.min(count, ids.length) }, (_, at) => ids[Math.floor(at * stride)] ?? 0);
  }

  /** Compares what is held with the store. What is wrong is built anew before this resolves. */
  async verify(): Promise<VerifiedVectors> {
    await this.settle();
    const damage = await this.#findDamage();
    if (damage.length === 0) return { damage: [], repaired: [] };
    await this.reset();
    await this.settle();
    return { damage, repaired: ['The vector graph was built anew from the store.'] };
  }

  /**
   * What was removed from the store goes from the graph and its file too: the file at once, and the graph when one without it has been
   * built beside it, which goes on by itself. hnswlib only marks what is deleted.
   */
  async forget(): Promise<void> {
    this.#dropDeleted();
    // One that is just being built may hold it too.
    if (this.#graph !== null && this.#graph.deletedShare === 0) return;
    this.#forgets += 1;
    this.#mustRebuild = true;
    this.#snapshotVectors = 0;
    this.#snapshotBytes = 0;
    await removeSnapshot(this.#options.folder, this.#options.identity.generationId);
    this.refresh();
  }

  /** Forgets everything and removes the snapshot; the next refresh reads the store from the start. */
  async reset(): Promise<void> {
    while (this.#work !== null) await this.#work;
    this.#startOver();
    this.#snapshotVectors = 0;
    this.#snapshotBytes = 0;
    await removeSnapshot(this.#options.folder, this.#options.identity.generationId);
  }

  /** Ends the work under way and writes what is not saved. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#work !== null) await this.#work.catch(() => undefined);
    await this.#writeSnapshot();
  }

  #startOver(): void {
    this.#graph = null;
    this.#tail.clear();
    this.#lastVectorId = 0;
    this.#hasUnsaved = false;
    this.#mustRebuild = false;
  }

  async #runWork(): Promise<void> {
    while (this.#isRefreshDue && !this.#isClosed) {
      this.#isRefreshDue = false;
      await this.#readTail();
      this.#dropDeleted();
      if ((this.#graph?.deletedShare ?? 0) > maxDeletedShare) {
        this.#startOver();
        this.#isRefreshDue = true;
        continue;
      }
      await this.#growGraph();
      if (this.#mustRebuild) await this.#rebuildGraph();
    }
    if (!this.#isClosed && this.#isSnapshotDue()) await this.#writeSnapshot();
  }

  async #readTail(): Promise<void> {
    const { dimension } = this.#options.identity;
    while (!this.#isClosed) {
      const rows = this.#stored.after(this.#lastVectorId, rowsPerRead);
      for (const { id, vector } of rows) {
        if (vector?.length === dimension) this.#tail.add(id, vector);
        this.#lastVectorId = id;
      }
      if (rows.length < rowsPerRead) return;
      await untilOthersRan();
    }
  }

  /** Ids are only fetched when the counts differ: rows are never changed in place. */
  #dropDeleted(): void {
    const { database, identity } = this.#options;
    const stored = database.get<{ count: number }>(
      `SELECT count(*) AS count FROM ${this.#table} WHERE generation = ? AND id <= ?`,
      identity.generationId,
      this.#lastVectorId,
    );
    if ((stored?.count ?? 0) === this.size) return;
    const ids = storedIds(database, this.#table, identity.generationId);
    for (const id of [...this.#tail.ids()]) if (!ids.has(id)) this.#tail.remove(id);
    const graph = this.#graph;
    if (graph === null) return;
    for (const id of [...graph.ids()]) {
      if (ids.has(id)) continue;
      graph.remove(id);
      this.#hasUnsaved = true;
    }
  }

  /** Moves the tail into the graph. Until a first graph has everything, the exact scan goes on answering for all. */
  async #growGraph(): Promise<void> {
    const { hnsw, identity } = this.#options;
    if (hnsw === null || (this.#graph === null && this.#tail.size < this.#graphFrom)) return;
    if (this.#graph === null) {
      const graph = HnswGraph.empty(hnsw, identity.dimension, this.#tail.size);
      await this.#addInSlices(graph, this.#tail.entries());
      if (this.#isClosed) return;
      this.#graph = graph;
      this.#tail.clear();
      this.#hasUnsaved = true;
      return;
    }
    const graph = this.#graph;
    while (this.#tail.size > 0 && !this.#isClosed) {
      const start = performance.now();
      while (this.#tail.size > 0 && performance.now() - start < sliceMs) {
        for (const { vectorId, vector } of this.#tail.takeFirst(1)) graph.add(vectorId, vector);
      }
      this.#hasUnsaved = true;
      await untilOthersRan();
    }
  }

  /** The old one answers until the new one has everything. */
  async #rebuildGraph(): Promise<void> {
    const { hnsw, identity } = this.#options;
    this.#dropDeleted();
    const forgets = this.#forgets;
    const old = this.#graph;
    if (hnsw !== null && old !== null && old.deletedShare > 0) {
      const graph = HnswGraph.empty(hnsw, identity.dimension, old.size);
      await this.#addInSlices(graph, vectorsOf(old));
      if (this.#isClosed) return;
      this.#graph = graph;
    }
    // What was removed meanwhile is in the new one too: then there is one more to be built.
    this.#mustRebuild = this.#forgets !== forgets;
    this.#hasUnsaved = this.#graph !== null;
    await this.#writeSnapshot();
  }

  async #addInSlices(graph: HnswGraph, entries: Iterable<readonly [number, Float32Array]>): Promise<void> {
    let start = performance.now();
    for (const [vectorId, vector] of entries) {
      if (this.#isClosed) return;
      graph.add(vectorId, vector);
      if (performance.now() - start < sliceMs) continue;
      await untilOthersRan();
      start = performance.now();
    }
  }

  #isSnapshotDue(): boolean {
    const since = this.size - this.#snapshotVectors;
    return this.#hasUnsaved && Math.abs(since) >= Math.max(snapshotVectors, this.#snapshotVectors * snapshotShare);
  }

  async #writeSnapshot(): Promise<void> {
    const graph = this.#graph;
    if (graph === null || !this.#hasUnsaved || this.#mustRebuild) return;
    this.#hasUnsaved = false;
    // Vectors go into the graph in the order of their ids: it holds all before the first that waits.
    const firstWaiting = this.#tail.firstId();
    const lastVectorId = firstWaiting === null ? this.#lastVectorId : firstWaiting - 1;
    const reach = { vectors: graph.size, lastVectorId };
    this.#snapshotBytes = await writeSnapshot(this.#options.folder, this.#identity, reach, graph);
    this.#snapshotVectors = reach.vectors;
    // Something was forgotten while it was being written.
    if (this.#mustRebuild) await removeSnapshot(this.#options.folder, this.#options.identity.generationId);
  }

  async #findDamage(): Promise<readonly string[]> {
    const { database, identity } = this.#options;
    const ids = storedIds(database, this.#table, identity.generationId);
    const graph = this.#graph;
    let missing = 0;
    let different = 0;
    let start = performance.now();
    for (const id of ids) {
      if (graph?.has(id)) {
        const stored = this.read([id]).get(id);
        if (stored === undefined || !isSame(stored, graph.vector(id))) different += 1;
      } else if (!this.#tail.has(id)) missing += 1;
      if (performance.now() - start < sliceMs) continue;
      await untilOthersRan();
      start = performance.now();
    }
    const surplus = this.size - (ids.size - missing);
    return [
      ...(missing > 0 ? [`${missing} vectors of the store were missing from the graph.`] : []),
      ...(surplus > 0 ? [`${surplus} vectors of the graph were no longer in the store.`] : []),
      ...(different > 0 ? [`${different} vectors of the graph differed from the store.`] : []),
    ];
  }
}

function* vectorsOf(graph: HnswGraph): Generator<readonly [number, Float32Array]> {
  // Ids may go while this is being walked.
  for (const id of [...graph.ids()]) if (graph.has(id)) yield [id, graph.vector(id)];
}

const sameWithin = 1e-3;

function isSame(one: Float32Array, other: Float32Array): boolean {
  return one.every((value, index) => Math.abs(value - (other[index] ?? 0)) < sameWithin);
}

function storedIds(database: Database, table: string, generationId: number): ReadonlySet<number> {
  const packed = database.get<{ ids: string | null }>(
    `SELECT group_concat(id) AS ids FROM ${table} WHERE generation = ?`,
    generationId,
  );
  return new Set(unpackIds(packed?.ids ?? null));
}
