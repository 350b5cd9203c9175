// A generation that is being built: what changes is built again, nothing removed stays in it, and it takes its place all at once.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freeFile } from '../../../electron/engine/store/reset.js';
import { openReader, openWriter } from '../../../electron/engine/store/sqlite.js';
import type { StoreMethods } from '../../../electron/engine/store/store-methods.js';
import { makeChunks, makeVector, testGeneration } from '../../helpers/make-document.js';
import { countMatches, indexFolder, openTestStore } from '../../helpers/open-test-store.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

const other = { embedder: 'other-model', chunker: 'other-chunker', dimension: 8, model: 'other', chunking: null };

/** Builds what is left, as the text worker and the embedder do. Gives the number of documents. */
function buildRest(store: StoreMethods, generationId: number): number {
  const rows = store.rowsToBuild({ limit: 100 });
  for (const row of rows) {
    const found = store.documentToBuild({ row });
    if (found === null) continue;
    const chunks = makeChunks(found.input.text);
    store.saveBuilt({ row, version: found.version, chunks });
  }
  const pending = store.pendingBuilt({ afterId: 0, limit: 100 });
  const vectors = pending.map(({ inputHash }) => ({ inputHash, vector: makeVector(inputHash, other.dimension) }));
  store.saveBuiltVectors({ generationId, vectors });
  return rows.length;
}

function setUp() {
  const [kept, removed] = [temporaryFolder(), temporaryFolder()];
  writeFiles(kept, { 'a.txt': 'alpha\n\nbeta', 'b.txt': 'gamma' });
  writeFiles(removed, { 'c.txt': 'zanzibarcanary' });
  const opened = openTestStore();
  indexFolder(opened.store, kept);
  indexFolder(opened.store, removed);
  const { generationId } = opened.store.beginBuild({ generation: other });
  return { ...opened, kept, removed, generationId };
}

test('it does not take its place before it is whole; then it does in all respects, and is the same after the next start', () => {
  const { store, folder, file, generationId } = setUp();
  expect(store.switchGeneration({ tokensPerSecond: null })).toBeNull();
  expect(store.status(null)).toMatchObject({ model: testGeneration.embedder, chunks: 4, vectors: 4 });
  expect(buildRest(store, generationId)).toBe(3);
  expect(store.status(null)).toMatchObject({ model: testGeneration.embedder, chunks: 4, vectors: 4 });
  expect(store.switchGeneration({ tokensPerSecond: 50 })).toMatchObject({ generationId, generation: other });
  expect(store.status(null)).toMatchObject({ model: 'other-model', chunks: 4, vectors: 4, documents: { ready: 3 } });
  expect(store.speed(null).speed?.tokensPerSecond).toBe(50);
  expect(store.verify(null).damage).toEqual([]);
  expect(countMatches(file, 'gamma')).toBe(1);
  store.close(null);
  const { store: again } = openTestStore({ folder });
  expect(again.status(null)).toMatchObject({ model: 'other-model', chunks: 4, vectors: 4 });
  // And another one after it, whose tables and indexes get the same names.
  const { generationId: third } = again.beginBuild({ generation: { ...other, embedder: 'third' } });
  buildRest(again, third);
  expect(again.switchGeneration({ tokensPerSecond: null })).toMatchObject({ generationId: third });
  expect(again.verify(null).damage).toEqual([]);
});

test('vectors that go are noted, also those of a generation that took the place of another, and the notes end with the next start', () => {
  const { store, folder, file, kept, generationId } = setUp();
  const removed = (): readonly number[] => {
    const reader = openReader(file);
    const rows = reader.all<{ vector: number }>('SELECT vector FROM removed_vectors ORDER BY seq');
    reader.close();
    return rows.map(({ vector }) => vector);
  };
  writeFileSync(join(kept, 'b.txt'), 'delta');
  indexFolder(store, kept);
  expect(removed()).toHaveLength(1);
  buildRest(store, generationId);
  expect(store.switchGeneration({ tokensPerSecond: null })).not.toBeNull();
  const before = removed().length;
  const root = store.roots(null).find(({ path }) => path === kept);
  store.removeRoot({ folderId: root?.folderId ?? 0 });
  expect(removed()).toHaveLength(before + 3);
  store.close(null);
  openTestStore({ folder });
  expect(removed()).toEqual([]);
});

test('what is edited or renamed after it was built is built again; what was given out before an edit is not taken', () => {
  const { store, kept, generationId } = setUp();
  const [row = 0] = store.rowsToBuild({ limit: 1 });
  const old = store.documentToBuild({ row });
  buildRest(store, generationId);
  expect(store.rowsToBuild({ limit: 10 })).toEqual([]);
  expect(store.saveBuilt({ row, version: old?.version ?? '', chunks: [] })).toBeNull();
  writeFileSync(join(kept, 'a.txt'), 'delta\n\nepsilon\n\nzeta');
  mkdirSync(join(kept, 'below'));
  renameSync(join(kept, 'b.txt'), join(kept, 'below', 'b.txt'));
  indexFolder(store, kept);
  expect(store.rowsToBuild({ limit: 10 })).toHaveLength(2);
  expect(store.switchGeneration({ tokensPerSecond: null })).toBeNull();
  buildRest(store, generationId);
  expect(store.switchGeneration({ tokensPerSecond: null })).not.toBeNull();
  expect(store.status(null)).toMatchObject({ chunks: 5, vectors: 5 });
  expect(store.verify(null).damage).toEqual([]);
});

test('a removed folder is in no byte of it, and a cancelled one leaves none', () => {
  const { store, folder, file, removed, generationId } = setUp();
  buildRest(store, generationId);
  const before = readFileSync(file);
  expect(before.includes('zanzibarcanary') || readFileSync(`${file}-wal`).includes('zanzibarcanary')).toBe(true);
  const root = store.roots(null).find(({ path }) => path === removed);
  store.removeRoot({ folderId: root?.folderId ?? 0 });
  freeFile(folder);
  expect(readFileSync(file).includes('zanzibarcanary')).toBe(false);
  expect(store.buildState(null)).toMatchObject({ documents: 2, documentsDone: 2 });
  const vector = Buffer.from(makeVector(makeChunks('gamma')[0]?.inputHash ?? new Uint8Array(), other.dimension).buffer);
  expect(readFileSync(file).includes(vector)).toBe(true);
  expect(store.cancelBuild(null)).toBe(true);
  expect(store.cancelBuild(null)).toBe(false);
  freeFile(folder);
  expect(readFileSync(file).includes(vector)).toBe(false);
  const reader = openReader(file);
  expect(reader.all(`SELECT name FROM sqlite_schema WHERE name LIKE 'next%'`)).toEqual([]);
  reader.close();
  expect(store.status(null)).toMatchObject({ chunks: 3, vectors: 3 });
  expect(store.verify(null).damage).toEqual([]);
});

test('documents of an earlier version, whose structure is not known, are to be read again; until then they are cut as they were', () => {
  const { store, folder, file, kept } = setUp();
  store.cancelBuild(null);
  store.close(null);
  const writer = openWriter(file);
  writer.exec('DELETE FROM document_blocks');
  writer.close();
  const { store: again } = openTestStore({ folder });
  expect(again.isStructureMissing(null)).toBe(false);
  again.beginBuild({ generation: other });
  expect(again.isStructureMissing(null)).toBe(true);
  const inputs = again.rowsToBuild({ limit: 10 }).map((row) => again.documentToBuild({ row })?.input);
  const places = inputs.map((input) => input?.blocks.map(({ start, end }) => input.text.slice(start, end)));
  expect(places).toContainEqual(['alpha', 'beta']);
  expect(indexFolder(again, kept)).toMatchObject({ plans: { 'a.txt': 'read', 'b.txt': 'read' }, embedded: 0 });
  expect(again.rowsToBuild({ limit: 10 })).toHaveLength(3);
});
