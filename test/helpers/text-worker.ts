// The real text worker, started from the built engine and stopped after the test file.
import { Worker } from 'node:worker_threads';
import type { TextMethods } from '../../electron/engine/chunk/text-methods.js';
import { entryFile, workerChannel } from '../../electron/engine/workers/node-channels.js';
import { connect, type RpcClient } from '../../shared/rpc.js';

export interface RunningTextWorker {
  readonly client: RpcClient<TextMethods, Record<never, never>>;
  stop(): Promise<void>;
}

export function startTextWorker(): RunningTextWorker {
  const worker = new Worker(entryFile('text-worker'));
  return {
    client: connect<TextMethods>(workerChannel(worker)),
    async stop() {
      await worker.terminate();
    },
  };
}
