// Documents whose files are gone: a few go at once, many only when a person says so, and what comes back is as before.
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { StoreMethods } from '../../../electron/engine/store/store-methods.js';
import { noRules } from '../../../shared/domain/folder-rules.js';
import { entriesOf, indexFolder, openTestStore } from '../../helpers/open-test-store.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `note-${index}.txt`);

function folderOf(count: number): string {
  const folder = temporaryFolder();
  writeFiles(folder, Object.fromEntries(names(count).map((name) => [name, `The words of ${name}.`])));
  return folder;
}

function remove(folder: string, count: number): void {
  for (const name of names(count)) rmSync(join(folder, name));
}

const folderInfo = (store: StoreMethods) => store.status(null).folders[0];

test('up to a fifth, or a handful, of a folder that is gone is removed without a question', () => {
  const { store } = openTestStore();
  const large = folderOf(40);
  indexFolder(store, large);
  remove(large, 8);
  expect(indexFolder(store, large)).toMatchObject({ removed: 8, unchanged: 32 });
  const small = folderOf(6);
  indexFolder(store, small);
  remove(small, 5);
  expect(indexFolder(store, small)).toMatchObject({ removed: 5, unchanged: 1 });
  expect(store.status(null).folders.map(({ missing }) => missing)).toEqual([0, 0]);
});

test('more is kept and asked about, check after check, until it is said that it was deleted', () => {
  const { store } = openTestStore();
  const folder = folderOf(20);
  indexFolder(store, folder);
  remove(folder, 6);
  for (let round = 0; round < 2; round += 1) {
    expect(indexFolder(store, folder)).toMatchObject({ removed: 0, unchanged: 14 });
    expect(folderInfo(store)).toMatchObject({ documents: 20, missing: 6, missingAsked: 6, byState: { offline: 6 } });
  }
  expect(store.problems({})).toMatchObject([{ path: folder, state: 'offline', reason: 'vanished' }]);
  expect(store.problems({})[0]?.message).toContain('6 of 20');
  const { folderId } = store.roots(null)[0] ?? { folderId: 0 };
  expect(store.settleMissing({ folderId, answer: 'remove' })).toEqual({ documents: 6 });
  expect(folderInfo(store)).toMatchObject({ documents: 14, missing: 0, missingAsked: 0 });
  expect(store.status(null)).toMatchObject({ chunks: 14, vectors: 14 });
  expect(store.problems({})).toEqual([]);
});

test('what is to be kept stays, is not asked about again, and does not hide what goes next', () => {
  const { store } = openTestStore();
  const folder = folderOf(20);
  indexFolder(store, folder);
  remove(folder, 10);
  indexFolder(store, folder);
  const { folderId } = store.roots(null)[0] ?? { folderId: 0 };
  expect(store.settleMissing({ folderId, answer: 'keep' })).toEqual({ documents: 10 });
  expect(indexFolder(store, folder).removed).toBe(0);
  expect(folderInfo(store)).toMatchObject({ documents: 20, missing: 10, missingAsked: 0 });
  rmSync(join(folder, 'note-10.txt'));
  expect(indexFolder(store, folder).removed).toBe(1);
  for (const name of names(17).slice(11)) rmSync(join(folder, name));
  expect(indexFolder(store, folder).removed).toBe(0);
  expect(folderInfo(store)).toMatchObject({ missing: 16, missingAsked: 6 });
  expect(store.settleMissing({ folderId, answer: 'remove' })).toEqual({ documents: 16 });
  expect(folderInfo(store)).toMatchObject({ documents: 3, missing: 0 });
});

test('a missing document that comes back is as it was before, and one that turns up elsewhere has moved', () => {
  const { store } = openTestStore();
  const folder = folderOf(20);
  indexFolder(store, folder);
  const aside = temporaryFolder();
  for (const name of names(10)) renameSync(join(folder, name), join(aside, name));
  indexFolder(store, folder);
  const before = store.documentAtPath({ path: join(folder, 'note-1.txt') });
  expect(before).toMatchObject({ state: 'offline', chunks: 1 });
  renameSync(join(aside, 'note-0.txt'), join(folder, 'note-0.txt'));
  mkdirSync(join(folder, 'new'));
  for (const name of names(10).slice(1)) renameSync(join(aside, name), join(folder, 'new', name));
  const back = indexFolder(store, folder);
  expect(back).toMatchObject({ removed: 0, unchanged: 11, embedded: 0 });
  expect(new Set(Object.values(back.plans))).toEqual(new Set(['moved']));
  const after = store.documentAtPath({ path: join(folder, 'new', 'note-1.txt') });
  expect(after).toMatchObject({ documentId: before.documentId, state: 'ready' });
  expect(folderInfo(store)).toMatchObject({ documents: 20, missing: 0, missingAsked: 0 });
});

test('a file that went a moment ago is given time to turn up, and is gone when it did not', () => {
  const { store } = openTestStore();
  const folder = folderOf(8);
  indexFolder(store, folder);
  rmSync(join(folder, 'note-0.txt'));
  const { folderId } = store.roots(null)[0] ?? { folderId: 0 };
  const end = (graceMs: number) => {
    const { checkId } = store.beginCheck({ folderId, under: 'note-0.txt' });
    return store.endCheck({ checkId, keepUnder: [], graceMs });
  };
  expect(end(3_600_000)).toMatchObject({ removed: 0, waiting: 1, asked: 0 });
  expect(end(3_600_000)).toMatchObject({ removed: 0, waiting: 1 });
  expect(folderInfo(store)).toMatchObject({ documents: 8, missing: 1, missingAsked: 0 });
  expect(end(0)).toMatchObject({ removed: 1, waiting: 0 });
});

test('a check that saw nothing removes nothing when the root itself is gone, or another folder took its place', () => {
  const { store } = openTestStore();
  const parent = temporaryFolder();
  const folder = join(parent, 'drive');
  writeFiles(folder, { 'a.txt': 'one', 'b.txt': 'two' });
  indexFolder(store, folder);
  const { folderId } = store.roots(null)[0] ?? { folderId: 0 };
  const end = () => store.endCheck({ checkId: store.beginCheck({ folderId, under: '' }).checkId, keepUnder: [] });
  store.setRootState({ folderId, state: 'ok', inode: '1' });
  rmSync(join(folder, 'a.txt'));
  expect(end()).toMatchObject({ removed: 0, waiting: 0 });
  rmSync(folder, { recursive: true });
  expect(end()).toMatchObject({ removed: 0, waiting: 0 });
  expect(folderInfo(store)).toMatchObject({ documents: 2, missing: 0 });
});

test('what is there but was not seen goes where a rule leaves it out, unless the disk is being followed', () => {
  const { store } = openTestStore();
  const folder = folderOf(20);
  indexFolder(store, folder);
  const { folderId } = store.roots(null)[0] ?? { folderId: 0 };
  const end = (graceMs: number) => {
    const { checkId } = store.beginCheck({ folderId, under: '' });
    return store.endCheck({ checkId, keepUnder: [], graceMs });
  };
  expect(end(0)).toMatchObject({ removed: 0, waiting: 0, asked: 0 });
  store.setFolder({ folderId, rules: { ...noRules, maxFileBytes: 1_000 } });
  for (const name of names(18)) writeFileSync(join(folder, name), 'grown '.repeat(1_000));
  expect(end(10)).toMatchObject({ removed: 0, waiting: 0, asked: 0 });
  expect(end(0)).toMatchObject({ removed: 18, asked: 0 });
});

test('what is behind a link now goes, since no check follows one', () => {
  const { store } = openTestStore();
  const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
  writeFiles(folder, { 'papers/a.txt': 'one', 'b.txt': 'two' });
  indexFolder(store, folder);
  renameSync(join(folder, 'papers'), join(elsewhere, 'papers'));
  symlinkSync(join(elsewhere, 'papers'), join(folder, 'papers'), 'junction');
  const { folderId } = store.roots(null)[0] ?? { folderId: 0 };
  const { checkId } = store.beginCheck({ folderId, under: 'papers' });
  expect(store.endCheck({ checkId, keepUnder: [] })).toMatchObject({ removed: 1 });
});

test('what the system cannot tell of stays, also where deletions are accepted', () => {
  const { store } = openTestStore();
  const folder = folderOf(2);
  indexFolder(store, folder);
  const { folderId } = store.roots(null)[0] ?? { folderId: 0 };
  // Too long a name is an error that the superuser meets too.
  const entries = [{ relativePath: `${'x'.repeat(300)}.txt`, sizeBytes: 9, modifiedMs: 1 }];
  const first = store.beginCheck({ folderId, under: '' });
  store.planBatch({ checkId: first.checkId, entries, force: false });
  for (const missing of [undefined, 'remove'] as const) {
    const { checkId } = store.beginCheck({ folderId, under: '' });
    expect(store.endCheck({ checkId, keepUnder: [], missing })).toMatchObject({ removed: 0, asked: 0 });
  }
  expect(folderInfo(store)).toMatchObject({ documents: 3, missing: 0 });
});

test('what stood for a folder that could not be listed goes without being counted as removed', () => {
  const { store } = openTestStore();
  const folder = folderOf(2);
  mkdirSync(join(folder, 'closed'));
  indexFolder(store, folder);
  const { folderId } = store.roots(null)[0] ?? { folderId: 0 };
  const entries = [{ relativePath: 'closed', sizeBytes: 0, modifiedMs: 0, problem: 'folder-unlisted' as const }];
  const first = store.beginCheck({ folderId, under: '' });
  store.planBatch({ checkId: first.checkId, entries, force: false });
  expect(store.endCheck({ checkId: first.checkId, keepUnder: ['closed'] })).toMatchObject({ removed: 0 });
  expect(folderInfo(store)?.documents).toBe(3);
  expect(indexFolder(store, folder)).toMatchObject({ removed: 0, unchanged: 2 });
  expect(folderInfo(store)?.documents).toBe(2);
});

test('a document that gave no words keeps its reason when it moves, and is not read again', () => {
  const { store } = openTestStore();
  const folder = temporaryFolder();
  writeFiles(folder, { 'scan.txt': 'a picture', 'note.txt': 'words' });
  const root = store.addRoot({ path: folder, isFile: false, collection: 'default' });
  const plan = (name: string) => {
    const { checkId } = store.beginCheck({ folderId: root.folderId, under: '' });
    const entries = [{ relativePath: name, sizeBytes: 9, modifiedMs: 1 }];
    const [target] = store.planBatch({ checkId, entries, force: false }).toRead;
    const contentHash = new Uint8Array(32).fill(7);
    const request = { row: target?.row ?? 0, contentHash, sizeBytes: 9, modifiedMs: 1, force: false };
    return { checkId, request, contentHash, kind: store.planContent(request).kind };
  };
  const first = plan('scan.txt');
  expect(first.kind).toBe('read');
  store.saveFailure({
    row: first.request.row,
    state: 'skipped',
    reason: 'needs-recognition',
    message: 'A picture.',
    contentHash: first.contentHash,
    wasKilled: false,
  });
  store.endCheck({ checkId: first.checkId, keepUnder: [] });
  renameSync(join(folder, 'scan.txt'), join(folder, 'renamed.txt'));
  const second = plan('renamed.txt');
  expect(second.kind).toBe('moved');
  store.endCheck({ checkId: second.checkId, keepUnder: [] });
  expect(store.documents({ offset: 0, limit: 9 }).documents).toMatchObject([
    { path: join(folder, 'renamed.txt'), state: 'skipped', reason: 'needs-recognition' },
  ]);
});

test('a fresh file is left alone where it is new or changed, and only there', () => {
  const { store } = openTestStore();
  const folder = folderOf(2);
  indexFolder(store, folder);
  writeFileSync(join(folder, 'new.txt'), 'half a');
  const { folderId } = store.roots(null)[0] ?? { folderId: 0 };
  const { checkId } = store.beginCheck({ folderId, under: '' });
  const known = store.documentAtPath({ path: join(folder, 'note-0.txt') });
  const entries = [
    { relativePath: 'note-0.txt', sizeBytes: known.bytes, modifiedMs: Date.parse(known.modified), isFresh: true },
    { relativePath: 'note-1.txt', sizeBytes: 999, modifiedMs: 1, isFresh: true },
    { relativePath: 'new.txt', sizeBytes: 6, modifiedMs: 1, isFresh: true },
  ];
  expect(store.planBatch({ checkId, entries, force: false })).toMatchObject({
    toRead: [],
    unchanged: 1,
    later: ['note-1.txt', 'new.txt'],
  });
  expect(store.endCheck({ checkId, keepUnder: [] }).removed).toBe(0);
  expect(store.status(null).documents).toMatchObject({ ready: 2, waiting: 0 });
});

test('a clock that was moved back keeps no file for ever, nor takes one before its time', () => {
  const { store } = openTestStore();
  const folder = folderOf(20);
  indexFolder(store, folder);
  const { folderId } = store.roots(null)[0] ?? { folderId: 0 };
  const check = (graceMs: number): unknown => {
    const { checkId } = store.beginCheck({ folderId, under: '' });
    store.planBatch({ checkId, entries: entriesOf(folder), force: false });
    return store.endCheck({ checkId, keepUnder: [], graceMs });
  };
  remove(folder, 2);
  const graceMs = 10_000;
  expect(check(graceMs)).toMatchObject({ removed: 0, waiting: 2 });
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2001-01-01') });
  onTestFinished(() => void vi.useRealTimers());
  // It is missing from now on by this clock.
  expect(check(graceMs)).toMatchObject({ removed: 0, waiting: 2 });
  vi.setSystemTime(Date.now() + graceMs);
  expect(check(graceMs)).toMatchObject({ removed: 2, waiting: 0 });
  rmSync(join(folder, 'note-7.txt'));
  vi.setSystemTime(new Date('2030-01-01'));
  check(graceMs);
  vi.setSystemTime(new Date('2001-01-01'));
  // Whoever checks by hand need not wait.
  expect(check(0)).toMatchObject({ removed: 1, waiting: 0 });
});
