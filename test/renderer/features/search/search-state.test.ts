// Words first, meaning after, nothing moves under the person's hands.
import { describe, expect, it } from 'vitest';
import {
  emptySearch,
  nextSearchState,
  type SearchAction,
  type SearchState,
} from '../../../../renderer/features/search/search-state.js';
import type { SearchResult } from '../../../../shared/domain/search.js';
import { AppError } from '../../../../shared/errors.js';
import { makeHit } from '../../make-hit.js';

function resultOf(documentIds: readonly string[], special: Partial<SearchResult> = {}): SearchResult {
  return {
    query: 'deposit',
    answerable: 0.8,
    threshold: 0.4,
    seconds: 0.02,
    hits: documentIds.map((documentId, index) => makeHit(index + 1, documentId)),
    chunksWithoutVector: 0,
    listed: false,
    vectorSource: 'exact',
    searched: null,
    ...special,
  };
}

function answer(by: 'words' | 'meaning', documentIds: readonly string[]): SearchAction {
  return { kind: 'answered', by, result: resultOf(documentIds, { vectorSource: by === 'words' ? 'none' : 'exact' }) };
}

function reranked(documentIds: readonly string[]): SearchAction {
  return { kind: 'reranked', result: resultOf(documentIds, { seconds: 1 }) };
}

function stateAfter(...actions: readonly SearchAction[]): SearchState {
  return actions.reduce(nextSearchState, emptySearch);
}

const order = (state: SearchState): string[] => state.groups.map((group) => group.documentId);

describe('what the search view shows', () => {
  it('shows word matches at once', () => {
    const state = stateAfter({ kind: 'typed' }, answer('words', ['a', 'b']));
    expect([state.phase, order(state)]).toEqual(['words', ['a', 'b']]);
  });

  it('lets meaning add cards without moving those on screen', () => {
    const state = stateAfter({ kind: 'typed' }, answer('words', ['a', 'b']), answer('meaning', ['c', 'b', 'a']));
    expect(order(state)).toEqual(['a', 'b', 'c']);
  });

  it('orders the cards by rank when the person pauses', () => {
    const state = stateAfter(answer('words', ['a', 'b']), answer('meaning', ['c', 'b']), {
      kind: 'paused',
      mayMove: true,
    });
    expect([state.phase, order(state)]).toEqual(['settled', ['c', 'b']]);
  });

  it('leaves the cards where they are while they are being walked through', () => {
    const state = stateAfter(answer('words', ['a', 'b']), answer('meaning', ['c', 'b']), {
      kind: 'paused',
      mayMove: false,
    });
    expect([state.phase, order(state)]).toEqual(['settled', ['b', 'c']]);
  });

  it('keeps what is on screen while words find nothing and meaning is still to come', () => {
    const state = stateAfter(answer('meaning', ['a']), { kind: 'typed' }, answer('words', []));
    expect([state.phase, order(state)]).toEqual(['words', ['a']]);
  });

  it('is empty once meaning has found nothing either', () => {
    const state = stateAfter(answer('words', ['a']), { kind: 'typed' }, answer('meaning', []));
    expect(order(state)).toEqual([]);
  });

  it('does not settle on words alone', () => {
    expect(stateAfter(answer('words', ['a']), { kind: 'paused', mayMove: true }).phase).toBe('words');
  });

  it('puts a settled list in the reranked order once, and keeps what stood first beside it', () => {
    const settled = stateAfter(answer('meaning', ['a', 'b', 'c']), { kind: 'paused', mayMove: true });
    const state = nextSearchState(settled, reranked(['b', 'a', 'c']));
    expect([state.phase, order(state)]).toEqual(['settled', ['b', 'a', 'c']]);
    expect(state.reranked).toMatchObject({ hasMoved: true, firstBefore: { documentId: 'a' } });
    expect(state.result?.seconds).toBe(0.02);
    expect(nextSearchState(settled, reranked(['a', 'b', 'c'])).reranked).toMatchObject({ hasMoved: false });
    expect(nextSearchState(state, { kind: 'typed' }).reranked).toBeNull();
  });

  it('moves nothing by reranking once the person types again', () => {
    const settled = stateAfter(answer('meaning', ['a', 'b']), { kind: 'paused', mayMove: true }, { kind: 'typed' });
    expect(order(nextSearchState(settled, reranked(['b', 'a'])))).toEqual(['a', 'b']);
    expect(nextSearchState(emptySearch, reranked(['b', 'a'])).groups).toEqual([]);
  });

  it('takes in what changed in the library without moving a card', () => {
    const settled = stateAfter(
      answer('meaning', ['a', 'b', 'c']),
      { kind: 'paused', mayMove: true },
      reranked(['b', 'a', 'c']),
    );
    const state = nextSearchState(settled, { kind: 'refreshed', result: resultOf(['d', 'c', 'a'], { seconds: 1 }) });
    expect([state.phase, order(state)]).toEqual(['settled', ['a', 'c', 'd']]);
    expect(state.groups[0]?.best.chunkId).toBe('c3-a');
    expect(state.reranked).toEqual({ hasMoved: false, firstBefore: state.groups[0]?.best });
    expect(state.result?.seconds).toBe(0.02);
    const typing = nextSearchState(settled, { kind: 'typed' });
    expect(nextSearchState(typing, { kind: 'refreshed', result: resultOf(['d']) })).toBe(typing);
  });

  it('shows the error in place of cards, and forgets it at the next letter', () => {
    const failed = stateAfter(answer('meaning', ['a']), { kind: 'failed', error: new AppError('bug', 'Broken.') });
    expect([failed.error?.code, order(failed)]).toEqual(['bug', []]);
    expect(nextSearchState(failed, { kind: 'typed' }).error).toBeNull();
  });
});
