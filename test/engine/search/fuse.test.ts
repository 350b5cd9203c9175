// One order from two lists.
import { expect, test } from 'vitest';
import {
  backgroundOf,
  type FusionInput,
  fuseByFigures,
  fuseByRank,
  zOf,
} from '../../../electron/engine/search/fuse.js';

function input(key: string, more: Partial<FusionInput> = {}): FusionInput {
  return { key, nearness: null, vectorRank: null, wordsRank: null, coverage: 0, bm25Share: 0, neighbours: 0, ...more };
}

const keys = (fused: readonly { readonly candidate: FusionInput }[]): readonly string[] =>
  fused.map(({ candidate }) => candidate.key);

test('by rank, the reciprocal ranks are added', () => {
  const fused = fuseByRank([input('a', { vectorRank: 1 }), input('b', { vectorRank: 3, wordsRank: 2 })]);
  expect(fused.map(({ candidate, score }) => [candidate.key, score])).toEqual([
    ['b', 1 / 63 + 1 / 62],
    ['a', 1 / 61],
  ]);
});

test('by figures, the score is z + 4 coverage + 3 BM25 share + 2 neighbours', () => {
  const background = { median: 0.8, deviation: 0.02, wordsTell: 1 };
  const [fused] = fuseByFigures(
    [input('a', { nearness: 0.86, coverage: 0.5, bm25Share: 0.25, neighbours: 0.5 })],
    background,
  );
  expect(fused?.z).toBeCloseTo(3, 10);
  expect(fused?.score).toBeCloseTo(3 + 2 + 0.75 + 1, 10);
});

test('one common word does not outweigh a clear vector: the case in which ranks alone do harm', () => {
  const nearest = input('nearest', { nearness: 0.9, vectorRank: 1 });
  const chance = input('chance', { nearness: 0.8, vectorRank: 40, wordsRank: 1, coverage: 0.1, bm25Share: 0.05 });
  expect(keys(fuseByRank([nearest, chance]))).toEqual(['chance', 'nearest']);
  expect(keys(fuseByFigures([nearest, chance], { median: 0.79, deviation: 0.02, wordsTell: 1 }))).toEqual([
    'nearest',
    'chance',
  ]);
});

test('without vectors the words decide, without words the vectors do', () => {
  expect(keys(fuseByFigures([input('a', { coverage: 0.2 }), input('b', { coverage: 0.4 })], null))).toEqual(['b', 'a']);
  const background = { median: 0.8, deviation: 0.02, wordsTell: 1 };
  expect(keys(fuseByFigures([input('a', { nearness: 0.7 }), input('b', { nearness: 0.9 })], background))).toEqual([
    'b',
    'a',
  ]);
  expect(keys(fuseByFigures([input('a', { nearness: 0.7 }), input('b', { nearness: 0.9 })], null))).toEqual(['b', 'a']);
});

test('a passage that waits for its vector is taken for near when it has the words', () => {
  const background = { median: 0.8, deviation: 0.01, wordsTell: 0.2 };
  const near = input('near', { nearness: 0.9, coverage: 0.2 });
  const full = input('full', { coverage: 1, bm25Share: 0.5 });
  const half = input('half', { coverage: 0.5, bm25Share: 0.2 });
  expect(keys(fuseByFigures([half, near, full], background))).toEqual(['full', 'near', 'half']);
});

test('equals keep the order of their keys, however they come', () => {
  const one = [input('c'), input('a'), input('b')];
  expect(keys(fuseByFigures(one, null))).toEqual(['a', 'b', 'c']);
  expect(keys(fuseByRank([...one].reverse()))).toEqual(['a', 'b', 'c']);
});

test('the background is the median and the spread around it', () => {
  const background = backgroundOf([0.7, 0.8, 0.9, 0.75, 0.85], [], 5);
  expect(background?.median).toBe(0.8);
  expect(background?.deviation).toBeCloseTo(0.05 * 1.4826, 10);
  expect(zOf(0.8, { median: 0.7, deviation: 0.05, wordsTell: 1 })).toBeCloseTo(2, 10);
});

test('outside passages decide in a library of one and count for nothing in a large one', () => {
  const outside = [0.7, 0.72, 0.74, 0.76, 0.78];
  expect(backgroundOf([0.73], outside, 1_000)?.median).toBe(0.73);
  expect(backgroundOf([], outside, 1_000)?.median).toBe(0.74);
  const own = Array.from({ length: 1_000 }, (_, at) => 0.8 + at / 10_000);
  expect(backgroundOf(own, outside, 1_000)?.median).toBe(own[499]);
});

test('nothing to compare with is no background, and equal nearnesss have no deviation of zero', () => {
  expect(backgroundOf([], [])).toBeNull();
  expect(backgroundOf([0.8], [])).toBeNull();
  expect(backgroundOf([0.8, 0.8, 0.8], [])?.deviation).toBeGreaterThan(0);
});

test('a matched word tells more the more passages there are to be told from, up to a size', () => {
  const tells = [1, 6, 30, 240, 1_000].map((size) => backgroundOf(new Array<number>(size).fill(0.8), [0.7])?.wordsTell);
  expect(tells.map((value) => value?.toFixed(2))).toEqual(['0.13', '0.35', '0.63', '1.00', '1.00']);
  const [near, worded] = [input('near', { nearness: 0.84 }), input('worded', { nearness: 0.8, coverage: 0.6 })];
  const among = (wordsTell: number) => keys(fuseByFigures([near, worded], { median: 0.8, deviation: 0.02, wordsTell }));
  expect(among(1)).toEqual(['worded', 'near']);
  expect(among(0.35)).toEqual(['near', 'worded']);
});
