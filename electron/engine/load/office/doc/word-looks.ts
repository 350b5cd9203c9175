// The binary Word file: what its characters and paragraphs look like, as far as it decides what a reader sees.

import { loadLimits } from '../../load-limits.js';
import type { Piece, WordFile } from './word-file.js';

export interface ParagraphLook {
  readonly style: number;
  /** 1 is the highest heading; null where only the style tells. */
  readonly outlineLevel: number | null;
  readonly isInTable: boolean;
  readonly isRowEnd: boolean;
  readonly isListItem: boolean;
}

interface ParagraphRun extends ParagraphLook {
  readonly from: number;
  readonly to: number;
}

const pageBytes = 512;
const sprm = {
  deleted: 0x0800,
  hidden: 0x083c,
  inTable: 0x2416,
  rowEnd: 0x2417,
  outline: 0x2640,
  list: 0x460b,
  style: 0x4600,
};

/** 1 for each character of the text that is deleted or hidden. */
export function unseenCharacters(file: WordFile): Uint8Array {
  const unseen = new Uint8Array(file.text.length);
  for (const page of pagesOf(file, 0xfa)) {
    for (const { from, to, list } of runsOf(page, 1)) {
      const length = page[list] ?? 0;
      if (list === 0 || !isUnseen(page.subarray(list + 1, list + 1 + length))) continue;
      for (const piece of file.pieces) mark(unseen, piece, from, to);
    }
  }
  return unseen;
}

function mark(unseen: Uint8Array, { from, to, at, bytesPerCharacter }: Piece, fromByte: number, toByte: number): void {
  const first = from + Math.max(0, Math.ceil((fromByte - at) / bytesPerCharacter));
  const last = Math.min(to, from + Math.ceil((toByte - at) / bytesPerCharacter));
  if (first < last) unseen.fill(1, first, last);
}

function isUnseen(list: Buffer): boolean {
  const values = readSprms(list);
  return values.get(sprm.deleted) === 1 || values.get(sprm.hidden) === 1;
}

/** Looks up the paragraph that a character of the text belongs to. */
export function paragraphLooks(file: WordFile): (character: number) => ParagraphLook {
  const runs: ParagraphRun[] = [];
  for (const page of pagesOf(file, 0x102)) {
    for (const { from, to, list } of runsOf(page, 13)) runs.push({ from, to, ...readParagraph(page, list) });
  }
  runs.sort((first, second) => first.from - second.from);
  return (character) => {
    const byte = byteOf(file.pieces, character);
    let low = 0;
    let high = runs.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((runs[middle]?.from ?? 0) <= byte) low = middle;
      else high = middle - 1;
    }
    const run = runs[low];
    return run !== undefined && run.from <= byte && byte < run.to ? run : plain;
  };
}

const plain: ParagraphLook = { style: 0, outlineLevel: null, isInTable: false, isRowEnd: false, isListItem: false };

function byteOf(pieces: readonly Piece[], character: number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.from ?? 0) <= character) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low];
  return piece === undefined ? -1 : piece.at + (character - piece.from) * piece.bytesPerCharacter;
}

function readParagraph(page: Buffer, list: number): ParagraphLook {
  if (list === 0) return plain;
  // A length of 0 says that the true one follows, in other units.
  const short = page[list] ?? 0;
  const start = short === 0 ? list + 2 : list + 1;
  const length = short === 0 ? (page[list + 1] ?? 0) * 2 : short * 2 - 1;
  const content = page.subarray(start, start + length);
  if (content.length < 2) return plain;
  const values = readSprms(content.subarray(2));
  const outline = values.get(sprm.outline);
  return {
    style: values.get(sprm.style) ?? content.readUInt16LE(0),
    outlineLevel: outline === undefined ? null : outline + 1,
    isInTable: values.get(sprm.inTable) === 1,
    isRowEnd: values.get(sprm.rowEnd) === 1,
    isListItem: (values.get(sprm.list) ?? 0) > 0,
  };
}

/** The pages of looks that the table named at `at` of the file's head points to. */
function* pagesOf({ data, tables }: WordFile, at: number): Generator<Buffer> {
  if (tables === null) return;
  const start = data.readUInt32LE(at);
  const plc = tables.subarray(start, start + data.readUInt32LE(at + 4));
  const count = Math.min(Math.floor((plc.length - 4) / 8), loadLimits.maxFormattingPages);
  for (let index = 0; index < count; index++) {
    const page = (plc.readUInt32LE((count + 1) * 4 + index * 4) & 0x3fffff) * pageBytes;
    if (page + pageBytes <= data.length) yield data.subarray(page, page + pageBytes);
  }
}

/** Runs of bytes on a page of looks, each with the place of its list on the page; 0 says that nothing is special. */
function* runsOf(page: Buffer, entryBytes: number) {
  const count = page[pageBytes - 1] ?? 0;
  const entries = (count + 1) * 4;
  for (let index = 0; index < count && entries + index * entryBytes < pageBytes; index++) {
    yield {
      from: page.readUInt32LE(index * 4),
      to: page.readUInt32LE((index + 1) * 4),
      list: (page[entries + index * entryBytes] ?? 0) * 2,
    };
  }
}

const operandBytes: readonly number[] = [1, 1, 2, 4, 2, 2, 0, 3];
/** The one property whose length takes two bytes. */
const tableDefinition = 0xd608;

/** Properties by their codes, with the first one or two bytes of their values as a number. */
function readSprms(list: Buffer): ReadonlyMap<number, number> {
  const values = new Map<number, number>();
  let at = 0;
  while (at + 2 < list.length) {
    const code = list.readUInt16LE(at);
    at += 2;
    const size = code >> 13;
    if (size === 6) {
      at += code === tableDefinition && at + 2 <= list.length ? list.readUInt16LE(at) + 1 : (list[at] ?? 0) + 1;
      continue;
    }
    const bytes = operandBytes[size] ?? 1;
    if (at + bytes > list.length) break;
    values.set(code, bytes === 1 ? (list[at] ?? 0) : list.readUInt16LE(at));
    at += bytes;
  }
  return values;
}
