// Removes a collection or everything, and frees what was removed from the file, so that no word of it stays on the disk.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { libraryFileName } from '../../../shared/domain/library.js';
import { dropBuild } from './beside-documents.js';
import { damagedMark } from './file-names.js';
import { listRoots, removeRoot } from './folders.js';
import { forgettingAnswers } from './forget-answers.js';
import { removeGraphs } from './generations.js';
import { deleteMeta, readMeta } from './meta.js';
import { settleReplaced } from './replaced.js';
import { type Database, openWriter, transaction } from './sqlite.js';
import type { StoreContext } from './store-context.js';
import { noteRemoved } from './unfreed.js';

/** Removes the roots of one collection with their documents, or of all (with `null`). Ids of vectors never come back. */
export function resetLibrary(context: StoreContext, collection: string | null): { readonly documents: number } {
  const { db, folder } = context;
  const documents = transaction(db, () => {
    const isAsked = db.get('SELECT 1 FROM conversations LIMIT 1') !== undefined;
    const removed = collection === null ? removeAll(db) : forgettingAnswers(db, () => removeCollection(db, collection));
    if (removed > 0 || isAsked) noteRemoved(db);
    return removed;
  });
  if (collection === null) {
    context.checks.clear();
    removeGraphs(folder, null);
    removePutAside(folder);
  }
  return { documents };
}

/**
 * Where something was removed: writes the file anew without it. Merges the full-text index (removed words stay in it until then),
 * compacts the file, and empties the log; damaged files that were put aside go too. Takes about as long as copying the file.
 */
export function freeFile(folder: string): void {
  removePutAside(folder);
  const db = openWriter(join(folder, libraryFileName));
  try {
    db.exec(`INSERT INTO words (words) VALUES ('optimize')`);
    if (readMeta(db, 'building') !== null) db.exec(`INSERT INTO next_words (next_words) VALUES ('optimize')`);
    db.exec('VACUUM');
    deleteMeta(db, 'unfreed');
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}

function removeAll(db: Database): number {
  const documents = db.get<{ documents: number }>('SELECT count(*) AS documents FROM documents')?.documents ?? 0;
  dropBuild(db);
  db.run(`INSERT INTO words (words) VALUES ('delete-all')`);
  for (const table of [
    ...['chunks', 'text_parts', 'page_layouts', 'document_blocks', 'document_meta', 'vectors', 'recognised_pages'],
    ...['documents', 'folders', 'collections', 'turn_documents', 'turns', 'conversations'],
  ]) {
    db.run(`DELETE FROM ${table}`);
  }
  settleReplaced(db);
  return documents;
}

function removeCollection(db: Database, collection: string): number {
  const roots = listRoots(db).filter((root) => root.collection === collection);
  return roots.reduce((total, { folderId }) => total + removeRoot(db, folderId).documents, 0);
}

/** Damaged files that were put aside hold the person's words too. */
function removePutAside(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(libraryFileName + damagedMark)) rmSync(join(folder, name), { force: true });
  }
}
