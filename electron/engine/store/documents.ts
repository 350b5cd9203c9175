// Documents one by one: their rows, how their states change, and what is told of them.
import { createHash } from 'node:crypto';
import type { DocumentInfo, DocumentState } from '../../../shared/domain/document.js';
import type { MetaProblem } from '../../../shared/domain/metadata.js';
import { AppError, type DocumentReason } from '../../../shared/errors.js';
import { clearContent, dropUnusedVectors } from './content.js';
import { isPassing } from './passing-reasons.js';
import { extensionOf, filePathOf, identityOf, isGone, isSameFolder, type Place, pathOf } from './paths.js';
import { forgetGivenUpPages, retryGivenUpPages } from './recognised-pages.js';
import type { Database } from './sqlite.js';
import type { StoreContext } from './store-context.js';
import type { ScanEntry, StoreMethods } from './store-methods.js';

export interface DocumentRow {
  readonly id: number;
  readonly document_id: string;
  readonly folder: number;
  readonly relative_path: string;
  readonly state: DocumentState;
  readonly reason: DocumentReason | null;
  readonly message: string | null;
  readonly size_bytes: number;
  readonly modified_ms: number;
  readonly content_hash: Uint8Array | null;
  readonly type: string;
  readonly encoding: string | null;
  readonly language: string | null;
  readonly pages: number | null;
  readonly title: string | null;
  readonly chunker: string | null;
  readonly chunk_count: number;
  readonly kills: number;
  readonly parent: number | null;
  readonly parent_document_id: string | null;
  readonly meta_problem: MetaProblem | null;
  readonly chosen_encoding: string | null;
  readonly limit_seconds: number | null;
  readonly missing_ms: number | null;
  readonly is_kept: number;
  readonly inode: string | null;
  readonly root_path: string;
  readonly root_is_file: number;
  readonly root_state: string;
  readonly root_inode: string | null;
}

/** Documents with their roots, and the state that is seen from outside. */
export const documentsWithRoots = `documents d JOIN folders f ON f.id = d.folder`;
export const effectiveState = `CASE WHEN f.state = 'offline' OR d.missing_ms IS NOT NULL THEN 'offline' ELSE d.state END`;
const documentColumns = `d.*, (SELECT p.document_id FROM documents p WHERE p.id = d.parent) AS parent_document_id, f.path AS root_path, f.is_file AS root_is_file, f.state AS root_state,
  f.inode AS root_inode`;
export const selectDocuments = `SELECT ${documentColumns} FROM ${documentsWithRoots}`;

/** @throws AppError `bug`: the caller has a row that is no longer there */
export function documentRow(db: Database, row: number): DocumentRow {
  const found = db.get<DocumentRow>(`${selectDocuments} WHERE d.id = ?`, row);
  if (found === undefined) throw new AppError('bug', `There is no document in row ${row}.`);
  return found;
}

type Placed = Pick<DocumentRow, 'root_path' | 'root_is_file' | 'relative_path'>;

export function placeOf(row: Placed): Place {
  return { rootPath: row.root_path, isFile: row.root_is_file === 1, relativePath: row.relative_path };
}

export function absolutePath(row: Placed): string {
  return pathOf(placeOf(row));
}

/**
 * Whether a document's file is known to be gone from its place. Only where the root itself is there: on an unplugged drive nothing is known to be gone. A document that is yet to be
 * read stays where it is too, since whoever reads it will find it gone and say so of its row.
 */
export function hasLeft(document: DocumentRow): boolean {
  // What lies inside a file comes and goes with it.
  if (document.parent !== null) return false;
  if (document.root_is_file === 1 || document.root_state === 'offline') return false;
  if (document.chunk_count > 0 && document.state !== 'words' && document.state !== 'ready') return false;
  return isSameFolder(document.root_path, document.root_inode) && isGone(absolutePath(document));
}

export function documentInfo(row: DocumentRow): DocumentInfo {
  return {
    documentId: row.document_id,
    folderId: row.folder,
    parentId: row.parent_document_id,
    path: absolutePath(row),
    file: filePathOf(placeOf(row)),
    title: row.title,
    state: row.root_state === 'offline' || row.missing_ms !== null ? 'offline' : row.state,
    reason: row.reason,
    message: row.message,
    limitSeconds: row.reason === 'timed-out' ? row.limit_seconds : null,
    type: row.type,
    encoding: row.encoding,
    chosenEncoding: row.chosen_encoding,
    language: row.language,
    pages: row.pages,
    chunks: row.chunk_count,
    bytes: row.size_bytes,
    modified: new Date(row.modified_ms).toISOString(),
  };
}

/** Makes a row for a document that is new, and gives its number. `parent`: the row that it lies in. */
export function insertDocument(
  db: Database,
  folderId: number,
  place: Place,
  entry: ScanEntry,
  parent: number | null = null,
): number {
  return db.run(
    `INSERT INTO documents (document_id, folder, relative_path, state, size_bytes, modified_ms, type, parent, inode)
     VALUES (?, ?, ?, 'waiting', ?, ?, ?, ?, ?)`,
    newDocumentId(db, identityOf(place)),
    folderId,
    entry.relativePath,
    entry.sizeBytes,
    entry.modifiedMs,
    extensionOf(entry.relativePath),
    parent,
    entry.inode ?? null,
  ).lastRowId;
}

/** `ready` when no chunk lacks its vector, else `words`. The document must have chunks. */
export function searchableState(db: Database, row: number): 'ready' | 'words' {
  const missing = db.get('SELECT 1 FROM chunks WHERE document = ? AND vector IS NULL LIMIT 1', row);
  return missing === undefined ? 'ready' : 'words';
}

export function setDocumentState(db: Database, row: number, state: DocumentState): void {
  db.run('UPDATE documents SET state = ? WHERE id = ?', state, row);
}

export function saveFailure(
  { db, generation }: StoreContext,
  request: Parameters<StoreMethods['saveFailure']>[0],
): { readonly kills: number } {
  const { row } = request;
  const kills = documentRow(db, row).kills + (request.wasKilled ? 1 : 0);
  if (isPassing(request.reason)) {
    const { state, reason, message } = request;
    db.run('UPDATE documents SET state = ?, reason = ?, message = ? WHERE id = ?', state, reason, message, row);
    return { kills };
  }
  const cleared = clearContent(db, row);
  dropUnusedVectors(db, cleared.vectorIds);
  db.run(
    `UPDATE documents SET state = ?, reason = ?, message = ?, content_hash = ?, encoding = NULL, language = NULL,
       pages = NULL, title = NULL, meta_problem = NULL, limit_seconds = ?, chunker = ?, text_length = 0, text_bytes = 0,
       text_hash = NULL, chunk_count = 0, kills = ? WHERE id = ?`,
    request.state,
    request.reason,
    request.message,
    request.contentHash,
    request.limitSeconds ?? null,
    generation.chunker,
    kills,
    row,
  );
  return { kills };
}

/** A person asks for one that was set aside: something has changed, so what it did before counts no more. */
const newChance = `kills = CASE WHEN reason = 'quarantined' THEN 0 ELSE kills END`;

/** What was skipped or failed waits to be read again, of one root or of all (`null`); pages given up are tried anew. */
export function retryProblems(db: Database, folderId: number | null): void {
  db.run(
    `UPDATE documents SET state = 'waiting', ${newChance}
     WHERE state IN ('skipped', 'failed') AND folder = coalesce(?, folder)`,
    folderId,
  );
  retryGivenUpPages(db, folderId);
}

/** These documents wait to be read again, where they were skipped or failed. */
export function retryDocuments(db: Database, documentIds: readonly string[]): void {
  db.run(
    `UPDATE documents SET state = 'waiting' WHERE state IN ('skipped', 'failed')
       AND document_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(documentIds),
  );
}

/** One document waits to be read again, whatever its state is; what is searchable of it stays until then. */
export function readAgain(db: Database, row: number, encoding: string | null | undefined): void {
  const next = encoding === undefined ? documentRow(db, row).chosen_encoding : encoding;
  db.run(
    `UPDATE documents SET state = 'waiting', chunker = NULL, chosen_encoding = ?, ${newChance} WHERE id = ?`,
    next,
    row,
  );
  forgetGivenUpPages(db, row);
}

/** From the place where the document was first seen: the same in every library, and kept through moves. */
function newDocumentId(db: Database, identity: string): string {
  for (let count = 0; ; count++) {
    const hash = createHash('sha256')
      .update(count === 0 ? identity : `${identity}\0${count}`)
      .digest('hex');
    const documentId = `d${hash.slice(0, 15)}`;
    if (db.get('SELECT 1 FROM documents WHERE document_id = ?', documentId) === undefined) return documentId;
  }
}
