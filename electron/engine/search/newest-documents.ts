// What a question gets that only narrows: the documents that fit, newest first, each by its first passage.
import type { Database } from '../store/sqlite.js';
import type { ParsedQuery } from './parse-query.js';
import type { Scope } from './scope.js';

/** Whether there is nothing to look for, but something that says where: `type:pdf`, `meta:year>2020`, `-draft`. */
export function isOnlyNarrowing({ text, excluded }: ParsedQuery, { chunks }: Scope): boolean {
  return text === '' && (chunks !== null || excluded.length > 0);
}

/**
 * Rows of the first passages in the scope.
 * @param leftOut types of documents that are not listed
 */
export function newestDocuments(
  database: Database,
  { chunks, excluded }: Scope,
  leftOut: ReadonlySet<string>,
  count: number,
): readonly number[] {
  // The passage is the one that has the least ordinal: https://sqlite.org/lang_select.html#bareagg
  const rows = database.all<{ readonly id: number }>(
    `SELECT c.id, min(c.ordinal) FROM chunks c JOIN documents d ON d.id = c.document
     WHERE (?1 IS NULL OR c.id IN (SELECT value FROM json_each(?1))) AND c.id NOT IN (SELECT value FROM json_each(?2))
       AND d.type NOT IN (SELECT value FROM json_each(?3))
     GROUP BY d.id ORDER BY d.modified_ms DESC, d.relative_path, d.id LIMIT ?4`,
    chunks === null ? null : JSON.stringify([...chunks]),
    JSON.stringify([...excluded]),
    JSON.stringify([...leftOut]),
    count,
  );
  return rows.map(({ id }) => id);
}
