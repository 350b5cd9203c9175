// The real text worker, started from the built engine and stopped after the test file. The test plays the store.
import { MessageChannel } from 'node:worker_threads';
import type { Chunk } from '../../electron/engine/chunk/chunk.js';
import type { ChunkInput } from '../../electron/engine/chunk/chunker.js';
import type { SavedDocument, TextMethods } from '../../electron/engine/chunk/text-methods.js';
import { packDocument } from '../../electron/engine/load/pack-document.js';
import type { SaveWordsReply, SaveWordsRequest } from '../../electron/engine/store/store-methods.js';
import { portChannel } from '../../electron/engine/workers/node-channels.js';
import { startWorker } from '../../electron/engine/workers/start-worker.js';
import { type RpcClient, serve } from '../../shared/rpc.js';

export interface RunningTextWorker {
  readonly client: RpcClient<TextMethods, Record<never, never>>;
  /** Chunks a document; the store is told that every chunk needs a vector. */
  chunk(document: ChunkInput, signal?: AbortSignal): Promise<{ saved: SavedDocument; chunks: readonly Chunk[] }>;
  stop(): Promise<void>;
}

type SaveMethods = { readonly saveWords: (request: SaveWordsRequest) => SaveWordsReply };

/** Fields of a document that the text worker only hands on. */
const otherFields = { type: 'txt', encoding: null, language: null, layouts: [], note: null };

export function startTextWorker(): RunningTextWorker {
  const { port1, port2 } = new MessageChannel();
  const requests = new Map<number, SaveWordsRequest>();
  serve<SaveMethods>(portChannel(port1), {
    saveWords(request) {
      requests.set(request.row, request);
      const withoutVector = request.chunks.map(({ ordinal }) => ordinal);
      return { added: request.chunks.length, reused: 0, removed: 0, withoutVector, state: 'words' };
    },
  });
  const { client, terminate } = startWorker<TextMethods>('text-worker', port2);
  let nextRow = 1;
  return {
    client,
    async chunk(document, signal) {
      const row = nextRow++;
      const target = { row, contentHash: new Uint8Array(32), sizeBytes: 1, modifiedMs: 1 };
      const saved = await client.call(
        'saveDocument',
        { document: packDocument({ ...otherFields, ...document }), target },
        signal,
      );
      return { saved, chunks: requests.get(row)?.chunks ?? [] };
    },
    async stop() {
      await terminate();
      port1.close();
    },
  };
}
