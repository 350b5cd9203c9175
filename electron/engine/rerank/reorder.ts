// What a reranker's scores make of a list of hits. Pure.
import type { Hit, SearchRequest, SearchResult } from '../../../shared/domain/search.js';
import { shownCount } from '../search/hits.js';

export interface RankedSearch {
  /** All that was found, also what a threshold would hide. */
  readonly result: SearchResult;
  /** Of each hit: its score in the default order, and what was embedded with it. */
  readonly figures: readonly { readonly score: number; readonly context: string }[];
}

/** Passages at the head of a list that are reranked; those behind them stay behind them. */
export const rerankedCount = 20;
const usualCount = 10;
/** A best score up to the first number leaves all to doubt, from the second on nothing: its words have found it. */
const sureScores = [8, 12] as const;

/** What has to be asked for, so that the request can be answered after reranking. */
export function requestToRerank(request: SearchRequest): SearchRequest {
  return { ...request, k: Math.max(request.k ?? usualCount, rerankedCount), all: true };
}

/** How much there is to mend in an order, 0 to 1; at 0 nothing has to be compared. */
export function doubtIn(scores: readonly number[]): number {
  const [doubtful, sure] = sureScores;
  const best = Math.max(Number.NEGATIVE_INFINITY, ...scores);
  return Math.max(0, Math.min(1, (sure - best) / (sure - doubtful)));
}

/**
 * The hits by score + weight × (closeness − its mean). Whether the question is answered stays as it was judged. The relevances of
 * the passages that moved are dealt out anew in falling order: they tell how likely the passage at a place is to answer.
 * @param closeness a reranker's scores of the first hits
 */
export function reordered(
  { result, figures }: RankedSearch,
  closeness: readonly number[],
  weight: number,
  request: SearchRequest,
): SearchResult {
  const head = closeness.length;
  const mean = closeness.reduce((sum, value) => sum + value, 0) / Math.max(1, head);
  const value = (at: number): number => (figures[at]?.score ?? 0) + weight * ((closeness[at] ?? 0) - mean);
  const order = Array.from({ length: head }, (_, at) => at).sort((a, b) => value(b) - value(a) || a - b);
  const first = order.flatMap((at) => result.hits[at] ?? []);
  const hits = [...withFallingRelevance(first), ...result.hits.slice(head)]
    .slice(0, request.k ?? usualCount)
    .map((hit, at) => ({
      ...hit,
      rank: at + 1,
      belowThreshold: hit.relevance !== null && hit.relevance < result.threshold,
    }));
  const count = request.all === true ? hits.length : shownCount(hits.map(({ belowThreshold }) => belowThreshold));
  return { ...result, hits: hits.slice(0, count) };
}

/** A passage without one, since it has no vector yet, stays without. */
function withFallingRelevance(hits: readonly Hit[]): readonly Hit[] {
  const falling = hits.flatMap(({ relevance }) => relevance ?? []).sort((a, b) => b - a);
  let next = 0;
  return hits.map((hit) => (hit.relevance === null ? hit : { ...hit, relevance: falling[next++] ?? null }));
}
