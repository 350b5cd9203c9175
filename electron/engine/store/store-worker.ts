// The worker thread that writes the library: serves the store's methods, one after the other.
import { parentPort } from 'node:worker_threads';
import { serve } from '../../../shared/rpc.js';
import { portChannel } from '../workers/node-channels.js';
import { createStore } from './store.js';
import type { StoreMethods } from './store-methods.js';

if (parentPort === null) throw new Error('The store worker runs as a worker thread.');
serve<StoreMethods>(portChannel(parentPort), createStore());
