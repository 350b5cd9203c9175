// One worker thread of the embedder: a session with one thread of its own, one sequence at a time, no padding, so that
// a vector never depends on its neighbours. `session.run` blocks the thread that calls it: it lives here for that.
import { parentPort } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';
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

interface OpenModel {
  readonly model: ModelFolder;
  readonly session: InferenceSession;
}

interface Job {
  readonly tokenIds: Int32Array;
  readonly signal: { readonly aborted: boolean };
  /** Which of the model's outputs is wanted. @throws AppError where it has none */
  readonly outputOf: (manifest: ModelManifest) => string;
  /** Takes the output: vectors of that dimension, one after the other. */
  readonly resolve: (vectors: Float32Array, dimension: number) => void;
  readonly reject: (error: unknown) => void;
}

let opening: Promise<OpenModel> | null = null;
const waiting: Record<EmbedPriority, Job[]> = { question: [], reranking: [], indexing: [] };
let working: Promise<void> | null = null;

async function open(modelFolder: string): Promise<OpenModel> {
  const model = openModelFolder(modelFolder);
  // Tried beside these and no faster: no arena, no memory pattern, no prepacking, no spinning, flushing denormals.
  const session = await InferenceSession.create(await verifiedModelFile(model, 'weights'), {
    executionProviders: ['cpu'],
    graphOptimizationLevel: 'all',
    executionMode: 'sequential',
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
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
    resolve(await vectorsOf(manifest, session, tokenIds, outputOf(manifest)), manifest.dimension);
  } catch (error) {
    reject(error);
  }
}

async function vectorsOf(
  manifest: ModelManifest,
  session: InferenceSession,
  tokenIds: Int32Array,
  output: string,
): Promise<Float32Array> {
  const length = Math.min(tokenIds.length, manifest.maxInputTokens);
  const ids = BigInt64Array.from(tokenIds.subarray(0, length), BigInt);
  const dims = [1, length];
  const { inputs } = manifest;
  const feeds: Record<string, Tensor> = {
    [inputs.tokenIds]: new Tensor('int64', ids, dims),
    [inputs.attentionMask]: new Tensor('int64', new BigInt64Array(length).fill(1n), dims),
  };
  if (inputs.tokenTypes !== undefined) {
    feeds[inputs.tokenTypes] = new Tensor('int64', new BigInt64Array(length), dims);
  }
  const { [output]: result } = await session.run(feeds, [output]);
  if (result === undefined || !(result.data instanceof Float32Array)) {
    throw new AppError('model-corrupt', `The model gave no ${output}. Install Acervo again.`);
  }
  return result.data;
}

function textOutput({ output }: ModelManifest): string {
  return output.name;
}

function eachTokenOutput(manifest: ModelManifest): string {
  const output = tokensOutput(manifest);
  if (output === null) throw new AppError('bug', 'This model has no vectors for single tokens.');
  return output;
}

function meanOf(vectors: Float32Array, dimension: number): Float32Array {
  const vector = new Float32Array(dimension);
  for (let at = 0; at < vectors.length; at++) {
    const own = at % dimension;
    vector[own] = (vector[own] ?? 0) + (vectors[at] ?? 0);
  }
  return unit(vector);
}

/** To length 1, in place; which also makes a sum of token vectors their mean. */
function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? vector : vector.map((value) => value / length);
}

function queued<T>(
  priority: EmbedPriority,
  job: Pick<Job, 'tokenIds' | 'signal' | 'outputOf'>,
  read: (vectors: Float32Array, dimension: number) => T,
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
      const vector = await queued(priority, { tokenIds, signal, outputOf: textOutput }, meanOf);
      return withTransfer(vector, [vector.buffer as ArrayBuffer]);
    },
    async embedEachToken({ tokenIds }, { signal }) {
      const job = { tokenIds, signal, outputOf: eachTokenOutput };
      const vectors: TokenVectors = await queued('reranking', job, packTokenVectors);
      return withTransfer(vectors, [vectors.values.buffer as ArrayBuffer, vectors.scales.buffer as ArrayBuffer]);
    },
    async close() {
      await close();
      // After the reply: without its port the thread has nothing left to wait for, and ends.
      setImmediate(() => port.close());
    },
  });
}
