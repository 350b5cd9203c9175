// Lines with their numbers, and pages and passages at the very offsets at which they begin.
import { describe, expect, it } from 'vitest';
import { lineNumbers, linesOfPart, piecesOfLine } from '../../../renderer/viewer/as-read-lines.js';

const text = 'first\n\nthird line\nlast';

describe('the lines of a text as it was read', () => {
  it('have their numbers, also in a part that begins in the midst of one', () => {
    const parts = [
      { start: 0, end: 10 },
      { start: 10, end: 18 },
      { start: 18, end: text.length },
    ];
    expect(lineNumbers(text, parts)).toEqual([1, 3, 4]);
    const numbers = parts.map((part, index) =>
      linesOfPart(text, part, [1, 3, 4][index] ?? 0).map(({ start, end, number }) => [text.slice(start, end), number]),
    );
    expect(numbers).toEqual([
      [
        ['first\n', 1],
        ['\n', 2],
        ['thi', 3],
      ],
      [['rd line\n', null]],
      [['last', 4]],
    ]);
  });

  it('are cut where a page or a passage begins or ends, and where the passage found is marked', () => {
    const marks = {
      marking: { start: 8, end: 12, matches: [{ start: 9, end: 10 }] },
      passages: [
        { start: 0, end: 10 },
        { start: 8, end: 17 },
        { start: 18, end: 22 },
      ],
      pageStarts: [
        { page: 1, start: 0 },
        { page: 2, start: 8 },
        { page: 3, start: 18 },
      ],
    };
    const pieces = piecesOfLine({ start: 7, end: 18 }, marks).map(({ start, end, kind, inPassages, begins, page }) => [
      text.slice(start, end),
      kind,
      inPassages,
      begins,
      page,
    ]);
    expect(pieces).toEqual([
      ['t', 'plain', [0], [], null],
      ['h', 'passage', [0, 1], [1], 2],
      ['i', 'match', [0, 1], [], null],
      ['rd', 'passage', [1], [], null],
      [' line', 'plain', [1], [], null],
      ['\n', 'plain', [], [], null],
    ]);
  });

  it('are one piece where nothing is marked', () => {
    const pieces = piecesOfLine({ start: 0, end: 6 }, { marking: null, passages: [], pageStarts: [] });
    expect(pieces).toEqual([{ start: 0, end: 6, kind: 'plain', inPassages: [], begins: [], page: null }]);
  });
});
