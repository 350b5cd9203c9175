// The vectors of a library: in step with the store, kept in a snapshot, whole again whatever happens to it.
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { snapshotFile } from '../../../electron/engine/search/graph-snapshot.js';
import { type HnswModule, loadHnsw } from '../../../electron/engine/search/hnsw-graph.js';
import { LanguageShift } from '../../../electron/engine/search/language-shift.js';
import { LibraryVectors } from '../../../electron/engine/search/library-vectors.js';
import { dot } from '../../../electron/engine/search/vector-index.js';
import { makeVectorStore, storeDimension, type VectorStore, vectorNumber } from '../../helpers/vector-store.js';

const graphFrom = 300;
const hnsw = await loadHnsw();
const question = vectorNumber(1_000_000);

interface OpenOptions {
  readonly store?: string;
  readonly hnsw?: HnswModule | null;
}

async function open(store: VectorStore, options: OpenOptions = {}): Promise<LibraryVectors> {
  const identity = { store: options.store ?? 'one', generationId: 1, dimension: storeDimension };
  const { reader: database, folder } = store;
  const module = options.hnsw === undefined ? hnsw : options.hnsw;
  const vectors = new LibraryVectors({
    database,
    folder,
    identity,
    shift: LanguageShift.none,
    hnsw: module,
    graphFrom,
  });
  await vectors.open();
  onTestFinished(() => vectors.close());
  return vectors;
}

/** The nearest ten by comparing with every row of the store. */
function expectedIds({ reader }: VectorStore): readonly number[] {
  const rows = reader.all<{ id: number; vector: Uint8Array }>('SELECT id, vector FROM vectors');
  return rows
    .map(({ id, vector }) => ({ id, cosine: dot(question, new Float32Array(Uint8Array.from(vector).buffer)) }))
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, 10)
    .map(({ id }) => id);
}

function foundIds(vectors: LibraryVectors): readonly number[] {
  return vectors.nearest(question, 10).map(({ vectorId }) => vectorId);
}

/** A store of `count` vectors with a snapshot of all of them, closed. */
async function storeWithSnapshot(count = 500): Promise<VectorStore> {
  const store = makeVectorStore();
  store.add(0, count);
  const vectors = await open(store);
  await vectors.settle();
  await vectors.close();
  return store;
}

test('a small library needs no graph and no file', async () => {
  const store = makeVectorStore();
  store.add(0, graphFrom - 1);
  const vectors = await open(store);
  expect(await vectors.settle()).toMatchObject({ source: 'exact', vectors: graphFrom - 1, bytes: 0 });
  expect(foundIds(vectors)).toEqual(expectedIds(store));
  expect(readdirSync(store.folder).filter((name) => name.startsWith('graph'))).toEqual([]);
});

test('a larger one gets a graph, and a snapshot that the next start reads', async () => {
  const store = await storeWithSnapshot();
  const again = await open(store);
  expect(again.state()).toMatchObject({ source: 'graph', vectors: 500, lastVectorId: 500 });
  expect(again.state().bytes).toBe(readFileSync(snapshotFile(store.folder, 1)).length);
  expect(foundIds(again)).toEqual(expectedIds(store));
});

test('without hnswlib-node the exact scan answers, and says so', async () => {
  const store = await storeWithSnapshot();
  const vectors = await open(store, { hnsw: null });
  expect(await vectors.settle()).toMatchObject({ source: 'exact', vectors: 500, isGraphAvailable: false });
  expect(foundIds(vectors)).toEqual(expectedIds(store));
});

test('rows that came while the library was closed are added to the snapshot', async () => {
  const store = await storeWithSnapshot();
  store.add(500, 700);
  const vectors = await open(store);
  expect(await vectors.settle()).toMatchObject({ source: 'graph', vectors: 700, lastVectorId: 700 });
  expect(foundIds(vectors)).toEqual(expectedIds(store));
});

test('rows that went while the library was closed are dropped from the snapshot', async () => {
  const store = await storeWithSnapshot();
  const gone = expectedIds(store).slice(0, 5);
  store.remove(gone);
  const vectors = await open(store);
  expect(await vectors.settle()).toMatchObject({ source: 'graph', vectors: 495 });
  expect(foundIds(vectors)).toEqual(expectedIds(store));
  await vectors.close();
  const again = await open(store);
  expect(await again.settle()).toMatchObject({ source: 'graph', vectors: 495 });
  expect(foundIds(again)).toEqual(expectedIds(store));
});

test('a refresh follows the store while it is open', async () => {
  const store = await storeWithSnapshot();
  const vectors = await open(store);
  store.add(500, 600);
  store.remove([1, 2, 3, 550]);
  expect(await vectors.settle()).toMatchObject({ vectors: 596, lastVectorId: 600 });
  expect(foundIds(vectors)).toEqual(expectedIds(store));
  store.add(600, 601);
  expect((await vectors.settle()).vectors).toBe(597);
});

test('when too many are deleted the graph is built anew', async () => {
  const store = await storeWithSnapshot(900);
  const vectors = await open(store);
  store.remove(Array.from({ length: 400 }, (_, at) => at + 1));
  expect(await vectors.settle()).toMatchObject({ source: 'graph', vectors: 500 });
  expect(foundIds(vectors)).toEqual(expectedIds(store));
  await vectors.close();
  const description = JSON.parse(readFileSync(`${snapshotFile(store.folder, 1)}.json`, 'utf8'));
  expect(description).toMatchObject({ vectors: 500, deletedIds: [] });
});

const damages: readonly (readonly [string, (file: string) => void])[] = [
  ['missing', (file) => rmSync(file)],
  ['cut short', (file) => truncateSync(file, 20_000)],
  ['empty', (file) => truncateSync(file, 0)],
  [
    'changed in one byte',
    (file) => {
      const bytes = readFileSync(file);
      bytes[5_000] = (bytes[5_000] ?? 0) ^ 1;
      writeFileSync(file, bytes);
    },
  ],
  ['without its description', (file) => rmSync(`${file}.json`)],
  ['with half a description', (file) => truncateSync(`${file}.json`, 40)],
  [
    'of another format',
    (file) => {
      const description = JSON.parse(readFileSync(`${file}.json`, 'utf8'));
      writeFileSync(`${file}.json`, JSON.stringify({ ...description, format: 0 }));
    },
  ],
];

test.each(damages)('a snapshot that is %s is built anew while the exact scan answers', async (_, damage) => {
  const store = await storeWithSnapshot();
  damage(snapshotFile(store.folder, 1));
  const vectors = await open(store);
  expect(vectors.source).toBe('exact');
  expect(await vectors.settle()).toMatchObject({ source: 'graph', vectors: 500, lastVectorId: 500 });
  expect(foundIds(vectors)).toEqual(expectedIds(store));
  await vectors.close();
  expect((await open(store)).source).toBe('graph');
});

test('the snapshot of another library is not read', async () => {
  const store = await storeWithSnapshot();
  expect((await open(store, { store: 'another' })).source).toBe('exact');
});

test('a crash while writing leaves the snapshot before it', async () => {
  const store = await storeWithSnapshot();
  writeFileSync(`${snapshotFile(store.folder, 1)}.tmp`, 'half a graph');
  expect((await open(store)).state()).toMatchObject({ source: 'graph', vectors: 500 });
});

test('single files do not make it write: only many new vectors, or the end, do', async () => {
  const store = await storeWithSnapshot();
  const vectors = await open(store);
  const before = readFileSync(snapshotFile(store.folder, 1));
  for (let from = 500; from < 520; from += 2) {
    store.add(from, from + 2);
    vectors.refresh();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(readFileSync(snapshotFile(store.folder, 1)).equals(before)).toBe(true);
  await vectors.close();
  expect((await open(store)).state()).toMatchObject({ vectors: 520, lastVectorId: 520 });
});

test('the nearest among a few are compared one by one, those of a wide filter through the graph', async () => {
  const store = makeVectorStore();
  store.add(0, 6_000);
  const vectors = await open(store);
  await vectors.settle();
  for (const step of [2, 1_000]) {
    const allowed = new Set(Array.from({ length: 6_000 / step }, (_, at) => (at + 1) * step));
    const found = vectors.nearestAmong(question, 5, allowed).map(({ vectorId }) => vectorId);
    expect(found).toHaveLength(5);
    expect(found.every((id) => allowed.has(id))).toBe(true);
  }
});

test('verify finds nothing in a whole library, and mends one whose rows were changed behind its back', async () => {
  const store = await storeWithSnapshot();
  const vectors = await open(store);
  expect(await vectors.verify()).toEqual({ damage: [], repaired: [] });
  // The same number of rows, so that nothing looks new or gone.
  store.remove([7]);
  store.add(2_000, 2_001);
  expect(await vectors.verify()).toEqual({ damage: [], repaired: [] });
});

/** Files of the library folder, but the store's own, that hold the bytes of a vector. */
function graphFilesWith({ folder }: VectorStore, vector: Float32Array): readonly string[] {
  const bytes = Buffer.from(vector.buffer);
  const names = readdirSync(folder).filter((name) => name.startsWith('graph-'));
  return names.filter((name) => readFileSync(join(folder, name)).includes(bytes));
}

test('what is forgotten is in no graph file from then on, and the graph answers all the while', async () => {
  const store = await storeWithSnapshot(900);
  const vectors = await open(store);
  expect(graphFilesWith(store, vectorNumber(4))).toHaveLength(1);
  store.remove([5, 6, 7]);
  await vectors.forget();
  expect(graphFilesWith(store, vectorNumber(4))).toEqual([]);
  expect(vectors.source).toBe('graph');
  expect(foundIds(vectors)).toEqual(expectedIds(store));
  expect(await vectors.settle()).toMatchObject({ source: 'graph', vectors: 897 });
  expect(graphFilesWith(store, vectorNumber(3))).toHaveLength(1);
  expect(graphFilesWith(store, vectorNumber(4))).toEqual([]);
  await vectors.close();
  expect((await open(store)).state()).toMatchObject({ source: 'graph', vectors: 897 });
});

test('a library that is closed before its graph has forgotten writes none, and builds it at the next start', async () => {
  const store = await storeWithSnapshot(900);
  const vectors = await open(store);
  store.remove([5]);
  await Promise.all([vectors.forget(), vectors.close()]);
  expect(graphFilesWith(store, vectorNumber(4))).toEqual([]);
  const next = await open(store);
  expect(await next.settle()).toMatchObject({ source: 'graph', vectors: 899 });
  expect(graphFilesWith(store, vectorNumber(4))).toEqual([]);
});

test('where nothing was removed the snapshot stays', async () => {
  const store = await storeWithSnapshot();
  const vectors = await open(store);
  await vectors.settle();
  await vectors.forget();
  expect(existsSync(snapshotFile(store.folder, 1))).toBe(true);
});

test('a reset leaves neither vectors nor a file', async () => {
  const store = await storeWithSnapshot();
  const vectors = await open(store);
  store.remove(Array.from({ length: 500 }, (_, at) => at + 1));
  await vectors.reset();
  expect(await vectors.settle()).toMatchObject({ source: 'exact', vectors: 0, bytes: 0 });
  expect(existsSync(snapshotFile(store.folder, 1))).toBe(false);
  expect(readdirSync(join(store.folder)).filter((name) => name.startsWith('graph'))).toEqual([]);
});
