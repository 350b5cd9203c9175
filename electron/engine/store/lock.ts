// One process at a time writes a library: an OS lock that ends with its process, and a note that says who holds it.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors.js';
import { type Database, openLockFile, storeError } from './sqlite.js';

interface LibraryLock {
  release(): void;
}

/** What has a library open. */
type HolderKind = 'window' | 'command line';

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly app: HolderKind;
  /** ISO 8601 */
  readonly since: string;
}

/**
 * Takes the lock of a library folder: SQLite's own exclusive lock on `lock.db`, an OS lock that is gone as soon
 * as the process is, however it ends. `lock.json` only names the holder; nothing depends on it.
 * Nothing else may open `lock.db`: on POSIX systems, closing any handle of it would free the lock.
 * @throws AppError `library-locked`, with the holder.
 */
export function takeLock(folder: string, app: HolderKind): LibraryLock {
  try {
    return held(folder, app, exclusively(folder));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'library-locked') throw lockedError(folder, error);
    if (error.code !== 'store-corrupt') throw error;
  }
  // There is nothing in it: what is no lock file any more is made anew. One that is held could not be told to be damaged.
  rmSync(join(folder, 'lock.db'), { force: true });
  return held(folder, app, exclusively(folder));
}

function exclusively(folder: string): Database {
  const database = openLockFile(join(folder, 'lock.db'));
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function held(folder: string, app: HolderKind, database: Database): LibraryLock {
  const note = join(folder, 'lock.json');
  const holder: Holder = {
    pid: process.pid,
    host: hostname(),
    app,
    since: new Date().toISOString(),
  };
  try {
    writeFileSync(`${note}.new`, JSON.stringify(holder));
    renameSync(`${note}.new`, note);
  } catch (error) {
    database.close();
    throw storeError(error);
  }
  return {
    release: () => {
      rmSync(note, { force: true });
      database.close();
    },
  };
}

function lockedError(folder: string, cause: Error): AppError {
  const holder = readHolder(join(folder, 'lock.json'));
  const who = holder === null ? 'another process' : `process ${holder.pid} (${holder.app})${where(holder)}`;
  return new AppError(
    'library-locked',
    `The library in ${folder} is in use by ${who}. Close it there, or choose another library.`,
    { cause },
  );
}

function where(holder: Holder): string {
  const host = holder.host === hostname() ? '' : ` on ${holder.host}`;
  return `${host} since ${holder.since}`;
}

function readHolder(note: string): Holder | null {
  try {
    const value = JSON.parse(readFileSync(note, 'utf8')) as Partial<Holder>;
    const isWhole = typeof value.pid === 'number' && typeof value.host === 'string' && typeof value.since === 'string';
    return isWhole ? { ...(value as Holder), app: value.app === 'window' ? 'window' : 'command line' } : null;
  } catch {
    // No note, or half a note: the lock itself is what counts.
    return null;
  }
}
