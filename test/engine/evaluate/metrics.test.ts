// Ranking figures against values worked out by hand.
import { describe, expect, it } from 'vitest';
import { bootstrapInterval, judgeRanking, mean, seededRandom } from '../../../electron/engine/evaluate/metrics.js';

const graded = new Map([
  ['best', 2],
  ['good', 1],
  ['judged useless', 0],
]);

describe('judgeRanking', () => {
  it('is full marks for the relevant documents in the order of their grades', () => {
    const figures = judgeRanking(['best', 'good', 'x'], graded);
    expect(figures).toEqual({ recall: [0.5, 1, 1, 1], reciprocalRank: 1, ndcg: 1 });
  });

  it('discounts gains by the logarithm of the place', () => {
    const figures = judgeRanking(['x', 'good', 'y', 'best'], graded);
    const ideal = 3 + 1 / Math.log2(3);
    expect(figures.ndcg).toBeCloseTo((1 / Math.log2(3) + 3 / Math.log2(5)) / ideal, 12);
    expect(figures.reciprocalRank).toBe(1 / 2);
    expect(figures.recall).toEqual([0, 0.5, 1, 1]);
  });

  it('does not count what stands below the tenth place', () => {
    const ranked = [...Array.from({ length: 10 }, (_, i) => `x${i}`), 'best'];
    expect(judgeRanking(ranked, graded)).toEqual({ recall: [0, 0, 0, 0], reciprocalRank: 0, ndcg: 0 });
  });

  it('takes documents that were judged with grade 0 for not relevant', () => {
    expect(judgeRanking(['judged useless'], graded).reciprocalRank).toBe(0);
  });

  it('is zero, never NaN, where nothing is relevant or nothing was found', () => {
    const nothing = { recall: [0, 0, 0, 0], reciprocalRank: 0, ndcg: 0 };
    expect(judgeRanking(['x'], new Map())).toEqual(nothing);
    expect(judgeRanking([], graded)).toEqual(nothing);
  });
});

describe('bootstrapInterval', () => {
  const values = Array.from({ length: 400 }, (_, i) => (i % 4 === 0 ? 0 : 1));

  it('holds the mean and has the width that the normal approximation gives', () => {
    const { low, high } = bootstrapInterval(values);
    const expectedHalf = 1.96 * Math.sqrt((0.75 * 0.25) / values.length);
    expect(low).toBeLessThan(mean(values));
    expect(high).toBeGreaterThan(mean(values));
    expect((high - low) / 2).toBeCloseTo(expectedHalf, 2);
  });

  it('is the same for the same seed', () => {
    expect(bootstrapInterval(values, 7)).toEqual(bootstrapInterval(values, 7));
  });

  it('is a point where all values are equal', () => {
    expect(bootstrapInterval([0.5, 0.5, 0.5])).toEqual({ low: 0.5, high: 0.5 });
  });
});

describe('seededRandom', () => {
  it('fills the unit interval evenly', () => {
    const random = seededRandom(3);
    const tenths = new Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i++) {
      const at = Math.floor(random() * 10);
      tenths[at] = (tenths[at] ?? 0) + 1;
    }
    expect(Math.min(...tenths)).toBeGreaterThan(850);
    expect(Math.max(...tenths)).toBeLessThan(1_150);
  });
});
