// How large a page is drawn.
import { describe, expect, it } from 'vitest';
import { nextZoom, scaleOf, shareOfFullSize } from '../../../renderer/viewer/zoom.js';

const percent = (scale: number): number => Math.round(shareOfFullSize(scale) * 100);

describe('zoom', () => {
  it('is told against the real size of a page: 72 points are 96 pixels', () => {
    expect(percent(96 / 72)).toBe(100);
  });

  it('starts with the width of the pane, also of a narrow one, but never so small that nobody could read it', () => {
    expect([0.5, 0.7, 1.4].map((fit) => scaleOf({ kind: 'readable' }, fit))).toEqual([0.65, 0.7, 1.4]);
    expect(scaleOf({ kind: 'fit' }, 0.5)).toBe(0.5);
    expect(scaleOf({ kind: 'scale', scale: 2 }, 0.5)).toBe(2);
  });

  it('goes to the next round step from wherever it is', () => {
    expect(percent(nextZoom(1, 1))).toBe(90);
    expect(percent(nextZoom(1, -1))).toBe(67);
    expect(percent(nextZoom(96 / 72, 1))).toBe(110);
  });

  it('stays where it is beyond the last step', () => {
    expect([nextZoom(8, 1), nextZoom(0.2, -1)]).toEqual([8, 0.2]);
  });
});
