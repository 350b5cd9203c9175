// Starts a worker thread of the engine and speaks to it over shared/rpc.ts.
import { MessagePort, Worker, workerData } from 'node:worker_threads';
import { connect, type Events, type Methods, type RpcClient } from '../../../shared/rpc.js';
import { entryFile, workerChannel } from './node-channels.js';

export interface WorkerHandle<M extends Methods, E extends Events = Record<never, never>> {
  readonly client: RpcClient<M, E>;
  /** Resolves when the thread has ended without having been told to. */
  readonly lost: Promise<void>;
  /** Ends the thread at once; whatever it must finish is asked of it before. */
  terminate(): Promise<void>;
}

/**
 * `name` is the entry's name in vite.config.ts; `peer` is a port to another thread, so that the two can speak past the
 * engine's loop (see {@link peerPort}). A thread that dies rejects every waiting call.
 */
export function startWorker<M extends Methods, E extends Events = Record<never, never>>(
  name: string,
  peer?: MessagePort,
): WorkerHandle<M, E> {
  const worker = new Worker(entryFile(name), peer === undefined ? {} : { workerData: { peer }, transferList: [peer] });
  // Without a listener an error in the thread would end the whole engine; the calls in flight are told by the exit.
  worker.on('error', (error) => process.stderr.write(`${name} stopped: ${error.name}\n`));
  let isWanted = true;
  const lost = new Promise<void>((resolve) => {
    worker.once('exit', () => isWanted && resolve());
  });
  return {
    client: connect<M, E>(workerChannel(worker)),
    lost,
    async terminate() {
      isWanted = false;
      await worker.terminate();
    },
  };
}

/** Inside a worker: the port that it was started with; null where there is none. */
export function peerPort(): MessagePort | null {
  const peer = (workerData as { readonly peer?: unknown } | null)?.peer;
  return peer instanceof MessagePort ? peer : null;
}
