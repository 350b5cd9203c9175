// The binary Word file: where its text lies. Of Word 97 to 2003 by its table of pieces, of older ones as one stretch.
// Offsets and flags are those of Microsoft's open specification [MS-DOC].
import iconv from 'iconv-lite';
import { AppError } from '../../../../../shared/errors.js';
import { damagedError, passwordError } from '../office-errors.js';

/** A stretch of text that lies in one place of the file. */
export interface Piece {
  /** First character, counted over the whole text. */
  readonly from: number;
  readonly to: number;
  /** Byte of the first character in the file. */
  readonly at: number;
  readonly bytesPerCharacter: 1 | 2;
}

export interface WordFile {
  readonly data: Buffer;
  /** The stream of tables; null in files older than Word 97, whose looks are not read. */
  readonly tables: Buffer | null;
  readonly pieces: readonly Piece[];
  /** All text, one part after the other. */
  readonly text: string;
  /** Characters of each part. */
  readonly lengths: PartLengths;
}

interface PartLengths {
  readonly body: number;
  readonly footnotes: number;
  readonly headers: number;
  readonly comments: number;
  readonly endnotes: number;
  readonly boxes: number;
}

const word97 = 0xa5ec;
const word6 = 0xa5dc;
const word2 = 0xa5db;
const isEncrypted = 0x0100;
const isSecondTable = 0x0200;
const isInPieces = 0x0004;
const compressedBit = 0x40000000;
const pieceTableMark = 2;

/**
 * @param tablesOf the stream of that name
 * @throws AppError `password-protected`, `damaged`, `unsupported`
 */
export function openWordFile(data: Buffer, tablesOf: (name: string) => Buffer | null): WordFile {
  if (data.length < 0x80) throw damagedError();
  const version = data.readUInt16LE(0);
  if (version !== word97 && version !== word6 && version !== word2) {
    throw new AppError(
      'unsupported',
      'This file was not written by a Word that is known. Save it as .docx to index it.',
    );
  }
  const flags = data.readUInt16LE(0x0a);
  if ((flags & isEncrypted) !== 0) throw passwordError();
  if (version !== word97) return openOlder(data, flags);
  return openWord97(data, tablesOf((flags & isSecondTable) === 0 ? '0Table' : '1Table'));
}

function openWord97(data: Buffer, tables: Buffer | null): WordFile {
  if (tables === null || data.length < 0x1aa) throw damagedError();
  const start = data.readUInt32LE(0x1a2);
  const pieces = piecesOf(tables.subarray(start, start + data.readUInt32LE(0x1a6)), data.length);
  const length = (at: number): number => Math.max(0, data.readInt32LE(at));
  const lengths = {
    body: length(0x4c),
    footnotes: length(0x50),
    headers: length(0x54),
    comments: length(0x5c),
    endnotes: length(0x60),
    boxes: length(0x64),
  };
  return { data, tables, pieces, text: pieces.map((piece) => textOfPiece(data, piece)).join(''), lengths };
}

/** Word 2, 6 and 95: one byte a character, in one stretch unless the file was saved in haste. */
function openOlder(data: Buffer, flags: number): WordFile {
  const from = data.readUInt32LE(0x18);
  const body = Math.min(data.readUInt32LE(0x34), Math.max(0, data.length - from));
  if ((flags & isInPieces) !== 0 || from < 0x60 || body === 0) {
    throw new AppError('unsupported', 'This file comes from a very old Word. Save it as .docx to index it.');
  }
  const pieces: readonly Piece[] = [{ from: 0, to: body, at: from, bytesPerCharacter: 1 }];
  const text = iconv.decode(data.subarray(from, from + body), 'windows-1252');
  const lengths = { body, footnotes: 0, headers: 0, comments: 0, endnotes: 0, boxes: 0 };
  return { data, tables: null, pieces, text, lengths };
}

/** The table of pieces stands behind any number of property lists. */
function piecesOf(table: Buffer, fileBytes: number): readonly Piece[] {
  let at = 0;
  while (at + 3 <= table.length && table[at] === 1) at += 3 + table.readUInt16LE(at + 1);
  if (table[at] !== pieceTableMark || at + 5 > table.length) throw damagedError();
  const plc = table.subarray(at + 5, at + 5 + table.readUInt32LE(at + 1));
  const count = Math.floor((plc.length - 4) / 12);
  const pieces: Piece[] = [];
  let from = 0;
  for (let index = 0; index < count; index++) {
    const place = plc.readUInt32LE((count + 1) * 4 + index * 8 + 2);
    const isCompressed = (place & compressedBit) !== 0;
    const start = isCompressed ? (place & ~compressedBit) >>> 1 : place;
    const bytesPerCharacter = isCompressed ? 1 : 2;
    const told = plc.readUInt32LE((index + 1) * 4) - plc.readUInt32LE(index * 4);
    // A damaged table may point anywhere: no piece is longer than what is left of the file.
    const length = Math.max(0, Math.min(told, Math.floor((fileBytes - start) / bytesPerCharacter)));
    pieces.push({ from, to: from + length, at: start, bytesPerCharacter });
    from += length;
    if (from > fileBytes) throw damagedError();
  }
  return pieces;
}

function textOfPiece(data: Buffer, { from, to, at, bytesPerCharacter }: Piece): string {
  const bytes = data.subarray(at, at + (to - from) * bytesPerCharacter);
  return bytesPerCharacter === 2 ? bytes.toString('utf16le') : iconv.decode(bytes, 'windows-1252');
}
