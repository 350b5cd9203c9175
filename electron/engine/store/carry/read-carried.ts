// Takes documents out of a library file, each with all that is its own.

import { AppError } from '../../../../shared/errors.js';
import { readMeta } from '../document-meta.js';
import type { DocumentRow } from '../documents.js';
import { readLayout } from '../page-layouts.js';
import type { Database } from '../sqlite.js';
import { readText } from '../text-parts.js';
import { blocksToCarry } from './carried-blocks.js';
import { base64Of, type CarriedChunk, type CarriedDocument, type CarriedLayout } from './carried-document.js';

/**
 * `all`: with its text and all that was taken from it. `text`: its text, structure and passages, without keys and marks.
 * `places`: no word of it.
 */
export type CarriedShare = 'all' | 'text' | 'places';

/**
 * Without text no word from inside the document goes along: no title, keys, headings or context either. All of
 * these come back when the document is read again, and its vectors are found by what they were made of.
 */
export function readCarried(db: Database, row: number, folder: number, share: CarriedShare): CarriedDocument {
  const withText = share !== 'places';
  const document = ownRow(db, row);
  const text = withText ? readText(db, row) : '';
  const chunks = readChunks(db, row, withText);
  const layouts = share === 'all' ? readLayouts(db, row) : [];
  const blocks = withText ? blocksToCarry(db, row, text.length) : null;
  return {
    row: {
      ...factsOf(document),
      folder,
      title: withText ? document.title : null,
      metaProblem: withText ? document.meta_problem : null,
      meta: share === 'all' ? [...readMeta(db, row)] : [],
      textLength: text.length,
      chunks: chunks.length,
      layouts: layouts.length,
      hasBlocks: blocks !== null,
    },
    text,
    chunks,
    layouts,
    blocks,
  };
}

type Facts = Omit<
  CarriedDocument['row'],
  'folder' | 'title' | 'metaProblem' | 'meta' | 'textLength' | 'chunks' | 'layouts' | 'hasBlocks'
>;

type OwnRow = Omit<DocumentRow, 'root_path' | 'root_is_file' | 'root_state' | 'root_inode' | 'parent_document_id'>;

/** Nothing of its root, which may be unreadable where the document is not. @throws AppError `bug` for a row that is not there */
function ownRow(db: Database, row: number): OwnRow {
  const found = db.get<OwnRow>('SELECT * FROM documents WHERE id = ?', row);
  if (found === undefined) throw new AppError('bug', `There is no document in row ${row}.`);
  return found;
}

function factsOf(document: OwnRow): Facts {
  return {
    relativePath: document.relative_path,
    documentId: document.document_id,
    isInside: document.parent !== null,
    // Nothing is being read there yet.
    state: document.state === 'reading' || document.state === 'offline' ? 'waiting' : document.state,
    reason: document.reason,
    message: document.message,
    sizeBytes: document.size_bytes,
    modifiedMs: document.modified_ms,
    contentHash: document.content_hash === null ? null : base64Of(document.content_hash),
    type: document.type,
    encoding: document.encoding,
    language: document.language,
    pages: document.pages,
    chunker: document.chunker,
    kills: document.kills,
    isKept: document.is_kept === 1,
    chosenEncoding: document.chosen_encoding,
    limitSeconds: document.limit_seconds,
  };
}

const maxLayoutBytes = 32 * 1024 * 1024;

interface ChunkRow extends Omit<CarriedChunk, 'headingPath' | 'inputHash'> {
  readonly headingPath: string;
  readonly inputHash: Uint8Array;
}

function readChunks(db: Database, row: number, withText: boolean): readonly CarriedChunk[] {
  return db
    .all<ChunkRow>(
      `SELECT start, "end", context, page, line, heading_path AS headingPath, sheet, row, token_count AS tokenCount,
         input_hash AS inputHash FROM chunks WHERE document = ? ORDER BY ordinal`,
      row,
    )
    .map((chunk) => ({
      ...chunk,
      context: withText ? chunk.context : '',
      headingPath: withText ? (JSON.parse(chunk.headingPath) as string[]) : [],
      sheet: withText ? chunk.sheet : null,
      inputHash: base64Of(chunk.inputHash),
    }));
}

function readLayouts(db: Database, row: number): readonly CarriedLayout[] {
  return db
    .all<{ page: number }>('SELECT page FROM page_layouts WHERE document = ? ORDER BY page', row)
    .flatMap(({ page }) => {
      const layout = readLayout(db, row, page);
      // A page of millions of pieces would fit no frame: it goes without its marks.
      if (layout === null || layout.items.byteLength > maxLayoutBytes) return [];
      const { items, ...rest } = layout;
      return [{ ...rest, items: base64Of(new Uint8Array(items.buffer, items.byteOffset, items.byteLength)) }];
    });
}
