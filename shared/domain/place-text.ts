// Where a passage stands, in words: the one rule for the window, the command line and an answer's line of sources.
import { codeExtensions } from './code-extensions.js';
import type { Locator } from './document.js';

/** How a language says it; numbers count from 1. */
export interface PlaceWords {
  readonly page: (page: number) => string;
  readonly slide: (slide: number) => string;
  readonly row: (row: number) => string;
  readonly line: (line: number) => string;
}

/** Formats whose text is the file's own, line by line. Of all others a reader sees other lines than the file has, or none. */
const typesWithLines: ReadonlySet<string> = new Set([
  ...['txt', 'md', 'csv', 'tsv', 'yaml', 'org', 'rst', 'adoc', 'tex'],
  ...codeExtensions,
]);

export function hasLines(type: string): boolean {
  return typesWithLines.has(type);
}

/**
 * `p. 14`, `Returns › Costs`, `row 12`, …; empty where the document has no places. A heading trail that begins with the
 * document's title goes on from there: the title stands beside it.
 */
export function placeInWords(locator: Locator, words: PlaceWords, title: string | null = null): string {
  const { part, page, slide, sheet, row, line } = locator;
  const headings = locator.headingPath ?? [];
  const trail = headings[0] === title ? headings.slice(1) : headings;
  const parts = [
    ...(part === null ? [] : [part]),
    ...(page === null ? [] : [words.page(page)]),
    ...(slide === null ? [] : [words.slide(slide)]),
    ...(sheet === null ? [] : [sheet]),
    ...(row === null ? [] : [words.row(row)]),
    ...(trail.length === 0 ? [] : [trail.join(' › ')]),
  ];
  return parts.length === 0 && line !== null ? words.line(line) : parts.join(' · ');
}
