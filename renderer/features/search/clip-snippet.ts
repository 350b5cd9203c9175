// A passage as a few lines: the part of it that holds the most matched words, with those marked.
import type { TextRange } from '../../../shared/domain/search.js';

export interface SnippetPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Characters of context before the first match that is shown. */
const lead = 60;
/** How far a cut may move to fall between two words. */
const snap = 24;

/**
 * `matches` are ascending UTF-16 ranges in `text`. Gives parts whose texts together are the part of `text` that is
 * shown, with `…` where something was left out; never more than about `maxCharacters`.
 */
export function clipSnippet(
  text: string,
  matches: readonly TextRange[],
  maxCharacters: number,
): readonly SnippetPart[] {
  const { start, end } = bestWindow(text, matches, maxCharacters);
  const parts: SnippetPart[] = [];
  const push = (from: number, to: number, isMatch: boolean): void => {
    if (to > from) parts.push({ text: text.slice(from, to), isMatch });
  };
  if (start > 0) parts.push({ text: '…', isMatch: false });
  let at = start;
  for (const match of matches) {
    if (match.end <= at || match.start >= end) continue;
    push(at, Math.max(at, match.start), false);
    push(Math.max(at, match.start), Math.min(end, match.end), true);
    at = Math.min(end, match.end);
  }
  push(at, end, false);
  if (end < text.length) parts.push({ text: '…', isMatch: false });
  return parts;
}

function bestWindow(text: string, matches: readonly TextRange[], size: number): TextRange {
  if (text.length <= size) return { start: 0, end: text.length };
  let best = 0;
  let bestCount = -1;
  for (const [index, match] of matches.entries()) {
    const start = Math.max(0, match.start - lead);
    let count = 0;
    while ((matches[index + count]?.end ?? Number.POSITIVE_INFINITY) <= start + size) count++;
    if (count > bestCount) {
      bestCount = count;
      best = start;
    }
  }
  const start = best === 0 ? 0 : afterGap(text, Math.min(best, text.length - size));
  const end = Math.min(text.length, start + size);
  return { start, end: end === text.length ? end : beforeGap(text, end) };
}

function afterGap(text: string, at: number): number {
  for (let to = at; to < at + snap; to++) if (/\s/.test(text.charAt(to - 1))) return to;
  return wholeCharacter(text, at);
}

function beforeGap(text: string, at: number): number {
  for (let to = at; to > at - snap; to--) if (/\s/.test(text.charAt(to))) return to;
  return wholeCharacter(text, at);
}

/** Moves a cut out of the middle of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const isInside = /[\uDC00-\uDFFF]/.test(text.charAt(at)) && /[\uD800-\uDBFF]/.test(text.charAt(at - 1));
  return isInside ? at - 1 : at;
}

export interface MarkedText {
  readonly text: string;
  /** Ascending ranges inside `text`. */
  readonly matches: readonly TextRange[];
}

/**
 * The passage without the headings that it begins with, where they are those of its heading trail: the card says them
 * above. The whole passage where nothing else is in it.
 */
export function withoutHeadings({ text, matches }: MarkedText, headingPath: readonly string[] | null): MarkedText {
  const headings = new Set(headingPath?.map(headingWords));
  const line = /\s*(\S[^\n]*)\n(?:[ \t]*(?:=+|-+)[ \t]*\n)?/y;
  let start = 0;
  for (let found = line.exec(text); found !== null && headings.has(headingWords(found[1] ?? '')); ) {
    start = line.lastIndex;
    found = line.exec(text);
  }
  start += /^\s*/.exec(text.slice(start))?.[0].length ?? 0;
  if (start === 0 || start === text.length) return { text, matches };
  return {
    text: text.slice(start),
    matches: matches
      .filter((match) => match.end > start)
      .map((match) => ({ start: Math.max(0, match.start - start), end: match.end - start })),
  };
}

/** A heading as it reads, however it is written. */
function headingWords(line: string): string {
  return withoutMarkdownSigns(line)
    .replace(/[ \t]+#*[ \t]*$/, '')
    .trim();
}

/** A row of a table with its cells apart: `Rent;780,00` reads as two things. Only for showing. */
export function withCellsApart(text: string): string {
  return text.replace(/[ ]*[;\t]+[ ]*/g, ' · ');
}

/** Markdown's signs, left out of a snippet: `**bold**` reads as bold, not as stars. Only for showing. */
export function withoutMarkdownSigns(text: string): string {
  return text
    .replace(/^[ \t]*(?:#{1,6}|>)[ \t]+/gm, '')
    .replace(/(^|\n[ \t]*)[-*+][ \t]+/g, '$1• ')
    .replace(/\*\*|__|`+/g, '')
    .replace(/\|(?:[ \t]*:?-{3,}:?[ \t]*\|)+/g, ' ');
}
