// All words of the library in memory, to find those that are like a word of the question.
import {
  canBeSimilar,
  letterWeight,
  minSharedPrefix,
  sharedPrefixWeight,
  sharesBeginning,
  trigramsOf,
} from './similar-words.js';

export interface SimilarWord {
  readonly word: string;
  /** 0 to 1, see `wordSimilarity`. */
  readonly weight: number;
  /** Passages that have it. */
  readonly passages: number;
}

/**
 * Words with the number of passages that have them. It only grows between two {@link Vocabulary.clear}: a word
 * whose last passage went stays, and costs a look-up that finds nothing.
 */
export class Vocabulary {
  readonly #indexOfWord = new Map<string, number>();
  readonly #words: string[] = [];
  readonly #passages: number[] = [];
  readonly #trigramCounts: number[] = [];
  readonly #byTrigram = new Map<string, number[]>();
  readonly #byPrefix = new Map<string, number[]>();
  #shared = new Uint8Array(1024);

  get size(): number {
    return this.#words.length;
  }

  /** Passages that have the word. */
  passagesOf(word: string): number {
    const index = this.#indexOfWord.get(word);
    return index === undefined ? 0 : (this.#passages[index] ?? 0);
  }

  add(word: string, passages: number): void {
    const known = this.#indexOfWord.get(word);
    if (known !== undefined) {
      this.#passages[known] = (this.#passages[known] ?? 0) + passages;
      return;
    }
    const index = this.#words.length;
    this.#indexOfWord.set(word, index);
    this.#words.push(word);
    this.#passages.push(passages);
    if (!canBeSimilar(word)) {
      this.#trigramCounts.push(0);
      return;
    }
    const trigrams = trigramsOf(word);
    this.#trigramCounts.push(trigrams.length);
    for (const trigram of trigrams) append(this.#byTrigram, trigram, index);
    append(this.#byPrefix, word.slice(0, minSharedPrefix), index);
  }

  clear(): void {
    this.#indexOfWord.clear();
    this.#words.length = 0;
    this.#passages.length = 0;
    this.#trigramCounts.length = 0;
    this.#byTrigram.clear();
    this.#byPrefix.clear();
  }

  /** Words like `word` (never itself), the most alike and most frequent first, at most `limit`. */
  similar(word: string, limit: number): readonly SimilarWord[] {
    if (!canBeSimilar(word)) return [];
    const found: SimilarWord[] = [];
    const taken = new Set<number>();
    const take = (index: number, weight: number): void => {
      const other = this.#words[index];
      if (other === undefined || other === word || weight === 0 || taken.has(index)) return;
      taken.add(index);
      found.push({ word: other, weight, passages: this.#passages[index] ?? 0 });
    };
    for (const index of this.#byPrefix.get(word.slice(0, minSharedPrefix)) ?? []) {
      if (sharesBeginning(word, this.#words[index] ?? '')) take(index, sharedPrefixWeight);
    }
    const trigrams = trigramsOf(word);
    for (const [index, shared] of this.#countShared(trigrams)) {
      take(index, letterWeight(shared, trigrams.length, this.#trigramCounts[index] ?? 0));
    }
    found.sort((a, b) => b.weight - a.weight || b.passages - a.passages || (a.word < b.word ? -1 : 1));
    return found.slice(0, limit);
  }

  /** Words that share at least two trigrams, with how many. */
  #countShared(trigrams: readonly string[]): readonly (readonly [number, number])[] {
    if (this.#shared.length < this.#words.length) this.#shared = new Uint8Array(this.#words.length * 2);
    const shared = this.#shared;
    const touched: number[] = [];
    for (const trigram of trigrams) {
      for (const index of this.#byTrigram.get(trigram) ?? []) {
        const count = (shared[index] ?? 0) + 1;
        shared[index] = count;
        if (count === 2) touched.push(index);
      }
    }
    const counted = touched.map((index) => [index, shared[index] ?? 0] as const);
    for (const trigram of trigrams) {
      for (const index of this.#byTrigram.get(trigram) ?? []) shared[index] = 0;
    }
    return counted;
  }
}

function append(lists: Map<string, number[]>, key: string, index: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [index]);
  else list.push(index);
}
