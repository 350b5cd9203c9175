// Puts what was read of a document in place of what it had: text, layouts, chunks and words, in one go.
import { AppError } from '../../../shared/errors.js';
import { insertBlocks } from './block-store.js';
import { clearContent, dropUnusedVectors, insertChunks } from './content.js';
import { saveMeta } from './document-meta.js';
import { documentRow, searchableState } from './documents.js';
import { forgetReplaced } from './forget-answers.js';
import { insertLayouts } from './page-layouts.js';
import type { StoreContext } from './store-context.js';
import type { SaveWordsReply, SaveWordsRequest } from './store-methods.js';
import { insertText, textHash } from './text-parts.js';
import { noteRemoved } from './unfreed.js';

/** @throws AppError `bug` for a document without chunks: that is a failure with a reason, never a readable one */
export function saveWords(context: StoreContext, request: SaveWordsRequest): SaveWordsReply {
  const { db, generation } = context;
  const { row, document, chunks } = request;
  if (chunks.length === 0) throw new AppError('bug', 'A document without chunks cannot be saved as searchable.');
  const known = documentRow(db, row);
  const cleared = clearContent(db, row);
  insertText(db, row, document.text);
  insertLayouts(db, row, document.layouts);
  insertBlocks(db, row, document.blocks);
  saveMeta(db, row, document.meta ?? []);
  const target = { row, documentId: known.document_id, relativePath: known.relative_path, text: document.text };
  const inserted = insertChunks(context, target, chunks);
  dropUnusedVectors(db, cleared.vectorIds);
  const state = searchableState(db, row);
  db.run(
    `UPDATE documents SET state = ?, reason = ?, message = ?, size_bytes = ?, modified_ms = ?, content_hash = ?, type = ?,
       encoding = ?, language = ?, pages = ?, title = ?, chunker = ?, text_length = ?, text_bytes = ?, text_hash = ?,
       chunk_count = ?, meta_problem = ?, kills = 0 WHERE id = ?`,
    state,
    document.note?.reason ?? null,
    document.note?.message ?? null,
    request.sizeBytes,
    Math.round(request.modifiedMs),
    request.contentHash,
    document.type,
    document.encoding,
    document.language,
    document.pages,
    document.title,
    generation.chunker,
    document.text.length,
    Buffer.byteLength(document.text),
    textHash(document.text),
    chunks.length,
    document.metaProblem ?? null,
    row,
  );
  const reused = inserted.filter(({ chunkId, hasVector }) => hasVector || cleared.chunkIds.has(chunkId));
  const kept = inserted.filter(({ chunkId }) => cleared.chunkIds.has(chunkId));
  // Whoever has a document read again by force may want to be rid of what it said before.
  if (request.embedAgain === true) {
    if (kept.length < cleared.chunkIds.size) noteRemoved(db);
    forgetReplaced(db, known.document_id, document.text);
  }
  const withoutVector = request.embedAgain === true ? inserted : inserted.filter(({ hasVector }) => !hasVector);
  return {
    added: inserted.length - reused.length,
    reused: reused.length,
    removed: cleared.chunkIds.size - kept.length,
    withoutVector: withoutVector.map(({ ordinal }) => ordinal),
    state,
  };
}
