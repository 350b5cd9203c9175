// The first bytes of a library file, looked at before SQLite is asked: it takes some that are wrong for something else.
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { readFolderList } from './folder-list.js';

/** https://sqlite.org/fileformat.html */
export const headBytes = 100;

/**
 * Whether the two bytes that say who may write and read the file can be true: only 1 and 2 were ever given. A higher one makes
 * SQLite open the file for reading only, as if its folder could not be written.
 */
export function isSoundHead(file: string): boolean {
  const head = Buffer.alloc(headBytes);
  const handle = openSync(file, 'r');
  try {
    if (readSync(handle, head, 0, headBytes, 0) < headBytes) return true;
  } finally {
    closeSync(handle);
  }
  return isFormat(head.readUInt8(18)) && isFormat(head.readUInt8(19));
}

function isFormat(value: number): boolean {
  return value === 1 || value === 2;
}

/**
 * Whether there is no file, or nothing in it, where a library was: what is left by a power cut, say. To SQLite that is a new one.
 */
export function isEmptied(file: string): boolean {
  if (sizeOf(file) >= headBytes) return false;
  const folder = dirname(file);
  return (
    sizeOf(`${file}-wal`) > 0 ||
    readFolderList(folder).length > 0 ||
    readdirSync(folder).some((name) => /^graph-\d+\.hnsw/.test(name))
  );
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
