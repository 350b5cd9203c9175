// From a path that a person named to the real one on disk.
import { realpath, stat } from 'node:fs/promises';
import { isAtOrUnder } from '../store/paths.js';
import type { FolderRow } from '../store/store-methods.js';
import { fileSystemError } from './failure.js';

/**
 * A path that is gone but lies in a known root stays acceptable: what was there is then found to be gone.
 * @throws AppError `vanished`, `unreadable`, …
 */
export async function resolveRoot(
  path: string,
  roots: () => Promise<readonly FolderRow[]>,
): Promise<{ readonly real: string; readonly isFile: boolean }> {
  try {
    const real = await realpath(path);
    return { real, isFile: (await stat(real)).isFile() };
  } catch (error) {
    const known = (await roots()).find((root) => (root.isFile ? root.path === path : isAtOrUnder(path, root.path)));
    if (known !== undefined) return { real: path, isFile: known.isFile };
    throw fileSystemError(error, `“${path}”`);
  }
}
