// An open library's text recognition, wired to its runs of indexing.
import type { RpcClient } from '../../../shared/rpc.js';
import type { StoreMethods } from '../store/store-methods.js';
import type { Indexer } from './indexer.js';
import { Recognition, targetsAt } from './recognition.js';

type RecognitionTools = ConstructorParameters<typeof Recognition>[0];

export function recognitionOf(
  store: RpcClient<StoreMethods, Record<never, never>>,
  indexer: Indexer,
  tools: Pick<RecognitionTools, 'startParser' | 'passwords' | 'onProgress'>,
): Recognition {
  return new Recognition({
    ...tools,
    store,
    gate: indexer.gate,
    pace: indexer.pace,
    untilIdle: () => indexer.queue.idle(),
    readAgain: async (places, signal) => {
      const targets = async () => targetsAt(await store.call('roots', null), places);
      await indexer.run(targets, { force: false, wordsOnly: false, isForRecognition: true }, signal);
    },
  });
}
