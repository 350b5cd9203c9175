// What a passage has of the question's words: the classic score (BM25) and the fuzzy coverage. Pure.
import type { FoldedWord } from './fold-words.js';

/** One distinct word of the question, with what the library knows of it. */
export interface QuestionTerm {
  readonly word: string;
  /** As it was typed. */
  readonly typed: string;
  /** Rarity of the word itself, for BM25. */
  readonly idf: number;
  /** Words of the library that count for it too, with their weight (0 to 1). */
  readonly similar: ReadonlyMap<string, number>;
  /** Rarity of the word and all that count for it, for the coverage. */
  readonly fuzzyIdf: number;
}

export interface PassageScore {
  readonly bm25: number;
  /** `bm25` as a share of the largest possible for the question, 0 to 1. */
  readonly bm25Share: number;
  /** Share of the question's words found, similar ones by their weight, rare ones counting more: 0 to 1. */
  readonly coverage: number;
  /** For each term of the question how well it was found, 0 to 1, in the terms' order. */
  readonly found: readonly number[];
}

/** Passages are scored by these words; `text` first, since its places are what is marked. */
export interface PassageWords {
  readonly text: readonly FoldedWord[];
  /** Title, heading path and column names, and the document's name. */
  readonly around: readonly string[];
}

const saturation = 1.2;
const lengthShare = 0.75;

/** Rarity of a word in `passages` of `total` passages; above 0 always. */
export function idfOf(passages: number, total: number): number {
  const known = Math.min(passages, total);
  return Math.log(1 + (total - known + 0.5) / (known + 0.5));
}

/** Scores one passage; `averageLength` is in words, over the library. */
export function scorePassage(terms: readonly QuestionTerm[], words: PassageWords, averageLength: number): PassageScore {
  const counts = countWords(words);
  const length = words.text.length + words.around.length;
  const norm = saturation * (1 - lengthShare + (lengthShare * length) / Math.max(1, averageLength));
  let bm25 = 0;
  let most = 0;
  let covered = 0;
  let coverable = 0;
  const found: number[] = [];
  for (const term of terms) {
    const count = counts.get(term.word) ?? 0;
    bm25 += (term.idf * count * (saturation + 1)) / (count + norm);
    most += term.idf * (saturation + 1);
    const weight = count > 0 ? 1 : bestSimilar(term, counts);
    found.push(weight);
    covered += term.fuzzyIdf * weight;
    coverable += term.fuzzyIdf;
  }
  return {
    bm25,
    bm25Share: most > 0 ? bm25 / most : 0,
    coverage: coverable > 0 ? covered / coverable : 0,
    found,
  };
}

function bestSimilar(term: QuestionTerm, counts: ReadonlyMap<string, number>): number {
  let best = 0;
  // The passage is longer than the list of similar words, most of the time.
  for (const [word, weight] of term.similar) {
    if (weight > best && counts.has(word)) best = weight;
  }
  return best;
}

function countWords({ text, around }: PassageWords): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { word } of text) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const word of around) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
