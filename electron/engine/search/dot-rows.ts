// One question's dot product with each of many rows of bytes, sixteen numbers at a time: a few instructions of WebAssembly, written out below.

/** Numbers of a row lie one after the other, filled up with zeros to whole groups of this many. */
export const rowGroup = 16;

/**
 * In memory of its own, which begins with what the caller keeps there and ends with the question and the results.
 * The same loop in JavaScript takes twenty times as long.
 */
export class RowMemory {
  /** The caller's part. */
  readonly kept: Uint8Array<ArrayBuffer>;
  readonly #question: Int16Array;
  readonly #results: Int32Array;
  readonly #run: DotRows;
  readonly #rowBytes: number;

  /**
   * @param keptBytes a multiple of 16
   * @param rowBytes a multiple of {@link rowGroup}
   * @param rows at most
   */
  constructor(keptBytes: number, rowBytes: number, rows: number) {
    const bytes = keptBytes + rowBytes * 2 + rows * 4;
    const memory = new wasm.Memory({ initial: Math.ceil(bytes / 65_536) });
    const { buffer } = memory;
    this.kept = new Uint8Array(buffer, 0, keptBytes);
    this.#question = new Int16Array(buffer, keptBytes, rowBytes);
    this.#results = new Int32Array(buffer, keptBytes + rowBytes * 2, rows);
    this.#run = new wasm.Instance(compiled(), { a: { m: memory } }).exports.f as DotRows;
    this.#rowBytes = rowBytes;
  }

  /** For each of `rows` rows of signed bytes from `start` on, its sum of products with the question. It is overwritten by the next call. */
  dots(start: number, rows: number, question: Int16Array): Int32Array {
    this.#question.set(question);
    const { byteOffset } = this.#question;
    this.#run(start, start + rows * this.#rowBytes, byteOffset, this.#rowBytes, this.#results.byteOffset);
    return this.#results;
  }
}

/** What is used of it here: the engine's types know neither a window nor a browser's worker. */
interface WasmGlobals {
  readonly WebAssembly: {
    readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> };
  };
}

const wasm = (globalThis as unknown as WasmGlobals).WebAssembly;

type DotRows = (from: number, end: number, question: number, rowBytes: number, results: number) => void;

let module: object | null = null;

function compiled(): object {
  module ??= new wasm.Module(Uint8Array.from(moduleBytes()));
  return module;
}

// https://webassembly.github.io/spec/core/binary and https://github.com/WebAssembly/simd/blob/main/proposals/simd/BinarySIMD.md
const [i32, v128, none] = [0x7f, 0x7b, 0x40];
const loop = [0x03, none];
const end = [0x0b];
const repeatIf = [0x0d, 0];
const less = [0x49];
const add = [0x6a];
const number = (value: number): readonly number[] => [0x41, value];
const get = (local: number): readonly number[] => [0x20, local];
const set = (local: number): readonly number[] => [0x21, local];
const step = (local: number, by: readonly number[]): readonly number[] => [...get(local), ...by, ...add, ...set(local)];
/** Eight signed bytes as eight numbers of 16 bits; eight such numbers; the sums of the products of each two; and so on. */
const loadBytes = (offset: number): readonly number[] => [0xfd, 0x01, 0, offset];
const loadNumbers = (offset: number): readonly number[] => [0xfd, 0x00, 0, offset];
const dotPairs = [0xfd, 0xba, 0x01];
const addFour = [0xfd, 0xae, 0x01];
const fourZeros = [0xfd, 0x0c, ...Array.from({ length: 16 }, () => 0)];
const lane = (at: number): readonly number[] => [0xfd, 0x1b, at];
const storeNumber = [0x36, 2, 0];

function moduleBytes(): readonly number[] {
  const [from, last, question, rowBytes, result, at, numbers, first, second] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const addProducts = (sum: number, offset: number): readonly number[] => [
    ...[...get(sum), ...get(from), ...get(at), ...add, ...loadBytes(offset)],
    ...[...get(numbers), ...loadNumbers(offset * 2), ...dotPairs, ...addFour, ...set(sum)],
  ];
  const code = [
    ...loop,
    ...[
      ...fourZeros,
      ...set(first),
      ...fourZeros,
      ...set(second),
      ...number(0),
      ...set(at),
      ...get(question),
      ...set(numbers),
    ],
    ...loop,
    ...addProducts(first, 0),
    ...addProducts(second, 8),
    ...step(at, number(16)),
    ...step(numbers, number(32)),
    ...[...get(at), ...get(rowBytes), ...less, ...repeatIf],
    ...end,
    ...[...get(result), ...get(first), ...get(second), ...addFour, ...set(first)],
    ...[...get(first), ...lane(0), ...get(first), ...lane(1), ...add, ...get(first), ...lane(2), ...add],
    ...[...get(first), ...lane(3), ...add, ...storeNumber],
    ...step(result, number(4)),
    ...step(from, get(rowBytes)),
    ...[...get(from), ...get(last), ...less, ...repeatIf],
    ...end,
    ...end,
  ];
  const body = [2, 2, i32, 2, v128, ...code];
  return [
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    // A type with five numbers and no result; memory `a.m`; a function of that type, called `f`.
    ...section(1, [1, 0x60, 5, i32, i32, i32, i32, i32, 0]),
    ...section(2, [1, 1, 0x61, 1, 0x6d, 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, 1, 0x66, 0, 0]),
    ...section(10, [1, ...sized(body)]),
  ];
}

function section(kind: number, content: readonly number[]): readonly number[] {
  return [kind, ...sized(content)];
}

/** Lengths are written seven bits a byte. */
function sized(content: readonly number[]): readonly number[] {
  const size: number[] = [];
  for (let rest = content.length; ; rest >>= 7) {
    if (rest < 128) return [...size, rest, ...content];
    size.push((rest & 127) | 128);
  }
}
