// Hears from the operating system that something has changed below a root. It tells where to look, never what happened.
import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { isUnder } from '../store/paths.js';
import type { FolderRow } from '../store/store-methods.js';

/** These systems tell of a whole tree through one handle; the others need one for each folder. */
const isTreeWatched = process.platform === 'darwin' || process.platform === 'win32';

/** Each costs the system about a kilobyte; a tree with more folders is looked at by the clock. */
const maxFolders = 30_000;

export interface FolderWatchesOptions {
  /** `place` is relative to the root, '' for the root itself. */
  readonly onTouched: (root: FolderRow, place: string) => void;
  /** Not everything of this root can be watched. */
  readonly onUnwatched: (folderId: number) => void;
  readonly maxFolders?: number | undefined;
}

type Handles = Map<string, FSWatcher>;

export class FolderWatches {
  readonly #options: FolderWatchesOptions;
  readonly #max: number;
  readonly #byRoot = new Map<number, Handles>();
  #count = 0;

  constructor(options: FolderWatchesOptions) {
    this.#options = options;
    this.#max = options.maxFolders ?? maxFolders;
  }

  /** To be called before a folder is listed: what happens in it from now on is told. */
  listing(root: FolderRow, folder: string): void {
    const handles = this.#handlesOf(root.folderId);
    if (isTreeWatched && !root.isFile) {
      if (!handles.has('')) this.#open(root, handles, '');
      return;
    }
    // A folder of this name may be another one than before: its old handle would hear nothing.
    this.#open(root, handles, folder);
  }

  /** All below `under` was listed: what is not among `folders` is there no more. */
  listed(root: FolderRow, under: string, folders: ReadonlySet<string>): void {
    if (root.isFile) this.listing(root, '');
    if (isTreeWatched || root.isFile) return;
    const handles = this.#handlesOf(root.folderId);
    for (const folder of handles.keys()) {
      if (isUnder(folder, under) && !folders.has(folder)) this.#drop(handles, folder);
    }
  }

  forget(folderId: number): void {
    const handles = this.#handlesOf(folderId);
    for (const folder of handles.keys()) this.#drop(handles, folder);
    this.#byRoot.delete(folderId);
  }

  close(): void {
    for (const folderId of this.#byRoot.keys()) this.forget(folderId);
  }

  #handlesOf(folderId: number): Handles {
    const handles = this.#byRoot.get(folderId) ?? new Map<string, FSWatcher>();
    this.#byRoot.set(folderId, handles);
    return handles;
  }

  #open(root: FolderRow, handles: Handles, folder: string): void {
    if (this.#count >= this.#max && !handles.has(folder)) {
      this.#options.onUnwatched(root.folderId);
      return;
    }
    try {
      // Editors replace a file by another: only the folder around it hears of that.
      const path = root.isFile ? dirname(root.path) : join(root.path, folder);
      const options = { persistent: false, recursive: isTreeWatched && !root.isFile };
      const handle = watch(path, options, (_event, name) => this.#heard(root, folder, name));
      handle.on('error', () => {
        if (handles.get(folder) === handle) this.#drop(handles, folder);
        this.#options.onUnwatched(root.folderId);
        this.#options.onTouched(root, folder);
      });
      this.#drop(handles, folder);
      handles.set(folder, handle);
      this.#count += 1;
    } catch (error) {
      // What went meanwhile needs no watching; anything else means that there is no room for more, or no permission.
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') this.#options.onUnwatched(root.folderId);
    }
  }

  #heard(root: FolderRow, folder: string, name: string | null): void {
    if (root.isFile) {
      if (name === null || name === basename(root.path)) this.#options.onTouched(root, '');
      return;
    }
    // A name that is no text stands for no place: its folder is looked at.
    const isPlace = name !== null && !name.includes('\ufffd');
    const inside = isPlace ? name.split(sep).join('/') : '';
    this.#options.onTouched(root, [folder, inside].filter((part) => part !== '').join('/'));
  }

  #drop(handles: Handles, folder: string): void {
    const handle = handles.get(folder);
    if (handle === undefined) return;
    handle.close();
    handles.delete(folder);
    this.#count -= 1;
  }
}
