// What the search view shows, as a function of what was typed and what came back.
import type { SearchResult } from '../../../shared/domain/search.js';
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
}

export type SearchAction =
  | { readonly kind: 'cleared' }
  | { readonly kind: 'typed' }
  | { readonly kind: 'answered'; readonly by: 'words' | 'meaning'; readonly result: SearchResult }
  /** The person paused: cards may move now, unless they are being walked through. */
  | { readonly kind: 'paused'; readonly mayMove: boolean }
  | { readonly kind: 'failed'; readonly error: AppError };

export const emptySearch: SearchState = { phase: 'empty', result: null, groups: [], error: null };

export function nextSearchState(state: SearchState, action: SearchAction): SearchState {
  switch (action.kind) {
    case 'cleared':
      return emptySearch;
    case 'typed':
      return { ...state, phase: 'typing', error: null };
    case 'answered':
      // Words alone found nothing: what is on screen stays a moment longer, since meaning may find something.
      if (action.by === 'words' && action.result.hits.length === 0) return { ...state, phase: 'words' };
      return {
        phase: action.by,
        result: action.result,
        groups: keepPlaces(state.groups, groupHits(action.result.hits)),
        error: null,
      };
    case 'paused':
      if (state.phase !== 'meaning') return state;
      return { ...state, phase: 'settled', groups: action.mayMove ? byRank(state.groups) : state.groups };
    case 'failed':
      return { ...state, phase: 'settled', result: null, groups: [], error: action.error };
    default:
      return assertNever(action);
  }
}
