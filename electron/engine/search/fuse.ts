// Brings the two candidate lists into one order: reciprocal ranks, or (the default) the candidates' own figures. Pure.

/** What is known of one candidate; figures that were not taken are null. */
export interface FusionInput {
  /** Decides between equals, so that the order is always the same. */
  readonly key: string;
  /** Cosine without the language's share in it; see language-shift.ts. */
  readonly nearness: number | null;
  /** Places in the two lists, from 1. */
  readonly vectorRank: number | null;
  readonly wordsRank: number | null;
  readonly coverage: number;
  readonly bm25Share: number;
  readonly neighbours: number;
}

/** Where a question's nearnesses lie for passages that have nothing to do with it. */
export interface Background {
  readonly median: number;
  /** A robust standard deviation. */
  readonly deviation: number;
  /** How much a matched word tells in a library of this size, 0 to 1: next to nothing among three passages. */
  readonly wordsTell: number;
}

export interface Fused<T extends FusionInput> {
  readonly candidate: T;
  /** Standard deviations above the background; null without a cosine or a background. */
  readonly z: number | null;
  readonly score: number;
}

const reciprocalRankConstant = 60;
// Fitted on questions in six languages, with typing errors, as keywords, and across languages: docs/retrieval.md.
const coverageWeight = 4;
const bm25Weight = 3;
const neighboursWeight = 2;
/** A word that one passage has tells it from so many others; from here on the fitted weights hold in full. */
const wordsTellAllFrom = 240;

/** Best first. Rank lists only: the same weight for a list whose best is a sure hit and one whose best is chance. */
export function fuseByRank<T extends FusionInput>(candidates: readonly T[]): readonly Fused<T>[] {
  return inOrder(
    candidates.map((candidate) => ({
      candidate,
      z: null,
      score: reciprocal(candidate.vectorRank) + reciprocal(candidate.wordsRank),
    })),
  );
}

/**
 * Best first, by z(nearness) + 4 × coverage + 3 × BM25 share + 2 × neighbours; the words' part counts by `wordsTell`.
 * A passage that has no vector yet is taken for as near as the nearest, to the share in which it has the question's
 * words. Without any background the words decide.
 */
export function fuseByFigures<T extends FusionInput>(
  candidates: readonly T[],
  background: Background | null,
): readonly Fused<T>[] {
  const known = candidates.map((candidate) => ({ candidate, z: zOfCandidate(candidate, background) }));
  const bestZ = Math.max(0, ...known.map(({ z }) => z ?? 0));
  return inOrder(
    known.map(({ candidate, z }) => ({
      candidate,
      z,
      score: fusedScore(candidate, background) + (z === null ? bestZ * candidate.coverage : 0),
    })),
  );
}

/** The score of {@link fuseByFigures} for a candidate with a vector. */
export function fusedScore(candidate: FusionInput, background: Background | null): number {
  const z = zOfCandidate(candidate, background) ?? 0;
  const { coverage, bm25Share, neighbours } = candidate;
  const words = coverageWeight * coverage + bm25Weight * bm25Share + neighboursWeight * neighbours;
  return z + (background?.wordsTell ?? 1) * words;
}

function zOfCandidate({ nearness }: FusionInput, background: Background | null): number | null {
  return background === null || nearness === null ? null : zOf(nearness, background);
}

export function zOf(nearness: number, background: Background): number {
  return (nearness - background.median) / background.deviation;
}

const leastDeviation = 1e-3;

/**
 * Median and deviation of a question's nearnesses to passages that were not chosen for it. `outside` are its nearnesses
 * to the model's own set of passages: all that counts in an empty library, nothing from `ownAlone` passages on.
 */
export function backgroundOf(own: readonly number[], outside: readonly number[], ownAlone = 1_000): Background | null {
  const outsideWeight = Math.max(0, 1 - own.length / ownAlone);
  const values = outsideWeight > 0 ? [...own, ...outside] : own;
  if (values.length < 2) return null;
  const weights = values.map((_, at) => (at < own.length ? 1 : outsideWeight));
  const median = weightedMedian(values, weights);
  const spread = weightedMedian(
    values.map((nearness) => Math.abs(nearness - median)),
    weights,
  );
  return {
    median,
    deviation: Math.max(leastDeviation, spread * 1.4826),
    wordsTell: Math.min(1, Math.log1p(own.length) / Math.log1p(wordsTellAllFrom)),
  };
}

function weightedMedian(values: readonly number[], weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  // All weights alike, as in every large library: sorting plain numbers takes a tenth of the time.
  if (total === values.length) return Float64Array.from(values).sort()[Math.ceil(values.length / 2) - 1] ?? 0;
  const order = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  let below = 0;
  for (const at of order) {
    below += weights[at] ?? 0;
    if (below >= total / 2) return values[at] ?? 0;
  }
  return 0;
}

function reciprocal(rank: number | null): number {
  return rank === null ? 0 : 1 / (reciprocalRankConstant + rank);
}

/** Best score first, then the nearer, then by key. */
export function inOrder<T extends FusionInput>(fused: readonly Fused<T>[]): readonly Fused<T>[] {
  return [...fused].sort(
    (a, b) =>
      b.score - a.score ||
      (b.candidate.nearness ?? -2) - (a.candidate.nearness ?? -2) ||
      (a.candidate.key < b.candidate.key ? -1 : 1),
  );
}
