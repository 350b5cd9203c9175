// A hyphen at a line's end: part of the word, or only the mark of a word cut in two? The document's other words tell.

import { loadLimits } from '../load-limits.js';
import type { Line } from './page-lines.js';

const minPartLetters = 3;
/** `Vor- und Nachteile`, `entrada- y salida`: the hyphen stands for what both words share. */
const joiningWord = /^(?:und|oder|bzw|and|or|y|o|u|e|et|ou|ed|en)(?!\p{L})/iu;

/** The document's words and hyphenated words, lower-case, as seen inside lines. */
export class Vocabulary {
  readonly #words = new Set<string>();

  learn(lines: readonly Line[]): void {
    for (const { text } of lines) {
      if (this.#words.size > loadLimits.maxHyphenWords) return;
      // The last word of a line may be half a word.
      for (const [word] of text.matchAll(/\p{L}+(?:-\p{L}+)*(?=[^\p{L}-])/gu)) this.#words.add(word.toLowerCase());
    }
  }

  has(word: string): boolean {
    return this.#words.has(word.toLowerCase());
  }
}

/**
 * Whether the hyphen that ends `before` stays when `after` is joined to it; null where the two are no one word at all.
 */
export function hyphenStays(before: string, after: string, words: Vocabulary): boolean | null {
  const first = /\p{L}+(?=.$)/u.exec(before)?.[0] ?? '';
  const second = /^\p{L}+/u.exec(after)?.[0] ?? '';
  if (before.endsWith('\u00ad')) return false;
  if (joiningWord.test(after)) return null;
  if (words.has(first + second)) return false;
  if (words.has(`${first}-${second}`)) return true;
  if (/^\p{Lu}/u.test(second)) return true;
  const areWords =
    first.length >= minPartLetters && second.length >= minPartLetters && words.has(first) && words.has(second);
  return areWords;
}
