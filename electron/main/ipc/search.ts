// Searching: the engine does it all.
import type { EngineCall } from '../engine-host.js';
import type { IpcHandlers } from './register.js';

export function searchHandlers(call: EngineCall) {
  return {
    'search.query': (request) => call('search', request),
    'search.guess-filters': (request) => call('guessFilters', request),
  } satisfies Partial<IpcHandlers>;
}
