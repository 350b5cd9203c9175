// Puts a carried document into a library file: its row, text, structure, layouts, chunks and words. Callers run it inside their transaction.
import type { Chunk } from '../../chunk/chunk.js';
import { insertPackedBlocks } from '../block-store.js';
import { insertChunks } from '../content.js';
import { saveMeta } from '../document-meta.js';
import { insertDocument, searchableState } from '../documents.js';
import { insertLayouts } from '../page-layouts.js';
import { insideMark } from '../paths.js';
import type { Database } from '../sqlite.js';
import type { StoreContext } from '../store-context.js';
import type { FolderRow } from '../store-methods.js';
import { insertText, textHash } from '../text-parts.js';
import { checkBlocks } from './carried-blocks.js';
import { bytesOf, type CarriedChunk, type CarriedDocument, type CarriedLayout } from './carried-document.js';
import { exportDamaged } from './export-errors.js';

/**
 * The document that it lies in must be there already.
 * @throws AppError `export-damaged` for one that contradicts itself
 */
export function writeCarried(context: StoreContext, root: FolderRow, document: CarriedDocument): void {
  const { db } = context;
  const { row: carried, text, chunks, blocks } = document;
  const { relativePath, sizeBytes, modifiedMs } = carried;
  checkPlaces(document);
  const place = { rootPath: root.path, isFile: root.isFile, relativePath };
  const parent = carried.isInside ? parentRow(db, root.folderId, relativePath) : null;
  const row = insertDocument(db, root.folderId, place, { relativePath, sizeBytes, modifiedMs }, parent);
  const documentId = takeDocumentId(db, row, carried.documentId);
  const hasText = text !== '';
  insertText(db, row, text);
  if (blocks !== null) {
    checkBlocks(blocks, text.length);
    insertPackedBlocks(db, row, blocks);
  }
  insertLayouts(db, row, document.layouts.map(layoutOf));
  saveMeta(db, row, carried.meta);
  insertChunks(context, { row, documentId, relativePath, text: hasText ? text : null }, chunks.map(chunkOf));
  // What has no text here is to be read, whatever it was where it came from.
  const isToBeRead = chunks.length > 0 && !hasText;
  db.run(
    `UPDATE documents SET state = ?, reason = ?, message = ?, content_hash = ?, type = ?, encoding = ?, language = ?, pages = ?,
       title = ?, chunker = ?, text_length = ?, text_bytes = ?, text_hash = ?, chunk_count = ?, kills = ?, meta_problem = ?,
       chosen_encoding = ?, limit_seconds = ?, missing_ms = ?, is_kept = ? WHERE id = ?`,
    isToBeRead ? 'waiting' : stateOf(db, row, carried),
    carried.reason,
    carried.message,
    carried.contentHash === null ? null : bytesOf(carried.contentHash),
    carried.type,
    carried.encoding,
    carried.language,
    carried.pages,
    carried.title,
    isToBeRead ? null : carried.chunker,
    text.length,
    Buffer.byteLength(text),
    hasText ? textHash(text) : null,
    chunks.length,
    carried.kills,
    carried.metaProblem,
    carried.chosenEncoding,
    carried.limitSeconds,
    carried.isKept === true ? Date.now() : null,
    carried.isKept === true ? 1 : 0,
    row,
  );
}

function stateOf(db: Database, row: number, { state, chunks }: CarriedDocument['row']): string {
  if (state !== 'ready' && state !== 'words') return state;
  if (chunks === 0) throw exportDamaged('a document counts as searchable without any passage');
  return searchableState(db, row);
}

function checkPlaces({ row, text, chunks, layouts }: CarriedDocument): void {
  const seen = new Set<string>();
  for (const { start, end, inputHash } of chunks) {
    const isInText = start < end && (text === '' || end <= row.textLength);
    const key = `${start} ${end} ${inputHash}`;
    if (!isInText || seen.has(key)) throw exportDamaged('a passage lies outside its text, or is there twice');
    seen.add(key);
  }
  for (const { start, end } of layouts) {
    if (start > end || end > row.textLength) throw exportDamaged('a page lies outside its text');
  }
}

function parentRow(db: Database, folderId: number, relativePath: string): number {
  const path = relativePath.slice(0, Math.max(0, relativePath.lastIndexOf(insideMark)));
  const found = db.get<{ id: number }>(
    'SELECT id FROM documents WHERE folder = ? AND relative_path = ?',
    folderId,
    path,
  );
  if (found === undefined) throw exportDamaged('a document lies inside one that is not there');
  return found.id;
}

/** The id that it had, unless another document of this library has it already. */
function takeDocumentId(db: Database, row: number, wanted: string): string {
  db.run(
    'UPDATE documents SET document_id = ?1 WHERE id = ?2 AND NOT EXISTS (SELECT 1 FROM documents WHERE document_id = ?1)',
    wanted,
    row,
  );
  return db.get<{ id: string }>('SELECT document_id AS id FROM documents WHERE id = ?', row)?.id ?? wanted;
}

function chunkOf({ inputHash, ...chunk }: CarriedChunk, ordinal: number): Chunk {
  return { ...chunk, ordinal, inputHash: bytesOf(inputHash) };
}

function layoutOf({ items, ...layout }: CarriedLayout) {
  const bytes = bytesOf(items);
  if (bytes.byteLength % 4 !== 0) throw exportDamaged('a page is cut short');
  return { ...layout, items: new Float32Array(bytes.buffer) };
}
