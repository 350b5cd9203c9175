// Reads a tokenizer.json that holds a Unigram model of XLM-RoBERTa's kind. Its list of 250,000 pieces is scanned as
// bytes: as JavaScript objects it would cost half a second and 100 MB at each start.
import { z } from 'zod';

/** All pieces in the order of their ids; a piece's UTF-16 units end where the next one's begin. */
export interface PieceList {
  readonly units: Uint16Array;
  readonly ends: Int32Array;
  readonly scores: Float64Array;
}

export interface Unigram {
  readonly pieces: PieceList;
  readonly unknownId: number;
  readonly firstId: number;
  readonly lastId: number;
  readonly specialIds: ReadonlySet<number>;
}

const markSchema = z.object({ SpecialToken: z.object({ id: z.string() }) });

/** Everything but the pieces: exactly the kind that unigram.ts knows. */
const restSchema = z.object({
  normalizer: z.object({
    type: z.literal('Sequence'),
    normalizers: z.tuple([
      z.object({ type: z.literal('Precompiled') }),
      z.object({
        type: z.literal('Replace'),
        pattern: z.object({ Regex: z.literal(' {2,}') }),
        content: z.literal(' '),
      }),
    ]),
  }),
  pre_tokenizer: z.object({ type: z.literal('Metaspace'), replacement: z.literal('▁') }),
  post_processor: z.object({
    type: z.literal('TemplateProcessing'),
    single: z.tuple([markSchema, z.object({ Sequence: z.unknown() }), markSchema]),
  }),
  added_tokens: z.array(z.object({ id: z.number().int(), content: z.string(), special: z.literal(true) })),
  model: z.object({ type: z.literal('Unigram'), unk_id: z.number().int() }),
});

/** The model, or null if the file is of another kind. */
export function readUnigram(content: Buffer): Unigram | null {
  const key = content.indexOf('"vocab"');
  const start = content.indexOf('[', key);
  if (key === -1 || start === -1) return null;
  const scanned = scanPieces(content, start);
  if (scanned === null) return null;
  const rest = restSchema.safeParse(jsonWithout(content, start, scanned.end));
  if (!rest.success) return null;
  const { added_tokens: added, model, post_processor: template } = rest.data;
  const idOf = (mark: string): number => added.find((token) => token.content === mark)?.id ?? model.unk_id;
  const [first, , last] = template.single;
  return {
    pieces: scanned.pieces,
    unknownId: model.unk_id,
    firstId: idOf(first.SpecialToken.id),
    lastId: idOf(last.SpecialToken.id),
    specialIds: new Set(added.map(({ id }) => id)),
  };
}

function jsonWithout(content: Buffer, start: number, end: number): unknown {
  try {
    return JSON.parse(`${content.toString('utf8', 0, start)}[]${content.toString('utf8', end)}`);
  } catch {
    // Not JSON at all: whoever else reads it will say what is wrong with it.
    return null;
  }
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const wordMark = 0x2581;

/**
 * Reads `[["piece", score], …]` at `start`; `end` is after its last bracket. Null if it is anything else, or if a
 * piece has the word mark inside: such a piece ties two words together, and only without one are words independent.
 */
function scanPieces(content: Buffer, start: number): { readonly pieces: PieceList; readonly end: number } | null {
  // No piece needs more units than bytes, nor fewer than eight bytes for all of its entry.
  const units = new Uint16Array(content.length);
  const ends = new Int32Array(Math.ceil(content.length / 8));
  const scores = new Float64Array(ends.length);
  let count = 0;
  let length = 0;
  let at = start + 1;

  function skipTo(wanted: number): boolean {
    while (isJsonSpace(content[at])) at++;
    return content[at++] === wanted;
  }

  function readPiece(): boolean {
    if (!skipTo(openBracket) || !skipTo(quote)) return false;
    const piece = at;
    while (at < content.length && content[at] !== quote) at += content[at] === backslash ? 2 : 1;
    const first = length;
    length = decodeString(content, piece, at++, units, length);
    for (let unit = first + 1; unit < length; unit++) if (units[unit] === wordMark) return false;
    if (!skipTo(comma)) return false;
    const number = at;
    while (at < content.length && content[at] !== closeBracket) at++;
    scores[count] = Number(content.toString('latin1', number, at++));
    if (Number.isNaN(scores[count])) return false;
    ends[count++] = length;
    return true;
  }

  for (;;) {
    if (!readPiece()) return null;
    while (isJsonSpace(content[at])) at++;
    if (content[at++] === comma) continue;
    if (content[at - 1] !== closeBracket) return null;
    const pieces = { units: units.slice(0, length), ends: ends.slice(0, count), scores: scores.slice(0, count) };
    return { pieces, end: at };
  }
}

function isJsonSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Writes the string between two quotes as UTF-16 units from `length` on, and returns the length after it. */
function decodeString(content: Buffer, start: number, end: number, units: Uint16Array, length: number): number {
  let at = start;
  let to = length;
  while (at < end) {
    const byte = content[at] ?? 0;
    if (byte === backslash) {
      // Rare: let the one true reader of escapes do it.
      const text = JSON.parse(`"${content.toString('utf8', start, end)}"`) as string;
      for (let unit = 0; unit < text.length; unit++) units[length + unit] = text.charCodeAt(unit);
      return length + text.length;
    }
    if (byte < 0x80) {
      units[to++] = byte;
      at += 1;
    } else if (byte < 0xe0) {
      units[to++] = ((byte & 0x1f) << 6) | low(content[at + 1]);
      at += 2;
    } else if (byte < 0xf0) {
      units[to++] = ((byte & 0x0f) << 12) | (low(content[at + 1]) << 6) | low(content[at + 2]);
      at += 3;
    } else {
      const point =
        ((byte & 0x07) << 18) | (low(content[at + 1]) << 12) | (low(content[at + 2]) << 6) | low(content[at + 3]);
      units[to++] = 0xd800 + ((point - 0x10000) >> 10);
      units[to++] = 0xdc00 + ((point - 0x10000) & 0x3ff);
      at += 4;
    }
  }
  return to;
}

/** The six bits of a byte that continues a character. */
function low(byte: number | undefined): number {
  return (byte ?? 0) & 0x3f;
}
