// Fits both formulas on cases, reads each half with what was fitted on the other, and finds the threshold.
import { declinedAt, declinedAtCost } from '../../electron/engine/evaluate/threshold-curve.js';
import { type LogisticFormula, probabilityOf } from '../../electron/engine/search/calibration.js';
import {
  hitFeatureNames,
  hitFeatures,
  questionFeatureNames,
  questionFeatures,
} from '../../electron/engine/search/features.js';
import type { Case } from './cases.js';
import { type Example, fitLogistic } from './logistic.js';

/** What cases of one name weigh together, those with and those without an answer the same. */
export type Weights = (name: string) => number;

export interface Outcome {
  readonly name: string;
  readonly answerable: number;
  readonly hasAnswer: boolean;
}

/** Declining on the cases of one name: at its own threshold of 5 % wrongly, and at the one for all. */
export interface NameFigures {
  readonly questions: number;
  readonly atOwnFivePercent: number | null;
  readonly declinedRightly: number | null;
  readonly declinedWrongly: number | null;
}

const ridge = 10;
const wronglyAllowed = 0.05;

export function fitAnswerable(cases: readonly Case[], weights: Weights): LogisticFormula {
  const counts = countBy(cases, ({ name, hasAnswer }) => `${name} ${hasAnswer}`);
  const examples = cases.flatMap(({ name, hasAnswer, evidence }) => {
    const features = questionFeatures(evidence);
    const weight = (1_000 * weights(name)) / (counts.get(`${name} ${hasAnswer}`) ?? 1);
    return features === null ? [] : [{ features, isPositive: hasAnswer, weight }];
  });
  return fitLogistic(questionFeatureNames, examples, ridge);
}

/** A wrong passage below the first place is seldom as wrong as it counts here: it may well be on the subject. */
const lowerPlaceWeight = 0.2;
const placesRead = 5;

/** Right passages against the first ones of questions without an answer, and against those that stand below. */
export function fitRelevance(cases: readonly Case[], weights: Weights): LogisticFormula {
  const counts = countBy(cases, ({ name, hasAnswer }) => `${name} ${hasAnswer}`);
  const examples: Example<(typeof hitFeatureNames)[number]>[] = [];
  for (const { name, hasAnswer, evidence, isRight } of cases) {
    const weight = (1_000 * weights(name)) / (counts.get(`${name} ${hasAnswer}`) ?? 1);
    for (const [place, hit] of evidence.hits.slice(0, placesRead).entries()) {
      const isPositive = isRight[place] === true;
      const share = isPositive || (place === 0 && !hasAnswer) ? 1 : lowerPlaceWeight;
      examples.push({ features: hitFeatures(evidence, hit), isPositive, weight: weight * share });
    }
  }
  return fitLogistic(hitFeatureNames, examples, ridge);
}

/** Every case judged by a formula that has not seen its half. */
export function crossRead(cases: readonly Case[], weights: Weights): readonly Outcome[] {
  return ([0, 1] as const).flatMap((half) => {
    const formula = fitAnswerable(
      cases.filter((one) => one.half !== half),
      weights,
    );
    return judge(
      cases.filter((one) => one.half === half),
      formula,
    );
  });
}

export function judge(cases: readonly Case[], formula: LogisticFormula): readonly Outcome[] {
  return cases.map(({ name, hasAnswer, evidence }) => {
    const features = questionFeatures(evidence);
    return { name, hasAnswer, answerable: features === null ? 0 : probabilityOf(formula, features) };
  });
}

/** The threshold at which, by weight, 5 % of the questions that have an answer are declined. */
export function chooseThreshold(outcomes: readonly Outcome[], weights: Weights): number {
  const answered = outcomes.filter(({ hasAnswer }) => hasAnswer).sort((a, b) => a.answerable - b.answerable);
  const counts = countBy(answered, ({ name }) => name);
  const weightOf = ({ name }: Outcome): number => weights(name) / (counts.get(name) ?? 1);
  const allowed = wronglyAllowed * answered.reduce((sum, outcome) => sum + weightOf(outcome), 0);
  let declined = 0;
  for (const outcome of answered) {
    declined += weightOf(outcome);
    if (declined > allowed) return outcome.answerable;
  }
  return 0;
}

export function figuresByName(outcomes: readonly Outcome[], threshold: number): Readonly<Record<string, NameFigures>> {
  const names = [...new Set(outcomes.map(({ name }) => name))];
  return Object.fromEntries(
    names.map((name) => {
      const own = outcomes.filter((outcome) => outcome.name === name).map((one) => ({ ...one, isFirstRight: false }));
      const hasBoth = new Set(own.map(({ hasAnswer }) => hasAnswer));
      const at = declinedAt(own, threshold);
      return [
        name,
        {
          questions: own.length,
          atOwnFivePercent: hasBoth.size === 2 ? short(declinedAtCost(own, wronglyAllowed).declinedRightly) : null,
          declinedRightly: hasBoth.has(false) ? short(at.declinedRightly) : null,
          declinedWrongly: hasBoth.has(true) ? short(at.declinedWrongly) : null,
        },
      ];
    }),
  );
}

function short(share: number): number {
  return Math.round(share * 1_000) / 1_000;
}

function countBy<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1);
  return counts;
}
