// From a path that a person named to the real one on disk.
import { realpath, stat } from 'node:fs/promises';
import { isAtOrUnder } from '../store/paths.js';
import type { FolderRow } from '../store/store-methods.js';
import { fileSystemError } from './failure.js';

export interface RealPath {
  readonly real: string;
  readonly isFile: boolean;
}

/** What the library knows of a path where nothing is now. */
interface Known {
  readonly roots: () => Promise<readonly FolderRow[]>;
  /** Whether documents lie at or under a path of a root. */
  readonly holds: (path: string) => Promise<boolean>;
}

/**
 * A path that cannot be found but is a known root, or has documents at or under it, stays acceptable: what was there is then found
 * to be gone, or away. Another one in a known root is mistyped.
 * @throws AppError `vanished`, `unreadable`, …
 */
export async function resolveRoot(path: string, { roots, holds }: Known): Promise<RealPath> {
  try {
    const real = await realpath(path);
    return { real, isFile: (await stat(real)).isFile() };
  } catch (error) {
    const known = rootAround(await roots(), path);
    if (known !== undefined && (known.path === path || (await holds(path))))
      return { real: path, isFile: known.isFile };
    throw fileSystemError(error, `“${path}”`);
  }
}

/** The root that is this path or holds it. */
export function rootAround<T extends Pick<FolderRow, 'path' | 'isFile'>>(
  roots: readonly T[],
  path: string,
): T | undefined {
  return roots.find((root) => (root.isFile ? root.path === path : isAtOrUnder(path, root.path)));
}

/** For a library that does not exist yet: each path has to be there. @throws AppError `vanished`, `unreadable` */
export async function checkPathsExist(paths: readonly string[]): Promise<void> {
  for (const path of paths) await resolveRoot(path, { roots: async () => [], holds: async () => false });
}
