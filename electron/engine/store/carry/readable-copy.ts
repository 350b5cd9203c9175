// A database whose first bytes were overwritten is none to SQLite, though every other page may be whole: they are the same in all of ours.
import { closeSync, constants, copyFileSync, existsSync, openSync, rmSync, writeSync } from 'node:fs';
import { databaseSuffixes, mendedSuffix } from '../file-names.js';
import { openReader } from '../sqlite.js';

const signature = Buffer.from('SQLite format 3\0');
/** After the signature: pages of 8,192 bytes, WAL for writing and reading, no bytes set apart, and three fixed shares. https://sqlite.org/fileformat.html */
const layout = Buffer.from([0x20, 0x00, 0x02, 0x02, 0x00, 0x40, 0x20, 0x20]);

/**
 * Runs `work` on the file, or, where that can't be opened, on a copy beside it with the first bytes as they should be, if that can
 * be. The copy is gone afterwards, and the file stays as it is.
 */
export function withReadable<T>(file: string, work: (readable: string) => T): T {
  const copy = isReadable(file) ? null : readableCopy(file);
  try {
    return work(copy ?? file);
  } finally {
    removeCopy(file);
  }
}

function isReadable(file: string): boolean {
  try {
    openReader(file).close();
    return true;
  } catch {
    return false;
  }
}

function readableCopy(file: string): string | null {
  const copy = file + mendedSuffix;
  // Where the signature alone was hit, the file itself says the rest.
  for (const head of [signature, Buffer.concat([signature, layout])]) {
    removeCopy(file);
    try {
      for (const suffix of ['', '-wal']) {
        if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix, constants.COPYFILE_FICLONE);
      }
      overwriteStart(copy, head);
    } catch {
      // No room for a copy, say: then there is only the file as it is.
      return null;
    }
    if (isReadable(copy)) return copy;
  }
  return null;
}

function overwriteStart(file: string, bytes: Uint8Array): void {
  const handle = openSync(file, 'r+');
  try {
    writeSync(handle, bytes, 0, bytes.length, 0);
  } finally {
    closeSync(handle);
  }
}

/** Also what a process that was killed meanwhile left behind. */
export function removeCopy(file: string): void {
  for (const suffix of databaseSuffixes) rmSync(file + mendedSuffix + suffix, { force: true });
}
