// Whether two questions ask the same, so that one answer does for both. Told by their words: vectors of questions lie too near. Pure.
import { wordsOf } from '../search/fold-words.js';
import { type AnswerLanguage, languageOfQuestion } from './question-language.js';

/** Measured in docs/chat.md. The words decide; this only catches what they overlook. */
export const sameQuestionCosine = 0.93;

/**
 * Words that may come and go without a change of what is asked: articles, courtesies, the present of "to be". Folded. None that denies, compares,
 * points, counts, allows or says when.
 */
const idle: Readonly<Record<AnswerLanguage, string>> = {
  en: 'a an the is are do does please',
  es: 'el la los las un una unos unas es son',
  de: 'der die das den dem des ein eine einen einem einer eines ist sind bitte',
  fr: 'le la les l un une des est sont',
  it: 'il lo la i gli le un uno una sono',
  pt: 'o a os as um uma uns umas sao',
};
/** Behind "how", it is no question of whether one may: `how can I invite`, `cómo puedo invitar`. */
const howAndMay: Readonly<Partial<Record<AnswerLanguage, readonly [string, string]>>> = {
  en: ['how', 'can could'],
  es: ['como', 'puedo podria puede'],
  de: ['wie', 'kann konnte'],
  fr: ['comment', 'puis peut'],
  it: ['come', 'posso si'],
  pt: ['como', 'posso pode'],
};
const idleWords = new Map(
  Object.entries(idle).map(([language, words]) => [language as AnswerLanguage, new Set(words.split(' '))]),
);

/** Endings of one word in singular and plural, and of a Spanish verb in the present beside its infinitive. */
const plurals: readonly (readonly [string, string])[] = [
  ['', 's'],
  ['', 'es'],
  ['y', 'ies'],
  ['z', 'ces'],
];
const germanPlurals: readonly (readonly [string, string])[] = [
  ['', 'e'],
  ['', 'n'],
  ['', 'en'],
  ['', 'er'],
];
const spanishAgreements: readonly (readonly [string, string])[] = [
  ['a', 'an'],
  ['e', 'en'],
];
const spanishVerb = /^(.{3,})(?:o|a|e|as|es|an|en|amos|emos|imos|áis|éis|ís|aría|ería|iría)$/u;
const spanishInfinitive = /^(.{3,})(?:ar|er|ir)$/u;
const courtesy = /\bpor favor\b/giu;
const shortestInflected = 5;

/**
 * The same language, and the same words in the same order, apart from idle ones and from singular and plural. Names and numbers have to be
 * letter by letter the same.
 */
export function isSameQuestion(one: string, other: string): boolean {
  const [oneIn, otherIn] = [languageOfQuestion(one), languageOfQuestion(other)];
  // A question of few words may be of several languages.
  const language = oneIn ?? otherIn;
  if (language !== (otherIn ?? oneIn)) return false;
  const words = askedWords(one, language);
  const others = askedWords(other, language);
  return (
    words.length > 0 &&
    words.length === others.length &&
    words.every((word, at) => isSameWord(word, others[at], language))
  );
}

interface AskedWord {
  readonly word: string;
  /** In lower case, with its accents. */
  readonly written: string;
  /** A name or a number. */
  readonly isExact: boolean;
}

function askedWords(question: string, language: AnswerLanguage | null): readonly AskedWord[] {
  const asked = question.replace(courtesy, ' ');
  const all = wordsOf(asked).map(({ word, start, end }, at) => {
    const written = asked.slice(start, end).normalize('NFC');
    // German writes every noun so.
    const isName = at > 0 && language !== 'de' && /^\p{Lu}/u.test(written);
    return { word, written: written.toLowerCase(), isExact: isName || /\p{N}/u.test(written) };
  });
  if (language === null) return all;
  const left = all.filter(({ word, isExact }) => isExact || idleWords.get(language)?.has(word) !== true);
  const [how, may] = howAndMay[language] ?? ['', ''];
  return left.filter(({ word }, at) => left[at - 1]?.word !== how || !may.split(' ').includes(word));
}

function isSameWord(one: AskedWord, other: AskedWord | undefined, language: AnswerLanguage | null): boolean {
  if (other === undefined) return false;
  // `pago` and `pagó` are two questions; `como` and `cómo` one that was typed in haste.
  if (one.word === other.word) return endsInAccent(one) === endsInAccent(other);
  if (one.isExact || other.isExact || Math.min(one.word.length, other.word.length) < shortestInflected) return false;
  const pairs = [...plurals, ...(language === 'de' ? germanPlurals : language === 'es' ? spanishAgreements : [])];
  if (pairs.some((pair) => isPair(one.word, other.word, pair) || isPair(other.word, one.word, pair))) return true;
  return language === 'es' && (isVerbOf(one.written, other.written) || isVerbOf(other.written, one.written));
}

function endsInAccent({ written }: AskedWord): boolean {
  return /[áéíóúàèìòù]$/u.test(written);
}

function isPair(one: string, other: string, [end, otherEnd]: readonly [string, string]): boolean {
  return (
    one.endsWith(end) &&
    other.endsWith(otherEnd) &&
    one.slice(0, one.length - end.length) === other.slice(0, other.length - otherEnd.length)
  );
}

/** `invito` is one of `invitar`. */
function isVerbOf(form: string, infinitive: string): boolean {
  const stem = spanishInfinitive.exec(infinitive)?.[1];
  return stem !== undefined && spanishVerb.exec(form)?.[1] === stem;
}
