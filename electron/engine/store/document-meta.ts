// The keys and values that documents carry: kept as written to be shown, and folded to be found.
import type { MetaEntry } from '../../../shared/domain/metadata.js';
import { foldWords } from '../search/fold-words.js';
import type { Database } from './sqlite.js';

/** Without case, accents and doubled spaces; numbers, dates and signs stay as written. */
export function foldMeta(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** Puts them in place of what the document had. */
export function saveMeta(db: Database, row: number, meta: readonly MetaEntry[]): void {
  db.run('DELETE FROM document_meta WHERE document = ?', row);
  for (const [ordinal, { key, value }] of meta.entries()) {
    db.run(
      `INSERT INTO document_meta (document, ordinal, key, value, folded_key, folded_value, words)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      row,
      ordinal,
      wholeText(key),
      wholeText(value),
      foldMeta(key),
      foldMeta(value),
      foldWords(value),
    );
  }
}

export function readMeta(db: Database, row: number): readonly MetaEntry[] {
  return db.all<MetaEntry>('SELECT key, value FROM document_meta WHERE document = ? ORDER BY ordinal', row);
}

export function copyMeta(db: Database, from: number, to: number): void {
  db.run(
    `INSERT INTO document_meta (document, ordinal, key, value, folded_key, folded_value, words)
     SELECT ?, ordinal, key, value, folded_key, folded_value, words FROM document_meta WHERE document = ?`,
    to,
    from,
  );
}

/** SQLite's strings end at a NUL, and half a surrogate pair is no text. */
function wholeText(text: string): string {
  return (text as string & { toWellFormed(): string }).toWellFormed().replaceAll('\0', ' ');
}
