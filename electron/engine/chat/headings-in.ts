// Which lines of a passage are headings, or heads of tables: told by what the library knows of the passage, or by how they are written. Pure.
import type { AnswerPassage } from '../../../shared/domain/chat.js';
import { noLocator } from '../../../shared/domain/document.js';
import { linesOf, type Range } from '../chunk/sentences.js';
import { cellSeparator, headerContext } from '../load/office/table-header.js';
import { isInCapitals } from '../load/text-headings.js';

/** Beside its text. */
export type KnownOfPassage = Pick<AnswerPassage, 'start' | 'type' | 'title' | 'locator'>;

export const nothingKnown: KnownOfPassage = { start: -1, type: '', title: null, locator: noLocator };

interface TitledRange extends Range {
  readonly title: string;
}

const underline = /^(?:={3,}|-{3,})$/u;
const longestFirstLine = 100;

/**
 * Lines that stand in the passage's trail of headings, that are the document's title, or that a line of `===` or `---` underlines; and the
 * first line of a document where it stands alone and is no sentence. With what underlines them. A paragraph's first line in capitals is one as
 * well: of a short section that was joined with its neighbours the trail is not kept.
 */
export function headingsIn(text: string, from: number, known: KnownOfPassage): readonly TitledRange[] {
  const names = new Set([...(known.locator.headingPath ?? []), known.title ?? ''].map(plainHeading));
  names.delete('');
  const lines = [...linesOf(text, from, text.length)];
  return lines.flatMap((line, at): readonly TitledRange[] => {
    const own = text.slice(line.start, line.end);
    const next = lines[at + 1];
    const below = next === undefined ? '' : text.slice(next.start, next.end);
    const isFirst = at === 0 || isApart(text, lines[at - 1], line);
    const isUnderlined = isFirst && underline.test(below) && !isApart(text, line, next) && /\p{L}/u.test(own);
    if (isUnderlined && next !== undefined) return [{ start: line.start, end: next.end, title: own }];
    const isTitle = at === 0 && known.start === 0 && looksLikeTitle(own) && isApart(text, line, next);
    const isShouted = isFirst && own.length <= longestFirstLine && isInCapitals(own) && !isInCapitals(below);
    return names.has(plainHeading(own)) || isTitle || isShouted
      ? [{ ...line, title: own.replace(/^#{1,6}[ \t]+/u, '') }]
      : [];
  });
}

/** No mark at its end, no figure, no key with its value: what has one of them may be an answer. */
function looksLikeTitle(line: string): boolean {
  return line.length <= longestFirstLine && /^\p{L}[^\p{N}:|\t=@]*[\p{L}\p{M})»”"]$/u.test(line);
}

/** A blank line stands between. */
function isApart(text: string, above: Range | undefined, below: Range | undefined): boolean {
  return above !== undefined && below !== undefined && /\n[^\S\n]*\n/u.test(text.slice(above.end, below.start));
}

/** Without marks, numbering, and the colon behind it. */
function plainHeading(line: string): string {
  return line
    .replace(/^#{1,6}[ \t]+|[*_`]+/gu, '')
    .replace(/^(?:\d{1,3}(?:\.\d{1,3})*[.)]?|[IVXLC]{1,6}[.)])\s+/u, '')
    .replace(/\s*:$/u, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}

interface RowRange extends Range {
  readonly title?: string | undefined;
}

/** The records of a passage that is all table; the one that names the columns is told. Null where the passage is none. */
export function rowsIn(text: string, from: number, { type, locator }: KnownOfPassage): readonly RowRange[] | null {
  const isDelimited = type === 'csv' || type === 'tsv';
  if (locator.row === null || (!isDelimited && locator.sheet === null)) return null;
  const rows = isDelimited ? recordsOf(text, from) : [...linesOf(text, from, text.length)];
  return locator.row === 1 ? withHead(text, rows) : rows;
}

/** Told by its words, as the loaders of tables tell it. */
function withHead(text: string, rows: readonly Range[]): readonly RowRange[] {
  const [first, second, ...rest] = rows;
  if (first === undefined || second === undefined) return rows;
  const title = text.slice(first.start, first.end);
  const delimiter = delimiters.find((one) => title.includes(one)) ?? ',';
  const [names, cells] = [title, text.slice(second.start, second.end)].map((row) => cellsOf(row, delimiter));
  return headerContext(names ?? [], cells ?? []) === null ? rows : [{ ...first, title }, second, ...rest];
}

const delimiters = [cellSeparator, '\t', ';', '|'] as const;

function cellsOf(row: string, delimiter: string): readonly string[] {
  return row.split(delimiter).map((cell) => cell.replace(/^[\s"]+|[\s"]+$/gu, ''));
}

/** Lines; those that a quoted cell holds together are one. */
function recordsOf(text: string, from: number): readonly Range[] {
  const records: Range[] = [];
  let isOpen = false;
  for (const line of linesOf(text, from, text.length)) {
    const last = records.at(-1);
    if (isOpen && last !== undefined) records[records.length - 1] = { start: last.start, end: line.end };
    else records.push(line);
    const quotes = text.slice(line.start, line.end).split('"').length - 1;
    if (quotes % 2 === 1) isOpen = !isOpen;
  }
  return records;
}

const tableRule = /^\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?$/u;

/**
 * The lines of a table between other text, with its head told: by the rule below it, as Markdown writes it, or as the first row. Null where
 * the sentence is no table.
 */
export function tableLinesIn(
  text: string,
  { start, end }: Range,
  { locator }: KnownOfPassage,
): readonly RowRange[] | null {
  const own = text.slice(start, end);
  if (!own.includes('|')) return null;
  const lines = [...linesOf(text, start, end)];
  const words = (line: Range | undefined): string => (line === undefined ? '' : text.slice(line.start, line.end));
  const isRule = (line: Range | undefined): boolean => words(line).includes('|') && tableRule.test(words(line));
  if (lines.some(isRule)) {
    return lines.map((line, at) => {
      const isHead = isRule(lines[at + 1]) && lines[at + 2] !== undefined;
      return isHead ? { ...line, title: words(line).replace(/^\|\s*|\s*\|$/gu, '') } : line;
    });
  }
  const isTable = own.startsWith('|') || lines.every((line) => words(line).includes(cellSeparator));
  if (!isTable) return null;
  // Only the first table of a passage may be the one whose first row its place names.
  return locator.row === 1 && !text.slice(0, start).includes('|') ? withHead(text, lines) : lines;
}
