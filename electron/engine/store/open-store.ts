// Opens a library folder for writing: lock, file, shape, health, generation; and closes it so that the next start is quick.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { libraryFileName } from '../../../shared/domain/library.js';
import { AppError } from '../../../shared/errors.js';
import { removeCopy, withReadable } from './carry/readable-copy.js';
import { type Rescued, rescueInto } from './carry/rescue.js';
import { defineFolding } from './document-list.js';
import { damagedMark, databaseSuffixes, rescueSuffix } from './file-names.js';
import { type ListedFolder, readFolderList } from './folder-list.js';
import { addRoot, listRoots, setRootState } from './folders.js';
import { isDiskFull } from './full-disk.js';
import { generationInUse, removeGraphs, useGeneration } from './generations.js';
import { isEmptied, isSoundHead } from './head.js';
import { isOnlyWordsDamage, structureDamage } from './integrity.js';
import { takeLock } from './lock.js';
import { readMeta, writeMeta } from './meta.js';
import { migrate, refuseForeign } from './migrate.js';
import { openForSearching } from './open-for-searching.js';
import { type Database, openReader, openWriter, storeError, transaction } from './sqlite.js';
import type { StoreContext } from './store-context.js';
import type { FolderRow, Generation, StoreMethods } from './store-methods.js';
import { isUnfreed } from './unfreed.js';
import { rebuildAllWords } from './words.js';

export interface OpenStore {
  readonly context: StoreContext;
  /** True when the file was damaged and put aside, and the new one has not been filled with all that is on disk yet. */
  readonly wasReplaced: boolean;
  /** Nothing may be written where the library lies: it is open for searching only. */
  readonly isReadOnly: boolean;
  /** It is so because the disk is full. */
  readonly isDiskFull: boolean;
  /** Puts the file aside and opens a new one, filled with what can be read of it. The store before must not be used any more. */
  rebuilt(generation: Generation): OpenStore & { readonly rescued: Rescued };
  close(): void;
}

/**
 * @throws AppError `library-locked`, `library-newer`, `read-only` (where there is no library to be read either), `disk-full`, or
 *   `wrong-use` when the folder is none
 */
export function openStore(request: Parameters<StoreMethods['open']>[0]): OpenStore {
  try {
    return openForWriting(request);
  } catch (error) {
    // On a full disk too a library can still be searched.
    const isRefused = error instanceof AppError && (error.code === 'read-only' || error.code === 'disk-full');
    if (!isRefused || !existsSync(join(request.folder, libraryFileName))) throw error;
    return openForSearching(request, error.code === 'disk-full' || isDiskFull(request.folder));
  }
}

function openForWriting({ folder, generation, holder }: Parameters<StoreMethods['open']>[0]): OpenStore {
  makeFolder(folder);
  const lock = takeLock(folder, holder);
  try {
    const file = openOrReplace(folder, generation);
    // What was taken out may be in the graph, where the process before was killed in taking it out.
    const isStale = file.wasReplaced || isUnfreed(file.db);
    removeGraphs(folder, isStale ? null : file.generationId);
    return opened(folder, file, lock);
  } catch (error) {
    lock.release();
    throw storeError(error);
  }
}

function opened(
  folder: string,
  { db, generation, generationId, wasReplaced }: OpenFile & { readonly wasReplaced: boolean },
  lock: ReturnType<typeof takeLock>,
): OpenStore {
  return {
    context: { db, folder, generation, generationId, checks: new Map() },
    wasReplaced,
    isReadOnly: false,
    isDiskFull: false,
    rebuilt: (inUse) => {
      db.close();
      const { rescued, ...next } = replaceFile(folder, inUse);
      removeGraphs(folder, null);
      return { ...opened(folder, { ...next, wasReplaced: true }, lock), rescued };
    },
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
    makeMissing(resolve(folder));
  } catch (error) {
    const known = storeError(error);
    if (known instanceof AppError) throw known;
    throw new AppError('wrong-use', `${folder} cannot be used as a library folder. Choose another one.`, {
      cause: error,
    });
  }
}

/** One by one: told to make all that is missing at once, the system never ends under some special folders. */
function makeMissing(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} is no folder.`);
    return;
  }
  if (dirname(folder) !== folder) makeMissing(dirname(folder));
  mkdirSync(folder);
}

interface OpenFile {
  readonly db: Database;
  readonly generation: Generation;
  readonly generationId: number;
}

function openOrReplace(folder: string, generation: Generation): OpenFile & { readonly wasReplaced: boolean } {
  const file = join(folder, libraryFileName);
  finishReplacing(file);
  try {
    if (isEmptied(file)) throw new AppError('store-corrupt', 'The library file is empty.');
    const sound = openSound(file, generation);
    return { ...sound, wasReplaced: readMeta(sound.db, 'replaced') !== null };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'store-corrupt') throw error;
  }
  const replaced = withReadable(file, (readable) =>
    replaceFile(folder, readableGeneration(readable, generation), readable),
  );
  return { ...replaced, wasReplaced: true };
}

/** What a process that was killed in between left behind: a new file that is whole takes the place of the one put aside. */
function finishReplacing(file: string): void {
  const next = file + rescueSuffix;
  if (!existsSync(file) && existsSync(next)) renameSync(next, file);
  removeDatabase(next);
  removeCopy(file);
}

/**
 * Fills a new file with what can be read of the damaged one, puts that aside, and gives the new one its name.
 * @param readable the damaged one, or a copy of it that can be read
 */
function replaceFile(
  folder: string,
  generation: Generation,
  readable = join(folder, libraryFileName),
): OpenFile & { readonly rescued: Rescued } {
  const file = join(folder, libraryFileName);
  const next = file + rescueSuffix;
  removeDatabase(next);
  const roots = readableRoots(readable) ?? readFolderList(folder);
  const { db, generationId } = openSound(next, generation);
  let rescued: Rescued;
  try {
    transaction(db, () => {
      for (const root of roots) addRescued(db, root);
      writeMeta(db, 'replaced', new Date().toISOString());
    });
    rescued = rescueInto({ db, folder, generation, generationId, checks: new Map() }, readable);
    closeDatabase(db);
  } catch (error) {
    db.close();
    removeDatabase(next);
    throw error;
  }
  putAside(file);
  renameSync(next, file);
  return { ...openSound(file, generation), rescued };
}

function addRescued(db: Database, root: ListedFolder & Partial<Pick<FolderRow, 'state' | 'inode'>>): void {
  const { folderId } = addRoot(db, root);
  setRootState(db, { folderId, state: root.state ?? 'ok', inode: root.inode ?? undefined });
}

function removeDatabase(file: string): void {
  for (const suffix of databaseSuffixes) rmSync(file + suffix, { force: true });
}

/** @throws AppError `store-corrupt` when the file is no whole database of ours */
function openSound(file: string, generation: Generation): OpenFile {
  if (existsSync(file)) {
    if (!isSoundHead(file)) throw new AppError('store-corrupt', 'The library file is damaged at its start.');
    checkOwner(file);
  }
  const db = openWriter(file);
  try {
    migrate(db);
    defineFolding(db);
    // Looking through a large file takes seconds, so only after a close that was none.
    if (readMeta(db, 'clean') === '0') mendOrRefuse(db);
    const inUse = generationInUse(db, generation);
    const generationId = transaction(db, () => {
      writeMeta(db, 'clean', '0');
      if (readMeta(db, 'store') === null) writeMeta(db, 'store', randomUUID());
      // Nothing is being read any more: what an earlier process left so is to be read again.
      db.run(`UPDATE documents SET state = 'waiting' WHERE state = 'reading'`);
      const id = useGeneration(db, inUse);
      db.run('DELETE FROM removed_vectors');
      return id;
    });
    return { db, generation: inUse, generationId };
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

/** Keeps the damaged file for whoever can rescue something more. Its name is new, whatever the clock says. */
function putAside(file: string): void {
  const stamp = `${file}${damagedMark}${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  let aside = stamp;
  for (let count = 2; existsSync(aside); count++) aside = `${stamp}-${count}`;
  for (const suffix of databaseSuffixes) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
}

function readableRoots(file: string): readonly FolderRow[] | null {
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

/** A damaged file may still say which model it was made with: its vectors are of no use to another one. */
function readableGeneration(file: string, shipped: Generation): Generation {
  let db: Database | null = null;
  try {
    db = openReader(file);
    return generationInUse(db, shipped);
  } catch {
    return shipped;
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
