// One worker thread of the embedder: a session with one thread of its own, one sequence at a time, no padding, so that
// a vector never depends on its neighbours. `session.run` blocks the thread that calls it: it lives here for that.
import { parentPort } from 'node:worker_threads';
import type { InferenceSession } from 'onnxruntime-node';
import { AppError } from '../../../shared/errors.js';
import { serve, withTransfer } from '../../../shared/rpc.js';
import { packTokenVectors, type TokenVectors } from '../rerank/token-vectors.js';
import { portChannel } from '../workers/node-channels.js';
import type { EmbedMethods } from './embed-methods.js';
import { type EmbedPriority, embedPriorities } from './embedder.js';
import {
  type ModelFolder,
  type ModelManifest,
  openModelFolder,
  tokensOutput,
  verifiedModelFile,
} from './model-files.js';
import { openSession, outputOf as readOutput, textVector } from './run-model.js';

interface OpenModel {
  readonly model: ModelFolder;
  readonly session: InferenceSession;
}

interface Job {
  readonly tokenIds: Int32Array;
  readonly signal: { readonly aborted: boolean };
  /** Which of the model's outputs is wanted. @throws AppError where it has none */
  readonly outputOf: (manifest: ModelManifest) => string;
  /** Takes the output: vectors of the model's dimension, one after the other. */
  readonly resolve: (vectors: Float32Array, manifest: ModelManifest) => void;
  readonly reject: (error: unknown) => void;
}

let opening: Promise<OpenModel> | null = null;
const waiting: Record<EmbedPriority, Job[]> = { question: [], reranking: [], indexing: [] };
let working: Promise<void> | null = null;

async function open(modelFolder: string): Promise<OpenModel> {
  const model = openModelFolder(modelFolder);
  const session = await openSession(await verifiedModelFile(model, 'weights'));
  return { model, session };
}

async function work(): Promise<void> {
  for (;;) {
    const job = waiting.question.shift() ?? waiting.reranking.shift() ?? waiting.indexing.shift();
    if (job === undefined) break;
    if (job.signal.aborted) job.reject(new AppError('cancelled', 'Cancelled.'));
    else await run(job);
    // A turn of the loop lets a question in that came during the run.
    await new Promise((resolve) => setImmediate(resolve));
  }
  working = null;
}

async function close(): Promise<void> {
  for (const job of embedPriorities.flatMap((priority) => waiting[priority].splice(0))) {
    job.reject(new AppError('engine-stopped', 'The embedder is closed.'));
  }
  await working;
  // A model that could not be opened has already said so.
  const open = await opening?.catch(() => null);
  await open?.session.release();
}

async function run({ tokenIds, outputOf, resolve, reject }: Job): Promise<void> {
  try {
    if (opening === null) throw new AppError('bug', 'The embedding worker was asked before it was opened.');
    const { model, session } = await opening;
    const { manifest } = model;
    resolve(await readOutput(manifest, session, tokenIds, outputOf(manifest)), manifest);
  } catch (error) {
    reject(error);
  }
}

function textOutput({ output }: ModelManifest): string {
  return output.name;
}

function eachTokenOutput(manifest: ModelManifest): string {
  const output = tokensOutput(manifest);
  if (output === null) throw new AppError('bug', 'This model has no vectors for single tokens.');
  return output;
}

function queued<T>(
  priority: EmbedPriority,
  job: Pick<Job, 'tokenIds' | 'signal' | 'outputOf'>,
  read: (vectors: Float32Array, manifest: ModelManifest) => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    waiting[priority].push({ ...job, reject, resolve: (...output) => resolve(read(...output)) });
    working ??= work();
  });
}

const port = parentPort;
if (port !== null) {
  serve<EmbedMethods>(portChannel(port), {
    async open({ modelFolder }) {
      opening = open(modelFolder);
      await opening;
    },
    async embed({ tokenIds, priority }, { signal }) {
      const vector = await queued(priority, { tokenIds, signal, outputOf: textOutput }, textVector);
      return withTransfer(vector, [vector.buffer as ArrayBuffer]);
    },
    async embedEachToken({ tokenIds }, { signal }) {
      const job = { tokenIds, signal, outputOf: eachTokenOutput };
      const vectors: TokenVectors = await queued('reranking', job, (output, { dimension }) =>
        packTokenVectors(output, dimension),
      );
      return withTransfer(vectors, [vectors.values.buffer as ArrayBuffer, vectors.scales.buffer as ArrayBuffer]);
    },
    async close() {
      await close();
      // After the reply: without its port the thread has nothing left to wait for, and ends.
      setImmediate(() => port.close());
    },
  });
}
