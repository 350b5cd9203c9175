// Filters that the question may mean, asked for when the person pauses. They are shown, and applied only by a click.
import { useEffect, useState } from 'react';
import type { MetaEntry, MetaGuess } from '../../../shared/domain/metadata.js';
import { bridge, unwrap } from '../../api/client.js';

const askAfterMs = 300;
const none: readonly MetaGuess[] = [];

/** None for a key that is filtered by already. */
export function useGuessedFilters(
  query: string,
  chosen: readonly MetaEntry[],
  isEngineReady: boolean,
): readonly MetaGuess[] {
  const [answer, setAnswer] = useState({ query: '', guesses: none });
  useEffect(() => {
    if (!isEngineReady || query.trim() === '') return;
    let isStale = false;
    const timer = setTimeout(() => {
      unwrap(bridge.search.guessFilters({ question: query })).then(
        (guesses) => !isStale && setAnswer({ query, guesses }),
        // Nothing is offered then: the search itself says what is wrong.
        () => undefined,
      );
    }, askAfterMs);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [query, isEngineReady]);
  if (query.trim() === '') return none;
  return answer.guesses.filter(({ key }) => chosen.every((entry) => entry.key !== key));
}
