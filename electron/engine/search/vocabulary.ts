// All words of the library in memory, to find those that are like a word of the question.
import {
  canBeSimilar,
  minSharedPrefix,
  minSharedTrigrams,
  sharesBeginning,
  similarityTo,
  trigramsOf,
} from './similar-words.js';

export interface SimilarWord {
  readonly word: string;
  /** 0 to 1, see `wordSimilarity`. */
  readonly weight: number;
  /** Passages that have it. */
  readonly passages: number;
}

/** Entries of trigram lists walked for one word, and words compared letter by letter. */
const maxWalked = 8_000;
const maxCompared = 96;

/**
 * Words with the number of passages that have them. It only grows between two {@link Vocabulary.clear}: a word
 * whose last passage went stays, and costs a look-up that finds nothing.
 */
export class Vocabulary {
  readonly #indexOfWord = new Map<string, number>();
  readonly #words: string[] = [];
  readonly #passages: number[] = [];
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
    if (!canBeSimilar(word)) return;
    for (const trigram of trigramsOf(word)) append(this.#byTrigram, trigram, index);
    append(this.#byPrefix, word.slice(0, minSharedPrefix), index);
  }

  clear(): void {
    this.#indexOfWord.clear();
    this.#words.length = 0;
    this.#passages.length = 0;
    this.#byTrigram.clear();
    this.#byPrefix.clear();
  }

  /** Words like `word` (never itself), the most alike and most frequent first, at most `limit`. */
  similar(word: string, limit: number): readonly SimilarWord[] {
    if (!canBeSimilar(word)) return [];
    const candidates = new Set(this.#withSharedTrigrams(trigramsOf(word)));
    for (const index of this.#byPrefix.get(word.slice(0, minSharedPrefix)) ?? []) {
      if (sharesBeginning(word, this.#words[index] ?? '')) candidates.add(index);
    }
    const found: SimilarWord[] = [];
    const similarity = similarityTo(word);
    for (const index of candidates) {
      const other = this.#words[index] ?? '';
      const weight = similarity(other);
      if (weight > 0 && weight < 1) found.push({ word: other, weight, passages: this.#passages[index] ?? 0 });
    }
    found.sort((a, b) => b.weight - a.weight || b.passages - a.passages || (a.word < b.word ? -1 : 1));
    return found.slice(0, limit);
  }

  /**
   * Words that share trigrams with these, those that share most first. The rarest trigrams are looked up first, and
   * only so many words: a common one (`ing`) has thousands that share nothing else.
   */
  #withSharedTrigrams(trigrams: readonly string[]): readonly number[] {
    if (this.#shared.length < this.#words.length) this.#shared = new Uint8Array(this.#words.length * 2);
    const shared = this.#shared;
    const lists = trigrams.map((trigram) => this.#byTrigram.get(trigram) ?? []).sort((a, b) => a.length - b.length);
    const byCount: number[][] = [];
    const touched: number[] = [];
    let walked = 0;
    for (const list of lists) {
      if (walked > 0 && walked + list.length > maxWalked) break;
      walked += list.length;
      for (const index of list) {
        const count = (shared[index] ?? 0) + 1;
        shared[index] = count;
        if (count === 1) touched.push(index);
      }
    }
    for (const index of touched) {
      const count = shared[index] ?? 0;
      shared[index] = 0;
      if (count < minSharedTrigrams) continue;
      const list = byCount[count] ?? [];
      list.push(index);
      byCount[count] = list;
    }
    return byCount.reverse().flat().slice(0, maxCompared);
  }
}

function append(lists: Map<string, number[]>, key: string, index: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [index]);
  else list.push(index);
}
