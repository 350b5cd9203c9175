// What the file system says of a root's own folder.
import { lstat } from 'node:fs/promises';

export async function inodeOf(path: string): Promise<string> {
  return String((await lstat(path, { bigint: true })).ino);
}

export async function isListable(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
