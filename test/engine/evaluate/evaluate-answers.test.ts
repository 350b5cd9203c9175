// The figures of answers: what is quoted, cited and declined, from answers with known gold places.
import { expect, test } from 'vitest';
import { judgeAnswers } from '../../../electron/engine/evaluate/evaluate-answers.js';
import type { Answer } from '../../../shared/domain/chat.js';
import { passageOf } from '../../helpers/answer-passage.js';

const passage = passageOf('c1', 'The deposit is two rents.', 100);
const gold = [{ documentId: 'd1', start: 115, end: 124 }];

function answer(about: Partial<Answer>): Answer {
  return {
    kind: 'extractive',
    answer: 'The deposit is two rents.',
    confidence: 'high',
    queryUsed: '',
    steps: [],
    sources: [{ ...passage, n: 1 }],
    citations: [{ n: 1, at: 25, quote: '', start: 100, end: 125 }],
    passagesRead: [passage],
    nearest: [],
    answerable: 0.9,
    sent: null,
    problem: null,
    isStopped: false,
    isFromCache: false,
    seconds: 0,
    ...about,
  };
}

const declined = answer({ kind: 'not-found', answer: 'No.', sources: [], citations: [] });

test('answers and refusals are counted by whether the library holds the answer', () => {
  const figures = judgeAnswers([
    { answer: answer({}), gold, hasAnswer: true },
    // The right passage, and another sentence of it.
    {
      answer: answer({ citations: [{ n: 1, at: 3, quote: '', start: 100, end: 110 }] }),
      gold,
      hasAnswer: true,
    },
    { answer: answer({ sources: [{ ...passage, n: 1, documentId: 'd2' }] }), gold, hasAnswer: true },
    { answer: declined, gold, hasAnswer: true },
    { answer: declined, gold: [], hasAnswer: false },
    { answer: answer({}), gold: [], hasAnswer: false },
  ]);
  expect(figures).toMatchObject({
    questions: 6,
    answerable: 4,
    unanswerable: 2,
    goldQuoted: 1,
    goldQuotedShare: 1 / 3,
    declinedWrongly: 1,
    declinedRightly: 1,
    declinedRightlyShare: 0.5,
    meanAnswerCharacters: 25,
    citationPrecision: 2 / 3,
    citationRecall: 2 / 3,
    tokens: null,
    costUsd: null,
  });
});

test('tokens and cost are means over the questions for which something was sent', () => {
  const usage = { input: 100, cacheRead: 40, cacheWritten: 20, output: 10 };
  const sent = { host: 'h', model: 'm', passages: [], usage, costUsd: 0.5, requests: 1 };
  const figures = judgeAnswers([
    { answer: answer({ sent }), gold, hasAnswer: true },
    { answer: answer({ sent: { ...sent, costUsd: 0.1 } }), gold, hasAnswer: true },
    { answer: declined, gold, hasAnswer: true },
  ]);
  expect(figures.tokens).toEqual({ input: 120, cached: 40, output: 10 });
  expect(figures.costUsd).toBeCloseTo(0.3);
});
