// Content that is known already: moved and copied files cost neither parsing nor embedding.
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countMatches, indexFolder, openTestStore } from '../../helpers/open-test-store.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

const text = 'El contrato termina en mayo.\n\nLa renta se paga por adelantado.';

test('a moved file keeps its document, chunks and vectors, and is found by its new name only', () => {
  const { store, file } = openTestStore();
  const folder = temporaryFolder();
  writeFiles(folder, { 'old/lease.txt': text });
  indexFolder(store, folder);
  const before = store.documentAtPath({ path: join(folder, 'old/lease.txt') });
  mkdirSync(join(folder, 'archive'));
  renameSync(join(folder, 'old/lease.txt'), join(folder, 'archive/Miete.txt'));
  expect(indexFolder(store, folder)).toEqual({
    unchanged: 0,
    removed: 0,
    plans: { 'archive/Miete.txt': 'moved' },
    embedded: 0,
  });
  const after = store.documentAtPath({ path: join(folder, 'archive/Miete.txt') });
  expect(after).toMatchObject({ documentId: before.documentId, state: 'ready', chunks: 2 });
  expect(store.status(null)).toMatchObject({ chunks: 2, vectors: 2 });
  expect(['lease', 'miete', 'contrato'].map((word) => countMatches(file, word))).toEqual([0, 2, 1]);
  expect(store.verify(null).damage).toEqual([]);
});

test('a copied file takes text, chunks and vectors over under ids of its own', () => {
  const { store, file } = openTestStore();
  const folder = temporaryFolder();
  writeFiles(folder, { 'lease.txt': text });
  indexFolder(store, folder);
  copyFileSync(join(folder, 'lease.txt'), join(folder, 'second.txt'));
  expect(indexFolder(store, folder)).toMatchObject({ unchanged: 1, plans: { 'second.txt': 'copied' }, embedded: 0 });
  const [first, second] = store.documents({ offset: 0, limit: 2 }).documents;
  const firstText = store.text({ documentId: first?.documentId ?? '' });
  const secondText = store.text({ documentId: second?.documentId ?? '' });
  expect(secondText.text).toBe(text);
  expect(second?.state).toBe('ready');
  const ids = [...firstText.passages, ...secondText.passages].map(({ chunkId }) => chunkId);
  expect(new Set(ids).size).toBe(4);
  expect(store.status(null)).toMatchObject({ chunks: 4, vectors: 2 });
  expect(countMatches(file, 'contrato')).toBe(2);
  expect(store.verify(null).damage).toEqual([]);
});

test('vectors of a copy stay when the first document goes', () => {
  const { store } = openTestStore();
  const folder = temporaryFolder();
  writeFiles(folder, { 'a.txt': text, 'b.txt': text });
  expect(indexFolder(store, folder).plans).toEqual({ 'a.txt': 'read', 'b.txt': 'copied' });
  rmSync(join(folder, 'a.txt'));
  indexFolder(store, folder);
  expect(store.status(null)).toMatchObject({ chunks: 2, vectors: 2, documents: { ready: 1 } });
  rmSync(join(folder, 'b.txt'));
  indexFolder(store, folder);
  expect(store.status(null)).toMatchObject({ chunks: 0, vectors: 0 });
});

test('a copy under another kind of name is read anew', () => {
  const { store } = openTestStore();
  const folder = temporaryFolder();
  writeFiles(folder, { 'notes.md': text });
  indexFolder(store, folder);
  copyFileSync(join(folder, 'notes.md'), join(folder, 'notes.txt'));
  expect(indexFolder(store, folder)).toMatchObject({ plans: { 'notes.txt': 'read' }, embedded: 0 });
});

test('a file moved over another one leaves that one in its place, with the new content', () => {
  const { store } = openTestStore();
  const folder = temporaryFolder();
  writeFiles(folder, { 'a.txt': text, 'b.txt': 'quite another text' });
  indexFolder(store, folder);
  const b = store.documentAtPath({ path: join(folder, 'b.txt') });
  renameSync(join(folder, 'a.txt'), join(folder, 'b.txt'));
  expect(indexFolder(store, folder)).toMatchObject({ plans: { 'b.txt': 'copied' }, removed: 1, embedded: 0 });
  expect(store.text({ documentId: b.documentId }).text).toBe(text);
  expect(store.status(null)).toMatchObject({ chunks: 2, vectors: 2, documents: { ready: 1 } });
  expect(store.verify(null).damage).toEqual([]);
});

test('a file on a drive that is not there now is copied, never taken from it', () => {
  const { store } = openTestStore();
  const drive = join(temporaryFolder(), 'drive');
  const folder = temporaryFolder();
  writeFiles(drive, { 'lease.txt': text });
  indexFolder(store, drive);
  renameSync(drive, `${drive}-unplugged`);
  writeFileSync(join(folder, 'lease.txt'), text);
  expect(indexFolder(store, folder).plans).toEqual({ 'lease.txt': 'copied' });
  expect(store.status(null).folders.map(({ documents }) => documents)).toEqual([1, 1]);
});

test('a document that is yet to be read is copied, since its own reading will find it gone', () => {
  const { store } = openTestStore();
  const folder = temporaryFolder();
  writeFiles(folder, { 'old.txt': text });
  indexFolder(store, folder);
  const folderId = store.roots(null)[0]?.folderId ?? 0;
  const { checkId } = store.beginCheck({ folderId, under: '' });
  store.planBatch({ checkId, entries: [{ relativePath: 'old.txt', sizeBytes: 1, modifiedMs: 1 }], force: false });
  renameSync(join(folder, 'old.txt'), join(folder, 'new.txt'));
  expect(indexFolder(store, folder)).toMatchObject({ plans: { 'new.txt': 'copied' }, removed: 1 });
});

test('a document that moved between two roots goes with its file', () => {
  const { store } = openTestStore();
  const [from, to] = [temporaryFolder(), temporaryFolder()];
  writeFiles(from, { 'lease.txt': text });
  indexFolder(store, from, { wordsOnly: true });
  const { documentId } = store.documentAtPath({ path: join(from, 'lease.txt') });
  renameSync(join(from, 'lease.txt'), join(to, 'lease.txt'));
  expect(indexFolder(store, to).plans).toEqual({ 'lease.txt': 'moved' });
  expect(store.documentAtPath({ path: join(to, 'lease.txt') })).toMatchObject({ documentId, state: 'words' });
  expect(indexFolder(store, from)).toMatchObject({ removed: 0 });
});

test('a new document in the place that another one has left gets an id of its own', () => {
  const { store } = openTestStore();
  const folder = temporaryFolder();
  writeFiles(folder, { 'a.txt': text });
  indexFolder(store, folder);
  const moved = store.documentAtPath({ path: join(folder, 'a.txt') });
  renameSync(join(folder, 'a.txt'), join(folder, 'b.txt'));
  indexFolder(store, folder);
  writeFileSync(join(folder, 'a.txt'), 'quite another text');
  indexFolder(store, folder);
  expect(store.documentAtPath({ path: join(folder, 'b.txt') }).documentId).toBe(moved.documentId);
  expect(store.documentAtPath({ path: join(folder, 'a.txt') }).documentId).not.toBe(moved.documentId);
});
