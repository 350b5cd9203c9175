// Some thousand coded vectors in one piece of memory, which is also how they lie in a file.
import { RowMemory } from './dot-rows.js';
import type { VectorCoder } from './vector-codes.js';

/** For each row its numbers, its id and scale, and whether it counts. */
function segmentBytes({ rowBytes, segmentRows }: VectorCoder): number {
  return segmentRows * (4 + 4 + 1 + rowBytes);
}

/** Rows lie in the order of their ids, which only ever grow. */
export class CodeSegment {
  readonly ids: Uint32Array;
  readonly scales: Float32Array;
  /** 1 where the row counts, 0 where its vector was removed. */
  readonly counts: Uint8Array;
  readonly bytes: Int8Array;
  readonly #memory: RowMemory;
  readonly #coder: VectorCoder;
  rows = 0;
  live = 0;
  /** Its file, if any, is not what it holds. */
  isChanged = true;

  constructor(coder: VectorCoder) {
    this.#coder = coder;
    const { segmentRows } = coder;
    this.#memory = new RowMemory(segmentBytes(coder), coder.rowBytes, segmentRows);
    const { buffer } = this.content;
    this.bytes = new Int8Array(buffer, 0, segmentRows * coder.rowBytes);
    this.ids = new Uint32Array(buffer, this.bytes.length, segmentRows);
    this.scales = new Float32Array(buffer, this.bytes.length + segmentRows * 4, segmentRows);
    this.counts = new Uint8Array(buffer, this.bytes.length + segmentRows * 8, segmentRows);
  }

  /** What lies in its file. Who fills it from there says how many rows it has with {@link CodeSegment.filled}. */
  get content(): Uint8Array<ArrayBuffer> {
    return this.#memory.kept;
  }

  filled(rows: number): void {
    this.rows = rows;
    this.live = this.counts.subarray(0, rows).reduce((sum, count) => sum + count, 0);
    this.isChanged = false;
  }

  get isFull(): boolean {
    return this.rows === this.#coder.segmentRows;
  }

  get lastId(): number {
    return this.rows === 0 ? 0 : (this.ids[this.rows - 1] as number);
  }

  add(id: number, vector: Float32Array): void {
    const coder = this.#coder;
    coder.code(vector);
    const row = this.rows++;
    this.ids[row] = id;
    this.scales[row] = coder.scale;
    this.counts[row] = 1;
    this.bytes.set(coder.bytes, row * coder.rowBytes);
    this.live += 1;
    this.isChanged = true;
  }

  /** The row of an id that counts; -1 where there is none. */
  rowOf(id: number): number {
    let low = 0;
    let high = this.rows;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ids[middle] as number) < id) low = middle + 1;
      else high = middle;
    }
    return low < this.rows && this.ids[low] === id && this.counts[low] === 1 ? low : -1;
  }

  remove(row: number): void {
    this.counts[row] = 0;
    this.live -= 1;
    this.isChanged = true;
  }

  /** Products of a coded question with rows from `row` on, to be multiplied by their scales. Overwritten by the next call. */
  dots(question: Int16Array, row: number, rows: number): Int32Array {
    return this.#memory.dots(row * this.#coder.rowBytes, rows, question);
  }

  /** Whether the row is what this vector's code is. */
  holds(row: number, vector: Float32Array): boolean {
    const coder = this.#coder;
    coder.code(vector);
    return coder.bytes.every((byte, at) => this.bytes[row * coder.rowBytes + at] === byte);
  }

  /** Takes out the rows that do not count: not a byte of them stays. */
  compact(): void {
    if (this.live === this.rows) return;
    const { rowBytes } = this.#coder;
    let to = 0;
    for (let row = 0; row < this.rows; row++) {
      if (this.counts[row] === 0) continue;
      if (to < row) {
        this.ids[to] = this.ids[row] as number;
        this.scales[to] = this.scales[row] as number;
        this.counts[to] = 1;
        this.bytes.copyWithin(to * rowBytes, row * rowBytes, (row + 1) * rowBytes);
      }
      to += 1;
    }
    for (const column of [this.ids, this.scales, this.counts]) column.fill(0, to, this.rows);
    this.bytes.fill(0, to * rowBytes, this.rows * rowBytes);
    this.rows = to;
    this.isChanged = true;
  }
}
