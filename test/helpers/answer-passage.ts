// A passage of an answer, for tests of what is done with them.
import type { AnswerPassage } from '../../shared/domain/chat.js';

export function passageOf(chunkId: string, text: string, start = 0, about: Partial<AnswerPassage> = {}): AnswerPassage {
  return {
    documentId: 'd1',
    chunkId,
    path: '/papers/lease.md',
    title: null,
    type: 'md',
    offline: false,
    text,
    start,
    end: start + text.length,
    locator: { page: null, line: 1, headingPath: [], sheet: null, row: null, slide: null, part: null },
    recognised: null,
    cosine: 0.9,
    relevance: 0.8,
    ...about,
  };
}
