// The text as it was read, cut for drawing: into lines with their numbers, and each line at the marks that stand in it.
import type { TextRange } from '../../shared/domain/search.js';
import { type Marking, type MarkSegment, markSegments } from './mark-segments.js';

export interface AsReadLine {
  /** With its line break. */
  readonly start: number;
  readonly end: number;
  /** From 1; null where the part begins inside a line. */
  readonly number: number | null;
}

export interface AsReadPiece extends MarkSegment {
  /** Places in the list of shown passages, of those that it lies in and of those that begin with it. */
  readonly inPassages: readonly number[];
  readonly begins: readonly number[];
  /** The page that begins with it. */
  readonly page: number | null;
}

export interface AsReadMarks {
  readonly marking: Marking | null;
  /** Those to be shown, in the order of the text; none where they are not wanted. */
  readonly passages: readonly TextRange[];
  readonly pageStarts: readonly { readonly page: number; readonly start: number }[];
}

/** The number of the line that each part begins in. */
export function lineNumbers(text: string, parts: readonly TextRange[]): readonly number[] {
  const numbers: number[] = [];
  let number = 1;
  let at = text.indexOf('\n');
  for (const { start } of parts) {
    for (; at !== -1 && at < start; at = text.indexOf('\n', at + 1)) number++;
    numbers.push(number);
  }
  return numbers;
}

/** The lines of one part; `number` is that of its first one. */
export function linesOfPart(text: string, { start, end }: TextRange, number: number): readonly AsReadLine[] {
  const lines: AsReadLine[] = [];
  let from = start;
  let current: number | null = start === 0 || text[start - 1] === '\n' ? number : null;
  for (let next = number; from < end; ) {
    const newline = text.indexOf('\n', from);
    const to = newline === -1 || newline >= end ? end : newline + 1;
    lines.push({ start: from, end: to, number: current });
    next++;
    current = next;
    from = to;
  }
  return lines;
}

/** The pieces of one line, without gaps and in order. */
export function piecesOfLine(
  { start, end }: TextRange,
  { marking, passages, pageStarts }: AsReadMarks,
): readonly AsReadPiece[] {
  const touching = rangeOfTouching(passages, start, end);
  const pages = pageStarts.slice(firstFrom(pageStarts, start), firstFrom(pageStarts, end));
  const cuts = new Set([start, ...pages.map((page) => page.start)]);
  for (const index of touching) {
    const { start: from = 0, end: to = 0 } = passages[index] ?? {};
    for (const cut of [from, to]) if (cut > start && cut < end) cuts.add(cut);
  }
  const places = [...cuts].sort((a, b) => a - b);
  return places.flatMap((from, at) => {
    const to = places[at + 1] ?? end;
    const inPassages = touching.filter((index) => {
      const passage = passages[index];
      return passage !== undefined && passage.start < to && passage.end > from;
    });
    return markSegments(from, to, marking).map((segment, order) => ({
      ...segment,
      inPassages,
      begins: order === 0 ? inPassages.filter((index) => passages[index]?.start === from) : [],
      page: order === 0 ? (pages.find((page) => page.start === from)?.page ?? null) : null,
    }));
  });
}

/** Places of the passages that have text in the range. They begin one after another, and each ends behind the one before. */
function rangeOfTouching(passages: readonly TextRange[], start: number, end: number): readonly number[] {
  const last = firstFrom(passages, end) - 1;
  const touching: number[] = [];
  for (let index = last; index >= 0 && (passages[index]?.end ?? 0) > start; index--) touching.unshift(index);
  return touching;
}

/** The place of the first that begins at or behind `offset`. */
function firstFrom(ranges: readonly { readonly start: number }[], offset: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.start ?? 0) >= offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
