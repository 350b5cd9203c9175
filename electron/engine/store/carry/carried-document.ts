// A document with all that is its own, as it is carried from one library file to another: into an export, out of one, out of a damaged file.
import { z } from 'zod';
import { documentStates } from '../../../../shared/domain/document.js';
import { documentReasons } from '../../../../shared/errors.js';
import { loadLimits } from '../../load/load-limits.js';

/** Longest path that is carried, in characters. */
const maxPathCharacters = 32_768;
const maxWordCharacters = 200;
const maxSentenceCharacters = 4_096;

const hash = z.string().regex(/^[A-Za-z0-9+/]{43}=$/u);
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const word = z.string().max(maxWordCharacters);
const sentence = z.string().max(maxSentenceCharacters);
const place = count.max(loadLimits.maxTextFileBytes);

/** The document's own row. Hashes are base64. */
export const documentSchema = z.strictObject({
  /** Which of the export's folders it lies in. */
  folder: count,
  relativePath: z.string().min(1).max(maxPathCharacters),
  documentId: z.string().regex(/^d[0-9a-f]{15}$/u),
  isInside: z.boolean(),
  state: z.enum(documentStates).exclude(['offline']),
  reason: z.enum(documentReasons).nullable(),
  message: sentence.nullable(),
  sizeBytes: count,
  modifiedMs: z.number().int().min(-8.64e15).max(8.64e15),
  contentHash: hash.nullable(),
  type: word,
  encoding: word.nullable(),
  language: word.nullable(),
  pages: count.nullable(),
  title: z.string().max(loadLimits.maxTextFileBytes).nullable(),
  chunker: word.nullable(),
  kills: count,
  metaProblem: z.enum(['unreadable', 'cut-short']).nullable(),
  chosenEncoding: word.nullable(),
  limitSeconds: count.nullable(),
  meta: z.array(z.strictObject({ key: sentence, value: sentence })).max(loadLimits.maxMetaValues),
  textLength: place,
  chunks: count,
  layouts: count,
  /** Whether its structure is there; never in the first version. */
  hasBlocks: z.boolean().optional(),
  /** Its file is gone, and a person said that it stays. */
  isKept: z.boolean().optional(),
});
export type CarriedRow = z.infer<typeof documentSchema>;

export const chunkSchema = z.strictObject({
  start: place,
  end: place,
  context: z.string().max(loadLimits.maxTextFileBytes),
  page: count.nullable(),
  line: count.nullable(),
  headingPath: z.array(z.string()).max(64),
  sheet: z.string().nullable(),
  row: count.nullable(),
  tokenCount: count,
  inputHash: hash,
});
export type CarriedChunk = z.infer<typeof chunkSchema>;

export const layoutSchema = z.strictObject({
  page: count.min(1),
  widthPt: z.number(),
  heightPt: z.number(),
  start: place,
  end: place,
  /** Base64 of 32-bit floats. */
  items: z.string(),
});
export type CarriedLayout = z.infer<typeof layoutSchema>;

export const recognisedSchema = z.strictObject({
  contentHash: hash,
  page: count.min(1),
  outcome: z.enum(['words', 'empty', 'failed', 'damaged', 'too-large']),
  confidence: z.number().min(0).max(1).nullable(),
  language: word.nullable(),
  /** Base64 of the packed lines. */
  lines: z.string(),
});
export type CarriedPage = z.infer<typeof recognisedSchema>;

export interface CarriedDocument {
  readonly row: CarriedRow;
  /** '' where the document has none, or where it is carried without. */
  readonly text: string;
  readonly chunks: readonly CarriedChunk[];
  readonly layouts: readonly CarriedLayout[];
  /** The structure of its text, packed as it is stored; null where it is not known. */
  readonly blocks: Uint8Array | null;
}

export function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

export function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(Buffer.from(base64, 'base64'));
}
