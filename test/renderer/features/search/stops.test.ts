// The passages that the arrow keys walk over.
import { describe, expect, it } from 'vitest';
import { groupHits } from '../../../../renderer/features/search/group-hits.js';
import { stopAfter, stopOf, stopsOf, stopToShow } from '../../../../renderer/features/search/stops.js';
import { makeHit } from '../../make-hit.js';

const groups = groupHits([makeHit(1, 'a'), makeHit(2, 'a'), makeHit(3, 'b')]);

describe('walking over the results', () => {
  it('visits one passage a card while its others are folded', () => {
    expect(stopsOf(groups, new Set()).map((stop) => stop.hit.rank)).toEqual([1, 3]);
  });

  it('visits the others of a card that is unfolded, before the next card', () => {
    const stops = stopsOf(groups, new Set(['a']));
    expect(stops.map((stop) => [stop.hit.rank, stop.groupIndex])).toEqual([
      [1, 0],
      [2, 0],
      [3, 1],
    ]);
  });

  it('shows the best where nothing is chosen, and after reranking what was shown until then', () => {
    const stops = stopsOf(groups, new Set());
    expect(stopToShow(stops, null)?.hit.rank).toBe(1);
    // Another passage of b stood for it before.
    const firstBefore = makeHit(4, 'b');
    expect(stopToShow(stops, { hasMoved: true, firstBefore })).toEqual({ hit: firstBefore, groupIndex: 1 });
    // Its document is not in the list any more.
    expect(stopToShow(stops, { hasMoved: true, firstBefore: makeHit(1, 'z') })?.hit.rank).toBe(1);
    expect(stopToShow([], null)).toBeUndefined();
  });

  it('goes to a passage that was chosen, also in a folded card, and to its document’s best once it is gone', () => {
    expect(stopOf(groups, makeHit(2, 'a'))).toMatchObject({ hit: { rank: 2 }, groupIndex: 0 });
    expect(stopOf(groups, { documentId: 'b', chunkId: 'gone' })).toMatchObject({ hit: { rank: 3 }, groupIndex: 1 });
    expect(stopOf(groups, makeHit(1, 'z'))).toBeUndefined();
    expect(stopOf(groups, null)).toBeUndefined();
  });

  it('stays at the ends, and begins with the first', () => {
    const stops = stopsOf(groups, new Set());
    const last = stops[1]?.hit.chunkId ?? '';
    expect(stopAfter(stops, last, 1)?.hit.rank).toBe(3);
    expect(stopAfter(stops, null, -1)?.hit.rank).toBe(1);
    expect(stopAfter([], null, 1)).toBeUndefined();
  });
});
