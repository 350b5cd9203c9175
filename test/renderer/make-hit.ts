// A hit with nothing special about it.
import { noLocator } from '../../shared/domain/document.js';
import type { Hit } from '../../shared/domain/search.js';

export function makeHit(rank: number, documentId: string, special: Partial<Hit> = {}): Hit {
  return {
    rank,
    documentId,
    chunkId: `c${rank}-${documentId}`,
    path: `/home/ana/notes/${documentId}.md`,
    title: null,
    type: 'md',
    language: 'en',
    modified: '2024-05-01T00:00:00.000Z',
    offline: false,
    text: 'Some text.',
    start: 0,
    end: 10,
    locator: noLocator,
    recognised: null,
    cosine: 0.85,
    relevance: 0.7,
    belowThreshold: false,
    wordsRank: rank,
    vectorRank: rank,
    matchedTerms: [],
    missingTerms: [],
    matches: [],
    copies: [],
    ...special,
  };
}
