// Checks of the full-text index: one row for each chunk, and no other.

import { type Findings, plural } from './findings.js';
import type { StoreContext } from './store-context.js';
import { deleteWords, rebuildWords, type WordsOfChunk } from './words.js';

/** The index keeps no text, but a size for each of its rows, in `words_docsize`. */
export function checkWords({ db }: StoreContext, findings: Findings): void {
  const surplus = db.all<{ id: number }>('SELECT id FROM words_docsize WHERE id NOT IN (SELECT id FROM chunks)');
  deleteWords(
    db,
    surplus.map(({ id }) => id),
  );
  if (surplus.length > 0) {
    findings.damage.push(`The full-text index has ${plural(surplus.length, 'row', 'rows')} without a chunk.`);
    findings.repaired.push(`${plural(surplus.length, 'row', 'rows')} of the full-text index removed.`);
  }
  const documents = db.all<{ id: number; relative_path: string }>(
    `SELECT id, relative_path FROM documents WHERE text_length > 0 AND id IN
       (SELECT document FROM chunks WHERE id NOT IN (SELECT id FROM words_docsize))`,
  );
  let missing = 0;
  for (const { id, relative_path } of documents) {
    const chunks = db.all<WordsOfChunk>(
      `SELECT id, start, "end", context FROM chunks
       WHERE document = ? AND id NOT IN (SELECT id FROM words_docsize) ORDER BY id`,
      id,
    );
    rebuildWords(db, id, relative_path, chunks);
    missing += chunks.length;
  }
  if (missing > 0) {
    findings.damage.push(`${plural(missing, 'chunk is', 'chunks are')} missing in the full-text index.`);
    findings.repaired.push(`${plural(missing, 'row', 'rows')} of the full-text index made again.`);
  }
}
