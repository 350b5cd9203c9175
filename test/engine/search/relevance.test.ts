// Relevance and answerable: always numbers from 0 to 1, on one scale, and null where the model has no calibration.
import { describe, expect, it } from 'vitest';
import { type Calibration, parseCalibration, probabilityOf } from '../../../electron/engine/search/calibration.js';
import { evidenceOf, windowCoverage } from '../../../electron/engine/search/evidence.js';
import {
  featuresVersion,
  hitFeatureNames,
  hitFeatures,
  questionFeatureNames,
  questionFeatures,
} from '../../../electron/engine/search/features.js';
import { backgroundOf } from '../../../electron/engine/search/fuse.js';
import type { Ranked } from '../../../electron/engine/search/rank-candidates.js';
import { judgeBy } from '../../../electron/engine/search/relevance.js';
import {
  idfOf,
  prepareQuestion,
  type QuestionTerm,
  scorePassage,
} from '../../../electron/engine/search/score-passage.js';
import { dot } from '../../../electron/engine/search/vector-index.js';

const question = Float32Array.of(1, 0, 0, 0);
const same = Float32Array.of(1, 0, 0, 0);
const orthogonal = Float32Array.of(0, 1, 0, 0);
const opposite = Float32Array.of(-1, 0, 0, 0);
const outside = Array.from({ length: 30 }, (_, i) => {
  const cosine = 0.7 + i / 300;
  return Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2), 0, 0);
});

function term(word: string): QuestionTerm {
  return { word, typed: word, idf: idfOf(1, 10), similar: new Map(), fuzzyIdf: idfOf(1, 10) };
}

const terms = [term('red'), term('apple'), term('2024')];
const prepared = prepareQuestion(terms);

function ranked(vectors: readonly Float32Array[], texts: readonly string[] = []): readonly Ranked[] {
  return vectors.map((vector, i) => {
    const text = texts[i] ?? 'nothing of it';
    const words = { passage: text.split(' '), around: [] };
    const score = scorePassage(prepared, words, 10);
    return {
      candidate: {
        key: String(i),
        passage: {
          id: i,
          document: i,
          vector: i,
          relativePath: `${i}`,
          type: 'txt',
          start: 0,
          text,
          words,
          textKey: text + i,
        },
        score,
        coverage: score.coverage,
        bm25Share: score.bm25Share,
        neighbours: score.neighbours,
        nearness: dot(question, vector),
        vectorRank: i + 1,
        wordsRank: score.bm25Share > 0 ? i + 1 : null,
      },
      z: null,
      score: 0,
      copies: [],
    };
  });
}

function source(list: readonly Ranked[]) {
  const background = backgroundOf(
    list.flatMap(({ candidate }) => (candidate.nearness === null ? [] : [candidate.nearness])),
    outside.map((vector) => dot(question, vector)),
  );
  const query = { text: 'red apple 2024', words: [], phrases: [], excluded: [], filter: {} };
  return { query, terms, ranked: list, background, questionVector: question };
}

/** Each feature counts for the same: enough to see that figures go the right way. */
function formula(names: readonly string[], upwards: readonly string[]) {
  return {
    intercept: 0,
    terms: Object.fromEntries(
      names.map((name) => [name, { centre: 0, scale: 1, weight: upwards.includes(name) ? 1 : 0, square: 0 }]),
    ),
  };
}

const calibration: Calibration = {
  model: 'm',
  featuresVersion,
  threshold: 0.4,
  answerable: formula(questionFeatureNames, ['z', 'coverage', 'gapToSecond']),
  relevance: formula(hitFeatureNames, ['z', 'coverage']),
  fittedOn: [],
  figures: {},
};
const judge = judgeBy(calibration, outside);

describe('judgeBy', () => {
  it('gives numbers from 0 to 1 for the same, orthogonal and opposite vectors', () => {
    const { relevances, answerable } = judge(source(ranked([same, orthogonal, opposite], ['red apple'])));
    for (const figure of [...relevances, answerable]) {
      expect(figure).toBeGreaterThanOrEqual(0);
      expect(figure).toBeLessThanOrEqual(1);
    }
    expect(relevances[0]).toBeGreaterThan(0.9);
    expect(relevances[1]).toBeLessThan(0.1);
    expect(relevances[2]).toBeLessThanOrEqual(relevances[1] ?? 0);
  });

  it('finds nothing answered where all there is points the other way', () => {
    for (const vectors of [[orthogonal], [opposite], [opposite, opposite, orthogonal]]) {
      expect(judge(source(ranked(vectors))).answerable).toBeLessThan(calibration.threshold);
    }
  });

  it('puts both figures on one scale: the likeliest passage has just the relevance that the question has', () => {
    const { relevances, answerable } = judge(source(ranked([same, orthogonal], ['red apple 2024', 'red'])));
    expect(Math.max(...relevances.map((one) => one ?? 0))).toBe(answerable);
  });

  it('never calls a passage more relevant than one above it in the default order', () => {
    // A formula that holds matched words against a passage: alone it would put the last one first.
    const coverage = { centre: 0, scale: 1, weight: -1, square: 0 };
    const relevance = { ...calibration.relevance, terms: { ...calibration.relevance.terms, z: coverage, coverage } };
    const list = ranked([same, same, same], ['red apple 2024', 'red apple', 'red']);
    const { relevances, answerable } = judgeBy({ ...calibration, relevance }, outside)(source(list));
    expect(relevances).toEqual([answerable, answerable, answerable]);
  });

  it('never says NaN, whatever is broken', () => {
    const broken = Float32Array.of(Number.NaN, 0, 0, 0);
    const { relevances, answerable } = judge(source(ranked([same, broken])));
    expect(relevances[0]).toBeGreaterThan(0);
    expect(relevances[1]).toBeNull();
    expect(answerable).toBeGreaterThan(0);
    const flat = { median: 0.8, deviation: 1e-3, wordsTell: 1 };
    expect(judge({ ...source(ranked([same])), background: flat }).answerable).toBeLessThanOrEqual(1);
    expect(judge(source([]))).toEqual({ relevances: [], answerable: null, threshold: 0 });
  });

  it('judges a passage without a vector not at all, and the others all the same', () => {
    const [first, second] = ranked([same, orthogonal], ['red apple']);
    const waiting = { ...second, candidate: { ...second?.candidate, nearness: null, vectorRank: null } } as Ranked;
    const { relevances } = judge(source([first as Ranked, waiting]));
    expect(relevances[0]).toBeGreaterThan(0);
    expect(relevances[1]).toBeNull();
  });

  it('is null, and declines nothing, without a calibration or without a vector', () => {
    const list = ranked([same]);
    const nothing = { relevances: [null], answerable: null, threshold: 0 };
    expect(judgeBy(null, outside)(source(list))).toEqual(nothing);
    expect(judge({ ...source(list), questionVector: null })).toEqual(nothing);
  });

  it('judges by the passages, not by the order in which they were asked for', () => {
    const list = ranked([same, orthogonal], ['red apple', 'red']);
    const turned = [...list].reverse();
    const one = judge(source(list));
    const other = judge(source(turned));
    expect(other.answerable).toBe(one.answerable);
    expect([...other.relevances].reverse()).toEqual(one.relevances);
  });
});

describe('features', () => {
  it('are all finite in a library of one passage, where the outside passages are what it is compared with', () => {
    const evidence = evidenceOf(source(ranked([same], ['red apple'])), outside);
    if (evidence === null) throw new Error('There is no evidence.');
    const features = questionFeatures(evidence);
    expect(Object.keys(features ?? {}).sort()).toEqual([...questionFeatureNames].sort());
    for (const value of Object.values(features ?? {})) expect(Number.isFinite(value)).toBe(true);
    const [hit] = evidence.hits;
    expect(features?.gapToSecond).toBeGreaterThan(0);
    expect(features?.gapToSecond).toBeLessThan(hit?.score ?? 0);
  });

  it('tell a code that the passage has from one that it has not', () => {
    const digits = (text: string): number => {
      const evidence = evidenceOf(source(ranked([same], [text])), outside);
      return (evidence && questionFeatures(evidence)?.digits) ?? Number.NaN;
    };
    expect(digits('red apple 2024')).toBe(1);
    expect(digits('red apple 2042')).toBe(-1);
  });

  it('of a passage do not change with the passages beside it', () => {
    const evidence = evidenceOf(source(ranked([same, orthogonal], ['red apple', 'red apple'])), outside);
    const [hit] = evidence?.hits ?? [];
    if (evidence === null || hit === undefined) throw new Error('There is no evidence.');
    const alone = { ...evidence, hits: [hit] };
    expect(hitFeatures(alone, hit)).toEqual(hitFeatures(evidence, hit));
  });
});

describe('windowCoverage', () => {
  const filler = Array.from({ length: 40 }, () => 'other');

  it('is that of the best stretch, so words far apart count less than words side by side', () => {
    const near = ['red', 'apple', ...filler];
    const far = ['red', ...filler, 'apple'];
    expect(windowCoverage(prepared, near)).toBeCloseTo(2 / 3, 10);
    expect(windowCoverage(prepared, far)).toBeCloseTo(1 / 3, 10);
    expect(windowCoverage(prepared, [])).toBe(0);
  });
});

describe('parseCalibration', () => {
  it('refuses a file that is damaged or lacks a feature', () => {
    expect(parseCalibration(JSON.stringify(calibration))).toEqual(calibration);
    expect(() => parseCalibration('{')).toThrow(/calibration cannot be understood/);
    const { z: _, ...others } = calibration.answerable.terms;
    const lacking = { ...calibration, answerable: { ...calibration.answerable, terms: others } };
    expect(() => parseCalibration(JSON.stringify(lacking))).toThrow(/calibration cannot be understood/);
    expect(() => parseCalibration(JSON.stringify({ ...calibration, threshold: 1.5 }))).toThrow();
  });
});

describe('probabilityOf', () => {
  const one = { intercept: 0, terms: { x: { centre: 0, scale: 1, weight: 2, square: 0 } } };

  it('holds every feature within bounds, so that nothing far outside what was fitted decides alone', () => {
    expect(probabilityOf(one, { x: 1e9 })).toBe(probabilityOf(one, { x: 3 }));
    expect(probabilityOf(one, { x: Number.NEGATIVE_INFINITY })).toBe(probabilityOf(one, { x: -3 }));
  });

  it('lets a feature that is no number, or is missing, say nothing', () => {
    expect(probabilityOf(one, { x: Number.NaN })).toBe(0.5);
    expect(probabilityOf(one, {})).toBe(0.5);
  });
});
