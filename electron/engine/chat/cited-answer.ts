// From a draft's raw citations to numbered sources and checked quotes. Pure.
import type { Answer, AnswerPassage, Citation, Source } from '../../../shared/domain/chat.js';
import type { Drafted, RawCitation } from './language-model.js';

type Cited = Pick<Answer, 'answer' | 'citations' | 'sources' | 'passagesRead'>;

/**
 * Numbers sources in the order in which the text first uses them, and looks each quote up in the passage as it is stored. Citations of a
 * passage that is not there are dropped.
 */
export function citedAnswer({ answer, citations, passages }: Drafted): Cited {
  const numbers = new Map<string, number>();
  const sources: Source[] = [];
  const kept: Citation[] = [];
  for (const raw of [...citations].sort((a, b) => a.at - b.at)) {
    const passage = passages[raw.passage];
    if (passage === undefined) continue;
    // One that a tool opened is wider than the one that was given first, and has another place.
    const key = `${passage.chunkId} ${passage.start} ${passage.end}`;
    let n = numbers.get(key);
    if (n === undefined) {
      n = sources.length + 1;
      numbers.set(key, n);
      sources.push({ ...passage, n });
    }
    const citation = checkedCitation(passage, raw, n, answer.length);
    const isAgain = kept.some((one) => one.n === n && one.at === citation.at && one.quote === citation.quote);
    if (!isAgain) kept.push(citation);
  }
  return { answer, citations: kept, sources, passagesRead: passages };
}

function checkedCitation(passage: AnswerPassage, { at, quote }: RawCitation, n: number, most: number): Citation {
  // Without words of its own it means the whole passage.
  const found = quote === '' ? { start: 0, end: passage.text.length } : placeOfQuote(passage.text, quote);
  return {
    n,
    at: Math.max(0, Math.min(at, most)),
    quote,
    start: found === null ? null : passage.start + found.start,
    end: found === null ? null : passage.start + found.end,
  };
}

/** Where a quote stands in a text; white space may differ, nothing else. Null where it does not, or is empty. */
export function placeOfQuote(text: string, quote: string): { readonly start: number; readonly end: number } | null {
  const wanted = quote.trim();
  if (wanted === '') return null;
  const exact = text.indexOf(wanted);
  if (exact >= 0) return { start: exact, end: exact + wanted.length };
  const packed = withoutSpaces(text);
  const { units } = withoutSpaces(wanted);
  const at = packed.units.indexOf(units);
  if (at < 0 || units === '') return null;
  const first = packed.places[at];
  const last = packed.places[at + units.length - 1];
  return first === undefined || last === undefined ? null : { start: first, end: last + 1 };
}

/** The text without white space, and where each of its units stood. */
function withoutSpaces(text: string): { readonly units: string; readonly places: readonly number[] } {
  const places: number[] = [];
  let units = '';
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    if (/\s/u.test(unit)) continue;
    units += unit;
    places.push(at);
  }
  return { units, places };
}
