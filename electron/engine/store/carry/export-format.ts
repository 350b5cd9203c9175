// The file of an export: a mark, then frames, and at its end a hash of all that comes before.
import { z } from 'zod';
import { folderRulesSchema } from '../../../../shared/domain/folder-rules-schema.js';

/** Says what the file is; its line ends show when a program has taken it for text and changed them. */
export const exportMark = Buffer.from('ACERVO-LIBRARY\r\n\u001a\n', 'latin1');
/** 2: with text, a document has its structure too. What is older is still read. */
export const exportVersion = 2;

/**
 * A frame is its kind (one byte), the length of what follows (four bytes, little-endian), and its content: JSON or UTF-8,
 * deflated; vectors and blocks as they are stored. Each document is a frame `document`, then as many of `text`, `chunks`, `layouts`
 * and `blocks` as it says that it has. The end holds counts and SHA-256 of every byte before it.
 */
export const frameKinds = {
  header: 1,
  vectors: 2,
  document: 3,
  text: 4,
  chunks: 5,
  layouts: 6,
  recognised: 7,
  end: 8,
  blocks: 9,
} as const;
export type FrameKind = keyof typeof frameKinds;

export const frameHeadBytes = 5;
/** No frame may be longer, packed or unpacked: what a hostile file can make a reader hold. */
export const maxFrameBytes = 64 * 1024 * 1024;
/** Of text, and of rows, that is put in one frame. */
export const frameCharacters = 256 * 1024;
export const rowsPerFrame = 256;
export const hashBytes = 32;

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const name = z.string().min(1).max(200);

/** Read before anything else of the header, since a newer version may look otherwise. */
export const versionSchema = z.looseObject({ format: z.literal('acervo-library'), version: z.number().int().min(1) });

export const headerSchema = z.strictObject({
  format: z.literal('acervo-library'),
  version: z.number().int().min(1).max(exportVersion),
  /** ISO 8601 */
  made: z.iso.datetime(),
  withText: z.boolean(),
  embedder: name,
  chunker: name,
  dimension: z.number().int().min(1).max(65_536),
  counts: z.strictObject({ documents: count, chunks: count, vectors: count }),
  folders: z
    .array(
      z.strictObject({
        path: z.string().min(1).max(32_768),
        isFile: z.boolean(),
        collection: z.string().min(1).max(4_096),
        documents: count,
        rules: folderRulesSchema,
      }),
    )
    .max(100_000),
});
export type ExportHeader = z.infer<typeof headerSchema>;

export const endSchema = z.strictObject({
  counts: headerSchema.shape.counts,
  sha256: z.string().regex(/^[0-9a-f]{64}$/u),
});
