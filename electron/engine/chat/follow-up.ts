// A follow-up that leans on the question before it: told by its words, and understood together with them. Without a model. Pure.
import { wordsOf } from '../search/fold-words.js';
import { isUsualWord } from '../search/usual-words.js';
import { type AnswerLanguage, languageOfQuestion } from './question-language.js';

type WordsByLanguage = Readonly<Record<AnswerLanguage, string>>;

export interface PastQuestion {
  readonly question: string;
  /** What was searched for then. */
  readonly queryUsed: string;
}

/** How a follow-up begins: `y cuánto`, `and how`, `und wenn`. Folded. */
const openers: WordsByLanguage = {
  en: 'and or but so then',
  es: 'y e o u pero entonces',
  de: 'und oder aber dann',
  fr: 'et ou mais alors',
  it: 'e ed o ma quindi allora',
  pt: 'e ou mas entao',
};
/** Words that stand for something said before. */
const pointers: WordsByLanguage = {
  en: 'it its them they that those this these he she him her ones there same',
  es: 'lo la los las le les eso esa ese esos esas esto esta este ello ella ellas ellos ahi alli mismo misma',
  de: 'ihn ihm ihnen es sie dies diese dieser dieses das dafur davon damit dabei dort',
  fr: 'le la les cela ca celui celle ceux celles leur lui',
  it: 'lo la li le gli questo questa quello quella ne ci',
  pt: 'isso isto esse essa ele ela eles elas aquilo',
};
/** These are articles too, and no pointers before a noun: whoever asks `la fecha` names the thing. */
const articles: WordsByLanguage = {
  en: 'that this these those her',
  es: 'la las los esta este ese esa esos esas',
  de: 'das diese dieser dieses sie',
  fr: 'le la les leur',
  it: 'lo la li le gli questo questa quello quella',
  pt: 'esse essa',
};
/** Pointers at the end of a Spanish verb: `eliminarlo`, `pagarla`. */
const enclitic = /(?:ar|er|ir|ando|iendo|endo)(?:me|te|se|nos)?(?:lo|la|los|las|le|les)$/u;
/** A question with so few words of its own is hardly whole. */
const fewWords = 1;
/** One with more says itself what it is about. */
const shortWords = 3;
const maxTerms = 12;

/**
 * How a question leans on the one before it: it `points` back by a word, it is so `short` that it may, or not at all.
 */
export type Leaning = 'points' | 'short' | 'none';

export function leaningOf(question: string): Leaning {
  const words = wordsOf(question).map(({ word }) => word);
  const telling = words.filter((word) => !isUsualWord(word));
  const isShort = telling.length <= shortWords;
  const language = languageOfQuestion(question) ?? 'en';
  const isLed = has(openers, language, words[0] ?? '');
  if (isShort && (isLed || words.some((word, at) => isPointer(language, word, words[at + 1])))) return 'points';
  return telling.length <= fewWords ? 'short' : 'none';
}

function has(table: WordsByLanguage, language: AnswerLanguage, word: string): boolean {
  return table[language].split(' ').includes(word);
}

function isPointer(language: AnswerLanguage, word: string, next: string | undefined): boolean {
  if (language === 'es' && enclitic.test(word)) return true;
  if (!has(pointers, language, word)) return false;
  // `lo elimino` points, `la fecha` names: only the ending of what follows tells them apart.
  return !has(articles, language, word) || next === undefined || verbLike.test(next);
}

const verbLike = /(?:o|amos|emos|imos|ar|er|ir|an|en)$/u;

/** The telling words of the question before, and the question; the question alone where that adds nothing. */
export function withEarlierTerms(question: string, past: PastQuestion): string {
  const own = new Set(wordsOf(question).map(({ word }) => word));
  const terms: string[] = [];
  const seen = new Set<string>();
  // What was asked last comes first: it is what there is no room for otherwise.
  for (const text of [past.question, past.queryUsed]) {
    for (const { word, start, end } of wordsOf(text)) {
      if (isUsualWord(word) || own.has(word) || seen.has(word)) continue;
      seen.add(word);
      terms.push(text.slice(start, end));
    }
  }
  return terms.length === 0 ? question : `${terms.slice(0, maxTerms).join(' ')}: ${question}`;
}
