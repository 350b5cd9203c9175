// How well "does the library hold the answer at all?" is told: answers given and refused, right and wrong, by threshold. Pure.

/** One question, asked of a library that may lack its answer. */
export interface AnswerableOutcome {
  /** 0 to 1, as the search gave it. */
  readonly answerable: number;
  /** A relevant document is in the library. */
  readonly hasAnswer: boolean;
  /** The first document found is a relevant one. */
  readonly isFirstRight: boolean;
}

/** Counts of questions at one threshold. A question is answered when its `answerable` reaches the threshold. */
export interface ThresholdPoint {
  readonly threshold: number;
  readonly answeredRight: number;
  readonly answeredWrong: number;
  readonly refusedRight: number;
  readonly refusedWrong: number;
}

/** @param thresholds in the order in which the points are wanted */
export function thresholdCurve(
  outcomes: readonly AnswerableOutcome[],
  thresholds: readonly number[],
): readonly ThresholdPoint[] {
  return thresholds.map((threshold) => {
    const answered = outcomes.filter((outcome) => outcome.answerable >= threshold);
    const refused = outcomes.filter((outcome) => outcome.answerable < threshold);
    const answeredRight = answered.filter((outcome) => outcome.isFirstRight).length;
    const refusedWrong = refused.filter((outcome) => outcome.hasAnswer).length;
    return {
      threshold,
      answeredRight,
      answeredWrong: answered.length - answeredRight,
      refusedRight: refused.length - refusedWrong,
      refusedWrong,
    };
  });
}

/** What is declined at one threshold, as shares of the questions with and without an answer. */
export interface Declined {
  readonly threshold: number;
  /** Of the questions whose answer is in the library. */
  readonly declinedWrongly: number;
  /** Of the questions whose answer is not. */
  readonly declinedRightly: number;
}

export function declinedAt(outcomes: readonly AnswerableOutcome[], threshold: number): Declined {
  const shareRefused = (hasAnswer: boolean): number => {
    const asked = outcomes.filter((outcome) => outcome.hasAnswer === hasAnswer);
    return asked.length === 0 ? 0 : asked.filter((outcome) => outcome.answerable < threshold).length / asked.length;
  };
  return { threshold, declinedWrongly: shareRefused(true), declinedRightly: shareRefused(false) };
}

/**
 * The highest threshold that declines no more than `wronglyAllowed` (a share) of the questions that have an
 * answer, and what it declines of the others. A threshold of 0 declines nothing.
 */
export function declinedAtCost(outcomes: readonly AnswerableOutcome[], wronglyAllowed = 0.05): Declined {
  const ofAnswered = outcomes
    .filter((outcome) => outcome.hasAnswer)
    .map((outcome) => outcome.answerable)
    .sort((a, b) => a - b);
  return declinedAt(outcomes, ofAnswered[Math.floor(ofAnswered.length * wronglyAllowed)] ?? 0);
}
