// Cuts a stretch of text into pieces: outside the passage, inside it, and the matched words inside it.
import type { TextRange } from '../../shared/domain/search.js';
import type { ReadingPassage } from './reading-target.js';

/** What to mark in a document's text; all offsets are the document's. */
export interface Marking {
  readonly start: number;
  readonly end: number;
  /** Ascending, not overlapping. */
  readonly matches: readonly TextRange[];
}

export interface MarkSegment {
  readonly start: number;
  readonly end: number;
  readonly kind: 'plain' | 'passage' | 'match';
}

export function markingOf(passage: ReadingPassage): Marking {
  const { start, end, matches } = passage;
  return {
    start,
    end,
    matches: matches.map((match) => ({ start: start + match.start, end: Math.min(end, start + match.end) })),
  };
}

/** The segments of `[start, end)`, without gaps and in order. */
export function markSegments(start: number, end: number, marking: Marking | null): readonly MarkSegment[] {
  const segments: MarkSegment[] = [];
  let at = start;
  const pushTo = (to: number, kind: MarkSegment['kind']): void => {
    const until = Math.min(end, to);
    if (until <= at) return;
    segments.push({ start: at, end: until, kind });
    at = until;
  };
  if (marking !== null && marking.end > start && marking.start < end) {
    pushTo(marking.start, 'plain');
    for (const match of marking.matches) {
      pushTo(match.start, 'passage');
      pushTo(match.end, 'match');
      if (at >= end) break;
    }
    pushTo(marking.end, 'passage');
  }
  pushTo(end, 'plain');
  return segments;
}
