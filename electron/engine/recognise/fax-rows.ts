// Pages as fax machines pack them (ITU-T T.4 and T.6; TIFF 6.0, sections 10 and 11), row by row. What is no page ends at its first wrong
// code, in time that grows with what is there.
import { codeKey, longestCode, rowCodes, runs } from './fax-codes.js';

export type FaxPacking =
  /** Runs alone, each row from a new byte. */
  | { readonly kind: 'runs' }
  /** Rows between marks; where `isTwoDimensional`, a bit says which of them lean on the one above. */
  | { readonly kind: 'group-3'; readonly isTwoDimensional: boolean }
  /** All rows lean on the one above. */
  | { readonly kind: 'group-4' };

export interface FaxRows {
  /** One bit a pixel, each row from a new byte; 1 is black. */
  readonly bytes: Uint8Array;
  /** Rows that could be read, of those that were wanted. */
  readonly rows: number;
}

export interface FaxSize {
  readonly width: number;
  readonly height: number;
}

/** Where a row changes its colour, left to right; the first change is to black. */
type Changes = readonly number[];

const rowEnd = codeKey('000000000001');
const markZeros = 11;

export function readFaxRows(bits: BitReader, { width, height }: FaxSize, packing: FaxPacking): FaxRows {
  const rowBytes = Math.ceil(width / 8);
  const bytes = new Uint8Array(rowBytes * height);
  let above: Changes = [];
  let rows = 0;
  for (let row = 0; row < height && !bits.isDone; row += 1) {
    const changes = readRow(bits, above, width, packing);
    if (changes === null) {
      // What stands behind a wrong row leans on it; only marks would say where the next one begins.
      if (packing.kind === 'group-3' && bits.skipToMark()) continue;
      break;
    }
    rows += 1;
    above = withoutEmptyRuns(changes);
    paint(bytes, row * rowBytes, above, width);
  }
  return { bytes, rows };
}

/** A run of nothing changes no colour. */
function withoutEmptyRuns(changes: Changes): Changes {
  const kept: number[] = [];
  for (const change of changes) {
    if (kept.at(-1) === change) kept.pop();
    else kept.push(change);
  }
  return kept;
}

function readRow(bits: BitReader, above: Changes, width: number, packing: FaxPacking): Changes | null {
  if (packing.kind === 'group-4') return readLeaning(bits, above, width);
  if (packing.kind === 'runs') {
    const changes = readRuns(bits, width);
    bits.toNextByte();
    return changes;
  }
  bits.skipMark();
  const isLeaning = packing.isTwoDimensional && bits.next() === 0;
  return isLeaning ? readLeaning(bits, above, width) : readRuns(bits, width);
}

function readRuns(bits: BitReader, width: number): Changes | null {
  const changes: number[] = [];
  let at = 0;
  for (let colour: 0 | 1 = 0; at < width; colour = colour === 0 ? 1 : 0) {
    const run = readRun(bits, colour);
    if (run === null || at + run > width) return null;
    at += run;
    changes.push(at);
  }
  return changes;
}

/** Codes of 64 pixels and more, then one of less. */
function readRun(bits: BitReader, colour: 0 | 1): number | null {
  for (let length = 0; ; ) {
    const run = bits.code(runs[colour]);
    if (run === null) return null;
    length += run;
    if (run < 64) return length;
  }
}

function readLeaning(bits: BitReader, above: Changes, width: number): Changes | null {
  const changes: number[] = [];
  let colour: 0 | 1 = 0;
  const line = new LineAbove(above, width);
  // Before the first pixel: a change at 0 counts as to its right.
  for (let at = -1; at < width; ) {
    const code = bits.code(rowCodes);
    if (code === null) return null;
    if (code.kind === 'pass') {
      at = line.changesAfter(at, colour)[1];
      continue;
    }
    const found =
      code.kind === 'near'
        ? [line.changesAfter(at, colour)[0] + code.offset]
        : readTwoRuns(bits, Math.max(at, 0), colour);
    const last = found?.at(-1);
    if (found === null || last === undefined || last < Math.max(at, 0) || last > width) return null;
    changes.push(...found);
    at = last;
    if (code.kind === 'near') colour = colour === 0 ? 1 : 0;
  }
  return changes;
}

/** Where two runs end that begin at `start`, the first of this colour; null where one of them is none. */
function readTwoRuns(bits: BitReader, start: number, colour: 0 | 1): readonly number[] | null {
  const one = readRun(bits, colour);
  const other = one === null ? null : readRun(bits, colour === 0 ? 1 : 0);
  return one === null || other === null ? null : [start + one, start + one + other];
}

/** Finds changes in the row above; goes on from where it was, so that a row costs no more than its length. */
class LineAbove {
  readonly #changes: Changes;
  readonly #width: number;
  #next = 0;

  constructor(changes: Changes, width: number) {
    this.#changes = changes;
    this.#width = width;
  }

  /** To the right of `at`: the first change away from `colour`, and the one behind it. */
  changesAfter(at: number, colour: 0 | 1): readonly [number, number] {
    // A change may lie left of one that was stepped over.
    while (this.#next > 0 && (this.#changes[this.#next - 1] ?? 0) > at) this.#next -= 1;
    while (this.#next < this.#changes.length && (this.#changes[this.#next] ?? 0) <= at) this.#next += 1;
    // Changes away from one colour stand at every second place.
    const first = this.#next % 2 === colour ? this.#next : this.#next + 1;
    return [this.#changes[first] ?? this.#width, this.#changes[first + 1] ?? this.#width];
  }
}

function paint(bytes: Uint8Array, rowAt: number, changes: Changes, width: number): void {
  for (let index = 0; index < changes.length; index += 2) {
    const end = changes[index + 1] ?? width;
    for (let at = changes[index] ?? width; at < end; at += 1) {
      const place = rowAt + (at >> 3);
      bytes[place] = (bytes[place] ?? 0) | (0x80 >> (at & 7));
    }
  }
}

/** The bits of a strip, in the order in which its file keeps them. */
export class BitReader {
  readonly #bytes: Uint8Array;
  readonly #isLowFirst: boolean;
  #at = 0;

  constructor(bytes: Uint8Array, isLowFirst: boolean) {
    this.#bytes = bytes;
    this.#isLowFirst = isLowFirst;
  }

  get isDone(): boolean {
    return this.#at >= this.#bytes.length * 8;
  }

  /** 0 behind the end. */
  next(): 0 | 1 {
    const byte = this.#bytes[this.#at >> 3] ?? 0;
    const bit = this.#at & 7;
    this.#at += 1;
    return ((byte >> (this.#isLowFirst ? bit : 7 - bit)) & 1) === 1 ? 1 : 0;
  }

  toNextByte(): void {
    this.#at = (this.#at + 7) & ~7;
  }

  /** What the next bits stand for; null where they stand for nothing. */
  code<T>(codes: ReadonlyMap<number, T>): T | null {
    let key = 1;
    for (let length = 1; length <= longestCode && !this.isDone; length += 1) {
      key = (key << 1) | this.next();
      const found = codes.get(key);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** Steps over the mark before a row, if there is one, with the zeros that fill it up. */
  skipMark(): void {
    const start = this.#at;
    let zeros = 0;
    while (!this.isDone && this.next() === 0) zeros += 1;
    if (zeros < markZeros) this.#at = start;
  }

  /** To the next mark; false where there is none. */
  skipToMark(): boolean {
    // What stood before was no mark.
    let key = 0xfff;
    while (!this.isDone) {
      key = ((key << 1) | this.next()) & 0xfff;
      if (key === (rowEnd & 0xfff)) {
        this.#at -= 12;
        return true;
      }
    }
    return false;
  }
}
