// The sentences of a passage, as far as they can be quoted: table rows and list entries are sentences too. Pure.
import { linesOf, type Range, sentencesOf } from '../chunk/sentences.js';

/** A longer one is looked at line by line: a table, a list, or verse has no full stops. */
const longSentence = 320;
/** What is still longer is no sentence, and cut where it must be. */
const longestQuote = 600;
/** A heading's number, a stray mark: nothing to quote. */
const leastLetters = 8;

/** UTF-16 ranges of `text`, in order. */
export function quotableSentences(text: string): readonly Range[] {
  const found: Range[] = [];
  for (const sentence of sentencesOf(text, 0, text.length)) {
    const parts =
      sentence.end - sentence.start > longSentence ? [...linesOf(text, sentence.start, sentence.end)] : [sentence];
    for (const part of parts) found.push(...cutLong(text, part));
  }
  const isTelling = ({ start, end }: Range): boolean =>
    (text.slice(start, end).match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= leastLetters;
  const telling = found.filter(isTelling);
  return telling.length > 0 ? telling : found;
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
