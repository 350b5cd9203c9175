// What the reading pane is asked to show.
import type { AnswerPassage } from '../../shared/domain/chat.js';
import type { DocumentInfo, Locator } from '../../shared/domain/document.js';
import type { Hit, TextRange } from '../../shared/domain/search.js';

/** A passage to open at; `matches` are ranges inside `text`. A hit is one. */
export interface ReadingPassage {
  readonly chunkId: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly matches: readonly TextRange[];
  readonly locator: Locator;
}

export interface ReadingTarget {
  readonly documentId: string;
  readonly path: string;
  readonly title: string | null;
  readonly type: string;
  /** Null: the document from its beginning. */
  readonly passage: ReadingPassage | null;
  /** All passages of this document that were found, this one too. */
  readonly passages: readonly ReadingPassage[];
}

export function targetOfHit(hit: Hit, passages: readonly Hit[]): ReadingTarget {
  const { documentId, path, title, type } = hit;
  return { documentId, path, title, type, passage: hit, passages };
}

export function targetOfDocument({ documentId, path, title, type }: DocumentInfo): ReadingTarget {
  return { documentId, path, title, type, passage: null, passages: [] };
}

/** A passage that an answer was made from; `quotes` are ranges of the document's text, `others` further passages of the answer. */
export function targetOfPassage(
  passage: AnswerPassage,
  quotes: readonly TextRange[],
  others: readonly AnswerPassage[],
): ReadingTarget {
  const { documentId, path, title, type } = passage;
  const shown = { ...passage, matches: rangesInside(passage, quotes) };
  const rest = others.filter((other) => other.documentId === documentId && other.chunkId !== passage.chunkId);
  const unique = [...new Map(rest.map((other) => [other.chunkId, { ...other, matches: [] }])).values()];
  return { documentId, path, title, type, passage: shown, passages: [shown, ...unique] };
}

/** Ranges of the document as ranges of the passage: ascending, and those that overlap are one. */
export function rangesInside(passage: TextRange, ranges: readonly TextRange[]): readonly TextRange[] {
  const length = passage.end - passage.start;
  const inside = ranges
    .map(({ start, end }) => ({
      start: Math.max(0, start - passage.start),
      end: Math.min(length, end - passage.start),
    }))
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start);
  const merged: TextRange[] = [];
  for (const range of inside) {
    const last = merged.at(-1);
    if (last !== undefined && range.start <= last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else merged.push(range);
  }
  return merged;
}
