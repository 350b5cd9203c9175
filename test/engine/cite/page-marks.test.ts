// From text ranges to boxes on a page.
import { describe, expect, it } from 'vitest';
import { pageMarks } from '../../../electron/engine/cite/page-marks.js';
import type { PageText } from '../../../electron/engine/load/loaded-document.js';

/** Two lines of two items each: "aaaa bbbb" over "cccc dddd", ten points a character. */
const layout: PageText = {
  page: 3,
  widthPt: 600,
  heightPt: 800,
  start: 100,
  end: 120,
  text: 'aaaa bbbb cccc dddd ',
  items: new Float32Array([
    ...[100, 104, 50, 100, 40, 12],
    ...[105, 109, 100, 100, 40, 12],
    ...[110, 114, 50, 120, 40, 12],
    ...[115, 119, 100, 120, 40, 12],
  ]),
};

describe('pageMarks', () => {
  it('joins what stands in one line and keeps lines apart', () => {
    const marks = pageMarks(layout, { start: 100, end: 119 }, []);
    expect(marks).toEqual({
      page: 3,
      widthPt: 600,
      heightPt: 800,
      passage: [
        { x: 50, y: 100, width: 90, height: 12 },
        { x: 50, y: 120, width: 90, height: 12 },
      ],
      matches: [],
    });
  });

  it('cuts the first and last item to the characters of the passage', () => {
    const marks = pageMarks(layout, { start: 102, end: 104 }, []);
    expect(marks.passage).toEqual([{ x: 70, y: 100, width: 20, height: 12 }]);
  });

  it('marks matched words, whose ranges count from the passage, and never past its end', () => {
    const marks = pageMarks(layout, { start: 105, end: 112 }, [
      { start: 0, end: 4 },
      { start: 5, end: 99 },
    ]);
    expect(marks.matches).toEqual([
      { x: 100, y: 100, width: 40, height: 12 },
      { x: 50, y: 120, width: 20, height: 12 },
    ]);
  });

  /** One line of one item, 100 points wide. */
  const lineOf = (text: string): PageText => ({
    ...layout,
    start: 0,
    end: text.length,
    text,
    items: new Float32Array([0, text.length, 50, 100, 100, 12]),
  });
  const markOf = (text: string, word: string) => {
    const start = text.indexOf(word);
    return pageMarks(lineOf(text), { start: 0, end: text.length }, [{ start, end: start + word.length }]).matches[0];
  };

  it('knows that some letters are wider than others', () => {
    const narrowFirst = markOf('illicit WWWW', 'WWWW');
    expect(narrowFirst?.x).toBeGreaterThan(50 + 34);
    expect(narrowFirst?.x).toBeLessThan(50 + 38);
    expect((narrowFirst?.x ?? 0) + (narrowFirst?.width ?? 0)).toBeCloseTo(150, 3);
  });

  it('places words of right-to-left text from the right', () => {
    expect(markOf('كلمة أخرى', 'كلمة')).toMatchObject({ y: 100, height: 12 });
    expect(markOf('كلمة أخرى', 'كلمة')?.x).toBeGreaterThan(100);
    expect(markOf('كلمة أخرى', 'أخرى')?.x).toBe(50);
  });

  it('gives an accent no width of its own', () => {
    expect(markOf('área total', 'total')).toEqual(markOf('area total', 'total'));
  });
});
