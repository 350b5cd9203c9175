// What a passage has of the question's words: the classic score (BM25) and the fuzzy coverage. Pure.

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

/** What a passage is scored by: folded words, repeated as they are. */
export interface PassageWords {
  readonly passage: readonly string[];
  /** Of its context line (title, headings) and its document's name. */
  readonly around: readonly string[];
}

/** The words of a question, made ready to be looked for in many passages. */
export interface PreparedQuestion {
  readonly terms: readonly QuestionTerm[];
  /** For a word of the library the terms that it counts for. */
  readonly byWord: ReadonlyMap<string, readonly { readonly at: number; readonly weight: number }[]>;
}

const saturation = 1.2;
const lengthShare = 0.75;

/** Rarity of a word in `passages` of `total` passages; above 0 always. */
export function idfOf(passages: number, total: number): number {
  const known = Math.min(passages, total);
  return Math.log(1 + (total - known + 0.5) / (known + 0.5));
}

export function prepareQuestion(terms: readonly QuestionTerm[]): PreparedQuestion {
  const byWord = new Map<string, { readonly at: number; readonly weight: number }[]>();
  for (const [at, term] of terms.entries()) {
    for (const [word, weight] of [[term.word, 1] as const, ...term.similar]) {
      const uses = byWord.get(word);
      if (uses === undefined) byWord.set(word, [{ at, weight }]);
      else uses.push({ at, weight });
    }
  }
  return { terms, byWord };
}

/** Scores one passage; `averageLength` is in words, over the library. */
export function scorePassage(
  { terms, byWord }: PreparedQuestion,
  { passage, around }: PassageWords,
  averageLength: number,
): PassageScore {
  const counts = terms.map(() => 0);
  const found = terms.map(() => 0);
  for (const words of [passage, around]) {
    for (const word of words) {
      for (const { at, weight } of byWord.get(word) ?? []) {
        if (weight === 1) counts[at] = (counts[at] ?? 0) + 1;
        if (weight > (found[at] ?? 0)) found[at] = weight;
      }
    }
  }
  const norm = saturation * (1 - lengthShare + (lengthShare * passage.length) / Math.max(1, averageLength));
  let bm25 = 0;
  let most = 0;
  let covered = 0;
  let coverable = 0;
  for (const [at, term] of terms.entries()) {
    const count = counts[at] ?? 0;
    bm25 += (term.idf * count * (saturation + 1)) / (count + norm);
    most += term.idf * (saturation + 1);
    covered += term.fuzzyIdf * (found[at] ?? 0);
    coverable += term.fuzzyIdf;
  }
  return {
    bm25,
    bm25Share: most > 0 ? bm25 / most : 0,
    coverage: coverable > 0 ? covered / coverable : 0,
    found,
  };
}
