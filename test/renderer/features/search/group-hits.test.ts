// How hits become cards, and how cards keep their places.
import { describe, expect, it } from 'vitest';
import {
  byRank,
  countHits,
  firstUnsure,
  groupHits,
  isUnsure,
  keepPlaces,
} from '../../../../renderer/features/search/group-hits.js';
import { makeHit } from '../../make-hit.js';

const ids = (groups: readonly { readonly documentId: string }[]): string[] => groups.map((group) => group.documentId);

describe('hits grouped by document', () => {
  it('puts the passages of one document on one card, in the order of its best passage', () => {
    const groups = groupHits([makeHit(1, 'b'), makeHit(2, 'a'), makeHit(3, 'b')]);
    expect(ids(groups)).toEqual(['b', 'a']);
    expect(groups[0]?.best.rank).toBe(1);
    expect(groups[0]?.others.map((hit) => hit.rank)).toEqual([3]);
  });

  it('keeps cards that are shown in their places and puts new ones after them', () => {
    const shown = groupHits([makeHit(1, 'a'), makeHit(2, 'b'), makeHit(3, 'c')]);
    const next = groupHits([makeHit(1, 'd'), makeHit(2, 'c'), makeHit(3, 'a')]);
    expect(ids(keepPlaces(shown, next))).toEqual(['a', 'c', 'd']);
  });

  it('shows the new passages on a card that keeps its place', () => {
    const shown = groupHits([makeHit(1, 'a')]);
    const next = groupHits([makeHit(1, 'b'), makeHit(2, 'a')]);
    expect(keepPlaces(shown, next)[0]?.best.rank).toBe(2);
  });

  it('sorts by rank when the person pauses', () => {
    const shown = groupHits([makeHit(1, 'a'), makeHit(2, 'b')]);
    const next = groupHits([makeHit(1, 'c'), makeHit(2, 'b'), makeHit(3, 'a')]);
    expect(ids(byRank(keepPlaces(shown, next)))).toEqual(['c', 'b', 'a']);
  });

  it('leads with the first passage that reaches the threshold, and keeps the others', () => {
    const [group] = groupHits([makeHit(1, 'a', { belowThreshold: true }), makeHit(2, 'a'), makeHit(3, 'a')]);
    expect([group?.best.rank, group?.others.map((hit) => hit.rank)]).toEqual([2, [1, 3]]);
  });

  it('leads with the first passage where none reaches the threshold', () => {
    const [group] = groupHits([1, 2].map((rank) => makeHit(rank, 'a', { belowThreshold: true })));
    expect(group?.best.rank).toBe(1);
  });

  it('calls a card unsure only where none of its passages reaches the threshold', () => {
    const below = { belowThreshold: true };
    const groups = groupHits([makeHit(1, 'a', below), makeHit(2, 'b', below), makeHit(3, 'a')]);
    expect(groups.map(isUnsure)).toEqual([false, true]);
  });

  it('puts no unsure card above the line when the person pauses, whatever its rank', () => {
    const hits = [true, false, true, false].map((belowThreshold, index) =>
      makeHit(index + 1, `d${index + 1}`, { belowThreshold }),
    );
    const sorted = byRank(groupHits(hits));
    expect([ids(sorted), firstUnsure(sorted)]).toEqual([['d2', 'd4', 'd1', 'd3'], 2]);
  });

  it('draws the line after the last card that reaches the threshold', () => {
    const hits = [false, true, false, true, true].map((belowThreshold, index) =>
      makeHit(index + 1, `d${index}`, { belowThreshold }),
    );
    expect(firstUnsure(groupHits(hits))).toBe(3);
  });

  it('draws no line where every card reaches the threshold', () => {
    expect(firstUnsure(groupHits([makeHit(1, 'a'), makeHit(2, 'b')]))).toBe(2);
  });

  it('counts passages and documents without those below the threshold', () => {
    const hits = [makeHit(1, 'a'), makeHit(2, 'a'), makeHit(3, 'b'), makeHit(4, 'c', { belowThreshold: true })];
    expect(countHits(hits)).toEqual({ passages: 3, documents: 2, unsure: 1 });
  });
});
