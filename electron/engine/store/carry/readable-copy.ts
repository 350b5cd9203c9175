// A database whose first bytes are wrong, or whose last are missing, is none to SQLite, though every other page may be whole: what stands there is the same in all of ours, or known from the file's length.
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { databaseSuffixes, mendedSuffix } from '../file-names.js';
import { headBytes, isSoundHead } from '../head.js';
import { openReader, pageSizeBytes } from '../sqlite.js';

/** What stands at the start of every library. https://sqlite.org/fileformat.html */
const signature: Patch = [0, Buffer.from('SQLite format 3\0')];
/** Pages of 8,192 bytes, WAL for writing and reading, no bytes set apart, and three fixed shares. */
const layout: Patch = [16, Buffer.from([0x20, 0x00, 0x02, 0x02, 0x00, 0x40, 0x20, 0x20])];
const schemaFormat: Patch = [44, Buffer.from([0, 0, 0, 4])];
const utf8: Patch = [56, Buffer.from([0, 0, 0, 1])];
/** What kind of page the list of tables begins with: a leaf, or one above others. */
const leaf: Patch = [100, Buffer.from([0x0d])];
const interior: Patch = [100, Buffer.from([0x05])];

/** More are a count that was hit. */
const mostPagesMissing = 8_192;

/** Where in the file, and what is to stand there. */
type Patch = readonly [number, Uint8Array];

/** From the least that may be wrong to the most: where only the name was hit, the file itself says the rest. */
const attempts: readonly (readonly Patch[])[] = [
  [signature],
  [signature, layout],
  [signature, layout, schemaFormat, utf8],
  [signature, layout, schemaFormat, utf8, leaf],
  [signature, layout, schemaFormat, utf8, interior],
];

/**
 * Runs `work` on the file, or, where that can't be read as a library, on a copy beside it with its first bytes and its length as they
 * should be, if that can be. The copy is gone afterwards, and the file stays as it is.
 */
export function withReadable<T>(file: string, work: (readable: string) => T): T {
  const copy = isReadable(file) ? null : readableCopy(file);
  try {
    return work(copy ?? file);
  } finally {
    removeCopy(file);
  }
}

/** All of it: to SQLite a file that counts too few pages of its own is as good as any. */
function isReadable(file: string): boolean {
  try {
    const db = openReader(file);
    try {
      const pages = db.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0;
      const isOurs = db.get(`SELECT 1 FROM sqlite_schema WHERE name = 'documents'`) !== undefined;
      return isOurs && pages * pageSizeBytes >= statSync(file).size && isSoundHead(file);
    } finally {
      db.close();
    }
  } catch {
    return false;
  }
}

function readableCopy(file: string): string | null {
  const copy = file + mendedSuffix;
  for (const patches of attempts) {
    removeCopy(file);
    try {
      for (const suffix of ['', '-wal']) {
        if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix, constants.COPYFILE_FICLONE);
      }
      mend(copy, patches);
    } catch {
      // No room for a copy, say: then there is only the file as it is.
      return null;
    }
    if (isReadable(copy)) return copy;
  }
  return null;
}

/** As long as it says, or saying what can be true of its length. */
function mend(file: string, patches: readonly Patch[]): void {
  const handle = openSync(file, 'r+');
  try {
    for (const [at, bytes] of patches) writeSync(handle, bytes, 0, bytes.length, at);
    const head = Buffer.alloc(headBytes);
    readSync(handle, head, 0, head.length, 0);
    const pages = pagesOf(head, fstatSync(handle).size);
    head.writeUInt32BE(pages, 28);
    // The count of pages is believed only where these two agree.
    head.copy(head, 92, 24, 28);
    writeSync(handle, head, 0, head.length, 0);
    ftruncateSync(handle, pages * pageSizeBytes);
  } finally {
    closeSync(handle);
  }
}

/** Those that are missing at its end are made: a table that begins in one would make every other unreadable. */
function pagesOf(head: Buffer, bytes: number): number {
  const there = Math.max(1, Math.ceil(bytes / pageSizeBytes));
  const said = head.readUInt32BE(28);
  return said > there && said <= 2 * there + mostPagesMissing ? said : there;
}

/** Also what a process that was killed meanwhile left behind. */
export function removeCopy(file: string): void {
  for (const suffix of databaseSuffixes) rmSync(file + mendedSuffix + suffix, { force: true });
}
