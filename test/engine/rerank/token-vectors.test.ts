// How well two texts fit, token by token: values worked out by hand.
import { expect, test } from 'vitest';
import {
  bytesOf,
  lateInteraction,
  packTokenVectors,
  someTokens,
} from '../../../electron/engine/rerank/token-vectors.js';

const tokens = (...vectors: readonly (readonly number[])[]) =>
  packTokenVectors(Float32Array.from(vectors.flat()), vectors[0]?.length ?? 2);

test('each token of the question counts with the nearest token of the passage, and all of them alike', () => {
  const question = tokens([1, 0], [0, 1]);
  // The first is met exactly; the second best by (.6, .8).
  expect(lateInteraction(question, tokens([1, 0], [0.6, 0.8]))).toBeCloseTo(0.9, 2);
  // The nearest of the first is (.6, .8), of the second (0, -1) is none: 0.8 by the first again.
  expect(lateInteraction(question, tokens([0.6, 0.8], [0, -1]))).toBeCloseTo(0.7, 2);
  expect(lateInteraction(question, tokens([-1, 0]))).toBeCloseTo(-0.5, 2);
});

test('what the passage says besides, how long its vectors are and in which order they come makes no difference', () => {
  const question = tokens([3, 4], [5, 0]);
  const passage = tokens([0.6, 0.8], [0.8, -0.6]);
  expect(lateInteraction(question, passage)).toBeCloseTo(0.9, 2);
  expect(lateInteraction(question, tokens([-7, 0], [80, -60], [6, 8]))).toBeCloseTo(0.9, 2);
});

test('a text without tokens fits nothing', () => {
  const some = tokens([1, 0]);
  const none = tokens();
  expect([lateInteraction(some, none), lateInteraction(none, some)]).toEqual([0, 0]);
  // A vector of zeros has no direction.
  expect(lateInteraction(some, tokens([0, 0]))).toBe(0);
});

test('packed cosines are those of the floats to within .003, at the size of the model’s vectors', () => {
  // Vectors like the model's: a few numbers are many times as large as the others.
  const dimension = 384;
  const made = (seed: number): Float32Array =>
    Float32Array.from({ length: dimension }, (_, at) => Math.sin(seed * 997 + at * seed) * (at % 97 === 0 ? 9 : 1));
  const cosine = (a: Float32Array, b: Float32Array): number =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0) / (Math.hypot(...a) * Math.hypot(...b));
  for (let seed = 1; seed < 40; seed++) {
    const [first, second] = [made(seed), made(seed + 0.003)];
    const packed = lateInteraction(packTokenVectors(first, dimension), packTokenVectors(second, dimension));
    expect(Math.abs(packed - cosine(first, second))).toBeLessThan(0.003);
  }
  expect(bytesOf(packTokenVectors(made(1), dimension))).toBe(dimension + 4);
});

test('some of the tokens are taken out of a row of them', () => {
  const all = tokens([1, 0], [0, 1], [-1, 0], [0, -1]);
  const middle = someTokens(all, 1, 3);
  expect(middle.scales).toHaveLength(2);
  expect(lateInteraction(tokens([0, 1]), middle)).toBeCloseTo(1, 5);
  expect(lateInteraction(tokens([1, 0]), middle)).toBeCloseTo(0, 5);
});
