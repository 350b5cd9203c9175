// Files that are known by their number: carried over without being opened, and only where they are the same beyond doubt.
import { linkSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ScanEntry, StoreMethods } from '../../../electron/engine/store/store-methods.js';
import { indexFolder, openTestStore } from '../../helpers/open-test-store.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

function entryOf(folder: string, relativePath: string): ScanEntry {
  const { size, mtimeMs, ino } = statSync(join(folder, relativePath));
  return { relativePath, sizeBytes: size, modifiedMs: mtimeMs, inode: String(ino) };
}

/** What a check of these files plans. */
function plan(store: StoreMethods, folder: string, names: readonly string[]) {
  const { folderId } = store.addRoot({ path: folder, isFile: false, collection: 'default' });
  const { checkId } = store.beginCheck({ folderId, under: '' });
  const entries = names.map((name) => entryOf(folder, name));
  const { toRead, unchanged, moved } = store.planBatch({ checkId, entries, force: false });
  const { removed } = store.endCheck({ checkId, keepUnder: [] });
  return { toRead: toRead.map(({ relativePath }) => relativePath), unchanged, moved: moved?.documents, removed };
}

function twoFiles() {
  const { store } = openTestStore();
  const folder = temporaryFolder();
  writeFiles(folder, { 'one.txt': 'first text', 'two.txt': 'second text' });
  indexFolder(store, folder);
  // The numbers are noted by the first check that brings them.
  expect(plan(store, folder, ['one.txt', 'two.txt'])).toEqual({ toRead: [], unchanged: 2, moved: 0, removed: 0 });
  return { store, folder };
}

test('a renamed file keeps its document, and is found by the words of its new name', () => {
  const { store, folder } = twoFiles();
  const before = store.documentAtPath({ path: join(folder, 'one.txt') });
  mkdirSync(join(folder, 'sub'));
  renameSync(join(folder, 'one.txt'), join(folder, 'sub', 'uno.txt'));
  expect(plan(store, folder, ['sub/uno.txt', 'two.txt'])).toEqual({ toRead: [], unchanged: 1, moved: 1, removed: 0 });
  expect(store.documentAtPath({ path: join(folder, 'sub', 'uno.txt') })).toMatchObject({
    documentId: before.documentId,
    state: 'ready',
  });
  expect(store.verify(null).damage).toEqual([]);
});

test('a second name of a file that is still there, another kind of name, and a changed file are read', () => {
  const { store, folder } = twoFiles();
  linkSync(join(folder, 'one.txt'), join(folder, 'link.txt'));
  renameSync(join(folder, 'two.txt'), join(folder, 'two.md'));
  expect(plan(store, folder, ['link.txt', 'one.txt', 'two.md'])).toEqual({
    toRead: ['link.txt', 'two.md'],
    unchanged: 1,
    moved: 0,
    removed: 1,
  });
  writeFileSync(join(folder, 'one.txt'), 'first text, longer');
  renameSync(join(folder, 'one.txt'), join(folder, 'three.txt'));
  expect(plan(store, folder, ['three.txt']).toRead).toEqual(['three.txt']);
});
