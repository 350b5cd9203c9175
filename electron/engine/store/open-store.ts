// Opens a library folder for writing: lock, file, shape, health, generation; and closes it so that the next start is quick.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { libraryFileName } from '../../../shared/domain/library.js';
import { AppError } from '../../../shared/errors.js';
import { defineFolding } from './document-list.js';
import { type ListedFolder, readFolderList } from './folder-list.js';
import { addRoot, listRoots } from './folders.js';
import { removeGraphs, useGeneration } from './generations.js';
import { isOnlyWordsDamage, structureDamage } from './integrity.js';
import { takeLock } from './lock.js';
import { readMeta, writeMeta } from './meta.js';
import { migrate, refuseForeign } from './migrate.js';
import { type Database, openReader, openWriter, storeError, transaction } from './sqlite.js';
import type { StoreContext } from './store-context.js';
import type { Generation, StoreMethods } from './store-methods.js';
import { rebuildAllWords } from './words.js';

export interface OpenStore {
  readonly context: StoreContext;
  /** True when the file was damaged and put aside, and a new one with the same roots has not been filled yet. */
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
    const opened = openSound(file, generation);
    return { ...opened, wasReplaced: readMeta(opened.db, 'replaced') !== null };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'store-corrupt') throw error;
  }
  const roots = putAside(file, folder);
  const opened = openSound(file, generation);
  transaction(opened.db, () => {
    for (const root of roots) addRoot(opened.db, root);
    writeMeta(opened.db, 'replaced', new Date().toISOString());
  });
  return { ...opened, wasReplaced: true };
}

/** @throws AppError `store-corrupt` when the file is no whole database of ours */
function openSound(file: string, generation: Generation): OpenFile {
  if (existsSync(file)) checkOwner(file);
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

/** Before the file is opened for writing, which changes it. */
function checkOwner(file: string): void {
  const db = openReader(file);
  try {
    refuseForeign(db);
  } finally {
    db.close();
  }
}

function mendOrRefuse(db: Database): void {
  const damage = structureDamage(db, 'quick_check');
  if (damage.length === 0) return;
  if (!isOnlyWordsDamage(damage)) throw new AppError('store-corrupt', `The library file is damaged: ${damage[0]}`);
  transaction(db, () => rebuildAllWords(db));
}

/** Keeps the damaged file for whoever can rescue something, and reads from it which roots there were. */
function putAside(file: string, folder: string): readonly ListedFolder[] {
  const roots = readableRoots(file) ?? readFolderList(folder);
  const aside = `${file}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  return roots;
}

function readableRoots(file: string): readonly ListedFolder[] | null {
  let db: Database | null = null;
  try {
    db = openReader(file);
    return listRoots(db);
  } catch {
    return null;
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
