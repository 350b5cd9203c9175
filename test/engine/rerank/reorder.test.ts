// What a reranker's scores make of a list: worked out by hand.
import { expect, test } from 'vitest';
import {
  doubtIn,
  type RankedSearch,
  reordered,
  requestToRerank,
  rerankedCount,
} from '../../../electron/engine/rerank/reorder.js';
import type { SearchResult } from '../../../shared/domain/search.js';
import { makeHit } from '../../renderer/make-hit.js';

interface Given {
  readonly score: number;
  readonly relevance: number | null;
}

function ranked(given: readonly Given[], threshold = 0.4): RankedSearch {
  return {
    result: {
      query: 'deposit',
      answerable: 0.8,
      threshold,
      seconds: 0.02,
      hits: given.map(({ relevance }, at) => makeHit(at + 1, String.fromCharCode(97 + at), { relevance })),
      chunksWithoutVector: 0,
      listed: false,
      vectorSource: 'exact',
      searched: null,
    },
    figures: given.map(({ score }) => ({ score, context: '' })),
  };
}

const order = ({ hits }: SearchResult): string => hits.map(({ documentId }) => documentId).join('');
const whole = { query: 'deposit', all: true };
const three: readonly Given[] = [
  { score: 5, relevance: 0.8 },
  { score: 4.5, relevance: 0.5 },
  { score: 1, relevance: 0.3 },
];

test('closeness counts by its weight, above and below its mean', () => {
  // Mean .83: a 5 - .4 = 4.6, b 4.5 + .8 = 5.3, c 1 - .4 = .6.
  expect(order(reordered(ranked(three), [0.82, 0.85, 0.82], 40, whole))).toBe('bac');
  // b 4.5 + .2 = 4.7 stays behind a, 5 - .1 = 4.9.
  expect(order(reordered(ranked(three), [0.82, 0.85, 0.82], 10, whole))).toBe('abc');
  expect(order(reordered(ranked(three), [0.8, 0.8, 0.8], 40, whole))).toBe('abc');
});

test('places are numbered anew, relevance falls along them, and the question is as well answered as before', () => {
  const result = reordered(ranked(three), [0.82, 0.85, 0.82], 40, { query: 'deposit' });
  expect(result.hits.map(({ documentId, rank, relevance }) => [documentId, rank, relevance])).toEqual([
    ['b', 1, 0.8],
    ['a', 2, 0.5],
  ]);
  expect(result).toMatchObject({ answerable: 0.8, threshold: 0.4 });
});

test('the list ends where it ended before, is whole when all is asked for, and is no longer than was asked', () => {
  const closeness = [0.82, 0.82, 0.93];
  expect(order(reordered(ranked(three), closeness, 40, { query: 'deposit' }))).toBe('ca');
  const all = reordered(ranked(three), closeness, 40, { query: 'deposit', all: true });
  expect(order(all)).toBe('cab');
  expect(all.hits.map(({ belowThreshold }) => belowThreshold)).toEqual([false, false, true]);
  expect(order(reordered(ranked(three), closeness, 40, { query: 'deposit', all: true, k: 1 }))).toBe('c');
  // Nothing reaches the threshold: the three nearest.
  const four = [...three, { score: 0, relevance: 0.1 }];
  expect(order(reordered(ranked(four, 0.9), [0.8, 0.8, 0.8, 0.8], 40, { query: 'deposit' }))).toBe('abc');
});

test('a passage without a relevance has none in its new place either', () => {
  const given = [{ score: 5, relevance: null }, ...three.slice(1)];
  const result = reordered(ranked(given), [0.82, 0.9, 0.82], 40, { query: 'deposit', all: true });
  expect(result.hits.map(({ documentId, relevance }) => [documentId, relevance])).toEqual([
    ['b', 0.5],
    ['a', null],
    ['c', 0.3],
  ]);
});

test('what was not compared stays behind what was, in its order', () => {
  const result = reordered(ranked(three), [0.7, 0.9], 40, { query: 'deposit', all: true });
  expect(order(result)).toBe('bac');
  expect(order(reordered(ranked(three), [], 40, { query: 'deposit', all: true }))).toBe('abc');
});

test('enough is asked for to choose the best ten from twenty, and the longest list that was wanted', () => {
  expect(requestToRerank({ query: 'deposit', k: 3 })).toEqual({ query: 'deposit', k: rerankedCount, all: true });
  expect(requestToRerank({ query: 'deposit', k: 50 })).toMatchObject({ k: 50 });
});

test('there is less to mend the surer the best was found, and nothing where its words leave no doubt', () => {
  expect([[7, 3], [8], [9, 2], [11], [12], [20, 12]].map(doubtIn)).toEqual([1, 1, 0.75, 0.25, 0, 0]);
});
