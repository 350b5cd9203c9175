// The vectors of a large library: all of them coded in memory and looked through for each question, the best compared exactly from the store.
import type { Database } from '../store/sqlite.js';
import { untilOthersRan } from '../workers/until-others-ran.js';
import { CodeFiles } from './code-files.js';
import { CodeSegment } from './code-segment.js';
import type { HeldVectors, VerifiedVectors } from './held-vectors.js';
import type { Ids } from './id-set.js';
import type { LibraryVectorsOptions } from './library-vectors.js';
import { nearestPlaces, scanCodes } from './scan-codes.js';
import type { GraphState } from './search-methods.js';
import { StoredVectors } from './stored-vectors.js';
import type { VectorCoder } from './vector-codes.js';
import { dot, NearestList, type NearVector } from './vector-index.js';

/** Rows that the centre is the mean of. */
const centreSample = 1_024;
const rowsPerRead = 256;
const removalsPerRead = 4_096;
const idsPerRead = 32_768;
const sliceMs = 8;
/** Files are due when so many vectors came or went since they were written: fewer are read from the store at the next start. */
const dueAfter = 16_384;
/** Of the rows that the bytes find so many more than wanted are compared exactly. */
const exactPerWanted = 1.5;
const exactMore = 16;
/** Fewer are found one by one; for more it is quicker to look at all. */
const comparedAtOnce = 32_768;

export interface ScannedVectorsOptions extends LibraryVectorsOptions {
  /** Vectors of a file; some ten thousand by default. */
  readonly segmentRows?: number | undefined;
}

export class ScannedVectors implements HeldVectors {
  readonly source = 'scan';
  readonly #database: Database;
  readonly #dimension: number;
  readonly #stored: StoredVectors;
  readonly #files: CodeFiles;
  readonly #isGraphAvailable: boolean;
  readonly #table: 'vectors' | 'next_vectors';
  #coder: VectorCoder | null = null;
  #segments: CodeSegment[] = [];
  #lastVectorId = 0;
  #lastRemoval = 0;
  /** Vectors that came or went since the files were written. */
  #unsaved = 0;
  /** What was removed must not stay in a file. */
  #mustForget = false;
  /** Whoever waits for the end wants it written. */
  #isFirstWriteDue = false;
  /** Removals before this was opened are only told by comparing. */
  #isCompareDue = true;
  #isRefreshDue = false;
  #isClosed = false;
  #work: Promise<void> | null = null;

  constructor(options: ScannedVectorsOptions) {
    const { database, folder, identity, shift, hnsw, table = 'vectors' } = options;
    this.#database = database;
    this.#dimension = identity.dimension;
    this.#table = table;
    this.#isGraphAvailable = hnsw !== null;
    this.#stored = new StoredVectors(database, identity.generationId, shift, table);
    this.#files = new CodeFiles(folder, { ...identity, shift: shift.id }, options.segmentRows);
  }

  get size(): number {
    return this.#segments.reduce((sum, { live }) => sum + live, 0);
  }

  async open(): Promise<void> {
    const snapshot = await this.#files.read(untilOthersRan);
    if (snapshot !== null) {
      this.#coder = snapshot.coder;
      this.#segments = [...snapshot.segments];
      this.#lastVectorId = snapshot.lastVectorId;
    }
    this.refresh();
  }

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

  async settle(): Promise<GraphState> {
    this.#isFirstWriteDue = this.#files.bytes === 0;
    this.refresh();
    while (this.#work !== null) await this.#work;
    return this.state();
  }

  state(): GraphState {
    return {
      source: this.source,
      vectors: this.size,
      lastVectorId: this.#lastVectorId,
      bytes: this.#files.bytes,
      isGraphAvailable: this.#isGraphAvailable,
    };
  }

  nearest(question: Float32Array, count: number): readonly NearVector[] {
    const coder = this.#coder;
    if (coder === null || count <= 0) return [];
    return this.#exact(question, count, scanCodes(coder, this.#segments, question, moreThan(count)));
  }

  /** A few are found by their places and compared by their bytes at once; many are looked for among all. */
  nearestAmong(question: Float32Array, count: number, vectorIds: Ids): readonly NearVector[] {
    const coder = this.#coder;
    if (coder === null || count <= 0) return [];
    const found =
      vectorIds.size <= comparedAtOnce
        ? nearestPlaces(coder, this.#segments, question, moreThan(count), this.#placesOf(vectorIds))
        : scanCodes(coder, this.#segments, question, moreThan(count), (id) => vectorIds.has(id));
    return this.#exact(question, count, found);
  }

  read(vectorIds: readonly number[]): ReadonlyMap<number, Float32Array> {
    return this.#stored.read(vectorIds);
  }

  readPlain(vectorIds: readonly number[]): ReadonlyMap<number, Float32Array> {
    return this.#stored.readPlain(vectorIds);
  }

  sample(count: number): readonly number[] {
    const { size } = this;
    const stride = Math.max(1, size / count);
    const sample: number[] = [];
    let seen = 0;
    for (const { ids, counts, rows } of this.#segments) {
      for (let row = 0; row < rows; row++) {
        if (counts[row] === 0) continue;
        if (seen === Math.floor(sample.length * stride)) sample.push(ids[row] as number);
        seen += 1;
      }
    }
    return sample.slice(0, count);
  }

  async verify(): Promise<VerifiedVectors> {
    this.#isCompareDue = true;
    await this.settle();
    let different = 0;
    let missing = 0;
    let lastId = 0;
    for (
      let rows = this.#stored.after(0, rowsPerRead);
      rows.length > 0;
      rows = this.#stored.after(lastId, rowsPerRead)
    ) {
      for (const { id, vector } of rows) {
        lastId = id;
        if (vector === null) continue;
        const place = this.#placeOf(id);
        const found = this.#at(place);
        if (found === null) missing += 1;
        else if (!found.segment.holds(found.row, vector)) different += 1;
      }
      await untilOthersRan();
    }
    const damage = [
      ...(missing > 0 ? [`${missing} vectors of the store were missing from the vectors' index.`] : []),
      ...(different > 0 ? [`${different} vectors of the vectors' index differed from the store.`] : []),
    ];
    if (damage.length === 0) return { damage, repaired: [] };
    await this.reset();
    await this.settle();
    return { damage, repaired: ["The vectors' index was built anew from the store."] };
  }

  /** What was removed goes from memory and from the files: those that hold it at once, and new ones are written in the background. */
  async forget(): Promise<void> {
    while (this.#work !== null) await this.#work;
    while (this.#takeRemovals()) await untilOthersRan();
    if (this.#segments.some(({ live, rows }) => live < rows)) {
      this.#mustForget = true;
      await this.#files.remove();
    }
    this.refresh();
  }

  async reset(): Promise<void> {
    while (this.#work !== null) await this.#work.catch(() => undefined);
    this.#coder = null;
    this.#segments = [];
    this.#lastVectorId = 0;
    this.#unsaved = 0;
    this.#mustForget = false;
    await this.#files.remove();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#work !== null) await this.#work.catch(() => undefined);
    if (this.#isWriteDue()) await this.#write();
  }

  #isWriteDue(): boolean {
    return this.#mustForget || this.#unsaved >= dueAfter || (this.#isFirstWriteDue && this.size > 0);
  }

  async #runWork(): Promise<void> {
    while (this.#isRefreshDue && !this.#isClosed) {
      this.#isRefreshDue = false;
      while (this.#takeRemovals()) await untilOthersRan();
      if (this.#isCompareDue) await this.#compare();
      await this.#readNew();
    }
    if (!this.#isClosed && this.#isWriteDue()) await this.#write();
  }

  /** True while there are more. */
  #takeRemovals(): boolean {
    if (this.#table !== 'vectors') return false;
    const rows = this.#database.all<{ readonly seq: number; readonly vector: number }>(
      'SELECT seq, vector FROM removed_vectors WHERE seq > ? ORDER BY seq LIMIT ?',
      this.#lastRemoval,
      removalsPerRead,
    );
    for (const { seq, vector } of rows) {
      this.#lastRemoval = seq;
      this.#remove(this.#placeOf(vector));
    }
    return rows.length === removalsPerRead;
  }

  #remove(place: number): void {
    const found = this.#at(place);
    if (found === null) return;
    found.segment.remove(found.row);
    this.#unsaved += 1;
  }

  #at(place: number): { readonly segment: CodeSegment; readonly row: number } | null {
    const rows = this.#coder?.segmentRows ?? 1;
    const segment = this.#segments[Math.floor(place / rows)];
    return segment === undefined ? null : { segment, row: place % rows };
  }

  /** Drops what is not in the store any more: its ids are read from its smallest index, and take a bit each. */
  async #compare(): Promise<void> {
    const last = this.#lastVectorId;
    const isStored = new Uint8Array((last >> 3) + 1);
    let afterHash: Uint8Array = new Uint8Array(0);
    for (let isMore = this.size > 0; isMore; ) {
      const { ids, lastHash } = this.#stored.ids(afterHash, idsPerRead);
      for (const id of ids) if (id <= last) isStored[id >> 3] = (isStored[id >> 3] as number) | (1 << (id & 7));
      isMore = lastHash !== null && !this.#isClosed;
      afterHash = lastHash ?? afterHash;
      await untilOthersRan();
    }
    if (this.#isClosed) return;
    this.#isCompareDue = false;
    for (const segment of this.#segments) {
      const { ids, counts, rows } = segment;
      for (let row = 0; row < rows; row++) {
        const id = ids[row] as number;
        if (counts[row] === 0 || ((isStored[id >> 3] as number) & (1 << (id & 7))) !== 0) continue;
        segment.remove(row);
        this.#unsaved += 1;
      }
    }
  }

  async #readNew(): Promise<void> {
    this.#coder ??= this.#newCoder();
    let start = performance.now();
    while (!this.#isClosed) {
      const rows = this.#stored.after(this.#lastVectorId, rowsPerRead);
      for (const { id, vector } of rows) {
        this.#lastVectorId = id;
        if (vector === null || vector.length !== this.#dimension) continue;
        this.#openSegment(this.#coder).add(id, vector);
        this.#unsaved += 1;
      }
      if (rows.length < rowsPerRead) return;
      if (performance.now() - start < sliceMs) continue;
      await untilOthersRan();
      start = performance.now();
    }
  }

  #openSegment(coder: VectorCoder): CodeSegment {
    const last = this.#segments.at(-1);
    if (last !== undefined && !last.isFull) return last;
    const segment = new CodeSegment(coder);
    this.#segments.push(segment);
    return segment;
  }

  #newCoder(): VectorCoder {
    const centre = new Float32Array(this.#dimension);
    const sample = this.#stored.spread(centreSample);
    for (const vector of sample) {
      for (let at = 0; at < centre.length; at++)
        centre[at] = (centre[at] as number) + (vector[at] ?? 0) / sample.length;
    }
    return this.#files.coder(centre);
  }

  async #write(): Promise<void> {
    const coder = this.#coder;
    if (coder === null) return;
    this.#mustForget = false;
    this.#isFirstWriteDue = false;
    this.#unsaved = 0;
    for (const segment of this.#segments) {
      if (segment.live === segment.rows) continue;
      segment.compact();
      await untilOthersRan();
    }
    this.#segments = this.#segments.filter(({ rows }) => rows > 0);
    await this.#files.write({ coder, segments: this.#segments, lastVectorId: this.#lastVectorId });
    // Something was forgotten while it was being written.
    if (this.#mustForget) await this.#files.remove();
  }

  #placeOf(id: number): number {
    const segments = this.#segments;
    let low = 0;
    let high = segments.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((segments[middle]?.lastId ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    const row = segments[low]?.rowOf(id) ?? -1;
    return row < 0 ? -1 : low * (this.#coder?.segmentRows ?? 1) + row;
  }

  *#placesOf(vectorIds: Ids): Generator<number> {
    for (const id of vectorIds) {
      const place = this.#placeOf(id);
      if (place >= 0) yield place;
    }
  }

  #exact(question: Float32Array, count: number, vectorIds: readonly number[]): readonly NearVector[] {
    const best = new NearestList(count);
    for (const [id, vector] of this.#stored.read(vectorIds)) best.offer(id, dot(question, vector));
    return best.list();
  }
}

function moreThan(count: number): number {
  return Math.ceil(count * exactPerWanted) + exactMore;
}
