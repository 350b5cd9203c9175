// MAPI's properties as TNEF lists them ([MS-OXTNEF] 2.1.3.4): a tag, then one value or several, each filled up to four bytes.
import iconv from 'iconv-lite';
import { loadLimits } from '../load-limits.js';

/** Words or bytes by the number of the property. Of several values the first; numbers and dates as they are written. */
export type MapiProperties = ReadonlyMap<number, string | Uint8Array>;

export const mapiTags = {
  subject: 0x0037,
  senderName: 0x0c1a,
  senderAddress: 0x0c1f,
  to: 0x0e04,
  copies: 0x0e03,
  body: 0x1000,
  richBody: 0x1009,
  htmlBody: 0x1013,
  attachedContent: 0x3701,
  attachedName: 0x3704,
  attachedLongName: 0x3707,
  contentId: 0x3712,
  displayName: 0x3001,
  submitted: 0x0039,
  delivered: 0x0e06,
  isHidden: 0x7ffe,
} as const;

const types = { text: 0x001e, wideText: 0x001f, object: 0x000d, binary: 0x0102 } as const;
const isSeveral = 0x1000;
/** From here on properties have names of their own, which stand before their values. */
const firstNamed = 0x8000;
/** Bytes of one value, with what fills it up. */
const fixedBytes: Readonly<Record<number, number>> = {
  1: 4,
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
};

/** As far as they can be told apart: what stands behind a type that nobody knows is lost. */
export function readProperties(data: Buffer, encoding: string): MapiProperties {
  const found = new Map<number, string | Uint8Array>();
  const cursor = new Cursor(data);
  const count = Math.min(cursor.number(), loadLimits.maxPackedParts);
  for (let index = 0; index < count && !cursor.isDone; index += 1) {
    const tag = cursor.number();
    const [type, id] = [tag & 0xffff, tag >>> 16];
    if (id >= firstNamed) skipName(cursor);
    const value = readValue(cursor, type);
    if (value === null) break;
    if (!found.has(id)) found.set(id, asWords(value, type & ~isSeveral, encoding));
  }
  return found;
}

/** A set of names, then a number, or a name of its own. */
function skipName(cursor: Cursor): void {
  cursor.skip(16);
  if (cursor.number() === 0) cursor.skip(4);
  else cursor.take(cursor.number());
}

/** The first value of it; null for a type without a known size. */
function readValue(cursor: Cursor, type: number): Uint8Array | null {
  const single = type & ~isSeveral;
  const size = fixedBytes[single];
  const isLong =
    single === types.text || single === types.wideText || single === types.object || single === types.binary;
  if (size === undefined && !isLong) return null;
  // Values of no fixed size are counted even where there can be only one.
  const count = isLong || (type & isSeveral) !== 0 ? cursor.number() : 1;
  let first: Uint8Array | null = null;
  for (let index = 0; index < count && !cursor.isDone; index += 1) {
    const value = cursor.take(size ?? cursor.number());
    first ??= value;
  }
  return first ?? new Uint8Array();
}

function asWords(value: Uint8Array, type: number, encoding: string): string | Uint8Array {
  if (type === types.wideText) return decodeWords(value, 'utf-16le');
  return type === types.text ? decodeWords(value, encoding) : value;
}

/** Words end at the first NUL. */
export function decodeWords(bytes: Uint8Array, encoding: string): string {
  return iconv.decode(Buffer.from(bytes), encoding).replace(/\0.*$/s, '');
}

/** Walks through bytes of which nobody knows whether they are all there. */
class Cursor {
  readonly #data: Buffer;
  #at = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  get isDone(): boolean {
    return this.#at >= this.#data.length;
  }

  /** 0 behind the end. */
  number(): number {
    const value = this.#at + 4 <= this.#data.length ? this.#data.readUInt32LE(this.#at) : 0;
    this.#at += 4;
    return value;
  }

  skip(bytes: number): void {
    this.#at += bytes;
  }

  /** Steps over what fills them up to four, too. */
  take(bytes: number): Uint8Array {
    const value = this.#data.subarray(this.#at, this.#at + bytes);
    this.#at += bytes + ((4 - (bytes % 4)) % 4);
    return value;
  }
}
