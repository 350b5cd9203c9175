// The rows and cells of a table written as text, each with its place in it: marks stand where the source stands.
import type { TextRange } from '../../shared/domain/search.js';

export interface CsvRow extends TextRange {
  /** Without the quotation marks around it. */
  readonly cells: readonly TextRange[];
}

const delimiters = [',', ';', '\t', '|'] as const;
const sampleLines = 20;

/** Rows that have something in them, header first; null where the text is no table of at least two columns. */
export function csvRows(text: string): readonly CsvRow[] | null {
  // Spreadsheet programs write `sep=;` as a first line of its own.
  const told = /^sep=(.)\r?\n/i.exec(text);
  const start = told?.[0].length ?? 0;
  const delimiter = told?.[1] ?? findDelimiter(text.slice(start));
  if (delimiter === null) return null;
  const rows: CsvRow[] = [];
  for (let at = start; at < text.length; ) {
    const row = readRow(text, at, delimiter);
    if (row.end > row.start) rows.push(row);
    at = row.next;
  }
  return rows;
}

/** The delimiter that most of the first lines have equally often. */
function findDelimiter(text: string): string | null {
  const lines = text.split(/\r?\n/, sampleLines).filter((line) => line !== '');
  let best: string | null = null;
  let bestCount = 0;
  for (const delimiter of delimiters) {
    const counts = lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(delimiter).length - 1);
    const first = counts[0] ?? 0;
    const agreeing = counts.filter((count) => count === first).length;
    if (first > 0 && agreeing * 2 > lines.length && first * agreeing > bestCount) {
      best = delimiter;
      bestCount = first * agreeing;
    }
  }
  return best;
}

function readRow(text: string, start: number, delimiter: string): CsvRow & { readonly next: number } {
  const cells: TextRange[] = [];
  for (let at = start; ; ) {
    const cell = readCell(text, at, delimiter);
    cells.push({ start: cell.start, end: cell.end });
    if (text.charAt(cell.next) === delimiter) {
      at = cell.next + 1;
      continue;
    }
    const lineBreak = text.startsWith('\r\n', cell.next) ? 2 : 1;
    return { start, end: cell.next, cells, next: cell.next + lineBreak };
  }
}

/** `next` is the place of the delimiter or line break behind the cell, or the text's end. */
function readCell(text: string, at: number, delimiter: string): TextRange & { readonly next: number } {
  if (text.charAt(at) === '"') {
    const closing = closingQuote(text, at + 1);
    if (closing !== null) return { start: at + 1, end: closing, next: cellEnd(text, closing + 1, delimiter) };
  }
  const end = cellEnd(text, at, delimiter);
  return { start: at, end, next: end };
}

/** A doubled quotation mark stands for one inside the cell. Null: it is never closed, so it was none. */
function closingQuote(text: string, from: number): number | null {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text.charAt(at + 1) !== '"') return at;
  }
  return null;
}

function cellEnd(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === delimiter || character === '\n' || text.startsWith('\r\n', at)) return at;
  }
  return text.length;
}
