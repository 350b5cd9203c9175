// Whether nothing can be written into a folder because its disk is full: SQLite then often says only that it can't open a file.
import { accessSync, constants, statfsSync } from 'node:fs';

/** Less than what opening a library writes. */
const leastBytes = 256 * 1_024;

/** False where writing is not allowed anyway (a medium that can't be changed is full, too), and where it can't be told. */
export function isDiskFull(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < leastBytes;
  } catch {
    return false;
  }
}
