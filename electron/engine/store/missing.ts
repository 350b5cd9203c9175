// Documents whose files are gone: marked first, removed when that is known to be a deletion, kept when a person says so.
import { lstatSync, type Stats } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { FolderRules } from '../../../shared/domain/folder-rules.js';
import { FolderFilter } from '../ingest/folder-filter.js';
import { libraryPlaces } from '../ingest/library-places.js';
import { removeDocuments } from './content.js';
import { absolutePath, type DocumentRow, selectDocuments } from './documents.js';
import { isGone, isSameFolder, rangeInside } from './paths.js';
import { dropUnusedRecognition } from './recognised-pages.js';
import { readRules } from './rules.js';
import type { Database, SqlValue } from './sqlite.js';
import type { Check, StoreContext } from './store-context.js';
import type { StoreMethods } from './store-methods.js';

/** More than this many files, and more than this share of a folder's, is a deletion that is asked about first. */
const handful = 5;
const askedShare = 0.2;

interface MissingCount {
  /** Documents, with what lies inside them. */
  readonly documents: number;
  /** Those that a person is asked about; 0 where nothing is asked. */
  readonly asked: number;
}

export const noMissing: MissingCount = { documents: 0, asked: 0 };

export function missingByFolder(db: Database): ReadonlyMap<number, MissingCount> {
  const rows = db.all<{ folder: number; documents: number; open: number }>(
    `SELECT folder, count(*) AS documents, sum(is_kept = 0) AS open FROM documents
     WHERE missing_ms IS NOT NULL GROUP BY folder`,
  );
  return new Map(
    rows.map(({ folder, documents, open }) => [folder, { documents, asked: isAskedFirst(db, folder) ? open : 0 }]),
  );
}

/** Whether so much of the folder is gone that it may be a mishap. What a person has decided to keep is not counted. */
function isAskedFirst(db: Database, folderId: number): boolean {
  const missing = countFiles(db, 'folder = ? AND missing_ms IS NOT NULL AND parent IS NULL AND is_kept = 0', folderId);
  if (missing <= handful) return false;
  return missing > askedShare * countFiles(db, 'folder = ? AND parent IS NULL AND is_kept = 0', folderId);
}

function countFiles(db: Database, where: string, ...values: SqlValue[]): number {
  return db.get<{ files: number }>(`SELECT count(*) AS files FROM documents WHERE ${where}`, ...values)?.files ?? 0;
}

/** A file is there (again). */
export function markFound(db: Database, row: number): void {
  setMissing(db, row, null);
}

/** With all that lies inside it. */
function setMissing(db: Database, row: number, missingMs: number | null): void {
  const place = db.get<{ folder: number; path: string }>(
    'SELECT folder, relative_path AS path FROM documents WHERE id = ?',
    row,
  );
  if (place === undefined) return;
  const [start, end] = rangeInside(place.path);
  const set = 'UPDATE documents SET missing_ms = ?, is_kept = 0 WHERE';
  db.run(`${set} id = ?`, missingMs, row);
  db.run(`${set} folder = ? AND relative_path >= ? AND relative_path < ?`, missingMs, place.folder, start, end);
}

export interface MissingEnd {
  /** Rows to be removed now. */
  readonly gone: readonly number[];
  /** Rows to be removed that stood for a folder that could not be listed, and never were a document. */
  readonly folders: readonly number[];
  /** Documents that a person is asked about. */
  readonly asked: number;
  /** Files that are given some more time to turn up elsewhere. */
  readonly waiting: number;
}

/**
 * What becomes of the files that a check did not see (`unseen`): they are marked, and are gone when they have been missing
 * for `graceMs`, unless so many are that a person is asked first. What is on disk all the same and is left out by a rule goes
 * at once, or, where the disk is being followed, is looked at again. What the system cannot tell of stays, and so does what has
 * come while the check went on: the next check sees it.
 */
export function settleUnseen(
  { db, folder }: Pick<StoreContext, 'db' | 'folder'>,
  { folderId }: Pick<Check, 'folderId'>,
  unseen: readonly number[],
  { missing, graceMs = 0 }: Pick<Parameters<StoreMethods['endCheck']>[0], 'missing' | 'graceMs'>,
): MissingEnd {
  const nothing: MissingEnd = { gone: [], folders: [], asked: 0, waiting: 0 };
  const nowMs = Date.now();
  const rows = unseen.flatMap((row) => db.all<DocumentRow>(`${selectDocuments} WHERE d.id = ?`, row));
  const [first] = rows;
  // Records lie on no drive: a second call replaces what the first one gave.
  if (first !== undefined && !isAbsolute(first.root_path)) return { ...nothing, gone: unseen };
  // A drive that went in the very last moment takes nothing along.
  if (first !== undefined && isAway(first)) return nothing;
  const absent = rows.filter((row) => isGone(absolutePath(row)));
  const isAbsent = new Set(absent);
  for (const { id, missing_ms } of absent) {
    if (missing_ms === null) setMissing(db, id, nowMs);
    // The clock was moved back since then: it counts from now on.
    else if (missing_ms > nowMs) db.run('UPDATE documents SET missing_ms = ? WHERE id = ?', nowMs, id);
  }
  if (missing === 'keep') keepMissing(db, folderId);
  const there = graceMs > 0 ? [] : rows.filter((row) => !isAbsent.has(row));
  const { leftOut, folders } = leftOutOf(there, readRules(rulesOf(db, folderId)), folder);
  if (missing === 'remove') return { ...nothing, gone: [...leftOut, ...absent.map(({ id }) => id)], folders };
  const asked = missingByFolder(db).get(folderId)?.asked ?? 0;
  if (asked > 0 || missing === 'keep') return { gone: leftOut, folders, asked, waiting: 0 };
  const open = absent.filter(({ is_kept }) => is_kept === 0);
  const gone = open.filter(({ missing_ms }) => Math.min(missing_ms ?? nowMs, nowMs) <= nowMs - graceMs);
  return { gone: [...leftOut, ...gone.map(({ id }) => id)], folders, asked: 0, waiting: open.length - gone.length };
}

/** Of documents whose paths are there: those that no check lists any more, and those that stood for a folder. */
function leftOutOf(
  rows: readonly DocumentRow[],
  rules: FolderRules,
  libraryFolder: string,
): { readonly leftOut: readonly number[]; readonly folders: readonly number[] } {
  const filter = new FolderFilter(rules);
  const leftOut: number[] = [];
  const folders: number[] = [];
  for (const row of rows) {
    const stats = statsOf(absolutePath(row));
    // No permission, a failing disk: nothing is known.
    if (stats === null) continue;
    if (stats.isDirectory() && row.content_hash === null) folders.push(row.id);
    else if (
      !stats.isFile() ||
      filter.leavesOutFile(row.relative_path, stats.size) ||
      libraryPlaces(row.root_path, libraryFolder)(absolutePath(row)) ||
      isBehindLink(row)
    ) {
      leftOut.push(row.id);
    }
  }
  return { leftOut, folders };
}

/** A folder may have become a link, which no check follows. */
function isBehindLink({ root_path, relative_path }: DocumentRow): boolean {
  const parts = relative_path.split('/').slice(0, -1);
  return parts.some((_, at) => statsOf(join(root_path, ...parts.slice(0, at + 1)))?.isSymbolicLink() === true);
}

/** Null where the system cannot say. */
function statsOf(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

function rulesOf(db: Database, folderId: number): string {
  return db.get<{ rules: string }>('SELECT rules FROM folders WHERE id = ?', folderId)?.rules ?? '';
}

function isAway({ root_path, root_inode, root_is_file }: DocumentRow): boolean {
  return !isSameFolder(root_path, root_is_file === 1 ? null : root_inode);
}

function keepMissing(db: Database, folderId: number): void {
  db.run('UPDATE documents SET is_kept = 1 WHERE folder = ? AND missing_ms IS NOT NULL', folderId);
}

/** What a person says of the missing documents of a folder: they stay, or they go, also those that were kept before. */
export function settleMissing(
  db: Database,
  { folderId, answer }: Parameters<StoreMethods['settleMissing']>[0],
): { readonly documents: number } {
  const rows = db.all<DocumentRow>(`${selectDocuments} WHERE d.folder = ? AND d.missing_ms IS NOT NULL`, folderId);
  if (answer === 'keep') {
    keepMissing(db, folderId);
    return { documents: rows.length };
  }
  const files = rows.filter((row) => row.parent === null);
  for (const row of files) if (!isGone(absolutePath(row))) markFound(db, row.id);
  const gone = files.filter((row) => isGone(absolutePath(row))).map(({ id }) => id);
  const { documents } = removeDocuments(db, gone);
  dropUnusedRecognition(db);
  return { documents };
}
