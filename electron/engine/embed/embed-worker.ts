// One worker thread of the embedder: a session with one thread of its own, one sequence at a time, no padding, so that
// a vector never depends on its neighbours. `session.run` blocks the thread that calls it: it lives here for that.
import { parentPort } from 'node:worker_threads';
import type { InferenceSession } from 'onnxruntime-node';
import { AppError } from '../../../shared/errors.js';
import { serve, withTransfer } from '../../../shared/rpc.js';
import { portChannel } from '../workers/node-channels.js';
import type { EmbedMethods } from './embed-methods.js';
import type { EmbedPriority } from './embedder.js';
import { type ModelFolder, openModelFolder, verifiedModelFile } from './model-files.js';
import { openSession, vectorOf } from './run-model.js';

interface OpenModel {
  readonly model: ModelFolder;
  readonly session: InferenceSession;
}

interface Job {
  readonly tokenIds: Int32Array;
  readonly signal: { readonly aborted: boolean };
  readonly resolve: (vector: Float32Array) => void;
  readonly reject: (error: unknown) => void;
}

let opening: Promise<OpenModel> | null = null;
const waiting: Record<EmbedPriority, Job[]> = { question: [], indexing: [] };
let working: Promise<void> | null = null;

async function open(modelFolder: string): Promise<OpenModel> {
  const model = openModelFolder(modelFolder);
  const session = await openSession(await verifiedModelFile(model, 'weights'));
  return { model, session };
}

async function work(): Promise<void> {
  for (;;) {
    const job = waiting.question.shift() ?? waiting.indexing.shift();
    if (job === undefined) break;
    if (job.signal.aborted) job.reject(new AppError('cancelled', 'Cancelled.'));
    else await run(job);
    // A turn of the loop lets a question in that came during the run.
    await new Promise((resolve) => setImmediate(resolve));
  }
  working = null;
}

async function close(): Promise<void> {
  for (const job of [...waiting.question.splice(0), ...waiting.indexing.splice(0)]) {
    job.reject(new AppError('engine-stopped', 'The embedder is closed.'));
  }
  await working;
  // A model that could not be opened has already said so.
  const open = await opening?.catch(() => null);
  await open?.session.release();
}

async function run({ tokenIds, resolve, reject }: Job): Promise<void> {
  try {
    if (opening === null) throw new AppError('bug', 'The embedding worker was asked before it was opened.');
    const { model, session } = await opening;
    resolve(await vectorOf(model.manifest, session, tokenIds));
  } catch (error) {
    reject(error);
  }
}

const port = parentPort;
if (port !== null) {
  serve<EmbedMethods>(portChannel(port), {
    async open({ modelFolder }) {
      opening = open(modelFolder);
      await opening;
    },
    async embed({ tokenIds, priority }, { signal }) {
      const vector = await new Promise<Float32Array>((resolve, reject) => {
        waiting[priority].push({ tokenIds, signal, resolve, reject });
        working ??= work();
      });
      return withTransfer(vector, [vector.buffer as ArrayBuffer]);
    },
    async close() {
      await close();
      // After the reply: without its port the thread has nothing left to wait for, and ends.
      setImmediate(() => port.close());
    },
  });
}
