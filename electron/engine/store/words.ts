// The rows of the full-text index: one for each chunk, made of folded words.
import { foldWords } from '../search/fold-words.js';
import { dropBuilt } from './beside-documents.js';
import type { Database } from './sqlite.js';
import { type StoreTables, tablesInUse } from './store-context.js';
import { readText } from './text-parts.js';

/** A chunk as far as the words need it. */
export interface WordsOfChunk {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly context: string;
}

/** The words of a document's name and of the folders above it, below its root. */
export function nameWords(relativePath: string): string {
  return foldWords(relativePath);
}

/** How many words a folded passage has. */
export function countWords(folded: string): number {
  return folded === '' ? 0 : folded.split(' ').length;
}

export function insertWords(
  db: Database,
  id: number,
  fields: { readonly passage: string; readonly context: string; readonly name: string },
  { words }: Pick<StoreTables, 'words'> = tablesInUse,
): void {
  db.run(
    `INSERT INTO ${words} (rowid, passage, context, name) VALUES (?, ?, ?, ?)`,
    id,
    fields.passage,
    fields.context,
    fields.name,
  );
}

export function deleteWords(
  db: Database,
  ids: Iterable<number>,
  { words }: Pick<StoreTables, 'words'> = tablesInUse,
): void {
  for (const id of ids) db.run(`DELETE FROM ${words} WHERE rowid = ?`, id);
}

/** Makes the words of some chunks of one document again, from the stored text: none of them may have words already. */
export function rebuildWords(db: Database, row: number, relativePath: string, chunks: readonly WordsOfChunk[]): void {
  const text = readText(db, row);
  const name = nameWords(relativePath);
  for (const { id, start, end, context } of chunks) {
    insertWords(db, id, { passage: foldWords(text.slice(start, end)), context: foldWords(context), name });
  }
}

/** The name of a document is part of its words: a new name means new rows, without parsing or embedding. */
export function renameWords(db: Database, row: number, relativePath: string): void {
  dropBuilt(db, row);
  const chunks = db.all<WordsOfChunk>('SELECT id, start, "end", context FROM chunks WHERE document = ?', row);
  deleteWords(
    db,
    chunks.map(({ id }) => id),
  );
  rebuildWords(db, row, relativePath, chunks);
}

/** Throws the whole index away and makes it again from the stored texts. */
export function rebuildAllWords(db: Database): void {
  db.run(`INSERT INTO words (words) VALUES ('delete-all')`);
  const documents = db.all<{ id: number; relative_path: string }>(
    'SELECT id, relative_path FROM documents WHERE text_length > 0',
  );
  for (const { id, relative_path } of documents) {
    const chunks = db.all<WordsOfChunk>('SELECT id, start, "end", context FROM chunks WHERE document = ?', id);
    rebuildWords(db, id, relative_path, chunks);
  }
}
