// The vectors of a large library, coded and scanned: as good as comparing with each, in step with the store, whole again after damage.
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CodeSegment } from '../../../electron/engine/search/code-segment.js';
import { GrowingVectors } from '../../../electron/engine/search/growing-vectors.js';
import { loadHnsw } from '../../../electron/engine/search/hnsw-graph.js';
import { LanguageShift } from '../../../electron/engine/search/language-shift.js';
import { scanCodes } from '../../../electron/engine/search/scan-codes.js';
import { ScannedVectors } from '../../../electron/engine/search/scanned-vectors.js';
import { VectorCoder } from '../../../electron/engine/search/vector-codes.js';
import { dot } from '../../../electron/engine/search/vector-index.js';
import { makeVectorStore, storeDimension, type VectorStore, vectorNumber } from '../../helpers/vector-store.js';

/** Of a segment: small, so that a few rows need two. */
const segmentRows = 2_048;
const questions = Array.from({ length: 40 }, (_, at) => vectorNumber(1_000_000 + at));

function optionsOf({ reader: database, folder }: VectorStore) {
  const identity = { store: 'one', generationId: 1, dimension: storeDimension };
  return { database, folder, identity, shift: LanguageShift.none, hnsw: null, segmentRows };
}

async function open(store: VectorStore): Promise<ScannedVectors> {
  const vectors = new ScannedVectors(optionsOf(store));
  await vectors.open();
  onTestFinished(() => vectors.close());
  return vectors;
}

/** The ten nearest of the store's rows that the filter leaves, by comparing with each. */
function expectedIds({ reader }: VectorStore, isAllowed: (id: number) => boolean = () => true) {
  const rows = reader
    .all<{ id: number; vector: Uint8Array }>('SELECT id, vector FROM vectors')
    .filter(({ id }) => isAllowed(id))
    .map(({ id, vector }) => ({ id, vector: new Float32Array(Uint8Array.from(vector).buffer) }));
  return questions.map((question) =>
    rows
      .map(({ id, vector }) => ({ id, nearness: dot(question, vector) }))
      .sort((a, b) => b.nearness - a.nearness || a.id - b.id)
      .slice(0, 10)
      .map(({ id }) => id),
  );
}

function foundIds(vectors: ScannedVectors | GrowingVectors, among?: ReadonlySet<number>) {
  return questions.map((question) =>
    (among === undefined ? vectors.nearest(question, 10) : vectors.nearestAmong(question, 10, among)).map(
      ({ vectorId }) => vectorId,
    ),
  );
}

function recall(found: readonly (readonly number[])[], expected: readonly (readonly number[])[]): number {
  const hits = expected.map((ids, at) => ids.filter((id) => found[at]?.includes(id)).length);
  return hits.reduce((sum, count) => sum + count, 0) / expected.flat().length;
}

function codeFiles({ folder }: VectorStore): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.includes('.codes'))
    .sort();
}

const isInFilter = (id: number): boolean => id % 100 === 57;
const isLeft = (id: number): boolean => id % 10 >= 3;

test('what an exact comparison finds is found: of all, under a filter that keeps one in a hundred, and when three of ten are gone', async () => {
  const store = makeVectorStore();
  store.add(0, 6_000);
  const vectors = await open(store);
  await vectors.settle();
  const allowed = new Set(Array.from({ length: 60 }, (_, at) => at * 100 + 57));
  expect(recall(foundIds(vectors), expectedIds(store))).toBeGreaterThanOrEqual(0.98);
  expect(recall(foundIds(vectors, allowed), expectedIds(store, isInFilter))).toBeGreaterThanOrEqual(0.98);
  store.remove(Array.from({ length: 6_000 }, (_, at) => at + 1).filter((id) => !isLeft(id)));
  expect(await vectors.settle()).toMatchObject({ source: 'scan', vectors: 4_200, lastVectorId: 6_000 });
  expect(recall(foundIds(vectors), expectedIds(store))).toBeGreaterThanOrEqual(0.98);
  expect(recall(foundIds(vectors, allowed), expectedIds(store, isInFilter))).toBeGreaterThanOrEqual(0.98);
  const [question = vectorNumber(0)] = questions;
  const [nearest] = vectors.nearest(question, 1);
  const stored = vectors.readPlain([nearest?.vectorId ?? 0]).get(nearest?.vectorId ?? 0) ?? new Float32Array();
  expect(nearest?.nearness).toBe(dot(question, stored));
});

test('the bytes find what the numbers find, in every segment and through a wide filter', () => {
  const coder = new VectorCoder(new Float32Array(storeDimension), segmentRows);
  const segments: CodeSegment[] = [];
  const vectors = Array.from({ length: 5_000 }, (_, at) => vectorNumber(at));
  for (const [at, vector] of vectors.entries()) {
    if (at % segmentRows === 0) segments.push(new CodeSegment(coder));
    segments.at(-1)?.add(at + 1, vector);
  }
  for (const isAllowed of [() => true, (id: number) => id % 2 === 0]) {
    const found = questions.slice(0, 10).map((question) => scanCodes(coder, segments, question, 40, isAllowed));
    const expected = questions.slice(0, 10).map((question) =>
      vectors
        .map((vector, at) => ({ id: at + 1, nearness: dot(question, vector) }))
        .filter(({ id }) => isAllowed(id))
        .sort((a, b) => b.nearness - a.nearness)
        .slice(0, 10)
        .map(({ id }) => id),
    );
    expect(recall(found, expected)).toBeGreaterThanOrEqual(0.98);
    expect(found.flat().every(isAllowed)).toBe(true);
  }
});

/** A store of two segments, whose files are written, closed. */
async function storeWithFiles(): Promise<VectorStore> {
  const store = makeVectorStore();
  store.add(0, segmentRows + 100);
  const vectors = await open(store);
  await vectors.settle();
  await vectors.close();
  return store;
}

test('files are read again, in step with what came and went while the library was closed', async () => {
  const store = await storeWithFiles();
  expect(codeFiles(store)).toEqual(['graph-1.codes', 'graph-1.codes.0', 'graph-1.codes.1']);
  const loaded = await open(store);
  expect(loaded.size).toBe(segmentRows + 100);
  await loaded.close();
  store.add(segmentRows + 100, segmentRows + 200);
  store.remove([1, 2, segmentRows + 50]);
  const vectors = await open(store);
  expect((await vectors.settle()).vectors).toBe(segmentRows + 197);
  expect(recall(foundIds(vectors), expectedIds(store))).toBeGreaterThanOrEqual(0.98);
});

const damages: readonly (readonly [string, string, (file: string) => void])[] = [
  ['a missing segment', '.1', (file) => rmSync(file)],
  ['a segment cut short', '.1', (file) => truncateSync(file, 1_000)],
  [
    'a segment changed in one byte',
    '.0',
    (file) => {
      const bytes = readFileSync(file);
      bytes[7_000] = (bytes[7_000] ?? 0) ^ 1;
      writeFileSync(file, bytes);
    },
  ],
  ['half a description', '', (file) => truncateSync(file, 60)],
];

test.each(damages)('%s is read from the store again', async (_, suffix, damage) => {
  const store = await storeWithFiles();
  damage(join(store.folder, `graph-1.codes${suffix}`));
  const vectors = await open(store);
  expect(vectors.size).toBeLessThan(segmentRows + 100);
  expect((await vectors.settle()).vectors).toBe(segmentRows + 100);
  expect(await vectors.verify()).toEqual({ damage: [], repaired: [] });
});

test('what is forgotten is in no file from then on, and the rest is found all the while', async () => {
  const store = await storeWithFiles();
  const { centre } = JSON.parse(readFileSync(join(store.folder, 'graph-1.codes'), 'utf8')) as { centre: number[] };
  const coder = new VectorCoder(Float32Array.from(centre));
  const filesWith = (number: number): readonly string[] => {
    coder.code(vectorNumber(number));
    return codeFiles(store).filter((name) =>
      readFileSync(join(store.folder, name)).includes(Buffer.from(coder.bytes.buffer, 0, storeDimension)),
    );
  };
  expect(filesWith(4)).toEqual(['graph-1.codes.0']);
  const vectors = await open(store);
  store.remove([5, 6, 7]);
  await vectors.forget();
  expect(filesWith(4)).toEqual([]);
  expect(recall(foundIds(vectors), expectedIds(store))).toBeGreaterThanOrEqual(0.98);
  await vectors.settle();
  expect(filesWith(3)).toEqual(['graph-1.codes.0']);
  expect(filesWith(4)).toEqual([]);
  expect(await vectors.verify()).toEqual({ damage: [], repaired: [] });
});

test('a library that grows goes over from the graph to the scan by itself, and back when it is small again', async () => {
  const store = makeVectorStore();
  store.add(0, 500);
  const grown = async (): Promise<GrowingVectors> => {
    const vectors = new GrowingVectors({
      ...optionsOf(store),
      hnsw: await loadHnsw(),
      graphFrom: 300,
      scanFrom: 1_000,
    });
    await vectors.open();
    onTestFinished(() => vectors.close());
    return vectors;
  };
  const vectors = await grown();
  expect((await vectors.settle()).source).toBe('graph');
  store.add(500, 1_200);
  expect(await vectors.settle()).toMatchObject({ source: 'scan', vectors: 1_200 });
  expect(foundIds(vectors)).toEqual(expectedIds(store));
  expect(readdirSync(store.folder).filter((name) => name.includes('.hnsw'))).toEqual([]);
  await vectors.close();
  expect((await grown()).source).toBe('scan');
  store.remove(Array.from({ length: 400 }, (_, at) => at + 1));
  const small = await grown();
  expect(await small.settle()).toMatchObject({ source: 'graph', vectors: 800 });
  expect(codeFiles(store)).toEqual([]);
});
