// The exact scan, held against the plainest possible comparison, and the graph, held against the exact scan.
import { expect, test } from 'vitest';
import { HnswGraph, type HnswModule, loadHnsw } from '../../../electron/engine/search/hnsw-graph.js';
import { dot, ExactVectors, type VectorIndex } from '../../../electron/engine/search/vector-index.js';
import { storeDimension, vectorNumber } from '../../helpers/vector-store.js';

const count = 3_000;
const vectors = Array.from({ length: count }, (_, at) => vectorNumber(at));
const questions = Array.from({ length: 40 }, (_, at) => vectorNumber(1_000_000 + at));

function ids(index: VectorIndex, question: Float32Array, wanted: number, isAllowed?: (id: number) => boolean) {
  return index.nearest(question, wanted, isAllowed).map(({ vectorId }) => vectorId);
}

function sorted(question: Float32Array, isAllowed: (id: number) => boolean = () => true): readonly number[] {
  return vectors
    .map((vector, at) => ({ id: at + 1, cosine: dot(question, vector) }))
    .filter(({ id }) => isAllowed(id))
    .sort((a, b) => b.cosine - a.cosine || a.id - b.id)
    .map(({ id }) => id);
}

function filled<T extends { add(id: number, vector: Float32Array): void }>(index: T): T {
  for (const [at, vector] of vectors.entries()) index.add(at + 1, vector);
  return index;
}

async function hnsw(): Promise<HnswModule> {
  const module = await loadHnsw();
  if (module === null) throw new Error('hnswlib-node is not built on this machine');
  return module;
}

test('the exact scan gives the nearest in order, with their cosines', () => {
  const exact = filled(new ExactVectors(storeDimension));
  for (const question of questions) expect(ids(exact, question, 10)).toEqual(sorted(question).slice(0, 10));
  const question = vectorNumber(1_000_000);
  const [first] = exact.nearest(question, 1);
  expect(first?.nearness).toBeCloseTo(dot(question, vectorNumber((first?.vectorId ?? 0) - 1)), 6);
});

test('a filter leaves a full page', () => {
  const exact = filled(new ExactVectors(storeDimension));
  const isAllowed = (id: number): boolean => id % 100 === 0;
  for (const question of questions) {
    expect(ids(exact, question, 10, isAllowed)).toEqual(sorted(question, isAllowed).slice(0, 10));
  }
});

test('removed vectors are gone, equals come by id, and none is asked for none', () => {
  const exact = new ExactVectors(storeDimension);
  const vector = vectorNumber(0);
  for (const id of [5, 3, 9]) exact.add(id, vector);
  expect(ids(exact, vector, 10)).toEqual([3, 5, 9]);
  exact.remove(3);
  expect(ids(exact, vector, 10)).toEqual([5, 9]);
  expect(exact.size).toBe(2);
  expect(ids(exact, vector, 0)).toEqual([]);
});

test('vectors are taken out in the order in which they came', () => {
  const exact = filled(new ExactVectors(storeDimension));
  exact.remove(2);
  expect(exact.takeFirst(3).map(({ vectorId }) => vectorId)).toEqual([1, 3, 4]);
  expect(exact.takeFirst(1)[0]?.vector).toEqual(vectors[4]);
  expect(exact.size).toBe(count - 5);
  expect(exact.firstId()).toBe(6);
  expect(exact.takeFirst(count)).toHaveLength(count - 5);
  expect(exact.firstId()).toBeNull();
});

test('the graph finds what the exact scan finds', async () => {
  const graph = filled(HnswGraph.empty(await hnsw(), storeDimension, 0));
  let found = 0;
  for (const question of questions) {
    const expected = new Set(sorted(question).slice(0, 10));
    found += ids(graph, question, 10).filter((id) => expected.has(id)).length;
  }
  expect(found / (questions.length * 10)).toBeGreaterThanOrEqual(0.99);
});

test('the filtered graph fills its page too, and forgets what is removed', async () => {
  const graph = filled(HnswGraph.empty(await hnsw(), storeDimension, count));
  const isAllowed = (id: number): boolean => id % 10 === 0;
  for (let id = 10; id <= 200; id += 10) graph.remove(id);
  for (const question of questions) {
    const found = ids(graph, question, 10, isAllowed);
    expect(found).toHaveLength(10);
    expect(found.every((id) => id % 10 === 0 && id > 200)).toBe(true);
  }
  expect(graph.size).toBe(count - 20);
  expect(graph.deletedShare).toBeCloseTo(20 / count, 10);
});
