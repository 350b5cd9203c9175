// Roots: none inside another, none counted twice, and offline is a state of the root alone.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StoreMethods } from '../../../electron/engine/store/store-methods.js';
import { noRules } from '../../../shared/domain/folder-rules.js';
import { countMatches, indexFolder, openTestStore } from '../../helpers/open-test-store.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

function documentsOf(store: StoreMethods): readonly string[] {
  return store.documents({ offset: 0, limit: 100 }).documents.map(({ path }) => path);
}

test('a root inside another one is that one, and nothing is counted twice', () => {
  const { store } = openTestStore();
  const folder = temporaryFolder();
  writeFiles(folder, { 'a.txt': 'first', 'sub/b.txt': 'second' });
  indexFolder(store, folder);
  const outer = store.roots(null)[0];
  expect(store.addRoot({ path: join(folder, 'sub'), isFile: false, collection: 'other' })).toEqual(outer);
  expect(store.addRoot({ path: join(folder, 'sub/b.txt'), isFile: true, collection: 'other' })).toEqual(outer);
  expect(store.addRoot({ path: `${folder}/`, isFile: false, collection: 'other' })).toEqual(outer);
  expect(store.status(null)).toMatchObject({ documents: { ready: 2 }, folders: [{ documents: 2 }] });
});

test('a root around others takes their documents over as they are', () => {
  const { store, file } = openTestStore();
  const folder = temporaryFolder();
  writeFiles(folder, { 'outer/inner/a.txt': 'first text', 'outer/c.txt': 'third text', 'outer/innermost/b.txt': 'x' });
  indexFolder(store, join(folder, 'outer/inner'));
  const single = store.addRoot({ path: join(folder, 'outer/c.txt'), isFile: true, collection: 'default' });
  const { checkId } = store.beginCheck({ folderId: single.folderId, under: '' });
  store.planBatch({ checkId, entries: [{ relativePath: 'c.txt', sizeBytes: 1, modifiedMs: 1 }], force: false });
  const before = store.documentAtPath({ path: join(folder, 'outer/inner/a.txt') });
  const outer = store.addRoot({ path: join(folder, 'outer'), isFile: false, collection: 'work' });
  expect(store.roots(null)).toEqual([outer]);
  expect(store.documentAtPath({ path: join(folder, 'outer/inner/a.txt') })).toEqual({
    ...before,
    folderId: outer.folderId,
  });
  expect(documentsOf(store)).toEqual([join(folder, 'outer/c.txt'), join(folder, 'outer/inner/a.txt')]);
  expect(countMatches(file, 'name : inner')).toBe(1);
  const again = indexFolder(store, join(folder, 'outer'));
  expect(again).toMatchObject({ unchanged: 1, plans: { 'c.txt': 'read', 'innermost/b.txt': 'read' } });
  expect(store.verify(null).damage).toEqual([]);
});

test('a root whose path only begins like another one is a root of its own', () => {
  const { store } = openTestStore();
  const folder = temporaryFolder();
  writeFiles(folder, { 'b/x.txt': 'first', 'bc/x.txt': 'second' });
  indexFolder(store, join(folder, 'bc'));
  indexFolder(store, join(folder, 'b'));
  expect(store.roots(null).map(({ path }) => path)).toEqual([join(folder, 'b'), join(folder, 'bc')]);
  expect(documentsOf(store)).toEqual([join(folder, 'b/x.txt'), join(folder, 'bc/x.txt')]);
  expect(() => store.documentAtPath({ path: join(folder, 'bcd/x.txt') })).toThrow(
    expect.objectContaining({ code: 'not-found' }),
  );
});

test('a folder in the place of a file that was a root is a new root', () => {
  const { store } = openTestStore();
  store.addRoot({ path: '/documents/notes', isFile: true, collection: 'default' });
  const folder = store.addRoot({ path: '/documents/notes', isFile: false, collection: 'default' });
  expect(folder).toMatchObject({ isFile: false });
  expect(store.roots(null)).toEqual([folder]);
});

test('documents of an offline root say so, and are what they were when it comes back', () => {
  const { store } = openTestStore();
  const folder = temporaryFolder();
  writeFiles(folder, { 'a.txt': 'first', 'b.txt': 'second' });
  indexFolder(store, folder, { wordsOnly: true });
  const folderId = store.roots(null)[0]?.folderId ?? 0;
  expect(store.setRootState({ folderId, state: 'offline' })).toEqual({ documents: 2 });
  expect(store.status(null).documents).toMatchObject({ offline: 2, words: 0 });
  expect(store.documents({ offset: 0, limit: 5, states: ['offline'] }).total).toBe(2);
  expect(store.documents({ offset: 0, limit: 5, states: ['words'] }).total).toBe(0);
  store.setRootState({ folderId, state: 'ok' });
  expect(store.status(null).documents).toMatchObject({ offline: 0, words: 2 });
});

test('removing a root leaves the others, and the files, alone', () => {
  const { store } = openTestStore();
  const [one, two] = [temporaryFolder(), temporaryFolder()];
  writeFiles(one, { 'a.txt': 'shared text', 'b.txt': 'only here' });
  writeFiles(two, { 'c.txt': 'shared text' });
  indexFolder(store, one);
  indexFolder(store, two);
  const folderId = store.roots(null).find(({ path }) => path === one)?.folderId ?? 0;
  expect(store.removeRoot({ folderId })).toEqual({ documents: 2 });
  expect(documentsOf(store)).toEqual([join(two, 'c.txt')]);
  expect(store.status(null)).toMatchObject({ chunks: 1, vectors: 1 });
  expect(store.verify(null)).toMatchObject({ damage: [], repaired: [] });
  expect(existsSync(join(one, 'a.txt'))).toBe(true);
});

test('the rules of a root are kept with it, also where the library file was damaged beyond reading', () => {
  const rules = { ...noRules, patterns: ['*.log'], maxFileBytes: 1_000 };
  const { store, folder, file } = openTestStore();
  const documents = temporaryFolder();
  writeFiles(documents, { 'a.txt': 'first', 'b.log': 'second' });
  indexFolder(store, documents);
  const folderId = store.roots(null)[0]?.folderId ?? 0;
  expect(store.setFolder({ folderId, rules, collection: 'papers' })).toEqual({ documents: 1 });
  expect(documentsOf(store)).toEqual([join(documents, 'a.txt')]);
  expect(store.status(null).folders).toMatchObject([{ rules, collection: 'papers', isFile: false }]);
  store.close(null);
  writeFileSync(file, 'no database at all');
  const { store: mended } = openTestStore({ folder });
  expect(mended.roots(null)).toMatchObject([{ path: documents, rules, collection: 'papers' }]);
});

test('a change of rules removes what lies inside files with the files, and leaves the other roots alone', () => {
  const { store } = openTestStore();
  const [one, two] = [temporaryFolder(), temporaryFolder()];
  writeFiles(one, { 'a.txt': 'first' });
  writeFiles(two, { 'a.txt': 'second' });
  indexFolder(store, one);
  indexFolder(store, two);
  const folderId = store.roots(null).find(({ path }) => path === one)?.folderId ?? 0;
  store.setFolder({ folderId, rules: { ...noRules, patterns: ['*'] } });
  expect(documentsOf(store)).toEqual([join(two, 'a.txt')]);
  expect(store.verify(null).damage).toEqual([]);
});
