// The thread that answers searches: it reads the store and owns the graph.
import { parentPort } from 'node:worker_threads';
import { AppError } from '../../../shared/errors.js';
import { serve } from '../../../shared/rpc.js';
import { portChannel } from '../workers/node-channels.js';
import { LibrarySearch, prepareNext } from './library-search.js';
import type { SearchCall, SearchMethods } from './search-methods.js';

if (parentPort === null) throw new AppError('bug', 'The search worker runs as a worker thread only.');

let library: LibrarySearch | null = null;

function opened(): LibrarySearch {
  if (library === null) throw new AppError('bug', 'The search worker was asked before it was opened.');
  return library;
}

/** Words can be searched before the vectors are loaded. */
async function readyFor({ questionVector }: SearchCall): Promise<LibrarySearch> {
  if (questionVector !== null) await opened().untilLoaded();
  return opened();
}

serve<SearchMethods>(portChannel(parentPort), {
  open: async (request) => {
    await library?.close();
    library = await LibrarySearch.open(request);
    return null;
  },
  prepareNext: async (request) => {
    await prepareNext(request);
    return null;
  },
  prepare: (call) => {
    opened().prepare(call);
    return null;
  },
  search: async (call) => (await readyFor(call)).search(call),
  rank: async (call) => (await readyFor(call)).rank(call),
  coverage: ({ question, texts }) => opened().coverage(question, texts),
  guessFilters: ({ question }) => opened().guessFilters(question),
  countDocuments: ({ filter }) => opened().countDocuments(filter),
  refresh: () => {
    opened().refresh();
    return null;
  },
  settle: () => opened().settle(),
  verify: () => opened().verify(),
  forget: async () => {
    await opened().forget();
    return null;
  },
  reset: async () => {
    await opened().reset();
    return null;
  },
  close: async () => {
    await library?.close();
    library = null;
    return null;
  },
});
