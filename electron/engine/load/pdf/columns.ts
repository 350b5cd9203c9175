// Columns that a document draws line by line across the page are read one after the other.
import { makeLine } from './make-line.js';
import type { Line } from './page-lines.js';

/** Fewer rows than this are no columns of text. */
const minRows = 5;
/** A gutter is at least this wide, in sizes of the letters. */
const minGutter = 0.9;
/** Prose: so many characters in the middle one of a column's lines… */
const minLineCharacters = 18;
/** …this share of them goes on in the midst of a sentence… */
const minRunningOn = 0.35;
/** …and this share fills the column. */
const minFull = 0.5;

interface Gutter {
  readonly left: number;
  readonly right: number;
}

interface Band {
  readonly gutter: Gutter;
  /** Index of the first line after it. */
  readonly end: number;
}

/** The lines in reading order. Tables, forms and lines that were drawn column by column stay as they are. */
export function inColumns(lines: readonly Line[]): readonly Line[] {
  const result: Line[] = [];
  for (let index = 0; index < lines.length; ) {
    const band = bandAt(lines, index);
    const halves = band === null ? null : halvesOf(lines.slice(index, band.end), band.gutter);
    if (band === null || halves === null) {
      const line = lines[index++];
      if (line !== undefined) result.push(line);
      continue;
    }
    const isRightToLeft = halves[0].filter((line) => line.isRightToLeft).length * 2 > halves[0].length;
    for (const half of isRightToLeft ? halves.toReversed() : halves) result.push(...inColumns(half));
    index = band.end;
  }
  return result;
}

/** The longest stretch of lines from here on that leave one gutter free. */
function bandAt(lines: readonly Line[], start: number): Band | null {
  const first = lines[start];
  if (first === undefined) return null;
  let longest: Band | null = null;
  for (const gap of gapsOf(first)) {
    const band = bandWith(lines, start, gap);
    if (band.end - start >= minRows && band.end > (longest?.end ?? 0)) longest = band;
  }
  return longest;
}

function bandWith(lines: readonly Line[], start: number, gap: Gutter): Band {
  let gutter = gap;
  let end = start + 1;
  for (; end < lines.length; end++) {
    const [line, previous] = [lines[end], lines[end - 1]];
    if (line === undefined || previous === undefined) break;
    const down = line.y - previous.y;
    if (!isLevel(line) || down < -line.fontSize * 0.3 || down > line.fontSize * 4) break;
    const next = narrowed(gutter, line);
    if (next === null) break;
    gutter = next;
  }
  return { gutter, end };
}

/** What the line leaves free of the gutter; null where it stands in it. */
function narrowed(gutter: Gutter, line: Line): Gutter | null {
  if (line.x + line.width <= gutter.left + 1 || line.x >= gutter.right - 1) return gutter;
  for (const gap of gapsOf(line)) {
    const common = { left: Math.max(gap.left, gutter.left), right: Math.min(gap.right, gutter.right) };
    if (common.right - common.left >= line.fontSize * minGutter * 0.6) return common;
  }
  return null;
}

function gapsOf(line: Line): readonly Gutter[] {
  if (!isLevel(line)) return [];
  return line.pieces
    .filter((piece) => piece.text.trim() === '' && piece.width >= line.fontSize * minGutter)
    .map((piece) => ({ left: piece.x, right: piece.x + piece.width }));
}

function isLevel(line: Line): boolean {
  return !line.isVertical && Math.abs(Math.sin(line.angle)) < 0.05 && Math.cos(line.angle) > 0;
}

/** The left and the right column; null where they are no running text. */
function halvesOf(lines: readonly Line[], gutter: Gutter): readonly [Line[], Line[]] | null {
  const middle = (gutter.left + gutter.right) / 2;
  const [left, right]: [Line[], Line[]] = [[], []];
  for (const line of lines) {
    const before = line.pieces.filter((piece) => piece.text.trim() !== '' && piece.x + piece.width / 2 < middle);
    if (before.length === 0) right.push(line);
    else if (line.x + line.width <= middle) left.push(line);
    else {
      left.push(
        makeLine(
          trimmed(line.pieces, (piece) => piece.x + piece.width / 2 < middle),
          false,
        ),
      );
      right.push(
        makeLine(
          trimmed(line.pieces, (piece) => piece.x + piece.width / 2 >= middle),
          false,
        ),
      );
    }
  }
  return isProse(left) && isProse(right) ? [left, right] : null;
}

function trimmed(pieces: Line['pieces'], isWanted: (piece: Line['pieces'][number]) => boolean): Line['pieces'] {
  const wanted = pieces.filter(isWanted);
  const first = wanted.findIndex((piece) => piece.text.trim() !== '');
  return wanted.slice(first, wanted.findLastIndex((piece) => piece.text.trim() !== '') + 1);
}

/** Lines of prose run on from one to the next and fill their column; cells of a table do neither. */
function isProse(column: readonly Line[]): boolean {
  if (column.length < minRows - 1) return false;
  const lengths = column.map(({ text }) => text.length).sort((a, b) => a - b);
  if ((lengths[lengths.length >> 1] ?? 0) < minLineCharacters) return false;
  const runningOn = column.filter(({ text }) => /^\s*(?:\p{Ll}|\p{Lo})/u.test(text)).length;
  if (runningOn < column.length * minRunningOn) return false;
  const width = Math.max(...column.map((line) => line.width));
  const full = column.filter((line) => line.width > width - line.fontSize * 4).length;
  return full >= column.length * minFull;
}
