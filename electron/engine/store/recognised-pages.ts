// Recognised pages in the store: kept by content while a document has it, given to whoever reads such a document.
import { deflateSync, inflateSync } from 'node:zlib';
import type { RecognisedOutcome, RecognisedPage } from '../recognise/recognised-page.js';
import { readMeta, writeMeta } from './meta.js';
import type { Database } from './sqlite.js';
import type { RecognitionTarget, StoreMethods } from './store-methods.js';

interface PageRow {
  readonly page: number;
  readonly outcome: RecognisedOutcome;
  readonly confidence: number | null;
  readonly language: string | null;
  readonly lines: Uint8Array;
}

export function readRecognisedPages(db: Database, contentHash: Uint8Array): readonly RecognisedPage[] {
  return db
    .all<PageRow>(
      'SELECT page, outcome, confidence, language, lines FROM recognised_pages WHERE content_hash = ? ORDER BY page',
      contentHash,
    )
    .map((row) => ({ ...row, lines: row.lines.length === 0 ? row.lines : Uint8Array.from(inflateSync(row.lines)) }));
}

/** False where no document has this content any more: nothing of it may stay then. */
export function saveRecognisedPage(
  db: Database,
  { contentHash, page }: Parameters<StoreMethods['saveRecognisedPage']>[0],
): boolean {
  const isWanted = db.get('SELECT 1 FROM documents WHERE content_hash = ? LIMIT 1', contentHash) !== undefined;
  if (!isWanted) return false;
  db.run(
    `INSERT INTO recognised_pages (content_hash, page, outcome, confidence, language, lines) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (content_hash, page) DO UPDATE SET outcome = excluded.outcome, confidence = excluded.confidence,
       language = excluded.language, lines = excluded.lines`,
    contentHash,
    page.page,
    page.outcome,
    page.confidence,
    page.language,
    page.lines.length === 0 ? page.lines : deflateSync(page.lines),
  );
  return true;
}

/** Documents that have been read and hold pages without text, of the roots that can be reached. */
export function recognitionTargets(db: Database): readonly RecognitionTarget[] {
  return db.all<RecognitionTarget>(
    `SELECT d.content_hash AS contentHash, d.language, d.folder AS folderId, d.relative_path AS relativePath
     FROM documents d JOIN folders f ON f.id = d.folder
     WHERE d.reason = 'needs-recognition' AND d.state IN ('words', 'ready', 'skipped') AND d.content_hash IS NOT NULL
       AND d.missing_ms IS NULL AND f.state <> 'offline' ORDER BY d.id`,
  );
}

/** All documents of a content wait to be read again, since more of it was recognised; they keep their vectors. */
export function readContentAgain(
  db: Database,
  contentHash: Uint8Array,
): readonly { readonly folderId: number; readonly relativePath: string }[] {
  // Without a chunker none of them is taken for one that is as it was, nor for one to copy from.
  db.run(`UPDATE documents SET state = 'waiting', chunker = NULL WHERE content_hash = ?`, contentHash);
  return db.all(
    'SELECT folder AS folderId, relative_path AS relativePath FROM documents WHERE content_hash = ? ORDER BY id',
    contentHash,
  );
}

/** Documents with pages that were given up wait to be read again, of one root or of all (`null`), and so do those pages. */
export function retryGivenUpPages(db: Database, folderId: number | null): void {
  // Without a chunker it is not taken for one that is as it was.
  db.run(
    `UPDATE documents SET state = 'waiting', chunker = NULL WHERE folder = coalesce(?, folder)
       AND content_hash IN (SELECT content_hash FROM recognised_pages WHERE outcome = 'failed')`,
    folderId,
  );
  db.run(
    `DELETE FROM recognised_pages WHERE outcome = 'failed'
       AND content_hash IN (SELECT content_hash FROM documents WHERE state = 'waiting')`,
  );
}

/** Of one document. */
export function forgetGivenUpPages(db: Database, row: number): void {
  db.run(
    `DELETE FROM recognised_pages WHERE outcome = 'failed'
       AND content_hash = (SELECT content_hash FROM documents WHERE id = ?)`,
    row,
  );
}

/** What no document holds any more goes, with every word of it. */
export function dropUnusedRecognition(db: Database): void {
  db.run(
    `DELETE FROM recognised_pages WHERE content_hash NOT IN
       (SELECT content_hash FROM documents WHERE content_hash IS NOT NULL)`,
  );
}

const askedKey = 'recognition-asked';

/** A recognition that the person asked for and that has not come to its end: it goes on after a restart. */
export function isRecognitionAsked(db: Database): boolean {
  return readMeta(db, askedKey) === '1';
}

export function setRecognitionAsked(db: Database, isAsked: boolean): void {
  writeMeta(db, askedKey, isAsked ? '1' : '0');
}
