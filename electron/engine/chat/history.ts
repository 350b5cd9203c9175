// The earlier exchanges that go along with a question: the last ones, as far as they fit, and never their passages. Pure.
import type { Turn } from '../../../shared/domain/chat.js';
import type { PastTurn } from './language-model.js';

/** About 4,000 tokens. */
const budgetCharacters = 14_000;
/** One long answer must not push out all others. */
const longestAnswer = 4_000;

export interface History {
  /** Oldest first. */
  readonly turns: readonly PastTurn[];
  /** Exchanges that did not fit. */
  readonly leftOut: number;
}

export function historyOf(turns: readonly Turn[], budget: number = budgetCharacters): History {
  const told = turns.filter(({ answer }) => answer.answer !== '');
  const kept: PastTurn[] = [];
  let used = 0;
  for (const { question, answer } of [...told].reverse()) {
    const said = answer.answer.length <= longestAnswer ? answer.answer : `${answer.answer.slice(0, longestAnswer)}…`;
    used += question.length + said.length;
    if (used > budget) break;
    kept.unshift({ question, answer: said });
  }
  return { turns: kept, leftOut: told.length - kept.length };
}
