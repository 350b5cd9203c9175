// What is being built beside the generation in use, taken out: a document's part when its text or its name changes, or all of it.
import { deleteMeta, readMeta } from './meta.js';
import type { Database } from './sqlite.js';
import { tablesBeside } from './store-context.js';

/** It will be built again, from what it holds then. Costs next to nothing where nothing is being built. */
export function dropBuilt(db: Database, row: number): void {
  if (db.run('DELETE FROM built_documents WHERE document = ?', row).changes === 0) return;
  const { chunks, words } = tablesBeside;
  for (const { id } of db.all<{ id: number }>(`SELECT id FROM ${chunks} WHERE document = ?`, row)) {
    db.run(`DELETE FROM ${words} WHERE rowid = ?`, id);
  }
  // Its vectors stay for what has the same words: those that nobody took are dropped in the end.
  db.run(`DELETE FROM ${chunks} WHERE document = ?`, row);
}

/** Frees what is being built, if anything is. True if so: then its words have to be taken out of the file, too. */
export function dropBuild(db: Database): boolean {
  const id = readMeta(db, 'building');
  if (id === null) return false;
  db.run('DELETE FROM built_documents');
  for (const table of [tablesBeside.chunks, tablesBeside.words, tablesBeside.vectors]) {
    db.exec(`DROP TABLE IF EXISTS ${table}`);
  }
  db.run(`DELETE FROM generations WHERE id = ? AND state = 'building'`, Number(id));
  deleteMeta(db, 'building');
  return true;
}
