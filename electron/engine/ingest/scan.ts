// Walks a root on disk as a stream of batches. Reads names, sizes and dates only, never content.
import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { UniqueNames } from '../load/children/child-names.js';
import { isGone } from '../store/paths.js';
import type { ScanEntry, ScanProblem } from '../store/store-methods.js';
import { tellsBlocks } from './file-system-kind.js';
import { FolderFilter } from './folder-filter.js';
import { libraryPlaces } from './library-places.js';

/** One batch of a scan; `unlisted` are folders (relative, with `/`) whose content could not be listed. */
export interface ScanBatch {
  readonly entries: readonly ScanEntry[];
  readonly unlisted: readonly string[];
}

export interface ScanRoot {
  /** Absolute; a root may be a single file. */
  readonly path: string;
}

const batchSize = 500;
const statsAtOnce = 32;

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** How files are looked at in one scan. */
interface Look {
  readonly freshMs: number;
  readonly tellsBlocks: boolean;
}

async function entryOf(absolutePath: string, relativePath: string, look: Look): Promise<ScanEntry | null> {
  const stats = await lstat(absolutePath).catch((error: unknown) => problemOf(error, relativePath));
  if (stats === null) return null;
  if (typeof stats === 'string') return unreadEntry(relativePath, stats);
  if (!stats.isFile()) return null;
  return {
    relativePath,
    sizeBytes: stats.size,
    modifiedMs: knownDate(stats.mtimeMs),
    inode: String(stats.ino),
    ...(look.tellsBlocks && isPlaceholder(stats) ? { problem: 'placeholder' } : {}),
    ...(Math.abs(Date.now() - stats.mtimeMs) < look.freshMs ? { isFresh: true } : {}),
  };
}

/** Small files may lie in the directory itself, without a block of their own. */
const leastPlaceholderBytes = 4_096;

/**
 * A file of some size without any block on the disk: a cloud's client keeps its content elsewhere and would fetch it, or a
 * program has only made room for it so far.
 */
function isPlaceholder({ size, blocks }: Stats): boolean {
  return blocks === 0 && size >= leastPlaceholderBytes;
}

/** A file may go between being listed and being looked at: then it is simply not there. */
function problemOf(error: unknown, relativePath: string): ScanProblem | null {
  if (!isMissing(error)) return 'file-unreadable';
  return hasUnreadableName(relativePath) ? 'name-unreadable' : null;
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** Bytes that are no UTF-8 come as this mark, under which neither file nor folder can be found again. */
function hasUnreadableName(path: string): boolean {
  return path.includes('\ufffd');
}

function unreadEntry(relativePath: string, problem: ScanProblem): ScanEntry {
  return { relativePath, sizeBytes: 0, modifiedMs: 0, problem };
}

/** The furthest dates that JavaScript knows; file systems know further ones. */
const maxDateMs = 8.64e15;

export function knownDate(ms: number): number {
  return Math.round(Math.min(maxDateMs, Math.max(-maxDateMs, ms)));
}

async function entriesOf(root: string, files: readonly string[], look: Look): Promise<ScanEntry[]> {
  const entries: ScanEntry[] = [];
  for (let from = 0; from < files.length; from += statsAtOnce) {
    const some = files.slice(from, from + statsAtOnce);
    const found = await Promise.all(some.map((file) => entryOf(join(root, file), file, look)));
    for (const entry of found) if (entry !== null) entries.push(entry);
  }
  return entries;
}

interface Listing {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

interface ListOptions {
  /** Whether an absolute path is the library's own. */
  readonly isLibrarys: (path: string) => boolean;
  readonly filter: FolderFilter;
  readonly onLeftOut: (what: LeftOut) => void;
}

/** What lies in one folder, by name; links, what the filter leaves out and what is the library's own are not among it. */
async function listFolder(root: string, folder: string, options: ListOptions): Promise<Listing> {
  const { isLibrarys, filter, onLeftOut } = options;
  const items = await readdir(join(root, folder), { withFileTypes: true });
  items.sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = toldApart(items.map((item) => item.name));
  const files: string[] = [];
  const folders: string[] = [];
  for (const [index, item] of items.entries()) {
    const name = names[index] ?? item.name;
    const relativePath = folder === '' ? name : `${folder}/${name}`;
    const isFolder = item.isDirectory();
    if (!isFolder && !item.isFile()) continue;
    if (isLibrarys(join(root, relativePath))) continue;
    if (filter.leavesOut(relativePath, isFolder ? 'folder' : 'file')) onLeftOut(isFolder ? 'folder' : 'file');
    else (isFolder ? folders : files).push(relativePath);
  }
  return { files, folders };
}

/**
 * Several names that cannot be read may look the same, also the same as one that can: each but one gets a number, so that each
 * is told of. Which of them is the one does not matter: only what is really called so is found under it.
 */
function toldApart(sorted: readonly string[]): readonly string[] {
  if (!sorted.some((name, index) => name === sorted[index - 1])) return sorted;
  const unique = new UniqueNames();
  const firsts = new Set(sorted);
  for (const name of firsts) unique.take(name);
  return sorted.map((name) => (firsts.delete(name) ? name : unique.take(name)));
}

export interface ScanOptions {
  readonly signal: AbortSignal;
  /** Absolute path of the library's own folder, which is passed over; see `libraryPlaces`. */
  readonly without?: string | undefined;
  /** What is left out; the usual ignores by default. */
  readonly filter?: FolderFilter | undefined;
  /** Told of each file and folder that is left out. */
  readonly onLeftOut?: ((what: LeftOut) => void) | undefined;
  /** Files that were written in the last so many milliseconds are marked as fresh. */
  readonly freshMs?: number | undefined;
  /** Called before a folder (relative) is listed. */
  readonly onListing?: ((folder: string) => void) | undefined;
}

/** A folder is left out with all that is in it, a file by its name or because it is too large. */
export type LeftOut = 'file' | 'folder' | 'too-large';

/**
 * Lists the files at or under `under` (relative to the root, '' for all). Symbolic links are never followed,
 * so nothing outside the root is read and loops do no harm; what the filter leaves out is passed over, also where it is `under`.
 *
 * @throws the file system's own error when the root itself cannot be listed.
 */
export async function* scanRoot(
  root: ScanRoot,
  under: string,
  {
    signal,
    without = '',
    filter = new FolderFilter(),
    onLeftOut = () => undefined,
    freshMs = 0,
    onListing,
  }: ScanOptions,
): AsyncGenerator<ScanBatch> {
  const isLibrarys = libraryPlaces(root.path, without);
  if (isLibrarys(join(root.path, under)) || (under !== '' && filter.leavesOutFile(under))) {
    // The root itself still has to be there: what lies in one that is away is not taken for left out.
    await lstat(root.path);
    yield { entries: [], unlisted: [] };
    return;
  }
  const look: Look = { freshMs, tellsBlocks: await tellsBlocks(root.path) };
  const kept = async (files: readonly string[]): Promise<ScanEntry[]> => {
    const entries = await entriesOf(root.path, files, look);
    const fitting = entries.filter(({ sizeBytes }) => !filter.isTooLarge(sizeBytes));
    for (let count = fitting.length; count < entries.length; count += 1) onLeftOut('too-large');
    return fitting;
  };
  const options = { isLibrarys, filter, onLeftOut };
  const top = await topOf(root, under, look);
  if (top !== 'folder') {
    yield { ...top, entries: top.entries.filter(({ sizeBytes }) => !filter.isTooLarge(sizeBytes)) };
    return;
  }
  const waiting = [under];
  let files: string[] = [];
  const unlisted: string[] = [];
  for (let folder = waiting.pop(); folder !== undefined && !signal.aborted; folder = waiting.pop()) {
    const here = folder;
    onListing?.(here);
    const listing = await listFolder(root.path, here, options).catch(async (error: unknown) => {
      if (here === '') throw error;
      // A folder that went meanwhile holds nothing; when the root went with it, the whole scan says nothing.
      if (isMissing(error)) await lstat(root.path);
      if (!isMissing(error) || hasUnreadableName(here)) unlisted.push(here);
      return { files: [], folders: [] };
    });
    files.push(...listing.files);
    waiting.push(...[...listing.folders].reverse());
    if (files.length < batchSize) continue;
    for (let from = 0; from < files.length; from += batchSize) {
      yield { entries: await kept(files.slice(from, from + batchSize)), unlisted: [] };
    }
    files = [];
  }
  const problems = unlisted.map((folder) =>
    unreadEntry(folder, hasUnreadableName(folder) ? 'name-unreadable' : 'folder-unlisted'),
  );
  yield { entries: [...(await kept(files)), ...problems], unlisted };
}

/**
 * A folder is walked; a file is all there is; and a part of a root that is gone, while the root is there, is nothing. Where the
 * system cannot say what is there, what holds it could not be listed.
 */
async function topOf(root: ScanRoot, under: string, look: Look): Promise<'folder' | ScanBatch> {
  const path = join(root.path, under);
  let top: Stats | null = null;
  try {
    top = await lstat(path);
  } catch (error) {
    if (under === '') throw error;
    await lstat(root.path);
    if (!isNothingThere(error)) {
      const folder = await lastSeen(root, under);
      // The root itself may not be entered.
      if (folder === '') throw error;
      return { entries: [unreadEntry(folder, 'folder-unlisted')], unlisted: [folder] };
    }
  }
  if (top !== null && under !== '' && isGone(path)) return { entries: [], unlisted: [] };
  if (top?.isDirectory()) return 'folder';
  const entry = top === null ? null : await entryOf(path, under === '' ? nameOf(root.path) : under, look);
  return { entries: entry === null ? [] : [entry], unlisted: [] };
}

/** The nearest folder around a part of a root that the system still tells of; '' for the root. */
async function lastSeen(root: ScanRoot, under: string): Promise<string> {
  const folder = posix.dirname(under);
  if (folder === '.') return '';
  const isSeen = await lstat(join(root.path, folder)).then(
    () => true,
    () => false,
  );
  return isSeen ? folder : lastSeen(root, folder);
}

function isNothingThere(error: unknown): boolean {
  return isMissing(error) || (error as NodeJS.ErrnoException).code === 'ENOTDIR';
}
