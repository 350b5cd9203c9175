// Generations: another model starts its vectors anew, another chunker keeps those whose input stays.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testGeneration } from '../../helpers/make-document.js';
import { indexFolder, openTestStore } from '../../helpers/open-test-store.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

/** A closed library of two documents, with a graph file. */
function closedLibrary(): { readonly folder: string; readonly documents: string; readonly graph: string } {
  const documents = temporaryFolder();
  writeFiles(documents, { 'a.txt': 'alpha\n\nbeta', 'b.txt': 'gamma' });
  const { store, folder } = openTestStore();
  indexFolder(store, documents);
  store.close(null);
  const graph = join(folder, 'graph-1.hnsw');
  writeFileSync(graph, 'a graph');
  return { folder, documents, graph };
}

test('the same generation keeps everything, its graph too', () => {
  const { folder, documents, graph } = closedLibrary();
  const { store } = openTestStore({ folder });
  expect(indexFolder(store, documents)).toMatchObject({ unchanged: 2 });
  expect(existsSync(graph)).toBe(true);
});

test('another model sends documents back to words, to be embedded without being read', () => {
  const { folder, documents, graph } = closedLibrary();
  const { store } = openTestStore({ folder, generation: { ...testGeneration, embedder: 'other', dimension: 8 } });
  expect(store.status(null)).toMatchObject({ documents: { words: 2 }, chunks: 3, vectors: 0, model: 'other' });
  expect(indexFolder(store, documents)).toMatchObject({ unchanged: 2, plans: {} });
  expect(store.pending({ afterId: 0, limit: 10 })).toHaveLength(3);
  expect(existsSync(graph)).toBe(false);
});

test('another chunker reads documents again, and finds the vectors of texts that stayed', () => {
  const { folder, documents } = closedLibrary();
  const { store } = openTestStore({ folder, generation: { ...testGeneration, chunker: 'other' } });
  expect(store.status(null)).toMatchObject({ documents: { ready: 2 }, vectors: 3 });
  expect(indexFolder(store, documents)).toMatchObject({
    unchanged: 0,
    plans: { 'a.txt': 'read', 'b.txt': 'read' },
    embedded: 0,
  });
  expect(store.status(null)).toMatchObject({ documents: { ready: 2 }, chunks: 3, vectors: 3 });
  expect(store.verify(null).damage).toEqual([]);
});
