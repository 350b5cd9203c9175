// SQLite's own look at the file: pages, indexes, and the full-text index.
import { AppError } from '../../../shared/errors.js';
import type { Database } from './sqlite.js';

const maxFindings = 20;

/** What SQLite finds wrong; empty when the file is sound. `quick_check` leaves out the comparison of indexes with rows. */
export function structureDamage(db: Database, check: 'quick_check' | 'integrity_check'): readonly string[] {
  try {
    return db
      .all<Record<string, string>>(`PRAGMA ${check}(${maxFindings})`)
      .map((row) => String(Object.values(row)[0]))
      .filter((finding) => finding !== 'ok');
  } catch (error) {
    if (error instanceof AppError && error.code === 'store-corrupt') return [error.message];
    throw error;
  }
}

/** Whether all that is wrong is the full-text index, which can be made again from the stored text. */
export function isOnlyWordsDamage(damage: readonly string[]): boolean {
  return damage.every((finding) => /fts5/i.test(finding) && finding.includes('words'));
}
