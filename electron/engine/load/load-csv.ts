// Tables as text: each record is a row block of its own source text, with the column names as its context.
import { parse } from 'csv-parse/sync';
import { isSpace, makeBlock, shorten } from './blocks.js';
import { decodeText } from './decode-text.js';
import type { Loader } from './load-context.js';
import { loadLimits } from './load-limits.js';
import { paragraphBlocks } from './load-txt.js';
import type { Block } from './loaded-document.js';
import { textDocument } from './text-document.js';

const delimiters = [',', ';', '\t', '|'] as const;
const sampleRecords = 30;
/** Lines that may stand above the column names. */
const maxLinesAbove = 10;
const sampleCharacters = 64 * 1024;

export const loadCsv: Loader = async (bytes, { extension }) => {
  const { text, encoding } = decodeText(bytes);
  const isTabbed = extension === 'tsv' || extension === 'tab';
  return textDocument({
    text,
    type: isTabbed ? 'tsv' : 'csv',
    encoding,
    blocks: recordBlocks(text, isTabbed),
  });
};

/** One block a record. Rows count records from 1, so the header is row 1; text without columns becomes paragraphs. */
export function recordBlocks(text: string, isTabbed: boolean): Block[] {
  // Spreadsheet programs write `sep=;` as a first line of its own.
  const separatorLine = /^"?sep=(.)"?[ \t]*\n/i.exec(text);
  const start = separatorLine?.[0].length ?? 0;
  const delimiter = separatorLine?.[1] ?? findDelimiter(text.slice(start, start + sampleCharacters), isTabbed);
  if (delimiter === null) return paragraphBlocks(text);
  const blocks: Block[] = [];
  const columns = columnsIn(text.slice(start, start + sampleCharacters), delimiter).usual;
  let row = 0;
  let context: string | null = null;
  let isBeforeHeader = true;
  for (let at = start; at < text.length; ) {
    const end = recordEnd(text, at, delimiter);
    row++;
    // Lines above the column names (a report's title, a date) have fewer cells.
    const isHeader =
      isBeforeHeader && (row > maxLinesAbove || filledCells(text.slice(at, end), delimiter) > columns / 2);
    if (isHeader) context = contextOf(text.slice(at, end), delimiter);
    if (isHeader) isBeforeHeader = false;
    const block = makeBlock(text, { kind: 'table-row', start: at, end, row, context: isHeader ? null : context });
    // Blank lines are no records: spreadsheets leave them between tables, and they aren't counted.
    if (block !== null) blocks.push(block);
    else row--;
    at = end + 1;
  }
  return blocks;
}

/** The delimiter that cuts the sample into the same number of columns most often; null where none gives two columns. */
function findDelimiter(sample: string, isTabbed: boolean): string | null {
  let best: { readonly delimiter: string; readonly score: number } | null = null;
  for (const delimiter of isTabbed ? (['\t', ',', ';', '|'] as const) : delimiters) {
    const { usual: columns, times, records } = columnsIn(sample, delimiter);
    // Regular before wide: a comma in every sentence still gives a new count on every line.
    const score = columns < 2 ? 0 : times / records + Math.min(columns, 20) / 100;
    if (score > (best?.score ?? 0)) best = { delimiter, score };
  }
  return best === null || best.score < 0.5 ? null : best.delimiter;
}

/** How many columns most of the first records have, and how many of them. Blank lines are no records. */
function columnsIn(
  sample: string,
  delimiter: string,
): { readonly usual: number; readonly times: number; readonly records: number } {
  const counts = new Map<number, number>();
  let records = 0;
  for (let at = 0; at < sample.length && records < sampleRecords; ) {
    const end = recordEnd(sample, at, delimiter);
    const columns = sample.slice(at, end).trim() === '' ? 0 : cellsOf(sample.slice(at, end), delimiter).length;
    if (columns > 0) {
      records++;
      counts.set(columns, (counts.get(columns) ?? 0) + 1);
    }
    at = end + 1;
  }
  const [usual, times] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0]);
  return { usual, times, records };
}

function filledCells(record: string, delimiter: string): number {
  return cellsOf(record, delimiter).filter((cell) => cell.trim() !== '').length;
}

function cellsOf(record: string, delimiter: string): readonly string[] {
  const options = { delimiter, relax_quotes: true, relax_column_count: true, to: 1 };
  try {
    const [cells] = parse(record, options) as string[][];
    return cells ?? [];
  } catch {
    return record.split(delimiter);
  }
}

/** Column names; null where the first record looks like data (a number, a date or nothing in one of its cells). */
function contextOf(record: string, delimiter: string): string | null {
  const cells = cellsOf(record, delimiter).map((cell) => cell.trim());
  const named = cells.filter((cell) => /\p{L}/u.test(cell));
  if (
    named.length === 0 ||
    cells.some((cell) => /^[-+]?[\d.,:/\s-]*\d[\d.,:/\s%€$-]*$/.test(cell) && !/^\d{4}$/.test(cell))
  ) {
    return null;
  }
  return shorten(named.join(' | '), loadLimits.maxContextCharacters);
}

const quote = 0x22;
const newline = 0x0a;

/**
 * Where the record that starts at `start` ends: the next line end outside quotes. Only boundaries are told here, in one
 * pass at memory speed; a full parse of every cell costs seconds for each 10 MB.
 */
function recordEnd(text: string, start: number, delimiter: string): number {
  const lineEnd = (from: number): number => {
    const at = text.indexOf('\n', from);
    return at === -1 ? text.length : at;
  };
  const firstEnd = lineEnd(start);
  // Only in this line: a search to the end of the text, line by line, would take minutes.
  if (!text.slice(start, firstEnd).includes('"')) return firstEnd;
  const separator = delimiter.charCodeAt(0);
  let at = start;
  while (at < text.length) {
    while (
      at < text.length &&
      isSpace(text.charCodeAt(at)) &&
      text.charCodeAt(at) !== newline &&
      text.charCodeAt(at) !== separator
    )
      at++;
    if (text.charCodeAt(at) === quote) {
      const closing = closingQuote(text, at);
      if (closing === null) return firstEnd;
      at = closing + 1;
    }
    while (at < text.length && text.charCodeAt(at) !== separator && text.charCodeAt(at) !== newline) at++;
    if (at >= text.length || text.charCodeAt(at) === newline) return at;
    at++;
  }
  return text.length;
}

/** The quote that closes the one at `open`, doubled ones skipped; null where it is too far or missing. */
function closingQuote(text: string, open: number): number | null {
  for (
    let at = text.indexOf('"', open + 1);
    at !== -1 && at - open < loadLimits.maxQuotedCharacters;
    at = text.indexOf('"', at + 2)
  ) {
    if (text.charCodeAt(at + 1) !== quote) return at;
  }
  return null;
}
