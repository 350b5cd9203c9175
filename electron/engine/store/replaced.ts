// The word that a damaged file was put aside: it is said until every folder was compared with the disk.
import { isAbsolute } from 'node:path';
import { deleteMeta, readMeta } from './meta.js';
import type { Database } from './sqlite.js';

/**
 * To be called whenever a check of a root has ended, or a root went, or is found to be away: nobody waits for that. When the last
 * one was compared, vectors that no document claimed are of no use.
 */
export function settleReplaced(db: Database): void {
  if (readMeta(db, 'replaced') === null) return;
  const open = db.all<{ path: string }>(`SELECT path FROM folders WHERE last_check_ms IS NULL AND state <> 'offline'`);
  // Records lie nowhere to be compared with.
  if (open.some(({ path }) => isAbsolute(path))) return;
  deleteMeta(db, 'replaced');
  db.run('DELETE FROM vectors WHERE NOT EXISTS (SELECT 1 FROM chunks WHERE vector = vectors.id)');
}
