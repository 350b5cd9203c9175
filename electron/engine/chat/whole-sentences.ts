// Sentences as a person would quote them: not ended by the full stop of “28.”, “Dr.” or “Art.”. Only what is quoted is told so; the
// chunker's own sentences stay as they are, because every measured figure rests on them. Pure.
import { type Range, sentencesOf } from '../chunk/sentences.js';
import { languageOfQuestion } from './question-language.js';

/** Before a capital or a digit: titles, and what only goes on. Lower case, without the full stop; en, es, de, fr, it, pt. */
const neverLast = wordsIn(
  'dr dra drs dres sr sra srs sres srta dña dna prof profa mr mrs ms mx messrs mme mlle hr fr frl ing lic arq dott avv sig mons rev st sta sto ste',
  'avda av ctra pza pl urb gral',
  'ca approx aprox circa vgl cf bzw ggf evtl inkl incl zzgl abzgl sog gem lt vs viz ej eg ie betr geb mio mrd tsd mill tel telef tfno tlf fax',
);
/** Only before a number: elsewhere they may end a sentence (“No.”, “5 min.”). */
const beforeNumbers = wordsIn(
  'no nos nr nrn núm num nº n° art arts abs ziff kap bd cap caps vol vols ed pág págs pag pags pp fig figs abb tab eq sec sect ref ch',
  'max máx min mín apdo apto stg hs str bldg apt aufl jg anm rn rdnr lit',
  'jan feb mar mär apr jun jul aug sep sept oct okt nov dec dez ene abr ago dic janv févr avr juil déc genn febbr ott',
);

const lastWord = /(?:^|[\s([{"'«„“‚‘’/§-])([\p{L}\p{M}º°]{1,20})\.$/u;
const lastNumber = /(?:^|[\s([{"'«„“‚‘/–—-])(?:\d{1,2}|[IVXLC]{2,7})\.$/u;
const number = /^(?:[§#]\s*)?(?:\p{N}|[IVXLC]{1,7}(?!\p{L})|\p{Lu}[-/]?\d)/u;
const capital = /^["'«„“‚‘(]?[\p{Lu}\p{Lt}]/u;
const listEntry = /^(?:[-*+•>#|]|\d{1,3}[.)]\s)/u;
const longestWord = 24;

/** UTF-16 ranges as `sentencesOf` gives them, joined where a full stop ended none. */
export function wholeSentencesOf(text: string, start = 0, end = text.length): readonly Range[] {
  const whole: Range[] = [];
  let isGerman: boolean | null = null;
  for (const part of sentencesOf(text, start, end)) {
    const before = whole.at(-1);
    const seam = before === undefined ? 'none' : seamOf(text, before, part);
    if (seam === 'ordinal') isGerman ??= languageOfQuestion(text) === 'de';
    const isOne = seam === 'word' || (seam === 'ordinal' && isGerman === true);
    if (before !== undefined && isOne) whole[whole.length - 1] = { start: before.start, end: part.end };
    else whole.push(part);
  }
  return whole;
}

/** `ordinal`: of the languages here only German writes “am 28. Februar”, “XIV. König”; elsewhere such a number ends its sentence. */
function seamOf(text: string, before: Range, part: Range): 'none' | 'word' | 'ordinal' {
  const gap = text.slice(before.end, part.start);
  const breaks = gap.match(/\n/gu)?.length ?? 0;
  const next = text.slice(part.start, part.start + longestWord);
  if (breaks > 1 || (breaks === 1 && listEntry.test(next))) return 'none';
  const ending = text.slice(Math.max(before.start, before.end - longestWord), before.end);
  const word = lastWord.exec(ending)?.[1]?.toLowerCase();
  const isNumber = number.test(next);
  if (word !== undefined && isNumber && (beforeNumbers.has(word) || word.endsWith('str'))) return 'word';
  if (word !== undefined && neverLast.has(word) && (isNumber || capital.test(next))) return 'word';
  return lastNumber.test(ending) && (isNumber || capital.test(next)) ? 'ordinal' : 'none';
}

function wordsIn(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(' ').split(' '));
}
