// What a search leaves behind that tells whether it found anything: figures of the best passages, and what chance gives. Pure.
import { type Background, backgroundOf, fusedScore, zOf } from './fuse.js';
import type { Ranked } from './rank-candidates.js';
import { type PreparedQuestion, prepareQuestion, type QuestionTerm } from './score-passage.js';
import { dot } from './vector-index.js';

/** Figures of one passage. */
export interface HitEvidence {
  /** Of the passage. */
  readonly id: number;
  /** Cosine without the language's share in it. */
  readonly nearness: number;
  /** Fused score, as the default order has it. */
  readonly score: number;
  readonly z: number;
  readonly coverage: number;
  readonly bm25Share: number;
  readonly neighbours: number;
  /** Coverage of the best stretch of the passage as long as a sentence: words that stand together mean more. */
  readonly windowCoverage: number;
  /** Share of the question's words found, each counting the same. */
  readonly wordShare: number;
  /** Each of the question's words, 0 to 1, in the order of the terms. */
  readonly found: readonly number[];
  readonly vectorRank: number | null;
  readonly wordsRank: number | null;
}

/** One word of the question. */
export interface TermEvidence {
  readonly rarity: number;
  readonly hasDigit: boolean;
}

export interface Evidence {
  readonly background: Background;
  /** The same of the passages that come with the model alone, and the question's nearnesses to the nearest of them. */
  readonly outside: Background;
  readonly outsideNearest: readonly number[];
  readonly terms: readonly TermEvidence[];
  /** Passages with a vector, best fused score first. */
  readonly hits: readonly HitEvidence[];
}

export interface EvidenceSource {
  readonly terms: readonly QuestionTerm[];
  readonly ranked: readonly Ranked[];
  readonly background: Background | null;
  readonly questionVector: Float32Array | null;
}

/** About a sentence. Pairs of Chinese or Japanese characters are words too, one a character. */
const windowWords = 30;
const outsideKept = 10;

/**
 * Evidence of a search, whatever order it was asked for in; null where there is none: no vector, nothing to compare
 * with, or no passage that has a vector.
 * @param outsideVectors the vectors of `openBackground`
 */
export function evidenceOf(
  { terms, ranked, background, questionVector }: EvidenceSource,
  outsideVectors: readonly Float32Array[],
): Evidence | null {
  if (questionVector === null || background === null) return null;
  const outsideNearnesses = outsideVectors.map((vector) => dot(questionVector, vector));
  const outside = backgroundOf([], outsideNearnesses);
  if (outside === null) return null;
  const question = prepareQuestion(terms);
  const hits = ranked.flatMap((one) => hitEvidence(one, question, background));
  if (hits.length === 0) return null;
  return {
    background,
    outside,
    outsideNearest: outsideNearnesses.sort((a, b) => b - a).slice(0, outsideKept),
    terms: terms.map((term) => ({ rarity: term.fuzzyIdf, hasDigit: /\p{N}/u.test(term.word) })),
    hits: hits.sort((a, b) => b.score - a.score),
  };
}

function hitEvidence(
  { candidate }: Ranked,
  question: PreparedQuestion,
  background: Background,
): readonly HitEvidence[] {
  const { nearness, coverage, bm25Share, neighbours, score, passage, vectorRank, wordsRank } = candidate;
  if (nearness === null || !Number.isFinite(nearness)) return [];
  const { found } = score;
  return [
    {
      id: passage.id,
      nearness,
      score: fusedScore(candidate, background),
      z: zOf(nearness, background),
      coverage,
      bm25Share,
      neighbours,
      windowCoverage: windowCoverage(question, passage.words.passage),
      wordShare: found.length === 0 ? 0 : found.reduce((sum, one) => sum + one, 0) / found.length,
      found,
      vectorRank,
      wordsRank,
    },
  ];
}

/** The best coverage that any `windowWords` words in a row have; of a term's words in them the last one counts. */
export function windowCoverage({ terms, byWord }: PreparedQuestion, words: readonly string[]): number {
  const rarities = terms.map((term) => term.fuzzyIdf);
  const total = rarities.reduce((sum, rarity) => sum + rarity, 0);
  if (total === 0) return 0;
  const lastPlace = terms.map(() => Number.NEGATIVE_INFINITY);
  const lastWeight = terms.map(() => 0);
  let best = 0;
  for (let place = 0; place < words.length; place++) {
    const uses = byWord.get(words[place] ?? '');
    if (uses === undefined) continue;
    for (const { at, weight } of uses) {
      lastPlace[at] = place;
      lastWeight[at] = weight;
    }
    let covered = 0;
    for (let at = 0; at < rarities.length; at++) {
      if ((lastPlace[at] ?? 0) > place - windowWords) covered += (rarities[at] ?? 0) * (lastWeight[at] ?? 0);
    }
    if (covered > best) best = covered;
  }
  return best / total;
}
