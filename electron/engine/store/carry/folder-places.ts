// Where the folders of an export lie on this machine: as they were, as a person says, or nowhere yet.
import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, sep } from 'node:path';
import type { FolderMapping } from '../../../../shared/domain/carry.js';
import { AppError } from '../../../../shared/errors.js';
import { insideMark, isAtOrUnder, rootPathOf } from '../paths.js';

interface ExportedFolder {
  readonly path: string;
  readonly isFile: boolean;
}

export interface FolderPlace {
  readonly path: string;
  /** It is not there (yet). */
  readonly isOffline: boolean;
}

/** Records are no files on disk: their root is a name, the same on every machine. */
export function isRecordsRoot(path: string): boolean {
  return path.startsWith('records:');
}

/** Whether a relative path stays below its root, on this system too, and what lies inside a file has a name there. */
export function isPlainPath(relativePath: string): boolean {
  const forbidden = sep === '\\' ? /[\\:\0]/u : /\0/u;
  return relativePath
    .split(insideMark)
    .flatMap((part) => part.split('/'))
    .every((name) => name !== '' && name !== '.' && name !== '..' && !forbidden.test(name));
}

/**
 * Places of the folders, in their order. A folder that no mapping names keeps its path; one of another system, which can't be a
 * path here, gets one that is not there, and so is offline.
 * @param taken roots of the library already
 * @throws AppError `wrong-use` for a mapping that names no folder, or a place of the other kind; `folder-taken`
 */
export function folderPlaces(
  folders: readonly ExportedFolder[],
  mappings: readonly FolderMapping[],
  taken: readonly string[],
): readonly FolderPlace[] {
  for (const { from, to } of mappings) {
    if (!folders.some(({ path }) => restBelow(path, from) !== null)) {
      const known = folders.map(({ path }) => `“${path}”`).join(', ');
      throw new AppError('wrong-use', `The export has no folder “${from}”. It has: ${known}.`);
    }
    if (!isAbsolute(to)) throw new AppError('wrong-use', `“${to}” is no absolute path.`);
  }
  const places: FolderPlace[] = [];
  for (const folder of folders) {
    const place = placeOf(folder, mappings);
    const others = [...taken, ...places.map(({ path }) => path)];
    const other = others.find((one) => isAtOrUnder(one, place.path) || isAtOrUnder(place.path, one));
    if (other !== undefined) {
      throw new AppError('folder-taken', takenWords(folder.path, place.path, other, taken.includes(other)));
    }
    places.push(place);
  }
  return places;
}

function takenWords(exported: string, place: string, other: string, isOfLibrary: boolean): string {
  if (!isOfLibrary) {
    return `“${exported}” would lie at “${place}”, and “${other}” is there, of the same export. Give each a place of its own.`;
  }
  const next = 'Say where the one of the export lies on this machine (--map OLD=NEW), or remove this one first.';
  if (other === place) {
    const renamed = exported === place ? '' : `, where “${exported}” of the export would lie`;
    return `This library already holds “${other}”${renamed}. ${next}`;
  }
  return `This library already holds “${other}”, and “${place}” of the export has a part in common with it. ${next}`;
}

/** Whether the folder, or the file, is on this machine under the very path. */
export function isHere({ path, isFile }: ExportedFolder): boolean {
  if (isRecordsRoot(path)) return true;
  return isAbsolute(path) && kindAt(path) === (isFile ? 'file' : 'folder');
}

function placeOf(folder: ExportedFolder, mappings: readonly FolderMapping[]): FolderPlace {
  if (isRecordsRoot(folder.path)) return { path: folder.path, isOffline: false };
  const path = rootPathOf(mapped(folder.path, mappings));
  const kind = kindAt(path);
  if (kind === null) return { path, isOffline: true };
  const wanted = folder.isFile ? 'file' : 'folder';
  if (kind !== wanted) {
    throw new AppError(
      'wrong-use',
      `“${path}” is no ${wanted}, as “${folder.path}” is in the export. Say where that lies.`,
    );
  }
  return { path: realpathSync(path), isOffline: false };
}

function mapped(path: string, mappings: readonly FolderMapping[]): string {
  const fitting = mappings
    .flatMap(({ from, to }) => {
      const rest = restBelow(path, from);
      return rest === null ? [] : [{ from, to, rest }];
    })
    .sort((a, b) => b.from.length - a.from.length);
  const [best] = fitting;
  if (best !== undefined) return join(best.to, ...best.rest);
  return isAbsolute(path) ? path : join(sep, ...path.split(/[\\/]/u));
}

/** The names from `outer` to `path`, in the way of either system; null where it does not lie there. */
function restBelow(path: string, outer: string): readonly string[] | null {
  const start = outer.replace(/[\\/]+$/u, '');
  if (path === outer || path === start) return [];
  if (start === '' || !path.startsWith(start) || !/[\\/]/u.test(path.charAt(start.length))) return null;
  return path.slice(start.length + 1).split(path.startsWith('/') ? '/' : /[\\/]/u);
}

function kindAt(path: string): 'file' | 'folder' | null {
  try {
    const stats = statSync(path);
    return stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : null;
  } catch {
    // Not there, or not to be looked at: the next check says which.
    return null;
  }
}
