// A library in one file and out of it again: everything arrives, or nothing does.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { openReader, openWriter } from '../../../../electron/engine/store/sqlite.js';
import { createStore } from '../../../../electron/engine/store/store.js';
import type { CarryProgress } from '../../../../shared/domain/carry.js';
import { carriedFiles, contentOf, filesWith, sourceLibrary } from '../../../helpers/carried-library.js';
import { testGeneration } from '../../../helpers/make-document.js';
import { countMatches, indexFolder, openTestStore } from '../../../helpers/open-test-store.js';
import { temporaryFolder, writeFiles } from '../../../helpers/temporary-folder.js';

test('with its text a library arrives whole, searchable and offline, and comes back when its folder does', async () => {
  const from = sourceLibrary();
  expect(await from.store.exportLibrary({ file: from.target, withText: true })).toMatchObject({
    documents: 4,
    chunks: 8,
    vectors: 6,
    withText: true,
  });
  const elsewhere = join(temporaryFolder(), 'documents');
  const to = openTestStore();
  const report = await to.store.importLibrary({
    file: from.target,
    folders: [{ from: from.documents, to: elsewhere }],
  });
  expect(report).toEqual({
    documents: 4,
    chunks: 8,
    vectors: 6,
    withText: true,
    folders: [{ from: from.documents, path: elsewhere, documents: 4, isOffline: true }],
  });
  expect(to.store.status(null)).toMatchObject({ documents: { offline: 4 }, chunks: 8, vectors: 6 });
  expect(countMatches(to.file, 'zeta')).toBe(1);
  expect(to.store.verify(null)).toMatchObject({ damage: [], repaired: [] });

  renameSync(from.documents, elsewhere);
  expect(indexFolder(to.store, elsewhere)).toMatchObject({ unchanged: 4, embedded: 0 });
  const [root] = to.store.roots(null);
  to.store.setRootState({ folderId: root?.folderId ?? 0, state: 'ok' });
  expect(contentOf(to.store, elsewhere)).toEqual(contentOf(from.store, from.documents));
});

test('without its text no word is in the file, and the first check reads but embeds nothing', async () => {
  const from = sourceLibrary({ ...carriedFiles, 'title.txt': 'canaryword in a text\n\nand more of the canaryword' });
  const { vectors } = await from.store.exportLibrary({ file: from.target, withText: false });
  const raw = readFileSync(from.target);
  expect(unpacked(raw)).not.toMatch(/canaryword|alpha|zeta/);
  expect(unpacked(raw)).toContain('title.txt');

  const to = openTestStore();
  await to.store.importLibrary({ file: from.target, folders: [] });
  expect(to.store.status(null)).toMatchObject({ documents: { waiting: 5 }, vectors });
  // Nothing to be found yet, and nothing to be repaired.
  expect(countMatches(to.file, 'zeta')).toBe(0);
  expect(to.store.verify(null)).toMatchObject({ damage: [], repaired: [], vectors });
  expect(indexFolder(to.store, from.documents)).toMatchObject({ unchanged: 0, embedded: 0 });
  expect(to.store.status(null)).toMatchObject({ documents: { ready: 5 }, vectors });
  expect(contentOf(to.store, from.documents)).toEqual(contentOf(from.store, from.documents));
  expect(to.store.verify(null)).toMatchObject({ damage: [], repaired: [] });
});

test('a folder that was carried without its text takes its vectors along when it is removed', async () => {
  const from = sourceLibrary();
  await from.store.exportLibrary({ file: from.target, withText: false });
  const to = openTestStore();
  await to.store.importLibrary({ file: from.target, folders: [] });
  const [root] = to.store.roots(null);
  to.store.removeRoot({ folderId: root?.folderId ?? 0 });
  expect(to.store.status(null)).toMatchObject({ chunks: 0, vectors: 0, folders: [] });
});

test('it comes beside what the library holds, and what both hold is embedded once', async () => {
  const from = sourceLibrary();
  await from.store.exportLibrary({ file: from.target, withText: true });
  const to = sourceLibrary({ 'own.txt': 'beta\n\ntheta' });
  await to.store.importLibrary({ file: from.target, folders: [] });
  expect(to.store.status(null)).toMatchObject({ documents: { ready: 5 }, chunks: 10, vectors: 7 });
  expect(to.store.verify(null)).toMatchObject({ damage: [], repaired: [] });
});

test('what a person has decided to keep though its file is gone stays kept, and is not asked about where it comes to', async () => {
  const from = sourceLibrary(Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${at}.txt`, `word ${at}`])));
  for (let at = 0; at < 8; at += 1) rmSync(join(from.documents, `${at}.txt`));
  indexFolder(from.store, from.documents);
  const [root] = from.store.roots(null);
  expect(from.store.settleMissing({ folderId: root?.folderId ?? 0, answer: 'keep' })).toEqual({ documents: 8 });
  await from.store.exportLibrary({ file: from.target, withText: true });
  const to = openTestStore();
  await to.store.importLibrary({ file: from.target, folders: [] });
  const [there] = to.store.roots(null);
  to.store.setRootState({ folderId: there?.folderId ?? 0, state: 'ok' });
  expect(indexFolder(to.store, from.documents)).toMatchObject({ removed: 0, unchanged: 4 });
  expect(to.store.status(null).folders).toMatchObject([{ documents: 12, missing: 8, missingAsked: 0 }]);
});

test('a document comes with its structure, so that it can be cut otherwise; an older export has none, and is read once more', async () => {
  const from = sourceLibrary();
  await from.store.exportLibrary({ file: from.target, withText: true });
  const structureOf = (file: string): unknown => {
    const reader = openReader(file);
    const rows = reader.all(
      'SELECT d.relative_path AS path, b.blocks FROM document_blocks b JOIN documents d ON d.id = b.document ORDER BY 1',
    );
    reader.close();
    return rows;
  };
  const to = openTestStore();
  await to.store.importLibrary({ file: from.target, folders: [] });
  expect(structureOf(to.file)).toEqual(structureOf(from.file));
  expect(structureOf(to.file)).toHaveLength(4);
  to.store.beginBuild({ generation: { ...testGeneration, chunker: 'other' } });
  expect(to.store.isStructureMissing(null)).toBe(false);

  const damaged = openWriter(from.file);
  damaged.run('UPDATE document_blocks SET blocks = ? WHERE document = 1', Buffer.from('no blocks'));
  damaged.close();
  await from.store.exportLibrary({ file: from.target, withText: true });
  const without = openTestStore();
  expect(await without.store.importLibrary({ file: from.target, folders: [] })).toMatchObject({ documents: 4 });
  expect(structureOf(without.file)).toHaveLength(3);
  without.store.beginBuild({ generation: { ...testGeneration, chunker: 'other' } });
  expect(without.store.isStructureMissing(null)).toBe(true);
});

test('what is indexed while it is written is not in the file, and the file is as of one moment', async () => {
  const from = sourceLibrary();
  const written = from.store.exportLibrary({ file: from.target, withText: true });
  writeFiles(from.documents, { 'late.txt': 'much too late' });
  indexFolder(from.store, from.documents);
  expect(await written).toMatchObject({ documents: 4 });
  expect(from.store.status(null).documents.ready).toBe(5);
  expect(await from.store.inspectExport({ file: from.target })).toMatchObject({ documents: 4, withText: true });
});

test('an older export is replaced as a whole, and any other file is left alone', async () => {
  const from = sourceLibrary();
  await from.store.exportLibrary({ file: from.target, withText: false });
  expect((await from.store.exportLibrary({ file: from.target, withText: true })).withText).toBe(true);
  const other = join(dirname(from.target), 'letter.txt');
  writeFileSync(other, 'Dear all');
  await expect(from.store.exportLibrary({ file: other, withText: true })).rejects.toMatchObject({ code: 'wrong-use' });
  expect(readFileSync(other, 'utf8')).toBe('Dear all');
  const nowhere = join(dirname(from.target), 'no', 'such', 'folder.acervo');
  await expect(from.store.exportLibrary({ file: nowhere, withText: true })).rejects.toMatchObject({
    code: 'wrong-use',
  });
  expect(readdirSync(dirname(from.target)).sort()).toEqual(['letter.txt', 'library.acervo']);
});

test.each(['lock.db', 'library.db', 'library.db-wal'])(
  'a library’s own %s is left alone, also where it is empty',
  async (name) => {
    const { store } = openTestStore();
    const file = join(temporaryFolder(), name);
    writeFileSync(file, '');
    const refused = expect.objectContaining({ code: 'wrong-use' });
    await expect(store.exportLibrary({ file, withText: true })).rejects.toEqual(refused);
    expect(statSync(file).size).toBe(0);
    const long = join(temporaryFolder(), `${'x'.repeat(257)}.acervo`);
    await expect(store.exportLibrary({ file: long, withText: true })).rejects.toEqual(refused);
  },
);

test.skipIf(process.platform === 'win32')('a pipe is no export, and nobody waits for it', async () => {
  const file = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [file]);
  const { store } = openTestStore();
  await expect(store.inspectExport({ file })).rejects.toEqual(expect.objectContaining({ code: 'export-damaged' }));
});

test('an export that is called off leaves the older one as it was, and nothing beside it', async () => {
  const from = sourceLibrary();
  await from.store.exportLibrary({ file: from.target, withText: true });
  const before = readFileSync(from.target);
  const written = from.store.exportLibrary({ file: from.target, withText: false });
  from.store.stopCarrying(null);
  await expect(written).rejects.toMatchObject({ code: 'cancelled' });
  expect(readFileSync(from.target).equals(before)).toBe(true);
  expect(readdirSync(dirname(from.target))).toEqual(['library.acervo']);
});

test('an import that is called off leaves the library, and its files, without a word of it', async () => {
  const from = sourceLibrary({ 'secret.txt': 'canaryword' });
  await from.store.exportLibrary({ file: from.target, withText: true });
  const to = sourceLibrary({ 'own.txt': 'theta' });
  const before = contentOf(to.store, to.documents);
  const taken = to.store.importLibrary({ file: from.target, folders: [] });
  to.store.stopCarrying(null);
  await expect(taken).rejects.toMatchObject({ code: 'cancelled' });
  expect(contentOf(to.store, to.documents)).toEqual(before);
  expect(filesWith(to.folder, 'canaryword')).toEqual([]);
  // The next one is another one.
  expect(await to.store.importLibrary({ file: from.target, folders: [] })).toMatchObject({ documents: 1 });
});

test('tells how far an export, a look into it and an import are, and when nothing is going on any more', async () => {
  const from = sourceLibrary();
  const told: (CarryProgress | null)[] = [];
  const folder = temporaryFolder();
  const store = createStore((progress) => told.push(progress));
  store.open({ folder, generation: testGeneration, holder: 'command line' });
  onTestFinished(() => void store.close(null));
  indexFolder(store, from.documents);
  await store.exportLibrary({ file: from.target, withText: true });
  await store.inspectExport({ file: from.target });
  store.reset({ collection: null });
  await store.importLibrary({ file: from.target, folders: [] });
  const kinds = told.map((progress) => progress?.kind ?? null).filter((kind, at, all) => kind !== all[at - 1]);
  expect(kinds).toEqual(['export', null, 'inspect', null, 'import', null]);
  for (const { done, total } of told.flatMap((progress) => progress ?? [])) {
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThanOrEqual(total);
  }
});

test('while it comes in the library can be read, and nothing else can be written', async () => {
  const from = sourceLibrary();
  await from.store.exportLibrary({ file: from.target, withText: true });
  const to = sourceLibrary({ 'own.txt': 'theta' });
  const done = to.store.importLibrary({ file: from.target, folders: [] });
  expect(to.store.status(null).documents.ready).toBe(1);
  expect(() => to.store.retry({ folderId: null })).toThrow(expect.objectContaining({ code: 'library-locked' }));
  await done;
  to.store.retry({ folderId: null });
  expect(to.store.status(null).documents.ready).toBe(5);
});

test('folders lie where a person says, by themselves or with the folder around them', async () => {
  const from = openTestStore();
  const [one, two, around] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  for (const [name, path] of Object.entries({ one, two })) {
    writeFiles(path, { 'a.txt': `text of ${name}` });
    indexFolder(from.store, path);
  }
  const target = join(temporaryFolder(), 'all.acervo');
  const rules = { patterns: ['*.log'], letIn: ['hidden' as const], maxFileBytes: 5_000_000 };
  from.store.setFolder({ folderId: from.store.roots(null).find(({ path }) => path === two)?.folderId ?? 0, rules });
  await from.store.exportLibrary({ file: target, withText: true });
  const to = openTestStore();
  const mappings = [
    { from: dirname(one), to: around },
    { from: two, to: join(around, 'special') },
  ];
  mkdirSync(join(around, 'special'));
  const { folders } = await to.store.importLibrary({ file: target, folders: mappings });
  const places = Object.fromEntries(folders.map(({ from: old, path, isOffline }) => [old, { path, isOffline }]));
  expect(places).toEqual({
    [one]: { path: join(around, one.slice(dirname(one).length + 1)), isOffline: true },
    [two]: { path: join(around, 'special'), isOffline: false },
  });
  // What a folder leaves out goes along.
  expect(to.store.roots(null).find(({ path }) => path === join(around, 'special'))).toMatchObject({ rules });
});

test.each([
  { name: 'a folder that is not in the export', map: () => ({ from: '/no/such', to: '/x' }), code: 'wrong-use' },
  { name: 'a file in the place of a folder', map: (file: string) => ({ from: '', to: file }), code: 'wrong-use' },
])('a mapping to $name is refused with words', async ({ map, code }) => {
  const from = sourceLibrary();
  await from.store.exportLibrary({ file: from.target, withText: true });
  const mapping = map(from.target);
  const to = openTestStore();
  const folders = [{ ...mapping, from: mapping.from === '' ? from.documents : mapping.from }];
  await expect(to.store.importLibrary({ file: from.target, folders })).rejects.toMatchObject({ code });
  expect(to.store.roots(null)).toEqual([]);
});

test('a folder that the library has already, or one inside it, is refused, and so is a second import', async () => {
  const from = sourceLibrary();
  await from.store.exportLibrary({ file: from.target, withText: true });
  const to = sourceLibrary({ 'own.txt': 'theta' });
  const inside = [{ from: from.documents, to: join(to.documents, 'sub') }];
  await expect(to.store.importLibrary({ file: from.target, folders: inside })).rejects.toMatchObject({
    code: 'folder-taken',
  });
  await to.store.importLibrary({ file: from.target, folders: [] });
  await expect(to.store.importLibrary({ file: from.target, folders: [] })).rejects.toMatchObject({
    code: 'folder-taken',
    message: expect.stringMatching(/^This library already holds “[^”]+”\. .*--map OLD=NEW/u),
  });
  expect(to.store.status(null).documents.ready).toBe(5);
});

test('an export can be read whatever more the library knows of its model', async () => {
  const documents = temporaryFolder();
  writeFiles(documents, { 'a.txt': 'alpha' });
  const from = openTestStore({ generation: { ...testGeneration, model: null, chunking: null } });
  indexFolder(from.store, documents);
  const file = join(temporaryFolder(), 'library.acervo');
  await from.store.exportLibrary({ file, withText: true });
  const to = openTestStore();
  expect(await to.store.importLibrary({ file, folders: [] })).toMatchObject({ documents: 1 });
});

test('vectors of another model are refused', async () => {
  const from = sourceLibrary();
  await from.store.exportLibrary({ file: from.target, withText: true });
  for (const generation of [
    { ...testGeneration, embedder: 'another-model' },
    { ...testGeneration, dimension: 8 },
  ]) {
    const to = openTestStore({ generation });
    await expect(to.store.importLibrary({ file: from.target, folders: [] })).rejects.toMatchObject({
      code: 'export-other-model',
    });
    expect(to.store.roots(null)).toEqual([]);
  }
});

test('a folder that is there, and empty, is no reason to forget what was carried', async () => {
  const from = sourceLibrary();
  await from.store.exportLibrary({ file: from.target, withText: true });
  const empty = temporaryFolder();
  const to = openTestStore();
  await to.store.importLibrary({ file: from.target, folders: [{ from: from.documents, to: empty }] });
  // The run that lists it compares its inode with the one that is known: it is none of any folder.
  expect(to.store.roots(null)).toMatchObject([{ path: empty, state: 'ok', inode: 'elsewhere' }]);
  expect(existsSync(empty)).toBe(true);
});

/** Vectors and blocks. */
const asTheyAre = [2, 9];

/** What is in an export, as text: its frames unpacked. */
function unpacked(raw: Buffer): string {
  const parts: string[] = [];
  for (let at = 18; at < raw.byteLength; ) {
    const length = raw.readUInt32LE(at + 1);
    const content = raw.subarray(at + 5, at + 5 + length);
    parts.push(
      asTheyAre.includes(raw.readUInt8(at)) ? content.toString('latin1') : inflateRawSync(content).toString('utf8'),
    );
    at += 5 + length;
  }
  return parts.join('\n');
}
