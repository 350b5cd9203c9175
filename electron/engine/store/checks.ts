// A check of a root: files on disk against rows, batch by batch. What was seen is held in memory, so that an
// unchanged library is checked without one write.
import { AppError } from '../../../shared/errors.js';
import { restOfChildren } from './children.js';
import { removeDocuments } from './content.js';
import { insertDocument } from './documents.js';
import { markFound, settleUnseen } from './missing.js';
import { isUnder, type Place, rangeBelow } from './paths.js';
import { dropUnusedRecognition } from './recognised-pages.js';
import { takeRenamed } from './renamed-files.js';
import { settleReplaced } from './replaced.js';
import { isSettled, type KnownState } from './settled.js';
import type { Database } from './sqlite.js';
import type { Check, StoreContext } from './store-context.js';
import type { BatchPlan, CheckEnd, ScanEntry, StoreMethods, ToRead } from './store-methods.js';

interface KnownFile extends KnownState {
  readonly id: number;
  readonly size_bytes: number;
  readonly modified_ms: number;
  readonly missing_ms: number | null;
  readonly inode: string | null;
}

export function beginCheck(context: StoreContext, check: Parameters<StoreMethods['beginCheck']>[0]): number {
  const checkId = context.checks.size === 0 ? 1 : Math.max(...context.checks.keys()) + 1;
  context.checks.set(checkId, { folderId: check.folderId, under: check.under, seen: new Set(), toRead: new Set() });
  return checkId;
}

export function planBatch(context: StoreContext, request: Parameters<StoreMethods['planBatch']>[0]): BatchPlan {
  const { db } = context;
  const check = runningCheck(context, request.checkId);
  const { folderId } = check;
  const root = db.get<RootPlace>('SELECT path, is_file FROM folders WHERE id = ?', folderId);
  if (root === undefined) throw new AppError('not-found', 'This folder is no longer in the library.');
  const toRead: ToRead[] = [];
  const later: string[] = [];
  const moved = { documents: 0, chunks: 0 };
  let unchanged = 0;
  for (const { isFresh = false, ...scanned } of request.entries) {
    const entry: ScanEntry = { ...scanned, modifiedMs: Math.round(scanned.modifiedMs) };
    const plan = planEntry(context, { folderId, root, entry, isFresh, force: request.force });
    if (plan.row !== null) noteSeen(context, folderId, plan.row);
    switch (plan.kind) {
      case 'unchanged':
        unchanged += 1;
        break;
      case 'later':
        later.push(entry.relativePath);
        break;
      case 'moved':
        moved.documents += 1;
        moved.chunks += plan.chunks;
        break;
      case 'read':
        check.toRead.add(plan.row);
        toRead.push({ row: plan.row, folderId, ...entry });
    }
  }
  return { toRead, unchanged, moved, later };
}

interface RootPlace {
  readonly path: string;
  readonly is_file: number;
}

interface PlanEntry {
  readonly folderId: number;
  readonly root: RootPlace;
  readonly entry: ScanEntry;
  readonly isFresh: boolean;
  readonly force: boolean;
}

type EntryPlan =
  | { readonly kind: 'unchanged' | 'read'; readonly row: number }
  | { readonly kind: 'moved'; readonly row: number; readonly chunks: number }
  /** Left alone for now; one that is new has no row yet. */
  | { readonly kind: 'later'; readonly row: number | null };

/** What is to be done with one file, by all but its content. */
function planEntry(context: StoreContext, { folderId, root, entry, isFresh, force }: PlanEntry): EntryPlan {
  const { db, generation } = context;
  const known = db.get<KnownFile>(
    `SELECT id, state, reason, size_bytes, modified_ms, chunker, missing_ms, inode FROM documents
     WHERE folder = ? AND relative_path = ?`,
    folderId,
    entry.relativePath,
  );
  if (known === undefined) {
    const renamed = force ? null : takeRenamed(context, folderId, entry);
    if (renamed !== null) return { kind: 'moved', row: renamed.id, chunks: renamed.chunk_count };
    if (isFresh) return { kind: 'later', row: null };
    return { kind: 'read', row: insertDocument(db, folderId, placeIn(root, entry), entry) };
  }
  const { id: row } = known;
  if (known.missing_ms !== null) markFound(db, row);
  if (!force && isUnchanged(known, entry, generation.chunker)) {
    // Files of an earlier version of the library get their numbers once.
    if (known.inode === null && entry.inode !== undefined) setInode(db, row, entry.inode);
    return { kind: 'unchanged', row };
  }
  if (isFresh) return { kind: 'later', row };
  waitAgain(db, row, entry);
  return { kind: 'read', row };
}

/** What lies inside files that the check found unchanged, and was never read to the end: a run was killed, or it is tried again. */
export function planRest(context: StoreContext, { checkId }: Parameters<StoreMethods['planRest']>[0]): BatchPlan {
  const { folderId, under, seen, toRead } = runningCheck(context, checkId);
  const [start, end] = rangeBelow(under);
  const parents = context.db.all<{ id: number }>(
    `SELECT DISTINCT p.id FROM documents c JOIN documents p ON p.id = c.parent
     WHERE c.parent IS NOT NULL AND p.parent IS NULL AND p.folder = ?1
       AND (?2 = '' OR p.relative_path = ?2 OR (p.relative_path >= ?3 AND p.relative_path < ?4))`,
    folderId,
    under,
    start,
    end,
  );
  const rests = parents
    .filter(({ id }) => seen.has(id) && !toRead.has(id))
    .map(({ id }) => restOfChildren(context, id));
  return {
    toRead: rests.flatMap((rest) => rest.toRead),
    unchanged: rests.reduce((sum, rest) => sum + rest.unchanged, 0),
  };
}

export function endCheck(context: StoreContext, request: Parameters<StoreMethods['endCheck']>[0]): CheckEnd {
  const { db, checks } = context;
  const check = runningCheck(context, request.checkId);
  const { folderId, under, seen } = check;
  const unseen = filesUnder(db, check)
    .filter(({ id }) => !seen.has(id))
    .filter(({ relative_path }) => !request.keepUnder.some((kept) => isUnder(relative_path, kept)))
    .map(({ id }) => id);
  const { gone, folders, asked, waiting } = settleUnseen(context, check, unseen, request);
  const removed = removeDocuments(db, gone);
  // Listed again, they are no deletion.
  removeDocuments(db, folders);
  if (removed.documents > 0) dropUnusedRecognition(db);
  if (under === '') db.run('UPDATE folders SET last_check_ms = ? WHERE id = ?', Date.now(), folderId);
  checks.delete(request.checkId);
  settleReplaced(db);
  return { removed: removed.documents, chunksRemoved: removed.chunks, asked, waiting };
}

interface StoredFile {
  readonly id: number;
  readonly relative_path: string;
}

/** The documents that are files, at or below the place that a check is about. */
function filesUnder(db: Database, { folderId, under }: Pick<Check, 'folderId' | 'under'>): readonly StoredFile[] {
  const select = 'SELECT id, relative_path FROM documents WHERE parent IS NULL AND folder = ?';
  if (under === '') return db.all<StoredFile>(select, folderId);
  return [
    ...db.all<StoredFile>(`${select} AND relative_path = ?`, folderId, under),
    ...db.all<StoredFile>(`${select} AND relative_path >= ? AND relative_path < ?`, folderId, ...rangeBelow(under)),
  ];
}

/** Every running check of the root is told: a file that one of them sees must not be removed at the end of another. */
export function noteSeen({ checks }: StoreContext, folderId: number, row: number): void {
  for (const check of checks.values()) {
    if (check.folderId === folderId) check.seen.add(row);
  }
}

function isUnchanged(known: KnownFile, entry: ScanEntry, chunker: string): boolean {
  return known.size_bytes === entry.sizeBytes && known.modified_ms === entry.modifiedMs && isSettled(known, chunker);
}

function setInode(db: Database, row: number, inode: string): void {
  db.run('UPDATE documents SET inode = ? WHERE id = ?', inode, row);
}

/** It keeps its chunks, and stays searchable, until it was read. */
function waitAgain(db: Database, row: number, entry: ScanEntry): void {
  db.run(
    `UPDATE documents SET state = 'waiting', size_bytes = ?, modified_ms = ?, inode = ? WHERE id = ?`,
    entry.sizeBytes,
    entry.modifiedMs,
    entry.inode ?? null,
    row,
  );
}

function placeIn(root: RootPlace, entry: ScanEntry): Place {
  return { rootPath: root.path, isFile: root.is_file === 1, relativePath: entry.relativePath };
}

function runningCheck({ checks }: StoreContext, checkId: number): Check {
  const check = checks.get(checkId);
  if (check === undefined) throw new AppError('bug', `Check ${checkId} is not running.`);
  return check;
}
