// Answers and passages for tests, with what matters to each given.
import type { Answer, AnswerPassage } from '../../shared/domain/chat.js';
import { noLocator } from '../../shared/domain/document.js';

export function makePassage(given: Partial<AnswerPassage>): AnswerPassage {
  const text = given.text ?? 'The shop pays.';
  return {
    documentId: 'd1',
    chunkId: 'c1',
    path: '/home/ana/shop/returns.md',
    title: null,
    type: 'md',
    offline: false,
    text,
    start: 0,
    end: text.length,
    locator: noLocator,
    recognised: null,
    cosine: 0.8,
    relevance: 0.9,
    ...given,
  };
}

export function makeAnswer(given: Partial<Answer>): Answer {
  return {
    kind: 'answered',
    answer: 'The shop pays.',
    confidence: 'high',
    queryUsed: 'Who pays?',
    steps: [],
    sources: [],
    citations: [],
    passagesRead: [],
    nearest: [],
    answerable: 0.9,
    sent: null,
    problem: null,
    isStopped: false,
    isFromCache: false,
    seconds: 1,
    ...given,
  };
}
