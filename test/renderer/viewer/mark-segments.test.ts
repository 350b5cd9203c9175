// The pieces that a marked text is drawn in.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Marking, markingOf, markSegments } from '../../../renderer/viewer/mark-segments.js';
import { makeHit } from '../make-hit.js';

describe('marking a passage', () => {
  it('cuts a stretch into outside, passage and matched words', () => {
    const marking: Marking = { start: 10, end: 30, matches: [{ start: 12, end: 15 }] };
    expect(markSegments(0, 40, marking)).toEqual([
      { start: 0, end: 10, kind: 'plain' },
      { start: 10, end: 12, kind: 'passage' },
      { start: 12, end: 15, kind: 'match' },
      { start: 15, end: 30, kind: 'passage' },
      { start: 30, end: 40, kind: 'plain' },
    ]);
  });

  it('marks only what lies in the stretch', () => {
    const marking: Marking = { start: 10, end: 30, matches: [{ start: 18, end: 22 }] };
    expect(markSegments(20, 25, marking)).toEqual([
      { start: 20, end: 22, kind: 'match' },
      { start: 22, end: 25, kind: 'passage' },
    ]);
    expect(markSegments(30, 35, marking)).toEqual([{ start: 30, end: 35, kind: 'plain' }]);
  });

  it('moves the ranges of a hit to where it stands in its document', () => {
    const hit = makeHit(1, 'a', { start: 100, end: 120, matches: [{ start: 3, end: 8 }] });
    expect(markingOf(hit)).toEqual({ start: 100, end: 120, matches: [{ start: 103, end: 108 }] });
  });

  it('covers every stretch without gaps or overlaps', () => {
    const place = fc.nat(50);
    fc.assert(
      fc.property(place, place, place, place, fc.array(fc.tuple(fc.nat(6), fc.nat(4))), (a, b, c, d, gaps) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        const [from, to] = [Math.min(c, d), Math.max(c, d)];
        let at = from;
        const matches = gaps.flatMap(([gap, size]) => {
          const match = { start: Math.min(to, at + gap), end: Math.min(to, at + gap + size) };
          at = match.end;
          return match.end > match.start ? [match] : [];
        });
        const segments = markSegments(start, end, { start: from, end: to, matches });
        let position = start;
        for (const segment of segments) {
          expect(segment.start).toBe(position);
          expect(segment.end).toBeGreaterThan(segment.start);
          position = segment.end;
        }
        expect(position).toBe(end);
      }),
    );
  });
});
