// A question with an answer of one document, as the store keeps it, and vectors to find it by.
import type { Answer, AnswerPassage } from '../../shared/domain/chat.js';
import { noLocator } from '../../shared/domain/document.js';

export function unitVector(at: number): Float32Array {
  const vector = new Float32Array(4);
  vector[at] = 1;
  return vector;
}

export function keptTurn(question: string, documentId: string) {
  const text = 'The deposit is two rents.';
  const passage: AnswerPassage = {
    ...{ documentId, chunkId: 'c1', path: '/papers/lease.txt', title: null, type: 'txt', offline: false },
    ...{ text, start: 0, end: text.length, locator: noLocator, recognised: null, cosine: 0.9, relevance: 0.8 },
  };
  const answer: Answer = {
    kind: 'answered',
    answer: 'Two rents.',
    confidence: 'high',
    queryUsed: question,
    steps: [],
    sources: [{ ...passage, n: 1 }],
    citations: [{ n: 1, at: 10, quote: text, start: 0, end: text.length }],
    passagesRead: [passage],
    nearest: [],
    answerable: 0.8,
    sent: null,
    problem: null,
    isStopped: false,
    isFromCache: false,
    seconds: 0.1,
  };
  return { conversationId: null, question, asked: '2026-01-02T03:04:05.000Z', answer };
}
