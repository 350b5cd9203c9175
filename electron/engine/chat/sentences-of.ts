// The sentences of a passage, as far as they can be quoted: table rows and list entries are sentences too. Pure.

import { linesOf, type Range } from '../chunk/sentences.js';
import { headingsIn, type KnownOfPassage, nothingKnown, rowsIn, tableLinesIn } from './headings-in.js';
import { wholeSentencesOf } from './whole-sentences.js';

/** A longer one is looked at line by line: a table, a list, or verse has no full stops. */
const longSentence = 320;
/** What is still longer is no sentence, and cut where it must be. */
const longestQuote = 600;
/** A heading's number, a stray mark: nothing to quote. */
const leastLetters = 8;

export interface QuotableSentence extends Range {
  /** The heading above it in the passage, or the head of its table; null where there is none. */
  readonly heading: string | null;
}

/**
 * UTF-16 ranges of `text`, in order. A heading and the head of a table are no answer: they go with what stands below them.
 * @param known what the library knows of the passage beside its text
 */
export function quotableSentences(text: string, known: KnownOfPassage = nothingKnown): readonly QuotableSentence[] {
  const found: QuotableSentence[] = [];
  let heading: string | null = null;
  for (const { title, ...part } of titledParts(text, known)) {
    const words = title === undefined ? withoutMarks(text, part) : null;
    if (title !== undefined) heading = title;
    else if (words !== null) found.push({ ...words, heading });
  }
  // A passage that is only its heading is quoted all the same.
  if (found.length === 0 && known !== nothingKnown) return quotableSentences(text);
  const telling = found.filter((part) => isTelling(text, part));
  return telling.length > 0 ? telling : found;
}

interface Part extends Range {
  /** Of a part that is only a heading. */
  readonly title?: string | undefined;
}

function titledParts(text: string, known: KnownOfPassage): readonly Part[] {
  const from = frontMatter.exec(text)?.[0].length ?? 0;
  const rows = rowsIn(text, from, known);
  if (rows !== null)
    return rows.flatMap((row): readonly Part[] => (row.title === undefined ? cutLong(text, row) : [row]));
  const parts: Part[] = [];
  let at = from;
  for (const heading of [...headingsIn(text, from, known), { start: text.length, end: text.length }]) {
    parts.push(...joinShort(text, partsOf(text, at, heading.start, known)));
    if (heading.end > heading.start) parts.push(heading);
    at = heading.end;
  }
  return parts;
}

/** As Markdown writes it, on a line of its own. */
const headingLine = /^#{1,6}[ \t]+([^\n]+)$/u;

function partsOf(text: string, start: number, end: number, known: KnownOfPassage): readonly Part[] {
  const parts: Part[] = [];
  for (const sentence of wholeSentencesOf(text, start, end)) {
    const isLong = sentence.end - sentence.start > longSentence;
    const isHeaded = text.charAt(sentence.start) === '#';
    const lines =
      tableLinesIn(text, sentence, known) ??
      (isLong || isHeaded ? linesOf(text, sentence.start, sentence.end) : [sentence]);
    for (const line of lines) {
      const title = 'title' in line ? line.title : headingLine.exec(text.slice(line.start, line.end))?.[1];
      if (title === undefined) parts.push(...cutLong(text, line));
      else parts.push({ ...line, title });
    }
  }
  return parts;
}

/** Keys and values at the beginning, as Markdown carries them. */
const frontMatter = /^---\r?\n(?:(?!---)[^\n]*\n)*?---[ \t]*(?:\r?\n|$)/u;
const marksBefore = /^(?:[-*+•>]\s+|\|\s*|\d{1,3}[.)]\s+)+/u;
const marksBehind = /[\s|]+$/u;

/** Without the mark of a list, the bars around a table's row; null where nothing else is there, as between a table's head and body. */
function withoutMarks(text: string, { start, end }: Range): Range | null {
  const own = text.slice(start, end);
  const before = marksBefore.exec(own)?.[0].length ?? 0;
  const behind = marksBehind.exec(own)?.[0].length ?? 0;
  const isEmpty = !/[\p{L}\p{N}]/u.test(own);
  // A text without a letter is still what the person asked to see, unless it is only marks.
  if (before + behind >= own.length || (isEmpty && /^[-|:\s=*_]+$/u.test(own))) return null;
  return { start: start + before, end: end - behind };
}

function isTelling(text: string, { start, end }: Range): boolean {
  return (text.slice(start, end).match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= leastLetters;
}

/** What an abbreviation cut off (“Dr.”, “Art. 5.”) goes with what follows it in its paragraph, or with what it follows at the end. */
function joinShort(text: string, parts: readonly Part[]): readonly Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    const isTogether =
      before !== undefined &&
      before.title === undefined &&
      part.title === undefined &&
      !/\n/u.test(text.slice(before.end, part.start)) &&
      part.end - before.start <= longestQuote &&
      (!isTelling(text, before) || !isTelling(text, part));
    if (isTogether) joined[joined.length - 1] = { start: before.start, end: part.end };
    else joined.push(part);
  }
  return joined;
}

function cutLong(text: string, { start, end }: Range): readonly Range[] {
  const parts: Range[] = [];
  for (let from = start; from < end; ) {
    if (end - from <= longestQuote) {
      parts.push({ start: from, end });
      break;
    }
    const space = text.lastIndexOf(' ', from + longestQuote);
    let to = space > from + longestQuote / 2 ? space : from + longestQuote;
    if (isLowSurrogate(text.charCodeAt(to))) to--;
    parts.push({ start: from, end: to });
    from = to;
    while (from < end && /\s/u.test(text.charAt(from))) from++;
  }
  return parts;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
