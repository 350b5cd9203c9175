// The worker thread that writes the library: serves the store's methods, one after the other.
import { parentPort } from 'node:worker_threads';
import { serve } from '../../../shared/rpc.js';
import { portChannel } from '../workers/node-channels.js';
import { peerPort } from '../workers/start-worker.js';
import { createStore } from './store.js';
import type { StoreEvents, StoreMethods } from './store-methods.js';

if (parentPort === null) throw new Error('The store worker runs as a worker thread.');
const store = createStore((progress) => server.emit('carrying', progress));
const server = serve<StoreMethods, StoreEvents>(portChannel(parentPort), store);
// The text worker saves what it has chunked without a way round over the engine's loop.
const textWorker = peerPort();
if (textWorker !== null) serve<StoreMethods>(portChannel(textWorker), store);
