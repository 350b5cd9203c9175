// Small words are found, but not marked.
import { describe, expect, it } from 'vitest';
import { withoutQuietMatches } from '../../../../renderer/features/search/quiet-words.js';
import type { SearchResult } from '../../../../shared/domain/search.js';
import { makeHit } from '../../make-hit.js';

function marked(query: string, text: string): string[] {
  const matches = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
  const result: SearchResult = {
    query,
    answerable: null,
    threshold: 0,
    seconds: 0,
    hits: [makeHit(1, 'a', { text, matches })],
    chunksWithoutVector: 0,
    listed: false,
    vectorSource: 'none',
    searched: null,
  };
  return withoutQuietMatches(result).hits.flatMap((hit) => hit.matches.map(({ start, end }) => text.slice(start, end)));
}

describe('marking matched words', () => {
  it('leaves out the small words of a question', () => {
    expect(marked('la cadena de la bici', 'La cadena de la bici')).toEqual(['cadena', 'bici']);
    expect(marked('Für wen ist die Garantie?', 'für die Garantie')).toEqual(['Garantie']);
  });

  it('marks short words that say something', () => {
    expect(marked('el IVA del B12', 'El IVA del B12')).toEqual(['IVA', 'B12']);
  });

  it('marks them all where the question has no other words, or quotes a phrase', () => {
    expect(marked('to be or', 'to be or')).toEqual(['to', 'be', 'or']);
    expect(marked('"the who" concert', 'the who concert')).toEqual(['the', 'who', 'concert']);
  });
});
