// Row numbers as bits: a million of them take an eighth of a megabyte, and are asked for in a few nanoseconds.

/** What is asked of a set of row numbers; a `Set` of numbers is one, too. */
export interface Ids extends Iterable<number> {
  readonly size: number;
  has(id: number): boolean;
}

export class IdSet implements Ids {
  readonly #words: Uint32Array;
  readonly size: number;

  constructor(ids: readonly number[]) {
    const most = ids.reduce((max, id) => Math.max(max, id), 0);
    const words = new Uint32Array((most >>> 5) + 1);
    let size = 0;
    for (const id of ids) {
      const word = words[id >>> 5] as number;
      const bit = 1 << (id & 31);
      if ((word & bit) === 0) size += 1;
      words[id >>> 5] = word | bit;
    }
    this.#words = words;
    this.size = size;
  }

  has(id: number): boolean {
    return ((this.#words[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0;
  }

  *[Symbol.iterator](): Generator<number> {
    for (const [at, word] of this.#words.entries()) {
      for (let rest = word; rest !== 0; rest &= rest - 1) yield at * 32 + (31 - Math.clz32(rest & -rest));
    }
  }
}
