// What finds the nearest vectors, and the plain way to do it: compare with every one.

export interface NearVector {
  readonly vectorId: number;
  /** Dot product with the question: the cosine, less the question's language shift where vectors are held without theirs. */
  readonly nearness: number;
}

/** Unit vectors by their row in the store. */
export interface VectorIndex {
  readonly size: number;
  /** At most `count`, nearest first, equals by ascending id; only those that `isAllowed` lets through. */
  nearest(question: Float32Array, count: number, isAllowed?: (vectorId: number) => boolean): readonly NearVector[];
}

const blockVectors = 1_024;

interface Block {
  readonly ids: number[];
  readonly vectors: Float32Array;
}

/** Compares with all vectors: exact, about 1 ms for each thousand. Also the oracle of the graph's tests. */
export class ExactVectors implements VectorIndex {
  readonly #dimension: number;
  readonly #blocks: Block[] = [];
  readonly #ids = new Set<number>();

  constructor(dimension: number) {
    this.#dimension = dimension;
  }

  get size(): number {
    return this.#ids.size;
  }

  has(vectorId: number): boolean {
    return this.#ids.has(vectorId);
  }

  ids(): Iterable<number> {
    return this.#ids;
  }

  /** The id that came first of those held. */
  firstId(): number | null {
    for (const id of this.#ids) return id;
    return null;
  }

  /** A vector whose id is there already is left out. */
  add(vectorId: number, vector: Float32Array): void {
    if (this.#ids.has(vectorId)) return;
    let block = this.#blocks.at(-1);
    if (block === undefined || block.ids.length === blockVectors) {
      block = { ids: [], vectors: new Float32Array(blockVectors * this.#dimension) };
      this.#blocks.push(block);
    }
    block.vectors.set(vector, block.ids.length * this.#dimension);
    block.ids.push(vectorId);
    this.#ids.add(vectorId);
  }

  remove(vectorId: number): void {
    this.#ids.delete(vectorId);
  }

  clear(): void {
    this.#blocks.length = 0;
    this.#ids.clear();
  }

  /** Takes out the oldest vectors, at most `count`, in the order in which they came. */
  takeFirst(count: number): readonly { readonly vectorId: number; readonly vector: Float32Array }[] {
    const taken: { vectorId: number; vector: Float32Array }[] = [];
    for (let block = this.#blocks[0]; block !== undefined; block = this.#blocks[0]) {
      for (const [at, vectorId] of block.ids.entries()) {
        if (!this.#ids.has(vectorId)) continue;
        if (taken.length === count) return taken;
        this.#ids.delete(vectorId);
        taken.push({ vectorId, vector: block.vectors.slice(at * this.#dimension, (at + 1) * this.#dimension) });
      }
      this.#blocks.shift();
    }
    return taken;
  }

  /** Every vector in turn; the array is only a view. */
  *entries(): IterableIterator<readonly [vectorId: number, vector: Float32Array]> {
    for (const { ids, vectors } of this.#blocks) {
      for (const [at, vectorId] of ids.entries()) {
        if (this.#ids.has(vectorId))
          yield [vectorId, vectors.subarray(at * this.#dimension, (at + 1) * this.#dimension)];
      }
    }
  }

  nearest(question: Float32Array, count: number, isAllowed?: (vectorId: number) => boolean): readonly NearVector[] {
    const best = new NearestList(count);
    const dimension = this.#dimension;
    const areAllHere = this.#blocks.reduce((sum, { ids }) => sum + ids.length, 0) === this.#ids.size;
    for (const { ids, vectors } of this.#blocks) {
      for (let at = 0; at < ids.length; at++) {
        const vectorId = ids[at] ?? 0;
        if (!areAllHere && !this.#ids.has(vectorId)) continue;
        if (isAllowed !== undefined && !isAllowed(vectorId)) continue;
        best.offer(vectorId, dotAt(question, vectors, at * dimension, dimension));
      }
    }
    return best.list();
  }
}

/** The best so far, in order. */
export class NearestList {
  readonly #count: number;
  readonly #best: NearVector[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  offer(vectorId: number, nearness: number): void {
    const best = this.#best;
    const last = best[this.#count - 1];
    if (this.#count <= 0 || (last !== undefined && !isNearer(vectorId, nearness, last))) return;
    let low = 0;
    let high = best.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = best[middle];
      if (other !== undefined && isNearer(vectorId, nearness, other)) high = middle;
      else low = middle + 1;
    }
    best.splice(low, 0, { vectorId, nearness });
    if (best.length > this.#count) best.pop();
  }

  /** Of the last one of a full list; while there is room, less than any. */
  get leastNearness(): number {
    return this.#best[this.#count - 1]?.nearness ?? Number.NEGATIVE_INFINITY;
  }

  list(): readonly NearVector[] {
    return this.#best;
  }
}

function isNearer(vectorId: number, nearness: number, other: NearVector): boolean {
  return nearness > other.nearness || (nearness === other.nearness && vectorId < other.vectorId);
}

/** Dot product of two vectors of one length. */
export function dot(first: Float32Array, second: Float32Array): number {
  return dotAt(first, second, 0, first.length);
}

function dotAt(question: Float32Array, vectors: Float32Array, from: number, dimension: number): number {
  // Four sums, so that one addition does not wait for the one before.
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let at = 0;
  for (; at + 3 < dimension; at += 4) {
    const place = from + at;
    a += (question[at] as number) * (vectors[place] as number);
    b += (question[at + 1] as number) * (vectors[place + 1] as number);
    c += (question[at + 2] as number) * (vectors[place + 2] as number);
    d += (question[at + 3] as number) * (vectors[place + 3] as number);
  }
  for (; at < dimension; at++) a += (question[at] as number) * (vectors[from + at] as number);
  return a + b + c + d;
}
