// Paths of roots and documents: joined, compared part by part, and as ranges for SQL.
import { lstatSync, realpathSync } from 'node:fs';
import { isAbsolute, resolve, sep } from 'node:path';

export interface Place {
  readonly rootPath: string;
  readonly isFile: boolean;
  readonly relativePath: string;
}

/** Between a file and what lies inside it, in relative paths: no path on disk has an empty name in it. */
export const insideMark = '//';
/** The same as people see it. */
const shownInsideMark = '!/';

/** The file on disk (relative), and the names that lead to the document inside it; none where it is the file itself. */
export function splitInside(relativePath: string): { readonly file: string; readonly inside: readonly string[] } {
  const [file = '', ...inside] = relativePath.split(insideMark);
  return { file, inside };
}

/** Whether a document lies inside a file. Never to be asked of records, whose paths are anything. */
export function isInside(relativePath: string): boolean {
  return relativePath.includes(insideMark);
}

/** The absolute path of a document: `mail.eml!/report.pdf` inside another. A root that is not on disk (records) is joined just so. */
export function pathOf(place: Place): string {
  const { inside } = isAbsolute(place.rootPath) ? splitInside(place.relativePath) : { inside: [] };
  return [filePathOf(place), ...inside].join(shownInsideMark);
}

/**
 * What tells a document from all others, of this library and of any other: {@link pathOf} is the same for a part of `a.zip` and for a
 * file in a folder `a.zip!` beside it.
 */
export function identityOf(place: Place): string {
  const { inside } = isAbsolute(place.rootPath) ? splitInside(place.relativePath) : { inside: [] };
  return [filePathOf(place), ...inside].join(insideMark);
}

/** Whether a path that a person typed names the document, or something that holds it: accents may be written in another way. */
export function isNamedBy(place: Place, typed: string): boolean {
  const outer = typed.normalize();
  const file = filePathOf(place).normalize();
  if (isAtOrUnder(file, outer)) return true;
  // From here on only what lies inside the file, as it is shown, counts.
  if (!outer.startsWith(file + shownInsideMark)) return false;
  const path = pathOf(place).normalize();
  return path === outer || path.startsWith(`${outer}/`) || path.startsWith(outer + shownInsideMark);
}

/** The absolute path of the file on disk that a document is, or lies in. */
export function filePathOf({ rootPath, isFile, relativePath }: Place): string {
  if (isFile) return rootPath;
  const start = withSeparator(rootPath);
  const path = isAbsolute(rootPath) ? splitInside(relativePath).file : relativePath;
  return start + (start.endsWith('/') ? path : path.replaceAll('/', sep));
}

/**
 * The relative paths that a path as people see it may stand for, likeliest first: folders may have names that end in `!`,
 * so each mark is one, or is part of a name.
 */
export function readInsideMarks(relativePath: string): readonly string[] {
  const parts = relativePath.split(shownInsideMark);
  const joined = (from: number): string =>
    [parts.slice(0, from).join(shownInsideMark), ...parts.slice(from)].join(insideMark);
  return [relativePath, ...Array.from({ length: Math.min(parts.length - 1, 20) }, (_, at) => joined(at + 1))];
}

/** A root's path as it is kept: without `.`, `..` or a separator at its end. Names that are no path stay as they are. */
export function rootPathOf(path: string): string {
  return isAbsolute(path) ? resolve(path) : path;
}

/** Whether `path` is `outer` or lies under it: whole names are compared, `/a/bc` is not in `/a/b`. */
export function isAtOrUnder(path: string, outer: string): boolean {
  return path === outer || path.startsWith(withSeparator(outer));
}

/** `path` relative to `outer`, with `/`; '' when they are the same. `path` must be at or under `outer`. */
export function relativeTo(path: string, outer: string): string {
  const rest = path === outer ? '' : path.slice(withSeparator(outer).length);
  return isAbsolute(outer) ? rest.replaceAll(sep, '/') : rest;
}

/** Whether the relative path is `under` or lies under it; everything does under ''. */
export function isUnder(relativePath: string, under: string): boolean {
  return under === '' || relativePath === under || relativePath.startsWith(`${under}/`);
}

/** Relative paths of what lies inside a document: from the first to before the second. */
export function rangeInside(relativePath: string): readonly [string, string] {
  // The sign after the mark's last one.
  return [`${relativePath}${insideMark}`, `${relativePath}/0`];
}

/** Relative paths of everything below a folder, in the same way. */
export function rangeBelow(folder: string): readonly [string, string] {
  return [`${folder}/`, `${folder}0`];
}

/** What a name says of its content: its extension in lower case without the dot, '' where there is none. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** These find a file under its name in any case: only the true name says whether it was renamed. */
const ignoresCase = process.platform === 'darwin' || process.platform === 'win32';

/**
 * True only where the system says that there is nothing: no permission and a failing disk are not "gone". A file whose name
 * is written otherwise now (`Report.txt`, `report.txt`) is gone from the old one.
 */
export function isGone(path: string): boolean {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return true;
    return ignoresCase && isWrittenOtherwise(path, realpathSync.native(path));
  } catch {
    return false;
  }
}

export function isWrittenOtherwise(path: string, truePath: string): boolean {
  return truePath !== path && truePath.toLowerCase() === path.toLowerCase();
}

/** Whether a root is there, and is the folder that was listed last: on an unplugged drive nothing is known to be gone. */
export function isSameFolder(path: string, inode: string | null): boolean {
  try {
    const found = lstatSync(path, { bigint: true });
    return inode === null || String(found.ino) === inode;
  } catch {
    return false;
  }
}

function withSeparator(path: string): string {
  // Roots that are not on disk (records) are joined by `/` everywhere.
  const separator = isAbsolute(path) ? sep : '/';
  return path.endsWith(separator) ? path : path + separator;
}
