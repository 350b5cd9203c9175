// Vectors: one for each input, given to every chunk that has it; what lacks one is listed.
import { expect, test } from 'vitest';
import { openReader } from '../../../electron/engine/store/sqlite.js';
import type { StoreMethods } from '../../../electron/engine/store/store-methods.js';
import { vectorOfBlob } from '../../../electron/engine/store/vector-blob.js';
import { hashOf, makeChunks, makeDocument, makeVector, makeVectors } from '../../helpers/make-document.js';
import { openTestStore } from '../../helpers/open-test-store.js';

interface SaveOptions {
  readonly embedAgain?: boolean;
  readonly modifiedMs?: number;
}

function save(store: StoreMethods, relativePath: string, text: string, options: SaveOptions = {}): number {
  const { embedAgain = false, modifiedMs = 1 } = options;
  const { folderId } = store.addRoot({ path: '/documents', isFile: false, collection: 'default' });
  const { checkId } = store.beginCheck({ folderId, under: '' });
  const entries = [{ relativePath, sizeBytes: 1, modifiedMs }];
  const row = store.planBatch({ checkId, entries, force: true }).toRead[0]?.row ?? 0;
  const place = { row, contentHash: hashOf(text), sizeBytes: 1, modifiedMs };
  store.saveWords({ ...place, document: makeDocument(text), chunks: makeChunks(text), embedAgain });
  return row;
}

function vectorIds(file: string): readonly number[] {
  const reader = openReader(file);
  const rows = reader.all<{ id: number }>('SELECT id FROM vectors ORDER BY id');
  reader.close();
  return rows.map(({ id }) => id);
}

test('a vector reaches every chunk with its input, and completes other documents too', () => {
  const { store } = openTestStore();
  const first = save(store, 'a.txt', 'alpha\n\nbeta');
  const second = save(store, 'b.txt', 'beta');
  const [alpha, beta] = makeVectors(makeChunks('alpha\n\nbeta'));
  expect(store.saveVectors({ vectors: beta === undefined ? [] : [beta] })).toEqual({ ready: 1 });
  expect(store.documentAtPath({ path: '/documents/b.txt' }).state).toBe('ready');
  expect(store.pending({ afterId: 0, limit: 10 }).map(({ row }) => row)).toEqual([first]);
  expect(store.saveVectors({ vectors: alpha === undefined ? [] : [alpha] })).toEqual({ ready: 1 });
  expect(store.pending({ afterId: 0, limit: 10 })).toEqual([]);
  expect(second).not.toBe(first);
  expect(store.status(null)).toMatchObject({ chunks: 3, vectors: 2 });
});

test('what is pending is listed chunk by chunk, in portions, with the text to embed', () => {
  const { store } = openTestStore();
  const row = save(store, 'a.txt', 'alpha\n\nbeta');
  const later = save(store, 'b.txt', 'gamma');
  const first = store.pending({ afterId: 0, limit: 2 });
  expect(first).toMatchObject([
    { row, context: '', text: 'alpha' },
    { row, context: '', text: 'beta' },
  ]);
  expect(Uint8Array.from(first[0]?.inputHash ?? [])).toEqual(makeChunks('alpha')[0]?.inputHash);
  const rest = store.pending({ afterId: first[1]?.id ?? 0, limit: 2 });
  expect(rest).toMatchObject([{ row: later, text: 'gamma' }]);
  expect(store.pending({ afterId: rest[0]?.id ?? 0, limit: 2 })).toEqual([]);
});

test('documents that wait for meaning are listed newest first, behind the one that is asked for, with all that is left of them', () => {
  const { store } = openTestStore();
  const rows = [1, 3, 2].map((modifiedMs) =>
    save(store, `${modifiedMs}.txt`, `alpha ${modifiedMs}\n\nbeta`, { modifiedMs }),
  );
  const [oldest = 0, newest = 0, middle = 0] = rows;
  expect(store.waitingRows({ firstRow: null, limit: 10 })).toEqual([newest, middle, oldest]);
  expect(store.waitingRows({ firstRow: oldest, limit: 2 })).toEqual([oldest, newest, middle]);
  expect(store.waitingRows({ firstRow: 12_345, limit: 1 })).toEqual([newest]);
  expect(store.pending({ row: newest, afterId: 0, limit: 10 }).map(({ text }) => text)).toEqual(['alpha 3', 'beta']);
  const tokens = makeChunks('alpha 3\n\nbeta').reduce((sum, { tokenCount }) => sum + tokenCount, 0);
  expect(store.waitingWork(null)).toEqual({ chunks: 6, tokens: 3 * tokens });
  store.saveVectors({ vectors: makeVectors(makeChunks('alpha 3\n\nbeta')) });
  expect(store.waitingRows({ firstRow: newest, limit: 10 })).toEqual([middle, oldest]);
  // The other two share the input that was embedded.
  expect(store.waitingWork(null)).toMatchObject({ chunks: 2 });
});

test('the speed that was measured is kept, and moved by half by what comes after it', () => {
  const { store } = openTestStore();
  expect(store.speed(null)).toEqual({ speed: null, densities: [] });
  save(store, 'a.txt', 'alpha');
  store.noteSpeed({ tokensPerSecond: 500, bytesPerSecond: 1_000_000 });
  store.noteSpeed({ tokensPerSecond: 700 });
  expect(store.speed(null)).toEqual({
    speed: { tokensPerSecond: 600, bytesPerSecond: 1_000_000 },
    densities: [{ type: 'txt', documents: 1, bytes: 1, chunks: 1 }],
  });
});

test('vectors are kept number by number', () => {
  const { store, file } = openTestStore();
  save(store, 'a.txt', 'alpha');
  const chunks = makeChunks('alpha');
  store.saveVectors({ vectors: makeVectors(chunks) });
  const reader = openReader(file);
  const stored = reader.get<{ vector: Uint8Array }>('SELECT vector FROM vectors');
  reader.close();
  expect(vectorOfBlob(stored?.vector ?? new Uint8Array())).toEqual(
    makeVector(chunks[0]?.inputHash ?? new Uint8Array()),
  );
});

test('ids of vectors never come back, so that a graph cannot mistake one for another', () => {
  const { store, file } = openTestStore();
  save(store, 'a.txt', 'alpha');
  store.saveVectors({ vectors: makeVectors(makeChunks('alpha')) });
  expect(vectorIds(file)).toEqual([1]);
  save(store, 'a.txt', 'beta');
  store.saveVectors({ vectors: makeVectors(makeChunks('beta')) });
  expect(vectorIds(file)).toEqual([2]);
  store.reset({ collection: null });
  save(store, 'a.txt', 'alpha');
  store.saveVectors({ vectors: makeVectors(makeChunks('alpha')) });
  expect(vectorIds(file)).toEqual([3]);
});

test('embedding again keeps the document ready, and a vector that differs comes in under a new id', () => {
  const { store, file } = openTestStore();
  save(store, 'a.txt', 'alpha');
  const vectors = makeVectors(makeChunks('alpha'));
  store.saveVectors({ vectors });
  save(store, 'a.txt', 'alpha', { embedAgain: true });
  expect(store.documentAtPath({ path: '/documents/a.txt' }).state).toBe('ready');
  store.saveVectors({ vectors });
  expect(vectorIds(file)).toEqual([1]);
  const turned = vectors.map(({ inputHash, vector }) => ({ inputHash, vector: vector.map((value) => -value) }));
  store.saveVectors({ vectors: turned });
  expect(vectorIds(file)).toEqual([2]);
  expect(store.documentAtPath({ path: '/documents/a.txt' }).state).toBe('ready');
  expect(store.status(null)).toMatchObject({ chunks: 1, vectors: 1 });
});

test('a vector that nothing waits for any more is not kept', () => {
  const { store } = openTestStore();
  save(store, 'a.txt', 'alpha');
  store.reset({ collection: null });
  expect(store.saveVectors({ vectors: makeVectors(makeChunks('alpha')) })).toEqual({ ready: 0 });
  expect(store.status(null).vectors).toBe(0);
});

test.each([
  ['too short', Float32Array.of(1, 0)],
  ['not of length one', new Float32Array(16).fill(1)],
  ['not a number', new Float32Array(16).fill(Number.NaN)],
])('a vector that is %s is refused', (_, vector) => {
  const { store } = openTestStore();
  save(store, 'a.txt', 'alpha');
  const inputHash = makeChunks('alpha')[0]?.inputHash ?? new Uint8Array();
  expect(() => store.saveVectors({ vectors: [{ inputHash, vector }] })).toThrow(
    expect.objectContaining({ code: 'bug' }),
  );
  expect(store.status(null).vectors).toBe(0);
});
