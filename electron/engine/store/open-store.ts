// Opens a library folder for writing: lock, file, shape, health, generation; and closes it so that the next start is quick.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors.js';
import { defineFolding } from './document-list.js';
import { addRoot, listRoots } from './folders.js';
import { removeGraphs, useGeneration } from './generations.js';
import { isOnlyWordsDamage, structureDamage } from './integrity.js';
import { type LibraryLock, takeLock } from './lock.js';
import { readMeta, writeMeta } from './meta.js';
import { migrate } from './migrate.js';
import { type Database, openReader, openWriter, storeError, transaction } from './sqlite.js';
import type { StoreContext } from './store-context.js';
import type { FolderRow, Generation, StoreMethods } from './store-methods.js';
import { rebuildAllWords } from './words.js';

export const databaseName = 'library.db';

export interface OpenStore {
  readonly context: StoreContext;
  /** True when the file was damaged and put aside, and a new one was begun with the same roots. */
  readonly wasReplaced: boolean;
  close(): void;
}

/**
 * @throws AppError `library-locked`, `library-newer`, `read-only`, `disk-full`, or `wrong-use` when the folder is none
 */
export function openStore({ folder, generation, holder }: Parameters<StoreMethods['open']>[0]): OpenStore {
  makeFolder(folder);
  const lock = takeLock(folder, holder);
  let db: Database | null = null;
  try {
    const opened = openOrReplace(folder);
    db = opened.db;
    return ready({ ...opened, folder, generation, lock });
  } catch (error) {
    db?.close();
    lock.release();
    throw storeError(error);
  }
}

function ready(parts: {
  readonly db: Database;
  readonly wasReplaced: boolean;
  readonly folder: string;
  readonly generation: Generation;
  readonly lock: LibraryLock;
}): OpenStore {
  const { db, wasReplaced, folder, generation, lock } = parts;
  const generationId = transaction(db, () => {
    // Nothing is being read any more: what an earlier process left so is to be read again.
    db.run(`UPDATE documents SET state = 'waiting' WHERE state = 'reading'`);
    return useGeneration(db, generation);
  });
  removeGraphs(folder, wasReplaced ? null : generationId);
  return {
    context: { db, folder, generation, generationId, checks: new Map() },
    wasReplaced,
    close: () => {
      try {
        closeDatabase(db);
      } finally {
        lock.release();
      }
    },
  };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    const known = storeError(error);
    if (known instanceof AppError) throw known;
    throw new AppError('wrong-use', `${folder} cannot be used as a library folder. Choose another one.`, {
      cause: error,
    });
  }
}

function openOrReplace(folder: string): { readonly db: Database; readonly wasReplaced: boolean } {
  const file = join(folder, databaseName);
  try {
    return { db: openSound(file), wasReplaced: false };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'store-corrupt') throw error;
  }
  const roots = putAside(file);
  const db = openSound(file);
  transaction(db, () => {
    for (const root of roots) addRoot(db, root);
  });
  return { db, wasReplaced: true };
}

/** @throws AppError `store-corrupt` when the file is no whole database of ours */
function openSound(file: string): Database {
  const db = openWriter(file);
  try {
    migrate(db);
    defineFolding(db);
    // Looking through a large file takes seconds, so only after a close that was none.
    if (readMeta(db, 'clean') === '0') mendOrRefuse(db);
    transaction(db, () => {
      writeMeta(db, 'clean', '0');
      if (readMeta(db, 'store') === null) writeMeta(db, 'store', randomUUID());
    });
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function mendOrRefuse(db: Database): void {
  const damage = structureDamage(db, 'quick_check');
  if (damage.length === 0) return;
  if (!isOnlyWordsDamage(damage)) throw new AppError('store-corrupt', `The library file is damaged: ${damage[0]}`);
  transaction(db, () => rebuildAllWords(db));
}

/** Keeps the damaged file for whoever can rescue something, and reads from it which roots there were. */
function putAside(file: string): readonly FolderRow[] {
  const roots = readableRoots(file);
  const aside = `${file}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  return roots;
}

function readableRoots(file: string): readonly FolderRow[] {
  let db: Database | null = null;
  try {
    db = openReader(file);
    return listRoots(db);
  } catch {
    // The list of roots is in the damaged part: the person adds them again.
    return [];
  } finally {
    db?.close();
  }
}

function closeDatabase(db: Database): void {
  try {
    if (!db.isSuspect) {
      writeMeta(db, 'clean', '1');
      db.exec('PRAGMA optimize');
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    }
  } finally {
    db.close();
  }
}
