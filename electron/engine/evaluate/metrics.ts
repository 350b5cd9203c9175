// Figures of a ranking: recall, reciprocal rank, nDCG, and how far chance alone could move their means. Pure.

export const recallDepths = [1, 3, 5, 10] as const;
/** The depth of MRR and nDCG. */
export const rankingDepth = 10;

/** Figures of one question, each 0 to 1. */
export interface QuestionFigures {
  /** Share of the relevant documents among the first 1, 3, 5 and 10, in the order of {@link recallDepths}. */
  readonly recall: readonly number[];
  /** 1 / place of the first relevant document; 0 where none is among the first ten. */
  readonly reciprocalRank: number;
  readonly ndcg: number;
}

/**
 * Judges one ranking.
 *
 * nDCG with exponential gain: `sum((2^grade - 1) / log2(place + 1))` over the first ten, as a share of the best
 * possible sum (Järvelin and Kekäläinen 2002, gain as in Burges et al. 2005).
 * @param rankedIds document ids, best first, each once
 * @param grades document id to grade; 0 and unknown documents are not relevant
 */
export function judgeRanking(rankedIds: readonly string[], grades: ReadonlyMap<string, number>): QuestionFigures {
  const relevantGrades = [...grades.values()].filter((grade) => grade > 0).sort((a, b) => b - a);
  const isRelevant = (id: string): boolean => (grades.get(id) ?? 0) > 0;
  const first = rankedIds.slice(0, rankingDepth);
  const foundAt = first.findIndex(isRelevant);
  const ideal = discountedGain(relevantGrades.slice(0, rankingDepth));
  return {
    recall: recallDepths.map((depth) => share(first.slice(0, depth).filter(isRelevant).length, relevantGrades.length)),
    reciprocalRank: foundAt < 0 ? 0 : 1 / (foundAt + 1),
    ndcg: share(discountedGain(first.map((id) => grades.get(id) ?? 0)), ideal),
  };
}

function discountedGain(gradesInOrder: readonly number[]): number {
  return gradesInOrder.reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

export function mean(values: readonly number[]): number {
  return share(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
  );
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * 95 % confidence interval of the mean of `values`: percentile bootstrap over questions (Efron 1979).
 * The same values and seed always give the same interval.
 */
export function bootstrapInterval(values: readonly number[], seed = 1, rounds = 1_000): Interval {
  if (values.length === 0) return { low: 0, high: 0 };
  const random = seededRandom(seed);
  const means: number[] = [];
  for (let round = 0; round < rounds; round++) {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)] ?? 0;
    means.push(sum / values.length);
  }
  means.sort((a, b) => a - b);
  return { low: means[Math.floor(rounds * 0.025)] ?? 0, high: means[Math.ceil(rounds * 0.975) - 1] ?? 0 };
}

/** Numbers in [0, 1) that repeat for a seed (the public-domain generator mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
