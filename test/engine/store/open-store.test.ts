// Opening: damaged files, files of a newer version, folders that cannot be written, and what an earlier process left.
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createStore } from '../../../electron/engine/store/store.js';
import { damageLeaf, overwrite, tamper } from '../../helpers/damage-database.js';
import { keptTurn } from '../../helpers/kept-turn.js';
import { makeVectors, testGeneration } from '../../helpers/make-document.js';
import { countMatches, indexFolder, openTestStore } from '../../helpers/open-test-store.js';
import { startStoreProcess } from '../../helpers/store-process.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

function open(folder: string): ReturnType<ReturnType<typeof createStore>['open']> {
  const store = createStore();
  const opened = store.open({ folder, generation: testGeneration, holder: 'command line' });
  store.close(null);
  return opened;
}

/** A closed library of 40 documents, and the folder that they came from. */
function closedLibrary(): { readonly folder: string; readonly file: string; readonly documents: string } {
  const documents = temporaryFolder();
  writeFiles(
    documents,
    Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}.txt`, `text ${index} `.repeat(500)])),
  );
  const { store, folder, file } = openTestStore();
  indexFolder(store, documents);
  store.close(null);
  return { folder, file, documents };
}

test('everything is there after closing and opening', () => {
  const { folder, documents } = closedLibrary();
  const { store } = openTestStore({ folder });
  expect(store.status(null)).toMatchObject({ documents: { ready: 40 }, chunks: 40, vectors: 40 });
  expect(indexFolder(store, documents)).toMatchObject({ unchanged: 40, plans: {} });
});

test('a closed library leaves no log and no note of a holder behind', () => {
  const { folder } = closedLibrary();
  expect(readdirSync(folder).sort()).toEqual(['folders.json', 'library.db', 'lock.db']);
});

test('a file that is no database is put aside', () => {
  const { folder, file, documents } = closedLibrary();
  overwrite(file, 0, 8_192);
  writeFileSync(join(folder, 'graph-1.hnsw'), 'ids of the old file');
  expect(open(folder)).toMatchObject({ generationId: 1, wasReplaced: true, isReadOnly: false });
  expect(readdirSync(folder).filter((name) => name.startsWith('library.db.damaged-'))).toHaveLength(1);
  expect(readdirSync(folder)).not.toContain('graph-1.hnsw');
  // Said again until the new file is filled, and the folders are known though nothing of the old file can be read.
  expect(open(folder).wasReplaced).toBe(true);
  const { store } = openTestStore({ folder });
  expect(store.roots(null)).toMatchObject([{ path: documents, collection: 'default' }]);
  expect(indexFolder(store, documents).embedded).toBe(40);
  store.close(null);
  expect(open(folder).wasReplaced).toBe(false);
});

function withByte(at: number, change: (value: number) => number) {
  return (bytes: Buffer): Buffer => {
    bytes.writeUInt8(change(bytes.readUInt8(at)), at);
    return bytes;
  };
}

test.each<{ readonly what: string; readonly damage: (bytes: Buffer) => Buffer }>([
  { what: 'its name', damage: (bytes) => bytes.fill(0xa5, 0, 3) },
  { what: 'its name and its layout', damage: (bytes) => bytes.fill(0xa5, 0, 24) },
  { what: 'who may write it', damage: withByte(18, (value) => value ^ 128) },
  { what: 'who may read it', damage: withByte(19, (value) => value ^ 128) },
  { what: 'the count of its pages', damage: withByte(28, (value) => value ^ 255) },
  { what: 'the last place of the count of its pages', damage: withByte(31, (value) => value - 1) },
  { what: 'its version, which is too high', damage: withByte(60, (value) => value ^ 1) },
  { what: 'its version, which is too low', damage: withByte(63, () => 5) },
  { what: 'its version, which is none', damage: withByte(63, () => 0) },
  { what: 'the mark of its program', damage: withByte(68, (value) => value ^ 128) },
  { what: 'the kind of its first page', damage: withByte(100, (value) => value ^ 128) },
])('a file of which only $what was hit at its start loses nothing', ({ damage }) => {
  const { folder, file, documents } = closedLibrary();
  writeFileSync(file, damage(readFileSync(file)));
  expect(open(folder)).toMatchObject({ wasReplaced: true, isReadOnly: false });
  const { store } = openTestStore({ folder });
  expect(store.status(null)).toMatchObject({ documents: { ready: 40 }, chunks: 40, vectors: 40 });
  expect(indexFolder(store, documents)).toMatchObject({ unchanged: 40, embedded: 0 });
  expect(readdirSync(folder).filter((name) => /^library\.db\.damaged-.*Z$/.test(name))).toHaveLength(1);
  expect(readdirSync(folder).filter((name) => name.includes('.mended'))).toEqual([]);
});

test.each([
  { what: 'its last page', cut: 8_192 },
  { what: 'its last ten pages', cut: 81_920 },
])('a file that has lost $what keeps what can be read of the rest', ({ cut }) => {
  const { folder, file, documents } = closedLibrary();
  const { size } = statSync(file);
  truncateSync(file, size - cut);
  expect(open(folder).wasReplaced).toBe(true);
  const { store } = openTestStore({ folder });
  const { ready, waiting } = store.status(null).documents;
  expect(ready + waiting).toBe(40);
  expect(ready).toBeGreaterThanOrEqual(20);
  expect(indexFolder(store, documents).unchanged).toBe(ready);
});

test.each<{ readonly what: string; readonly damage: (file: string) => void }>([
  { what: 'empty', damage: (file) => truncateSync(file, 0) },
  { what: 'one byte long', damage: (file) => truncateSync(file, 1) },
  { what: 'gone', damage: (file) => rmSync(file) },
])('a file that is $what where a library was is damage, and its folders are taken over', ({ damage }) => {
  const { folder, file, documents } = closedLibrary();
  damage(file);
  expect(open(folder).wasReplaced).toBe(true);
  const { store } = openTestStore({ folder });
  expect(store.roots(null)).toMatchObject([{ path: documents, collection: 'default' }]);
  expect(indexFolder(store, documents).embedded).toBe(40);
  store.close(null);
  expect(open(folder).wasReplaced).toBe(false);
});

test('a database of another program is refused and left as it is', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'library.db');
  for (const foreign of ['CREATE TABLE songs (name)', 'CREATE TABLE documents (name); PRAGMA user_version = 1']) {
    tamper(file, foreign);
    const before = readFileSync(file);
    expect(() => open(folder)).toThrow(expect.objectContaining({ code: 'wrong-use' }));
    expect(readFileSync(file).equals(before)).toBe(true);
    rmSync(file);
  }
});

test('a file whose version makes no sense is put aside', () => {
  const { folder, file } = closedLibrary();
  tamper(file, 'PRAGMA user_version = -1');
  expect(open(folder).wasReplaced).toBe(true);
});

test('a damaged page is found at the start after a crash, and the list of roots is rescued', () => {
  const { folder, file, documents } = closedLibrary();
  tamper(file, `UPDATE meta SET value = '0' WHERE key = 'clean'`);
  damageLeaf(file, 'text_parts');
  expect(open(folder).wasReplaced).toBe(true);
  const { store } = openTestStore({ folder });
  expect(store.roots(null)).toMatchObject([{ path: documents, collection: 'default' }]);
  // All documents but those on the damaged page are as they were; those are known, and read again without being embedded.
  const before = store.status(null);
  expect(before.documents.ready).toBeGreaterThanOrEqual(38);
  expect(before.documents.ready + before.documents.waiting).toBe(40);
  expect(before.vectors).toBe(40);
  expect(indexFolder(store, documents)).toMatchObject({ unchanged: before.documents.ready, embedded: 0 });
  expect(store.status(null)).toMatchObject({ documents: { ready: 40 }, chunks: 40, vectors: 40 });
  expect(store.verify(null)).toMatchObject({ damage: [], repaired: [] });
});

test.each([
  { tables: ['text_parts', 'vectors'], kept: 35 },
  { tables: ['chunks'], kept: 0 },
  // All documents of so small a library lie on one page.
  { tables: ['documents'], kept: 0 },
  { tables: ['folders'], kept: 40 },
  { tables: ['folders', 'sqlite_autoindex_folders_1'], kept: 40 },
  { tables: ['documents_by_content', 'chunks_by_vector', 'page_layouts'], kept: 40 },
])(
  'a verification that finds damaged pages ($tables) goes on in a new file with all that could be read',
  ({ tables, kept }) => {
    const { folder, file, documents } = closedLibrary();
    for (const table of tables) damageLeaf(file, table);
    const { store } = openTestStore({ folder });
    expect(store.verify(null)).toMatchObject({ needsRebuild: true });
    const rescued = store.rebuild(null);
    expect(rescued.documents).toBeGreaterThanOrEqual(kept);
    expect(store.verify(null)).toMatchObject({ damage: [], needsRebuild: false });
    expect(indexFolder(store, documents).embedded).toBeLessThanOrEqual(40 - rescued.vectors);
    // Vectors that could not be read are made again, as the engine does at the end of a run.
    const pending = store.pending({ afterId: 0, limit: 100 });
    expect(pending.length).toBeLessThanOrEqual(40 - rescued.vectors);
    for (const { inputHash } of pending) store.saveVectors({ vectors: makeVectors([{ inputHash }]) });
    expect(store.status(null)).toMatchObject({ documents: { ready: 40 }, chunks: 40, vectors: 40 });
    expect(readdirSync(folder).filter((name) => name.startsWith('library.db.damaged-'))).not.toEqual([]);
    expect(readdirSync(folder).filter((name) => name.includes('.rescue'))).toEqual([]);
    store.close(null);
    expect(open(folder).wasReplaced).toBe(false);
  },
);

test('where the folders cannot be read, the list beside the file says whose the documents are', () => {
  const { folder, file, documents } = closedLibrary();
  const other = temporaryFolder();
  writeFiles(other, { 'other.txt': 'another text' });
  const first = openTestStore({ folder }).store;
  indexFolder(first, other);
  first.close(null);
  for (const table of ['folders', 'sqlite_autoindex_folders_1']) damageLeaf(file, table);
  const { store } = openTestStore({ folder });
  store.verify(null);
  expect(store.rebuild(null).documents).toBe(41);
  expect(indexFolder(store, documents)).toMatchObject({ unchanged: 40 });
  expect(indexFolder(store, other)).toMatchObject({ unchanged: 1 });
});

test('a conversation that cannot be read is made anew from what was asked in it', () => {
  const { folder, file } = closedLibrary();
  const { store } = openTestStore({ folder });
  const { conversation } = store.saveTurn(keptTurn('How much is the deposit?', 'd1'));
  store.saveTurn({ ...keptTurn('And the rent?', 'd1'), conversationId: conversation.conversationId });
  store.close(null);
  damageLeaf(file, 'conversations');
  const again = openTestStore({ folder }).store;
  again.verify(null);
  again.rebuild(null);
  const [found] = again.conversations({ offset: 0, limit: 10 }).conversations;
  expect(found).toMatchObject({ title: 'How much is the deposit?', turns: 2 });
  const { all } = again.conversation({ conversationId: found?.conversationId ?? '' });
  expect(all.map(({ question }) => question)).toEqual(['How much is the deposit?', 'And the rent?']);
});

test('that the file was put aside is said until every folder was checked, and vectors wait for the last', () => {
  const { folder, file, documents } = closedLibrary();
  const other = temporaryFolder();
  writeFiles(other, { 'other.txt': 'another text' });
  const first = openTestStore({ folder }).store;
  indexFolder(first, other);
  first.close(null);
  damageLeaf(file, 'documents');
  const { store } = openTestStore({ folder });
  store.verify(null);
  expect(store.rebuild(null)).toMatchObject({ documents: 0, vectors: 41 });
  indexFolder(store, other);
  store.close(null);
  expect(open(folder).wasReplaced).toBe(true);
  const again = openTestStore({ folder }).store;
  expect(indexFolder(again, documents).embedded).toBe(0);
  again.close(null);
  expect(open(folder).wasReplaced).toBe(false);
});

test('a new file that was whole when the process was killed takes its place, and one that was not goes', () => {
  const { folder, file } = closedLibrary();
  renameSync(file, `${file}.rescue`);
  const { store } = openTestStore({ folder });
  expect(store.status(null).documents.ready).toBe(40);
  store.close(null);
  writeFileSync(`${file}.rescue`, 'half a file');
  expect(open(folder).wasReplaced).toBe(false);
  expect(readdirSync(folder)).not.toContain('library.db.rescue');
});

test('a clock that was moved back changes nothing, and two damaged files have two names', () => {
  const { folder, file, documents } = closedLibrary();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2001-01-01') });
  onTestFinished(() => void vi.useRealTimers());
  const { store } = openTestStore({ folder });
  expect(indexFolder(store, documents)).toMatchObject({ unchanged: 40, removed: 0 });
  expect(store.verify(null)).toMatchObject({ damage: [], repaired: [] });
  store.close(null);
  for (let time = 0; time < 2; time++) {
    overwrite(file, 0, 100);
    expect(open(folder).wasReplaced).toBe(true);
  }
  expect(readdirSync(folder).filter((name) => name.startsWith('library.db.damaged-'))).toHaveLength(2);
});

test('damage that shows only in use makes the next start look at the file', () => {
  const { folder, file } = closedLibrary();
  damageLeaf(file, 'text_parts');
  const { store } = openTestStore({ folder });
  const { documents } = store.documents({ offset: 0, limit: 40 });
  const readAll = (): void => {
    for (const { documentId } of documents) store.text({ documentId });
  };
  expect(readAll).toThrow(expect.objectContaining({ code: 'store-corrupt' }));
  store.close(null);
  expect(open(folder).wasReplaced).toBe(true);
});

test('a damaged full-text index alone is made again from the texts', () => {
  const { folder, file } = closedLibrary();
  const wipe = 'UPDATE words_data SET block = zeroblob(length(block)) WHERE id > 10';
  tamper(file, `UPDATE meta SET value = '0' WHERE key = 'clean'`, wipe);
  expect(open(folder).wasReplaced).toBe(false);
  const { store } = openTestStore({ folder });
  expect(store.verify(null)).toMatchObject({ damage: [], chunks: 40 });
  expect(countMatches(file, 'text')).toBe(40);
});

test('a library of a newer version is refused and left as it is', () => {
  const { folder, file } = closedLibrary();
  tamper(file, 'PRAGMA user_version = 999');
  expect(() => open(folder)).toThrow(expect.objectContaining({ code: 'library-newer' }));
  expect(readdirSync(folder)).not.toContain('lock.json');
});

test('a document that was being read when the process ended waits again', () => {
  const { folder, file } = closedLibrary();
  tamper(file, `UPDATE documents SET state = 'reading' WHERE id = 3`);
  const { store } = openTestStore({ folder });
  const { documents } = store.documents({ states: ['waiting'], offset: 0, limit: 10 });
  expect(documents).toHaveLength(1);
});

test('a file in the place of the folder is a wrong use', () => {
  const folder = join(temporaryFolder(), 'file');
  writeFileSync(folder, 'not a folder');
  expect(() => open(folder)).toThrow(expect.objectContaining({ code: 'wrong-use' }));
});

test.skipIf(process.platform === 'win32')('a folder that cannot be written is named as such', async () => {
  const folder = join(temporaryFolder(), 'library');
  mkdirSync(folder);
  chmodSync(folder, 0o555);
  chmodSync(join(folder, '..'), 0o755);
  // Root may write everywhere, so then the process runs as the user "nobody".
  const nobody = process.getuid?.() === 0 ? 65_534 : undefined;
  expect(await startStoreProcess(folder, 'hold', nobody).lines(1)).toEqual(['read-only']);
});
