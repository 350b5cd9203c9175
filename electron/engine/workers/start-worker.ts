// Starts a worker thread of the engine and speaks to it over shared/rpc.ts.
import { Worker } from 'node:worker_threads';
import { connect, type Events, type Methods, type RpcClient } from '../../../shared/rpc.js';
import { entryFile, workerChannel } from './node-channels.js';

export interface WorkerHandle<M extends Methods, E extends Events = Record<never, never>> {
  readonly client: RpcClient<M, E>;
  /** Ends the thread at once; whatever it must finish is asked of it before. */
  terminate(): Promise<void>;
}

/** `name` is the entry's name in vite.config.ts. A thread that dies rejects every waiting call. */
export function startWorker<M extends Methods, E extends Events = Record<never, never>>(
  name: string,
): WorkerHandle<M, E> {
  const worker = new Worker(entryFile(name));
  // Without a listener an error in the thread would end the whole engine; the calls in flight are told by the exit.
  worker.on('error', (error) => process.stderr.write(`${name} stopped: ${error.name}\n`));
  return {
    client: connect<M, E>(workerChannel(worker)),
    async terminate() {
      await worker.terminate();
    },
  };
}
