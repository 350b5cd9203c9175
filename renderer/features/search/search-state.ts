// What the search view shows, as a function of what was typed and what came back.
import type { Hit, SearchResult } from '../../../shared/domain/search.js';
import { type AppError, assertNever } from '../../../shared/errors.js';
import { byRank, groupHits, type HitGroup, keepPlaces } from './group-hits.js';

export interface SearchState {
  /**
   * `empty`: nothing is typed; `typing`: no answer to what is typed yet; `words`: answered by words only;
   * `meaning`: answered by both, cards still in their places; `settled`: in the order of rank.
   */
  readonly phase: 'empty' | 'typing' | 'words' | 'meaning' | 'settled';
  /** The last answer; it may belong to what was typed before. */
  readonly result: SearchResult | null;
  readonly groups: readonly HitGroup[];
  readonly error: AppError | null;
  /** What reranking made of the settled list; null before it. */
  readonly reranked: Reranked | null;
}

export interface Reranked {
  /** The order of the cards is another one than before. */
  readonly hasMoved: boolean;
  /** What stood first until then. It may be read already, so it stays beside the list. */
  readonly firstBefore: Hit | null;
}

export type SearchAction =
  | { readonly kind: 'cleared' }
  | { readonly kind: 'typed' }
  | { readonly kind: 'answered'; readonly by: 'words' | 'meaning'; readonly result: SearchResult }
  /** The person paused: cards may move now, unless they are being walked through. */
  | { readonly kind: 'paused'; readonly mayMove: boolean }
  /** The best were compared with the question once more, and the person has not begun to look through the list. */
  | { readonly kind: 'reranked'; readonly result: SearchResult }
  /** The library has changed: the same question was answered again, and nothing moves but what has come or gone. */
  | { readonly kind: 'refreshed'; readonly result: SearchResult }
  | { readonly kind: 'failed'; readonly error: AppError };

export const emptySearch: SearchState = { phase: 'empty', result: null, groups: [], error: null, reranked: null };

export function nextSearchState(state: SearchState, action: SearchAction): SearchState {
  switch (action.kind) {
    case 'cleared':
      return emptySearch;
    case 'typed':
      return { ...state, phase: 'typing', error: null, reranked: null };
    case 'answered':
      // Words alone found nothing: what is on screen stays a moment longer, since meaning may find something.
      if (action.by === 'words' && action.result.hits.length === 0) return { ...state, phase: 'words' };
      return {
        phase: action.by,
        result: action.result,
        groups: keepPlaces(state.groups, groupHits(action.result.hits)),
        error: null,
        reranked: null,
      };
    case 'paused':
      if (state.phase !== 'meaning') return state;
      return { ...state, phase: 'settled', groups: action.mayMove ? byRank(state.groups) : state.groups };
    case 'reranked': {
      if (state.phase !== 'settled' || state.result === null) return state;
      const groups = byRank(groupHits(action.result.hits));
      return {
        ...state,
        // How long the search took is known already.
        result: { ...action.result, seconds: state.result.seconds },
        groups,
        reranked: { hasMoved: !areInOneOrder(state.groups, groups), firstBefore: state.groups[0]?.best ?? null },
      };
    }
    case 'refreshed': {
      if (state.phase !== 'settled') return state;
      const groups = keepPlaces(state.groups, groupHits(action.result.hits));
      const before = state.reranked?.firstBefore?.documentId;
      const firstBefore = groups.find(({ documentId }) => documentId === before)?.best ?? null;
      return {
        result: { ...action.result, seconds: state.result?.seconds ?? action.result.seconds },
        phase: 'settled',
        groups,
        error: null,
        reranked: state.reranked === null ? null : { hasMoved: false, firstBefore },
      };
    }
    case 'failed':
      return { ...emptySearch, phase: 'settled', error: action.error };
    default:
      return assertNever(action);
  }
}

function areInOneOrder(first: readonly HitGroup[], second: readonly HitGroup[]): boolean {
  return first.length === second.length && first.every((group, at) => group.documentId === second[at]?.documentId);
}
