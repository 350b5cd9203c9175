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
  /** Share of the question's neighbouring words that are neighbours here too, rare ones counting more: 0 to 1. */
  readonly neighbours: number;
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
  readonly byWord: ReadonlyMap<string, readonly TermUse[]>;
}

/** The place of a term in the question, and how much the word counts for it. */
export interface TermUse {
  readonly at: number;
  readonly weight: number;
}

const saturation = 1.2;
const lengthShare = 0.75;
/** Words of the question are neighbours in a passage when they follow each other with at most one word between. */
const neighbourDistance = 2;
/** Another ending does not part neighbours, a word that only shares letters does. */
const neighbourWeight = 0.8;

/** Rarity of a word in `passages` of `total` passages; above 0 always. */
export function idfOf(passages: number, total: number): number {
  const known = Math.min(passages, total);
  return Math.log(1 + (total - known + 0.5) / (known + 0.5));
}

export function prepareQuestion(terms: readonly QuestionTerm[]): PreparedQuestion {
  const byWord = new Map<string, TermUse[]>();
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
export function scorePassage(question: PreparedQuestion, words: PassageWords, averageLength: number): PassageScore {
  const { terms } = question;
  const { counts, found, isFollowed } = findTerms(question, words);
  const norm = saturation * (1 - lengthShare + (lengthShare * words.passage.length) / Math.max(1, averageLength));
  let bm25 = 0;
  let mostBm25 = 0;
  let covered = 0;
  let coverable = 0;
  let together = 0;
  let mostTogether = 0;
  for (const [at, term] of terms.entries()) {
    const count = counts[at] ?? 0;
    bm25 += (term.idf * count * (saturation + 1)) / (count + norm);
    mostBm25 += term.idf * (saturation + 1);
    covered += term.fuzzyIdf * (found[at] ?? 0);
    coverable += term.fuzzyIdf;
    const next = terms[at + 1];
    if (next === undefined) continue;
    const rarity = Math.min(term.fuzzyIdf, next.fuzzyIdf);
    mostTogether += rarity;
    if (isFollowed[at] === true) together += rarity;
  }
  return {
    bm25,
    bm25Share: share(bm25, mostBm25),
    coverage: share(covered, coverable),
    neighbours: share(together, mostTogether),
    found,
  };
}

interface FoundTerms {
  /** How often each term occurs as it is. */
  readonly counts: number[];
  /** How well each was found, 0 to 1. */
  readonly found: number[];
  /** Whether the next term of the question follows it somewhere. */
  readonly isFollowed: boolean[];
}

function findTerms({ terms, byWord }: PreparedQuestion, { passage, around }: PassageWords): FoundTerms {
  const into: FoundTerms = {
    counts: terms.map(() => 0),
    found: terms.map(() => 0),
    isFollowed: terms.map(() => false),
  };
  for (const words of [passage, around]) {
    const lastPlaces = terms.map(() => Number.NEGATIVE_INFINITY);
    for (const [place, word] of words.entries()) {
      const uses = byWord.get(word);
      if (uses !== undefined) noteTerms(uses, place, lastPlaces, into);
    }
  }
  return into;
}

function noteTerms(uses: readonly TermUse[], place: number, lastPlaces: number[], into: FoundTerms): void {
  for (const { at, weight } of uses) {
    if (weight === 1) into.counts[at] = (into.counts[at] ?? 0) + 1;
    into.found[at] = Math.max(into.found[at] ?? 0, weight);
    if (weight < neighbourWeight) continue;
    const before = lastPlaces[at - 1] ?? Number.NEGATIVE_INFINITY;
    if (before < place && place - before <= neighbourDistance) into.isFollowed[at - 1] = true;
    lastPlaces[at] = place;
  }
}

function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
