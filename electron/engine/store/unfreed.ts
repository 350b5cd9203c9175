// What was taken out of the library and may still stand in its files: noted with the taking out, so that a crash changes nothing about it.
import { readMeta, writeMeta } from './meta.js';
import type { Database } from './sqlite.js';

/** Notes that words were taken out that must not stay in any file: `freeFile` sees to that, also after a crash. */
export function noteRemoved(db: Database): void {
  writeMeta(db, 'unfreed', '1');
  writeMeta(db, 'taken-out', String(Date.now()));
}

export function isUnfreed(db: Database): boolean {
  return readMeta(db, 'unfreed') !== null;
}

/** Whether something was taken out at this time (ms since 1970) or later. */
export function isTakenOutSince(db: Database, sinceMs: number): boolean {
  const takenMs = Number(readMeta(db, 'taken-out') ?? Number.NaN);
  return takenMs >= sinceMs;
}
