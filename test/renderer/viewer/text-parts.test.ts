// Long texts are drawn in parts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partAt, textParts } from '../../../renderer/viewer/text-parts.js';

describe('the parts of a long text', () => {
  it('end after a line where lines are short', () => {
    const text = 'A line of a usual length, as notes have.\n'.repeat(500);
    const parts = textParts(text);
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.every(({ end }) => text.charAt(end - 1) === '\n')).toBe(true);
  });

  it('are the whole text, short enough to draw, and never cut a character in two', () => {
    const texts = fc
      .array(fc.constantFrom('😀', 'word ', '\n', 'x'.repeat(700), 'é'), { maxLength: 60 })
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const parts = textParts(text);
        expect(parts.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
        for (const { start, end } of parts) {
          expect(end - start).toBeLessThanOrEqual(3_000);
          // Matches only halves that stand alone.
          expect(text.slice(start, end)).not.toMatch(/\p{Surrogate}/u);
        }
      }),
    );
  });

  it('are found by an offset', () => {
    const parts = [
      { start: 0, end: 10 },
      { start: 10, end: 25 },
      { start: 25, end: 26 },
    ];
    expect([0, 9, 10, 24, 25, 99].map((offset) => partAt(parts, offset))).toEqual([0, 0, 1, 1, 2, 2]);
  });

  it('do not exist for an empty text', () => {
    expect(textParts('')).toEqual([]);
  });
});
