// Search as you type: words first, meaning right after, stale answers dropped; when the person pauses the order is settled, and
// settled for good when the best have been compared with the question once more. When the library changes, what is in view is
// asked again.
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { SearchMode } from '../../../shared/domain/search.js';
import type { ChannelRequest } from '../../../shared/ipc/contract.js';
import { asAppError, bridge, unwrap } from '../../api/client.js';
import { rememberCalibratedThreshold } from '../../api/stores.js';
import { withoutQuietMatches } from './quiet-words.js';
import { rerankQuietly } from './rerank-quietly.js';
import { type SearchFilters, toSearchRequest } from './search-filters.js';
import { emptySearch, nextSearchState, type SearchState } from './search-state.js';

/** Waits after the last key. Words cost the engine next to nothing; a question's vector some ten milliseconds. */
const wordsAfterMs = 60;
const meaningAfterMs = 200;
const settleAfterMs = 500;
/** While documents are read the library changes a few times a second: so seldom is the same question asked again. */
const refreshAfterMs = 1_500;

export interface SearchInput {
  readonly query: string;
  readonly filters: SearchFilters;
  readonly threshold: number | null;
  readonly passages: number;
  readonly isEngineReady: boolean;
  readonly isModelReady: boolean;
  /** Another one with each change of the library's documents or model. */
  readonly edition: string;
  readonly isShown: boolean;
}

export interface Search {
  readonly state: SearchState;
  /** The person has begun to walk through the cards: nothing moves any more until they type. */
  readonly holdStill: () => void;
  /** The pointer moves over the cards: from now on none is moved under it. */
  readonly point: () => void;
}

export function useSearch(input: SearchInput): Search {
  const { query, filters, threshold, passages, isEngineReady, isModelReady, edition, isShown } = input;
  const [state, dispatch] = useReducer(nextSearchState, emptySearch);
  const editionNow = useRef(edition);
  editionNow.current = edition;
  /** The edition that the answer in view is of. */
  const [answered, setAnswered] = useState(edition);
  const askAgain = useRef<(() => Promise<void>) | null>(null);
  const isHeld = useRef(false);
  const isPointed = useRef(false);

  useEffect(() => {
    isHeld.current = false;
    isPointed.current = false;
    if (query.trim() === '') {
      dispatch({ kind: 'cleared' });
      return;
    }
    dispatch({ kind: 'typed' });
    if (!isEngineReady) return;
    setAnswered(editionNow.current);

    let isStale = false;
    let isRefreshed = false;
    let hasMeaning = false;
    const typedAt = performance.now();
    const timers: ReturnType<typeof setTimeout>[] = [];
    const after = (milliseconds: number, task: () => void): void => {
      timers.push(setTimeout(task, milliseconds));
    };

    async function ask(mode: SearchMode, by: 'words' | 'meaning'): Promise<void> {
      try {
        const request = toSearchRequest({ query, mode, filters, threshold, now: new Date(), passages });
        const result = await unwrap(bridge.search.query(request));
        if (isStale || (by === 'words' && hasMeaning)) return;
        if (by === 'meaning') hasMeaning = true;
        if (threshold === null && result.answerable !== null) rememberCalibratedThreshold(result.threshold);
        dispatch({ kind: 'answered', by, result: withoutQuietMatches(result) });
        if (by === 'words') return;
        const pause = Math.max(0, settleAfterMs - (performance.now() - typedAt));
        after(pause, () => {
          dispatch({ kind: 'paused', mayMove: !isHeld.current });
          if (mode === 'hybrid' && result.hits.length > 1) void rerank(request);
        });
      } catch (thrown) {
        const error = asAppError(thrown);
        if (!isStale && error.code !== 'cancelled') dispatch({ kind: 'failed', error });
      }
    }

    async function rerank(request: ChannelRequest<'search.query'>): Promise<void> {
      const mayMove = (): boolean => !isStale && !isRefreshed && !isHeld.current && !isPointed.current;
      const result = await rerankQuietly(request, bridge.search.query, mayMove);
      if (result !== null) dispatch({ kind: 'reranked', result: withoutQuietMatches(result) });
    }

    askAgain.current = async () => {
      isRefreshed = true;
      const mode = isModelReady ? 'hybrid' : 'words';
      const request = toSearchRequest({ query, mode, filters, threshold, now: new Date(), passages });
      const reply = await bridge.search.query(request);
      // Where it fails the list stays as it is until the library changes again.
      if (reply.kind === 'value' && !isStale) dispatch({ kind: 'refreshed', result: withoutQuietMatches(reply.value) });
    };

    // Until the model is in, words are the whole answer; this runs again when it is.
    if (isModelReady) after(wordsAfterMs, () => void ask('words', 'words'));
    after(isModelReady ? meaningAfterMs : wordsAfterMs, () => void ask(isModelReady ? 'hybrid' : 'words', 'meaning'));
    return () => {
      isStale = true;
      askAgain.current = null;
      for (const timer of timers) clearTimeout(timer);
    };
  }, [query, filters, threshold, passages, isEngineReady, isModelReady]);

  const isOld = isShown && state.phase === 'settled' && answered !== edition;
  useEffect(() => {
    if (!isOld) return;
    const timer = setTimeout(() => {
      setAnswered(editionNow.current);
      void askAgain.current?.();
    }, refreshAfterMs);
    return () => clearTimeout(timer);
  }, [isOld]);

  const holdStill = useCallback(() => {
    isHeld.current = true;
  }, []);
  const point = useCallback(() => {
    isPointed.current = true;
  }, []);
  return { state, holdStill, point };
}
