// A follow-up that leans on the question before it: told by its words, and understood together with them. Without a model. Pure.
import { wordsOf } from '../search/fold-words.js';
import { isUsualWord } from '../search/usual-words.js';

export interface PastQuestion {
  readonly question: string;
  /** What was searched for then. */
  readonly queryUsed: string;
}

/** How a follow-up begins: `y cuánto`, `and how`, `und wenn`. Folded, in en, es, de, fr, it, pt. */
const openers = new Set('y e and or but o u pero so und oder aber et ou mais alors ed ma quindi mas entao'.split(' '));
/** Words that stand for something said before. */
const pointers = new Set(
  (
    'it its them they that those this these he she him her one ones there same ' +
    'lo la los las le les eso esa ese esos esas esto esta este ello ellos ellas ahi alli mismo misma ' +
    'ihn ihm ihnen es dies diese dieser dieses das dafur davon damit dabei dort ' +
    'cela ca celui celle ceux celles y leur lui ' +
    'lo gli questo questa quello quella ne ci ' +
    'isso isto esse essa ele ela eles elas aquilo'
  ).split(' '),
);
/** Pointers at the end of a Romance verb: `eliminarlo`, `pagarla`, `farlo`, `fazê-lo`. */
const enclitic = /(?:ar|er|ir|ando|iendo|endo)(?:me|te|se|nos)?(?:lo|la|los|las|le|les)$/u;
/** These are articles too, and no pointers before a noun: whoever asks `la fecha` names the thing. */
const articles = new Set(
  'la las los le les lo das diese dieser dieses this that these those esta este ese esa'.split(' '),
);
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
  if (isShort && (openers.has(words[0] ?? '') || words.some((word, at) => isPointer(word, words[at + 1])))) {
    return 'points';
  }
  return telling.length <= fewWords ? 'short' : 'none';
}

function isPointer(word: string, next: string | undefined): boolean {
  if (enclitic.test(word)) return true;
  if (!pointers.has(word)) return false;
  // `lo elimino` points, `la fecha` names: only the ending of what follows tells them apart.
  return !articles.has(word) || next === undefined || isUsualWord(next) || verbLike.test(next);
}

const verbLike = /(?:o|amos|emos|imos|ar|er|ir|an|en)$/u;

/** The telling words of the question before, and the question; the question alone where that adds nothing. */
export function withEarlierTerms(question: string, past: PastQuestion): string {
  const own = new Set(wordsOf(question).map(({ word }) => word));
  const terms: string[] = [];
  const seen = new Set<string>();
  for (const { word, start, end } of wordsOf(past.queryUsed)) {
    if (isUsualWord(word) || own.has(word) || seen.has(word)) continue;
    seen.add(word);
    terms.push(past.queryUsed.slice(start, end));
  }
  return terms.length === 0 ? question : `${terms.slice(-maxTerms).join(' ')}: ${question}`;
}
