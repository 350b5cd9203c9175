// A thread that lives as long as a library's file is written anew: that takes minutes in a large one, and everybody else goes on reading.
import { parentPort } from 'node:worker_threads';
import { serve } from '../../../shared/rpc.js';
import { portChannel } from '../workers/node-channels.js';
import { freeFile } from './reset.js';

export type FreeMethods = {
  /** Nothing else may write to the library meanwhile. */
  readonly free: (request: { readonly folder: string }) => null;
};

if (parentPort === null) throw new Error('The free worker runs as a worker thread.');
serve<FreeMethods>(portChannel(parentPort), {
  free: ({ folder }) => {
    freeFile(folder);
    return null;
  },
});
