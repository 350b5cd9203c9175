// The only door to SQLite: opening, statements kept ready, transactions, and its errors as ours.
import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { AppError, type ErrorCode } from '../../../shared/errors.js';

export type SqlValue = null | number | string | Uint8Array;

interface RunResult {
  readonly changes: number;
  readonly lastRowId: number;
}

/**
 * One connection. Statements are prepared once per SQL text and kept, so the text must not carry values, and a
 * statement that is being iterated must not be run again before its iteration ends.
 * @throws AppError `disk-full`, `read-only`, `store-corrupt`, `library-locked` or `disk-error` for what SQLite reports of
 * the disk and the file, from every method.
 */
export interface Database {
  readonly file: string;
  /** True once any call was answered with `store-corrupt`: the file has to be looked at before it is trusted again. */
  readonly isSuspect: boolean;
  run(sql: string, ...values: readonly SqlValue[]): RunResult;
  /** The first row, or undefined. The caller says its shape. */
  get<T>(sql: string, ...values: readonly SqlValue[]): T | undefined;
  all<T>(sql: string, ...values: readonly SqlValue[]): readonly T[];
  iterate<T>(sql: string, ...values: readonly SqlValue[]): IterableIterator<T>;
  /** Statements without values or rows, not kept. */
  exec(sql: string): void;
  /** Makes a JavaScript function callable from SQL, on this connection. */
  define(name: string, body: (...values: never[]) => SqlValue): void;
  close(): void;
}

const busyTimeoutMs = 5_000;
/** Five vectors of 384 numbers fill such a page to 96 %; the usual 4,096 would waste a quarter. */
export const pageSizeBytes = 8_192;

/**
 * Opens (or makes) the file for the one writer: WAL, foreign keys, deleted cells overwritten.
 * No memory mapping: a disk error in a mapped file kills the process, and Windows can't shrink a mapped file.
 */
export function openWriter(file: string): Database {
  const database = wrap(file, false);
  return prepareOrClose(database, () => {
    database.exec(`PRAGMA page_size = ${pageSizeBytes}`);
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = NORMAL');
    database.exec('PRAGMA foreign_keys = ON');
    database.exec('PRAGMA secure_delete = FAST');
    database.exec('PRAGMA cache_size = -32768');
    database.exec(`PRAGMA wal_autocheckpoint = ${logPages(freeBytes(dirname(file)))}`);
    database.exec('PRAGMA journal_size_limit = 67108864');
  });
}

const mostLogPages = 2_000;
const fewestLogPages = 50;

/**
 * How many pages the log may hold before they go into the file. What is in both takes room twice: where there is little, the log must not
 * take it all, since without room it can't be emptied either.
 */
export function logPages(freeBytes: number): number {
  const share = Math.floor(freeBytes / pageSizeBytes / 16);
  return Math.min(mostLogPages, Math.max(fewestLogPages, share));
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.MAX_SAFE_INTEGER;
  }
}

/** Opens an existing file for reading only, beside the writer; or alone, where nothing may be written beside it. */
export function openReader(file: string): Database {
  try {
    return prepareReader(wrap(file, true));
  } catch (error) {
    const isRefused = error instanceof AppError && error.code === 'read-only';
    if (!isRefused || !existsSync(file) || hasLog(file)) throw error;
    // SQLite makes files beside a database in WAL mode, also to read it. Where none can be made nobody writes it either.
    return prepareReader(wrap(`${pathToFileURL(file).href}?immutable=1`, true));
  }
}

function prepareReader(database: Database): Database {
  return prepareOrClose(database, () => {
    database.exec('PRAGMA query_only = ON');
    database.exec('PRAGMA cache_size = -65536');
    // The file itself is first looked at here.
    database.get('SELECT count(*) FROM sqlite_schema');
  });
}

/** What is in the log is not in the file yet: without it the file is not the library. */
function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Opens a file that is only locked, never written: see lock.ts. */
export function openLockFile(file: string): Database {
  const database = wrap(file, false);
  return prepareOrClose(database, () => database.exec('PRAGMA busy_timeout = 0'));
}

/** Runs `work` in one transaction: all of it, or (when it throws) nothing. Not to be nested. */
export function transaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  let result: T;
  try {
    result = work();
    database.exec('COMMIT');
  } catch (error) {
    rollBack(database);
    throw error;
  }
  return result;
}

/** SQLite's and the file system's errors as ours; anything else comes back as it is. */
export function storeError(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown instanceof AppError) return thrown;
  const { errcode, code } = thrown as { readonly errcode?: unknown; readonly code?: unknown };
  const known = typeof errcode === 'number' ? sqliteErrors[errcode & 0xff] : fileErrors[String(code)];
  return known === undefined ? thrown : new AppError(known, sentences[known] ?? thrown.message, { cause: thrown });
}

/** Primary result codes: https://sqlite.org/rescode.html */
const sqliteErrors: Readonly<Record<number, ErrorCode>> = {
  3: 'read-only',
  5: 'library-locked',
  6: 'library-locked',
  8: 'read-only',
  10: 'disk-error',
  11: 'store-corrupt',
  13: 'disk-full',
  14: 'read-only',
  26: 'store-corrupt',
};

const fileErrors: Readonly<Record<string, ErrorCode>> = {
  EACCES: 'read-only',
  EPERM: 'read-only',
  EROFS: 'read-only',
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EIO: 'disk-error',
};

const sentences: Readonly<Partial<Record<ErrorCode, string>>> = {
  'disk-full':
    'The disk that holds the library is full. Free some space and try again; nothing indexed so far is lost.',
  'read-only': 'The library folder cannot be written. Check its permissions, or choose another folder for the library.',
  'store-corrupt': 'The library file is damaged. Close and open the library again: it is put aside and built anew.',
  'library-locked': 'The library file is being used by another program. Close that program and try again.',
  'disk-error': 'The disk that holds the library reported an error. Check the disk and try again.',
};

export function diskFullError(cause: unknown): AppError {
  return new AppError('disk-full', sentences['disk-full'] ?? '', { cause });
}

type Statement = ReturnType<InstanceType<typeof DatabaseSync>['prepare']>;

function wrap(file: string, readOnly: boolean): Database {
  const raw = guarded(() => new DatabaseSync(file, { readOnly, timeout: busyTimeoutMs }));
  const readers = new Map<string, Statement>();
  const writers = new Map<string, Statement>();
  let isSuspect = false;

  function guard<T>(work: () => T): T {
    try {
      return guarded(work);
    } catch (error) {
      if (error instanceof AppError && error.code === 'store-corrupt') isSuspect = true;
      throw error;
    }
  }
  function reader(sql: string): Statement {
    const known = readers.get(sql) ?? raw.prepare(sql);
    readers.set(sql, known);
    return known;
  }
  function writer(sql: string): Statement {
    const known = writers.get(sql);
    if (known !== undefined) return known;
    const statement = raw.prepare(sql);
    // FTS5 leaves row ids behind that are larger than any exact JavaScript number.
    statement.setReadBigInts(true);
    writers.set(sql, statement);
    return statement;
  }
  function* rows<T>(sql: string, values: readonly SqlValue[]): IterableIterator<T> {
    const source = guard(() => reader(sql).iterate(...values)) as Iterator<T>;
    try {
      for (let next = guard(() => source.next()); next.done !== true; next = guard(() => source.next())) {
        yield next.value;
      }
    } finally {
      source.return?.();
    }
  }

  return {
    file,
    get isSuspect() {
      return isSuspect;
    },
    run: (sql, ...values) =>
      guard(() => {
        const { changes, lastInsertRowid } = writer(sql).run(...values);
        return { changes: Number(changes), lastRowId: Number(lastInsertRowid) };
      }),
    get: <T>(sql: string, ...values: readonly SqlValue[]) => guard(() => reader(sql).get(...values) as T | undefined),
    all: <T>(sql: string, ...values: readonly SqlValue[]) => guard(() => reader(sql).all(...values) as readonly T[]),
    iterate: (sql, ...values) => rows(sql, values),
    exec: (sql) => guard(() => raw.exec(sql)),
    define: (name, body) => guard(() => raw.function(name, { deterministic: true }, body)),
    close: () => {
      readers.clear();
      writers.clear();
      raw.close();
    },
  };
}

function prepareOrClose(database: Database, prepare: () => void): Database {
  try {
    prepare();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeError(error);
  }
}

function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // SQLite has already rolled back (full disk, say): the error that matters is the one being thrown.
  }
}
