// Checks of documents, their texts and their chunks.
import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { clearContent, dropUnusedVectors, removeDocuments } from './content.js';
import { type Findings, plural } from './findings.js';
import type { Database } from './sqlite.js';
import type { StoreContext } from './store-context.js';
import { finishDocument } from './vectors.js';
import { deleteWords } from './words.js';

/** Chunks without a document, and chunks that are there twice. */
export function checkChunks({ db }: StoreContext, findings: Findings): void {
  const orphans = db.all<{ id: number }>(
    'SELECT id FROM chunks WHERE NOT EXISTS (SELECT 1 FROM documents WHERE id = chunks.document)',
  );
  if (orphans.length > 0) {
    removeChunks(db, orphans);
    findings.damage.push(`${plural(orphans.length, 'chunk has', 'chunks have')} no document.`);
    findings.repaired.push(`${plural(orphans.length, 'chunk', 'chunks')} without a document removed.`);
  }
  // Not through the index, which would hide them when it is the index that is wrong.
  const doubled = db.all<{ id: number; document: number }>(
    `SELECT id, document FROM chunks NOT INDEXED WHERE id NOT IN (SELECT min(id) FROM chunks NOT INDEXED GROUP BY chunk_id)`,
  );
  if (doubled.length > 0) {
    removeChunks(db, doubled);
    findings.damage.push(`${plural(doubled.length, 'chunk is', 'chunks are')} there twice.`);
    findings.repaired.push(`${plural(doubled.length, 'doubled chunk', 'doubled chunks')} removed.`);
  }
  for (const table of ['text_parts', 'page_layouts', 'document_blocks', 'document_meta']) {
    const { changes } = db.run(`DELETE FROM ${table} WHERE document NOT IN (SELECT id FROM documents)`);
    if (changes > 0) {
      findings.damage.push(`${plural(changes, 'part', 'parts')} of texts or pages had no document.`);
      findings.repaired.push(`${plural(changes, 'part', 'parts')} without a document removed.`);
    }
  }
}

interface Document {
  readonly id: number;
  readonly document_id: string;
  readonly state: string;
  readonly chunk_count: number;
  readonly text_length: number;
  readonly text_hash: Uint8Array | null;
}

/** Chunk counts, texts and places; then states against what is there. */
export function checkDocuments({ db }: StoreContext, findings: Findings): void {
  removeLostChildren(db, findings);
  const documents = db.all<Document>(
    'SELECT id, document_id, state, chunk_count, text_length, text_hash FROM documents',
  );
  let reread = 0;
  for (const document of documents) {
    const damage = damageOf(db, document) ?? damageOfPages(db, document.id);
    if (damage === null) continue;
    findings.damage.push(`Document ${document.document_id}: ${damage}`);
    emptyDocument(db, document.id);
    reread += 1;
  }
  if (reread > 0) {
    findings.repaired.push(
      `${plural(reread, 'document', 'documents')} emptied, to be read again by the next indexing.`,
    );
  }
  settleStates(db, findings);
}

/** What lay inside a document that is not there: found again where the document still holds it. */
function removeLostChildren(db: Database, findings: Findings): void {
  const lost = db.all<{ id: number }>(
    'SELECT id FROM documents WHERE parent IS NOT NULL AND parent NOT IN (SELECT id FROM documents)',
  );
  if (lost.length === 0) return;
  const { documents } = removeDocuments(
    db,
    lost.map(({ id }) => id),
  );
  findings.damage.push(`${plural(documents, 'document lies', 'documents lie')} inside a document that is not there.`);
  findings.repaired.push(`${plural(documents, 'document', 'documents')} without a parent removed.`);
}

/** Passages cut from a wrong text would be quoted wrongly: better none until the file was read again, whatever its date. */
function emptyDocument(db: Database, row: number): void {
  dropUnusedVectors(db, clearContent(db, row).vectorIds);
  db.run(
    `UPDATE documents SET state = 'waiting', content_hash = NULL, text_length = 0, text_bytes = 0, text_hash = NULL,
       chunk_count = 0
     WHERE id = ?`,
    row,
  );
}

/** What came from an export without its text, and was not read yet: there is nothing to compare. */
function isWithoutText({ state, chunk_count, text_length }: Document): boolean {
  return text_length === 0 && chunk_count > 0 && state !== 'ready' && state !== 'words';
}

function damageOf(db: Database, document: Document): string | null {
  const { id, state, chunk_count, text_length, text_hash } = document;
  const chunks = db.get<{ number: number; last: number | null; furthest: number | null }>(
    'SELECT count(*) AS number, max(ordinal) AS last, max("end") AS furthest FROM chunks WHERE document = ?',
    id,
  );
  const number = chunks?.number ?? 0;
  if (number !== chunk_count || (chunks?.last ?? -1) !== number - 1) {
    return `it has ${number} chunks where ${chunk_count} were stored.`;
  }
  if (number === 0 && (state === 'ready' || state === 'words')) return 'it counts as searchable without any chunk.';
  const text = storedText(db, id);
  if (text === null) return 'a part of its text is missing.';
  if (text.length !== text_length) return `its text has ${text.length} characters where ${text_length} were stored.`;
  if (isWithoutText(document)) return null;
  if ((chunks?.furthest ?? 0) > text_length) return 'a chunk lies beyond the end of its text.';
  if (text_length === 0) return null;
  // Stored by a version that noted no hash: from now on it is known.
  if (text_hash === null) db.run('UPDATE documents SET text_hash = ? WHERE id = ?', text.hash, id);
  else if (Buffer.compare(text_hash, text.hash) !== 0) return 'its text is not the one that was stored.';
  return null;
}

/** Null where the parts leave a gap or overlap. The hash is that of `textHash`. */
function storedText(db: Database, row: number): { readonly length: number; readonly hash: Uint8Array } | null {
  let length = 0;
  const hash = createHash('sha256');
  const parts = db.iterate<{ start: number; text: string }>(
    'SELECT start, text FROM text_parts WHERE document = ? ORDER BY start',
    row,
  );
  for (const { start, text } of parts) {
    if (start !== length) return null;
    length += text.length;
    hash.update(text, 'utf8');
  }
  return { length, hash: Uint8Array.from(hash.digest()) };
}

/** Deflated bytes carry a checksum of their own. */
function damageOfPages(db: Database, row: number): string | null {
  const pages = db.iterate<{ page: number; items: Uint8Array }>(
    'SELECT page, items FROM page_layouts WHERE document = ?',
    row,
  );
  for (const { page, items } of pages) if (!isInflatable(items)) return `the places on its page ${page} are damaged.`;
  return null;
}

function isInflatable(bytes: Uint8Array): boolean {
  try {
    inflateSync(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Pages whose recognised words can't be read any more are recognised again. */
export function checkRecognisedPages({ db }: StoreContext, findings: Findings): void {
  const pages = db.all<{ content_hash: Uint8Array; page: number }>('SELECT content_hash, page FROM recognised_pages');
  const bad = pages.filter(({ content_hash, page }) => {
    const found = db.get<{ lines: Uint8Array }>(
      'SELECT lines FROM recognised_pages WHERE content_hash = ? AND page = ?',
      content_hash,
      page,
    );
    return found !== undefined && found.lines.length > 0 && !isInflatable(found.lines);
  });
  for (const { content_hash, page } of bad) {
    db.run('DELETE FROM recognised_pages WHERE content_hash = ? AND page = ?', content_hash, page);
    db.run(`UPDATE documents SET state = 'waiting', chunker = NULL WHERE content_hash = ?`, content_hash);
  }
  if (bad.length === 0) return;
  findings.damage.push(`${plural(bad.length, 'recognised page is', 'recognised pages are')} unreadable.`);
  findings.repaired.push(`${plural(bad.length, 'page', 'pages')} to be recognised again.`);
}

function settleStates(db: Database, findings: Findings): void {
  const { changes } = db.run(
    `UPDATE documents SET state = 'words' WHERE state = 'ready'
       AND EXISTS (SELECT 1 FROM chunks WHERE document = documents.id AND vector IS NULL)`,
  );
  if (changes > 0) {
    findings.damage.push(`${plural(changes, 'document', 'documents')} counted as ready without all vectors.`);
    findings.repaired.push(`${plural(changes, 'document', 'documents')} waiting for vectors again.`);
  }
  for (const { id } of db.all<{ id: number }>(`SELECT id FROM documents WHERE state = 'words'`)) finishDocument(db, id);
}

function removeChunks(db: Database, chunks: readonly { readonly id: number }[]): void {
  deleteWords(
    db,
    chunks.map(({ id }) => id),
  );
  for (const { id } of chunks) db.run('DELETE FROM chunks WHERE id = ?', id);
}
