// A quote as it is shown in an answer: its words, without what only holds a list or a table together. Pure.
import { plainText } from './plain-text.js';

/** On one line, with the bars of a table, the marks of a list, and what parts the cells of a `type` such as csv as points between. */
export function shownQuote(quote: string, type = ''): string {
  const isDelimited = type === 'csv' || type === 'tsv';
  return plainText(isDelimited ? cellsOf(quote).join(' | ') : quote)
    .replace(/\s*\n\s*(?:[-*+•]|\d{1,3}[.)])\s+/gu, ' · ')
    .replace(/\s*[|·][\s|·]*/gu, ' · ')
    .replace(/\s+/gu, ' ')
    .replace(/^ · | · $/gu, '')
    .trim();
}

const delimiters = ['\t', ';', ','] as const;

/** By the delimiter that is there most often outside of quotes; of two the first one. */
function cellsOf(row: string): readonly string[] {
  const split = delimiters.map((delimiter) => splitOutsideQuotes(row, delimiter));
  const cells = split.reduce((best, one) => (one.length > best.length ? one : best));
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/su, '$1')
      .replaceAll('""', '"'),
  );
}

function splitOutsideQuotes(row: string, delimiter: string): readonly string[] {
  const cells: string[] = [''];
  let isOpen = false;
  for (const letter of row) {
    if (letter === '"') isOpen = !isOpen;
    if (letter === delimiter && !isOpen) cells.push('');
    else cells[cells.length - 1] += letter;
  }
  return cells;
}
