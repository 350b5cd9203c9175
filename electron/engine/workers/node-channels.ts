// Adapters from Node's own channels to the protocol of shared/rpc.ts, and where the built worker files lie.
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MessagePort, Worker } from 'node:worker_threads';
import type { MessageChannelEnd } from '../../../shared/rpc.js';

/** A worker thread, seen from the thread that started it. */
export function workerChannel(worker: Worker): MessageChannelEnd {
  return {
    post: (message, transfer) => worker.postMessage(message, [...(transfer ?? [])]),
    onMessage: (listener) => worker.on('message', listener),
    onClose: (listener) => worker.once('exit', listener),
  };
}

/** A port of worker_threads: `parentPort` inside a worker, or one end of a `MessageChannel`. */
export function portChannel(port: MessagePort): MessageChannelEnd {
  return {
    post: (message, transfer) => port.postMessage(message, [...(transfer ?? [])]),
    onMessage: (listener) => port.on('message', listener),
    onClose: (listener) => port.once('close', listener),
  };
}

/** A forked child process (`serialization: 'advanced'`), seen from its parent. */
export function childChannel(child: ChildProcess): MessageChannelEnd {
  return {
    post: (message) => {
      if (child.connected) child.send(message as object);
    },
    onMessage: (listener) => child.on('message', listener),
    onClose: (listener) => child.once('close', listener),
  };
}

/** The parent process, seen from a forked child. */
export function parentProcessChannel(): MessageChannelEnd {
  return {
    post: (message) => {
      if (process.connected) process.send?.(message);
    },
    onMessage: (listener) => process.on('message', listener),
    onClose: (listener) => process.once('disconnect', listener),
  };
}

/**
 * The built file of a worker or process entry. Built code finds it beside itself; code that runs
 * from source (tests) finds it in `dist/engine`, which the test run builds first.
 */
export function entryFile(name: string): string {
  const here = dirname(fileURLToPath(import.meta.url));
  // The bundler may have put this very function into a shared chunk, one folder below the entries.
  const beside = [here, dirname(here)].map((folder) => join(folder, `${name}.mjs`)).find(existsSync);
  if (beside !== undefined) return beside;
  const root = here.slice(0, here.lastIndexOf(join('electron', 'engine')));
  return join(root, 'dist', 'engine', `${name}.mjs`);
}
