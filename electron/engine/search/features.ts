// The numbers that the calibration weighs: of one passage, and of the whole question. Pure.
import type { Evidence, HitEvidence } from './evidence.js';
import { zOf } from './fuse.js';

/** Bump when a feature changes its meaning: a calibration fitted on others is not used. */
export const featuresVersion = 3;

/** A passage's own features. */
export function hitFeatures(evidence: Evidence, hit: HitEvidence): Readonly<Record<HitFeature, number>> {
  return {
    score: hit.score,
    z: hit.z,
    coverage: hit.coverage,
    windowCoverage: hit.windowCoverage,
    bm25Share: hit.bm25Share,
    neighbours: hit.neighbours,
    nearness: hit.nearness,
    outsideZ: zOf(hit.nearness, evidence.outside),
    overOutside: hit.nearness - (evidence.outsideNearest[0] ?? 0),
    median: evidence.background.median,
    deviation: evidence.background.deviation,
    sameWords: sameWords(evidence),
    questionWords: Math.log1p(evidence.terms.length),
  };
}

export const hitFeatureNames = [
  'score',
  'z',
  'coverage',
  'windowCoverage',
  'bm25Share',
  'neighbours',
  'nearness',
  'outsideZ',
  'overOutside',
  'median',
  'deviation',
  'sameWords',
  'questionWords',
] as const;
export type HitFeature = (typeof hitFeatureNames)[number];

/**
 * Features of the question: those of its best passage, and how far that stands out from the others. What these tell
 * depends on how large the library is and whether the question is in its language: so they count by those two as well.
 */
export function questionFeatures(evidence: Evidence): Readonly<Record<QuestionFeature, number>> | null {
  const [best] = evidence.hits;
  if (best === undefined) return null;
  const scores = competingScores(evidence);
  const score = (place: number): number => scores[place - 1] ?? 0;
  const own = hitFeatures(evidence, best);
  const gapToSecond = score(1) - score(2);
  const size = evidence.background.wordsTell;
  return {
    ...own,
    gapToSecond,
    gapToFifth: score(1) - score(5),
    secondToFifth: score(2) - score(5),
    thirdToNinth: score(3) - score(9),
    vectorRank: Math.log(best.vectorRank ?? missingRank),
    wordsRank: Math.log(best.wordsRank ?? missingRank),
    rareWords: rareWords(evidence, best),
    digits: digits(evidence, best),
    size,
    sizeByOutsideZ: size * own.outsideZ,
    sizeByWindow: size * own.windowCoverage,
    sizeByCoverage: size * own.coverage,
    sizeByGap: size * gapToSecond,
    sizeByScore: size * own.score,
    sizeByNearness: size * own.nearness,
    wordsByOutsideZ: own.sameWords * own.outsideZ,
    wordsByWindow: own.sameWords * own.windowCoverage,
    wordsByGap: own.sameWords * gapToSecond,
    wordsByNearness: own.sameWords * own.nearness,
  };
}

export const questionFeatureNames = [
  ...hitFeatureNames,
  'gapToSecond',
  'gapToFifth',
  'secondToFifth',
  'thirdToNinth',
  'vectorRank',
  'wordsRank',
  'rareWords',
  'digits',
  'size',
  'sizeByOutsideZ',
  'sizeByWindow',
  'sizeByCoverage',
  'sizeByGap',
  'sizeByScore',
  'sizeByNearness',
  'wordsByOutsideZ',
  'wordsByWindow',
  'wordsByGap',
  'wordsByNearness',
] as const;
export type QuestionFeature = (typeof questionFeatureNames)[number];

const missingRank = 100;

/**
 * Scores of the passages, best first, with the nearest outside ones among them: in a library of one passage they are
 * the others that a gap is measured to, and in a large one they hardly ever come to the front.
 */
function competingScores({ hits, outsideNearest, background }: Evidence): readonly number[] {
  const outside = outsideNearest.map((nearness) => zOf(nearness, background));
  return [...hits.map(({ score }) => score), ...outside].sort((a, b) => b - a);
}

const passagesCompared = 10;

/** How many of the question's words the best passages have at all: near 0 where they are in another language. */
function sameWords({ hits }: Evidence): number {
  const compared = hits.slice(0, passagesCompared);
  return compared.reduce((sum, { wordShare }) => sum + wordShare, 0) / Math.max(1, compared.length);
}

/** Coverage in which a rare word counts by the square of its rarity. */
function rareWords({ terms }: Evidence, hit: HitEvidence): number {
  let covered = 0;
  let total = 0;
  for (const [at, { rarity }] of terms.entries()) {
    covered += rarity ** 2 * (hit.found[at] ?? 0);
    total += rarity ** 2;
  }
  return total === 0 ? 0 : covered / total;
}

/** 1 where all numbers and codes of the question are in the passage, -1 where none is, 0 where it has none. */
function digits({ terms }: Evidence, hit: HitEvidence): number {
  const places = [...terms.keys()].filter((at) => terms[at]?.hasDigit);
  if (places.length === 0) return 0;
  return (2 * places.reduce((sum, at) => sum + (hit.found[at] ?? 0), 0)) / places.length - 1;
}
