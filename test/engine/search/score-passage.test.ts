// The figures by which words rank a passage.
import { expect, test } from 'vitest';
import {
  idfOf,
  type PassageScore,
  prepareQuestion,
  type QuestionTerm,
  scorePassage,
} from '../../../electron/engine/search/score-passage.js';

function term(word: string, idf: number, similar: Readonly<Record<string, number>> = {}): QuestionTerm {
  return { word, typed: word, idf, fuzzyIdf: idf, similar: new Map(Object.entries(similar)) };
}

function score(terms: readonly QuestionTerm[], passage: string, around = ''): PassageScore {
  const listed = (text: string): readonly string[] => (text === '' ? [] : text.split(' '));
  return scorePassage(prepareQuestion(terms), { passage: listed(passage), around: listed(around) }, 4);
}

test('a rare word is worth more than a common one, and even a word in every passage is worth something', () => {
  expect(idfOf(1, 100)).toBeCloseTo(Math.log(1 + 99.5 / 1.5), 10);
  expect(idfOf(100, 100)).toBeGreaterThan(0);
  expect(idfOf(500, 100)).toBe(idfOf(100, 100));
});

test('BM25 of one word in a passage of average length is its rarity', () => {
  expect(score([term('sun', 2)], 'the sun is up')).toEqual({
    bm25: 2,
    bm25Share: 1 / 2.2,
    coverage: 1,
    neighbours: 0,
    found: [1],
  });
});

test('coverage is the share of the words found, weighted by rarity', () => {
  const terms = [term('sun', 3), term('moon', 1)];
  expect(score(terms, 'sun').coverage).toBe(0.75);
  expect(score(terms, 'moon').coverage).toBe(0.25);
  expect(score(terms, 'star').coverage).toBe(0);
  expect(score([], 'star').coverage).toBe(0);
});

test('a similar word counts by its weight, the word itself in full, and similar ones never for BM25', () => {
  const terms = [term('contract', 1, { contracts: 0.8, contrast: 0.6 })];
  expect(score(terms, 'contrast contracts')).toMatchObject({ coverage: 0.8, bm25: 0, found: [0.8] });
  expect(score(terms, 'contracts contract').coverage).toBe(1);
});

test('title and name count for their words', () => {
  expect(score([term('sun', 1)], 'moon', 'sun').found).toEqual([1]);
});

test('neighbours of the question are looked for as neighbours', () => {
  const terms = [term('new', 1), term('york', 1), term('times', 1, { time: 0.8 })];
  expect(score(terms, 'the new york times').neighbours).toBe(1);
  expect(score(terms, 'new in york every time').neighbours).toBe(1);
  expect(score(terms, 'york new and some other times').neighbours).toBe(0);
  expect(score(terms, 'new', 'york').neighbours).toBe(0);
});
