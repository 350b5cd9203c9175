// Paths that come from outside: what was dropped or chosen, and whether a file lies inside a folder once links are resolved.
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { AppError } from '../../shared/errors.js';

/** Both paths already real. A folder is inside itself; `/data-evil` is not inside `/data`. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * The real paths of what a person dropped or chose, each once. A path that is empty or relative is refused with
 * `wrong-use`, one that is no folder and no file with `not-found`.
 */
export async function realRoots(paths: readonly string[]): Promise<readonly string[]> {
  const roots = new Set<string>();
  for (const path of paths) {
    if (path === '' || !isAbsolute(path) || path.includes('\0')) {
      throw new AppError('wrong-use', 'This is not a folder or file on this computer. Drop it from your file manager.');
    }
    roots.add(await realRoot(path));
  }
  return [...roots];
}

/** The real path of `path` if it lies in one of `roots`; rejects with `not-found` otherwise. */
export async function realPathInside(roots: readonly string[], path: string): Promise<string> {
  const real = await realOrNull(path);
  if (real !== null) {
    for (const root of roots) {
      const realRootPath = await realOrNull(root);
      if (realRootPath !== null && isInside(realRootPath, real)) return real;
    }
  }
  throw new AppError('not-found', 'The file is not where it was. Check the folder again.');
}

async function realRoot(path: string): Promise<string> {
  const real = await realOrNull(path);
  const info = real === null ? undefined : await stat(real);
  if (real === null || !(info?.isDirectory() || info?.isFile())) {
    throw new AppError('not-found', 'The folder or file is not there any more. Drop it again.');
  }
  return real;
}

async function realOrNull(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch {
    // Gone, a broken link, or no permission on the way: all the same to the caller.
    return null;
  }
}
