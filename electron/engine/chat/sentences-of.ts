// The sentences of a passage, as far as they can be quoted: table rows and list entries are sentences too. Pure.

import { linesOf, type Range, sentencesOf } from '../chunk/sentences.js';
import { plainText } from './plain-text.js';

/** A longer one is looked at line by line: a table, a list, or verse has no full stops. */
const longSentence = 320;
/** What is still longer is no sentence, and cut where it must be. */
const longestQuote = 600;
/** A heading's number, a stray mark: nothing to quote. */
const leastLetters = 8;

export interface QuotableSentence extends Range {
  /** The heading above it in the passage; null where there is none. */
  readonly heading: string | null;
}

/** UTF-16 ranges of `text`, in order. A heading is no answer: it goes with what stands below it. */
export function quotableSentences(text: string): readonly QuotableSentence[] {
  const found: QuotableSentence[] = [];
  let heading: string | null = null;
  for (const part of joinShort(text, partsOf(text))) {
    const title = headingLine.exec(text.slice(part.start, part.end))?.[1];
    const words = title === undefined ? withoutMarks(text, part) : null;
    if (title !== undefined) heading = title;
    else if (words !== null) found.push({ ...words, heading });
  }
  const telling = found.filter((part) => isTelling(text, part));
  return telling.length > 0 ? telling : found;
}

/** As Markdown writes it, on a line of its own. */
const headingLine = /^#{1,6}[ \t]+([^\n]+)$/u;

function partsOf(text: string): readonly Range[] {
  const parts: Range[] = [];
  const from = frontMatter.exec(text)?.[0].length ?? 0;
  for (const sentence of sentencesOf(text, from, text.length)) {
    const isLong = sentence.end - sentence.start > longSentence;
    const isHeaded = text.charAt(sentence.start) === '#';
    const isTable = text.charAt(sentence.start) === '|';
    for (const part of isLong || isHeaded || isTable ? linesOf(text, sentence.start, sentence.end) : [sentence]) {
      parts.push(...cutLong(text, part));
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
function joinShort(text: string, parts: readonly Range[]): readonly Range[] {
  const joined: Range[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    const isTogether =
      before !== undefined &&
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

/** A quote as it is shown: on one line, with the bars of a table and the marks of a list as points between. */
export function shownQuote(quote: string): string {
  return plainText(quote)
    .replace(/\s*\n\s*(?:[-*+•]|\d{1,3}[.)])\s+/gu, ' · ')
    .replace(/\s*[|·][\s|·]*/gu, ' · ')
    .replace(/\s+/gu, ' ')
    .trim();
}
