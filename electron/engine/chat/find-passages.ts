// From a question to the passages that it may be answered from, and whether they are near enough for that.
import type { AnswerPassage, ChatScope } from '../../../shared/domain/chat.js';
import type { SearchRequest, SearchResult } from '../../../shared/domain/search.js';
import { answerPassage, joinedPassages } from './answer-passages.js';
import type { GrowingAnswer } from './growing-answer.js';

export type Search = (request: SearchRequest, signal: AbortSignal) => Promise<SearchResult>;

export interface FoundPassages {
  /** What was searched for. */
  readonly query: string;
  readonly answerable: number | null;
  /** Under the threshold, or nothing at all: it is declined, and no model is asked. */
  readonly isDeclined: boolean;
  /** Best first. */
  readonly passages: readonly AnswerPassage[];
}

export interface FindOptions {
  readonly scope: ChatScope;
  readonly count: number;
  /** Hears of the search; null where somebody else tells of it. */
  readonly growing: GrowingAnswer | null;
  readonly signal: AbortSignal;
}

/**
 * One search, in plain words: what looks like an operator in a question is meant as it is written. What is to be answered from is
 * reranked; whether it is enough for an answer is known before that, and does not depend on it.
 */
export async function findPassages(
  search: Search,
  query: string,
  { scope, count, growing, signal }: FindOptions,
): Promise<FoundPassages> {
  const request: SearchRequest = { query, k: count, filter: scope, all: true, literal: true };
  const found = await search(request, signal);
  const result = isEnough(found) ? await search({ ...request, rerank: true }, signal) : found;
  signal.throwIfAborted();
  growing?.step({ kind: 'searched', query, passages: result.hits.length });
  return {
    query,
    answerable: result.answerable,
    isDeclined: !isEnough(result),
    passages: result.hits.map(answerPassage),
  };
}

function isEnough({ answerable, threshold, hits }: SearchResult): boolean {
  return hits.length > 0 && (answerable === null || answerable >= threshold);
}

/** Whichever of two searches the library answers better; the first one where it is equal. */
export function betterOf(first: FoundPassages, second: FoundPassages): FoundPassages {
  if (first.isDeclined !== second.isDeclined) return first.isDeclined ? second : first;
  return (second.answerable ?? 0) > (first.answerable ?? 0) ? second : first;
}

/**
 * The passages of a rewritten question with those of the question as it was typed behind them: a rewriting may be wrong.
 * It is declined where both are.
 */
export function withOriginal(rewritten: FoundPassages, original: FoundPassages, count: number): FoundPassages {
  const lead = rewritten.isDeclined && !original.isDeclined ? original : rewritten;
  const half = Math.ceil(count / 2);
  const lists = [lead.passages.slice(0, half), original.passages.slice(0, half), lead.passages];
  return { ...lead, query: rewritten.query, passages: joinedPassages(lists, count) };
}
