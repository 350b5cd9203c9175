// Answers given and refused, counted at each threshold.
import { describe, expect, it } from 'vitest';
import {
  type AnswerableOutcome,
  declinedAt,
  declinedAtCost,
  thresholdCurve,
} from '../../../electron/engine/evaluate/threshold-curve.js';

const outcomes: AnswerableOutcome[] = [
  { answerable: 0.9, hasAnswer: true, isFirstRight: true },
  { answerable: 0.8, hasAnswer: true, isFirstRight: false },
  { answerable: 0.4, hasAnswer: true, isFirstRight: true },
  { answerable: 0.6, hasAnswer: false, isFirstRight: false },
  { answerable: 0.1, hasAnswer: false, isFirstRight: false },
];

describe('thresholdCurve', () => {
  it('counts each question once at every threshold', () => {
    expect(thresholdCurve(outcomes, [0, 0.5, 1])).toEqual([
      { threshold: 0, answeredRight: 2, answeredWrong: 3, refusedRight: 0, refusedWrong: 0 },
      { threshold: 0.5, answeredRight: 1, answeredWrong: 2, refusedRight: 1, refusedWrong: 1 },
      { threshold: 1, answeredRight: 0, answeredWrong: 0, refusedRight: 2, refusedWrong: 3 },
    ]);
  });

  it('answers a question that stands exactly at the threshold', () => {
    expect(declinedAt(outcomes, 0.4).declinedWrongly).toBe(0);
  });
});

describe('declinedAtCost', () => {
  it('finds the highest threshold that declines no more than is allowed of the questions with an answer', () => {
    expect(declinedAtCost(outcomes, 0.05)).toEqual({ threshold: 0.4, declinedWrongly: 0, declinedRightly: 0.5 });
    expect(declinedAtCost(outcomes, 0.34)).toEqual({ threshold: 0.8, declinedWrongly: 1 / 3, declinedRightly: 1 });
  });

  it('declines nothing where no question has an answer', () => {
    expect(declinedAtCost([])).toEqual({ threshold: 0, declinedWrongly: 0, declinedRightly: 0 });
  });
});
