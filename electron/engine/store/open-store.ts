// Opens a library folder for writing: lock, file, shape, health, generation; and closes it so that the next start is quick.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { libraryFileName } from '../../../shared/domain/library.js';
import { AppError } from '../../../shared/errors.js';
import { defineFolding } from './document-list.js';
import { addRoot, listRoots } from './folders.js';
import { removeGraphs, useGeneration } from './generations.js';
import { isOnlyWordsDamage, structureDamage } from './integrity.js';
import { takeLock } from './lock.js';
import { readMeta, writeMeta } from './meta.js';
import { migrate } from './migrate.js';
import { type Database, openReader, openWriter, storeError, transaction } from './sqlite.js';
import type { StoreContext } from './store-context.js';
import type { FolderRow, Generation, StoreMethods } from './store-methods.js';
import { rebuildAllWords } from './words.js';

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
  try {
    const { db, generationId, wasReplaced } = openOrReplace(folder, generation);
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
  } catch (error) {
    lock.release();
    throw storeError(error);
  }
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

interface OpenFile {
  readonly db: Database;
  readonly generationId: number;
}

function openOrReplace(folder: string, generation: Generation): OpenFile & { readonly wasReplaced: boolean } {
  const file = join(folder, libraryFileName);
  try {
    return { ...openSound(file, generation), wasReplaced: false };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'store-corrupt') throw error;
  }
  const roots = putAside(file);
  const opened = openSound(file, generation);
  transaction(opened.db, () => {
    for (const root of roots) addRoot(opened.db, root);
  });
  return { ...opened, wasReplaced: true };
}

/** @throws AppError `store-corrupt` when the file is no whole database of ours */
function openSound(file: string, generation: Generation): OpenFile {
  const db = openWriter(file);
  try {
    migrate(db);
    defineFolding(db);
    // Looking through a large file takes seconds, so only after a close that was none.
    if (readMeta(db, 'clean') === '0') mendOrRefuse(db);
    const generationId = transaction(db, () => {
      writeMeta(db, 'clean', '0');
      if (readMeta(db, 'store') === null) writeMeta(db, 'store', randomUUID());
      // Nothing is being read any more: what an earlier process left so is to be read again.
      db.run(`UPDATE documents SET state = 'waiting' WHERE state = 'reading'`);
      return useGeneration(db, generation);
    });
    return { db, generationId };
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
