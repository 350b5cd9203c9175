// A check of a root against its files: what is new, changed, unchanged, gone or kept.
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { indexFolder, openTestStore } from '../../helpers/open-test-store.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

function threeFiles(): string {
  const folder = temporaryFolder();
  writeFiles(folder, { 'one.txt': 'first text', 'sub/two.txt': 'second text', 'subway/three.txt': 'third text' });
  return folder;
}

test('new files are read, and unchanged ones are not looked at again', () => {
  const { store } = openTestStore();
  const folder = threeFiles();
  expect(indexFolder(store, folder)).toEqual({
    unchanged: 0,
    removed: 0,
    plans: { 'one.txt': 'read', 'sub/two.txt': 'read', 'subway/three.txt': 'read' },
    embedded: 3,
  });
  expect(indexFolder(store, folder)).toEqual({ unchanged: 3, removed: 0, plans: {}, embedded: 0 });
  expect(store.status(null).documents.ready).toBe(3);
});

test('a file whose size or date has changed is read again', () => {
  const { store } = openTestStore();
  const folder = threeFiles();
  indexFolder(store, folder);
  writeFileSync(join(folder, 'one.txt'), 'first text, now longer');
  utimesSync(join(folder, 'sub/two.txt'), 1_000, 1_000);
  expect(indexFolder(store, folder).plans).toEqual({ 'one.txt': 'read', 'sub/two.txt': 'same' });
  expect(indexFolder(store, folder).unchanged).toBe(3);
});

test('a changed document stays searchable with what it had until it was read', () => {
  const { store } = openTestStore();
  const folder = threeFiles();
  indexFolder(store, folder);
  const [root] = store.roots(null);
  const { checkId } = store.beginCheck({ folderId: root?.folderId ?? 0, under: '' });
  store.planBatch({ checkId, entries: [{ relativePath: 'one.txt', sizeBytes: 99, modifiedMs: 1 }], force: false });
  const document = store.documentAtPath({ path: join(folder, 'one.txt') });
  expect(document).toMatchObject({ state: 'waiting', chunks: 1 });
  expect(store.text({ documentId: document.documentId }).text).toBe('first text');
});

test('force reads unchanged files again', () => {
  const { store } = openTestStore();
  const folder = threeFiles();
  indexFolder(store, folder);
  const again = indexFolder(store, folder, { force: true });
  expect(again).toMatchObject({ unchanged: 0, embedded: 0 });
  expect(Object.values(again.plans)).toEqual(['read', 'read', 'read']);
});

test('a file that has vanished is removed at the end of the check', () => {
  const { store } = openTestStore();
  const folder = threeFiles();
  indexFolder(store, folder);
  rmSync(join(folder, 'one.txt'));
  expect(indexFolder(store, folder)).toMatchObject({ unchanged: 2, removed: 1 });
  expect(store.status(null)).toMatchObject({ chunks: 2, vectors: 2 });
});

test('a check of a part removes nothing outside that part, nor where the name only begins alike', () => {
  const { store } = openTestStore();
  const folder = threeFiles();
  indexFolder(store, folder);
  for (const name of ['one.txt', 'sub/two.txt', 'subway/three.txt']) rmSync(join(folder, name));
  expect(indexFolder(store, folder, { under: 'sub' })).toMatchObject({ removed: 1 });
  const left = store.documents({ offset: 0, limit: 10 }).documents.map(({ path }) => path);
  expect(left).toEqual([join(folder, 'one.txt'), join(folder, 'subway/three.txt')]);
});

test('what lies in a folder that could not be listed is kept', () => {
  const { store } = openTestStore();
  const folder = threeFiles();
  indexFolder(store, folder);
  const folderId = store.roots(null)[0]?.folderId ?? 0;
  for (const name of ['one.txt', 'sub/two.txt', 'subway/three.txt']) rmSync(join(folder, name));
  const { checkId } = store.beginCheck({ folderId, under: '' });
  expect(store.endCheck({ checkId, keepUnder: ['sub'] })).toMatchObject({ removed: 2, chunksRemoved: 2 });
  expect(store.documents({ offset: 0, limit: 10 }).documents.map(({ path }) => path)).toEqual([
    join(folder, 'sub/two.txt'),
  ]);
});

test('a file that another running check has seen is not removed', () => {
  const { store } = openTestStore();
  const folder = threeFiles();
  indexFolder(store, folder);
  const folderId = store.roots(null)[0]?.folderId ?? 0;
  for (const name of ['one.txt', 'sub/two.txt', 'subway/three.txt']) rmSync(join(folder, name));
  const whole = store.beginCheck({ folderId, under: '' });
  const part = store.beginCheck({ folderId, under: 'sub' });
  const entries = [{ relativePath: 'sub/new.txt', sizeBytes: 1, modifiedMs: 1 }];
  store.planBatch({ checkId: part.checkId, entries, force: false });
  store.endCheck({ checkId: part.checkId, keepUnder: [] });
  store.endCheck({ checkId: whole.checkId, keepUnder: [] });
  expect(store.documents({ offset: 0, limit: 10 }).documents).toMatchObject([{ path: join(folder, 'sub/new.txt') }]);
});

test.each([
  { reason: 'damaged', state: 'failed', isReadAgain: false },
  { reason: 'timed-out', state: 'failed', isReadAgain: false },
  { reason: 'empty', state: 'skipped', isReadAgain: false },
  { reason: 'unreadable', state: 'failed', isReadAgain: true },
] as const)('an unchanged file that was $reason is read again: $isReadAgain', ({ reason, state, isReadAgain }) => {
  const { store } = openTestStore();
  const { folderId } = store.addRoot({ path: temporaryFolder(), isFile: false, collection: 'default' });
  const entries = [{ relativePath: 'file.pdf', sizeBytes: 5, modifiedMs: 7 }];
  const first = store.beginCheck({ folderId, under: '' });
  const [target] = store.planBatch({ checkId: first.checkId, entries, force: false }).toRead;
  const failure = { state, reason, message: 'It did not work.', contentHash: null, wasKilled: false };
  store.saveFailure({ row: target?.row ?? 0, ...failure });
  const second = store.beginCheck({ folderId, under: '' });
  const plan = store.planBatch({ checkId: second.checkId, entries, force: false });
  expect(plan.toRead.length === 1).toBe(isReadAgain);
  store.retry({ folderId: null });
  expect(store.planBatch({ checkId: second.checkId, entries, force: false }).toRead).toHaveLength(1);
});

test('kills are counted until the content changes', () => {
  const { store } = openTestStore();
  const { folderId } = store.addRoot({ path: temporaryFolder(), isFile: false, collection: 'default' });
  const { checkId } = store.beginCheck({ folderId, under: '' });
  const entries = [{ relativePath: 'file.pdf', sizeBytes: 5, modifiedMs: 7 }];
  const row = store.planBatch({ checkId, entries, force: false }).toRead[0]?.row ?? 0;
  const killed = { row, state: 'failed', reason: 'damaged', message: '', wasKilled: true } as const;
  const content = Uint8Array.of(1, 2, 3);
  expect(store.saveFailure({ ...killed, contentHash: content })).toEqual({ kills: 1 });
  store.planContent({ row, contentHash: content, sizeBytes: 5, modifiedMs: 8, force: true });
  expect(store.saveFailure({ ...killed, contentHash: content })).toEqual({ kills: 2 });
  store.planContent({ row, contentHash: Uint8Array.of(4), sizeBytes: 5, modifiedMs: 9, force: false });
  expect(store.saveFailure({ ...killed, contentHash: Uint8Array.of(4) })).toEqual({ kills: 1 });
});
