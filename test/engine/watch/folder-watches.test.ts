// What the operating system tells of real folders, and what is told where there is no room for more.

import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FolderRow } from '../../../electron/engine/store/store-methods.js';
import { FolderWatches } from '../../../electron/engine/watch/folder-watches.js';
import { noRules } from '../../../shared/domain/folder-rules.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

function watches(maxFolders?: number) {
  const touched: string[] = [];
  const unwatched: number[] = [];
  const folders = new FolderWatches({
    onTouched: (_root, place) => touched.push(place),
    onUnwatched: (folderId) => unwatched.push(folderId),
    maxFolders,
  });
  onTestFinished(() => folders.close());
  return { folders, touched, unwatched };
}

function rootAt(path: string, isFile = false): FolderRow {
  return { folderId: 1, path, isFile, collection: 'default', state: 'ok', inode: null, rules: noRules };
}

const seen = (touched: readonly string[], ...places: string[]) =>
  expect.poll(() => touched, { timeout: 20_000 }).toEqual(expect.arrayContaining(places));

describe('FolderWatches', () => {
  it('tells of new, changed, renamed and deleted files by their place below the root', async () => {
    const path = temporaryFolder();
    writeFiles(path, { 'top.txt': 'x', 'sub/deep.txt': 'x' });
    const { folders, touched, unwatched } = watches();
    for (const folder of ['', 'sub']) folders.listing(rootAt(path), folder);
    folders.listed(rootAt(path), '', new Set(['', 'sub']));
    appendFileSync(join(path, 'sub/deep.txt'), 'y');
    await seen(touched, 'sub/deep.txt');
    renameSync(join(path, 'top.txt'), join(path, 'sub/moved.txt'));
    await seen(touched, 'top.txt', 'sub/moved.txt');
    rmSync(join(path, 'sub/moved.txt'));
    writeFileSync(join(path, 'ñu.txt'), 'x');
    await seen(touched, 'ñu.txt');
    expect(unwatched).toEqual([]);
  });

  it('hears of a folder that was made anew under the same name, when that was listed again', async () => {
    const path = temporaryFolder();
    mkdirSync(join(path, 'sub'));
    const { folders, touched } = watches();
    const list = () => {
      for (const folder of ['', 'sub']) folders.listing(rootAt(path), folder);
      folders.listed(rootAt(path), '', new Set(['', 'sub']));
    };
    list();
    rmSync(join(path, 'sub'), { recursive: true });
    mkdirSync(join(path, 'sub'));
    list();
    writeFileSync(join(path, 'sub', 'new.txt'), 'x');
    await seen(touched, 'sub/new.txt');
  });

  it('tells of a single file also when another takes its place', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'one.txt');
    writeFiles(folder, { 'one.txt': 'x', 'other.txt': 'x', 'new.txt': 'y' });
    const { folders, touched } = watches();
    folders.listed(rootAt(path, true), '', new Set());
    appendFileSync(join(folder, 'other.txt'), 'y');
    renameSync(join(folder, 'new.txt'), path);
    await seen(touched, '');
    expect(new Set(touched)).toEqual(new Set(['']));
  });

  it.runIf(process.platform === 'linux')('says that a root has more folders than there is room for', () => {
    const path = temporaryFolder();
    for (const folder of ['a', 'b', 'c']) mkdirSync(join(path, folder));
    const { folders, unwatched } = watches(2);
    for (const folder of ['', 'a', 'b']) folders.listing(rootAt(path), folder);
    expect(unwatched).toEqual([1]);
    // What is no longer there makes room.
    folders.listed(rootAt(path), '', new Set(['']));
    folders.listing(rootAt(path), 'c');
    expect(unwatched).toEqual([1]);
  });
});
