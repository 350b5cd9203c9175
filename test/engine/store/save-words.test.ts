// Saving: one version replaces the other as a whole, and what stays the same is counted and kept.
import { expect, test } from 'vitest';
import type { LoadedDocument } from '../../../electron/engine/load/loaded-document.js';
import type { SaveWordsReply, StoreMethods } from '../../../electron/engine/store/store-methods.js';
import { hashOf, makeChunks, makeDocument, makeLayout, makeVectors } from '../../helpers/make-document.js';
import { countMatches, openTestStore } from '../../helpers/open-test-store.js';

function rowFor(store: StoreMethods, relativePath: string): number {
  const { folderId } = store.addRoot({ path: '/documents', isFile: false, collection: 'default' });
  const { checkId } = store.beginCheck({ folderId, under: '' });
  const entries = [{ relativePath, sizeBytes: 10, modifiedMs: 20 }];
  return store.planBatch({ checkId, entries, force: true }).toRead[0]?.row ?? 0;
}

function save(store: StoreMethods, row: number, text: string, more: Partial<LoadedDocument> = {}): SaveWordsReply {
  return store.saveWords({
    row,
    contentHash: hashOf(text),
    sizeBytes: 30,
    modifiedMs: 40.6,
    document: makeDocument(text, more),
    chunks: makeChunks(text, more.title ?? ''),
  });
}

test('a new version takes the place of the old one, and chunks that stayed keep id and vector', () => {
  const { store, file } = openTestStore();
  const row = rowFor(store, 'a.txt');
  expect(save(store, row, 'alpha\n\nbeta\n\ngamma')).toEqual({
    added: 3,
    reused: 0,
    removed: 0,
    withoutVector: [0, 1, 2],
    state: 'words',
  });
  store.saveVectors({ vectors: makeVectors(makeChunks('alpha\n\nbeta\n\ngamma')) });
  // `alpha` stays where it was, `gamma` moves, `delta` is new.
  expect(save(store, row, 'alpha\n\ngamma\n\ndelta')).toEqual({
    added: 1,
    reused: 2,
    removed: 2,
    withoutVector: [2],
    state: 'words',
  });
  const words = ['alpha', 'beta', 'gamma', 'delta'];
  expect(words.map((word) => countMatches(file, word))).toEqual([1, 0, 1, 1]);
  expect(store.status(null)).toMatchObject({ chunks: 3, vectors: 2 });
  expect(store.verify(null)).toMatchObject({ damage: [], repaired: [] });
});

test('the words of passage, context and name are found folded, each in its column', () => {
  const { store, file } = openTestStore();
  save(store, rowFor(store, 'Año 2021/Straße.txt'), 'Él pagó', { title: 'Überblick' });
  const queries = ['passage : pago', 'context : uberblick', 'name : ano', 'name : strasse', 'passage : uberblick'];
  expect(queries.map((query) => countMatches(file, query))).toEqual([1, 1, 1, 1, 0]);
});

test('what the loader told is told again', () => {
  const { store } = openTestStore();
  const note = { reason: 'needs-recognition', message: 'Three pages have no text.' } as const;
  const layouts = [makeLayout(1, 0, 5), makeLayout(2, 7, 12)];
  save(store, rowFor(store, 'a.pdf'), 'first\n\nsecond', {
    type: 'pdf',
    title: 'A title',
    pages: 2,
    encoding: null,
    language: 'de',
    layouts,
    note,
  });
  const document = store.documentAtPath({ path: '/documents/a.pdf' });
  expect(document).toMatchObject({
    type: 'pdf',
    title: 'A title',
    pages: 2,
    encoding: null,
    language: 'de',
    bytes: 30,
    modified: '1970-01-01T00:00:00.041Z',
    state: 'words',
    ...note,
  });
  expect(store.pageLayout({ documentId: document.documentId, page: 2 })).toEqual({ ...layouts[1], text: 'secon' });
  expect(store.pageLayout({ documentId: document.documentId, page: 3 })).toBeNull();
  expect(store.problems({})).toEqual([{ path: '/documents/a.pdf', state: 'words', ...note }]);
  const { passages } = store.text({ documentId: document.documentId });
  const second = passages[1];
  expect(second).toMatchObject({ start: 7, end: 13, locator: { headingPath: ['A title'], slide: null } });
  expect(store.chunkPlace({ chunkId: second?.chunkId ?? '' })).toEqual(second);
});

test('a document without chunks is never saved as searchable', () => {
  const { store } = openTestStore();
  const row = rowFor(store, 'a.txt');
  expect(() => save(store, row, '')).toThrow(expect.objectContaining({ code: 'bug' }));
  expect(store.status(null).documents).toMatchObject({ waiting: 1 });
});

test('a failure takes away what was searchable', () => {
  const { store, file } = openTestStore();
  const row = rowFor(store, 'a.txt');
  save(store, row, 'alpha', { layouts: [makeLayout(1, 0, 5)] });
  store.saveVectors({ vectors: makeVectors(makeChunks('alpha')) });
  const failure = { state: 'failed', reason: 'damaged', message: 'It cannot be read.' } as const;
  store.saveFailure({ row, ...failure, contentHash: null, wasKilled: false });
  expect(store.status(null)).toMatchObject({ chunks: 0, vectors: 0, bytes: { text: 0 }, documents: { failed: 1 } });
  expect(countMatches(file, 'alpha')).toBe(0);
  expect(store.problems({ underPaths: ['/documents/a.txt'] })).toEqual([{ path: '/documents/a.txt', ...failure }]);
  expect(store.problems({ underPaths: ['/documents/a'] })).toEqual([]);
  expect(store.problemGroups(null)).toEqual([{ reason: 'damaged', documents: 1 }]);
  expect(store.verify(null).damage).toEqual([]);
});

test('a NUL in a text shifts no offset', () => {
  const { store } = openTestStore();
  save(store, rowFor(store, 'a.txt'), 'be\0fore\n\nafter');
  const { documentId } = store.documentAtPath({ path: '/documents/a.txt' });
  expect(store.text({ documentId }).text).toBe('be fore\n\nafter');
});

test('ids come from place and content: the same in every library, different for different documents', () => {
  const idsIn = (names: readonly string[]): readonly string[] => {
    const { store } = openTestStore();
    for (const name of names) save(store, rowFor(store, name), 'alpha\n\nbeta');
    const { documents } = store.documents({ offset: 0, limit: 10 });
    const chunks = documents.flatMap(({ documentId }) => store.text({ documentId }).passages);
    return [...documents.map(({ documentId }) => documentId), ...chunks.map(({ chunkId }) => chunkId)];
  };
  const ids = idsIn(['a.txt', 'b.txt']);
  expect(idsIn(['b.txt', 'a.txt'])).toEqual(ids);
  expect(new Set(ids).size).toBe(6);
  for (const id of ids) expect(id).toMatch(/^(d[0-9a-f]{15}|c[0-9a-f]{20})$/);
});
