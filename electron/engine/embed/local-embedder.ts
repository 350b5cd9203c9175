// The embedder that runs the shipped model: a few worker threads, a queue in which questions go first.
import './no-telemetry.js';

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../shared/errors.js';
import { connect, type RpcClient } from '../../../shared/rpc.js';
import type { TokenVectors } from '../rerank/token-vectors.js';
import { entryFile, workerChannel } from '../workers/node-channels.js';
import type { EmbedMethods } from './embed-methods.js';
import { type Embedder, type EmbedPriority, embedPriorities } from './embedder.js';
import type { ModelFolder } from './model-files.js';

export interface LocalEmbedderOptions {
  readonly model: ModelFolder;
  /** A question to the model's input ids; the text worker does it. */
  readonly tokenizeQuestion: (text: string, signal?: AbortSignal) => Promise<Int32Array>;
  /** How many threads embed at once; each holds the model in about 125 MB. One a core, up to four, if not said. */
  readonly workers?: number;
  readonly startWorker?: () => Worker;
  /** The model is loaded when something is to be embedded, or somebody asks whether it is ready. */
  readonly onDemand?: boolean | undefined;
}

export interface LocalEmbedder extends Embedder {
  /**
   * Resolves when a question can be embedded.
   * @throws AppError `model-missing`, `model-corrupt`, `engine-stopped`; every later call ends with the same
   */
  ready(): Promise<void>;
  /** As `embedTokens`, for a question that somebody waits for: before all indexing work. */
  embedTokensFirst(tokenIds: Int32Array, signal?: AbortSignal): Promise<Float32Array>;
  /** A vector for each token, special ones too: after the questions that wait, and before all indexing work. */
  embedEachToken(tokenIds: Int32Array, signal?: AbortSignal): Promise<TokenVectors>;
  /** How many threads embed from now on; null: as many as at the start. Those that are too many end after their sequence. */
  setThreads(threads: number | null): void;
}

interface Job {
  readonly priority: EmbedPriority;
  /** Has it done by a worker and hands on what it gives. */
  readonly run: (client: EmbedClient) => Promise<void>;
  readonly reject: (error: unknown) => void;
  attempts: number;
}

type EmbedClient = RpcClient<EmbedMethods, Record<never, never>>;

interface PoolWorker {
  readonly client: EmbedClient;
  readonly exit: Promise<void>;
  isOpen: boolean;
  /** Too many since fewer threads are wanted: it gets nothing more to do. */
  isLeaving: boolean;
  inFlight: number;
}

/** One sequence runs and one waits in the worker, so that it is never idle between two. */
const inFlightPerWorker = 2;
/** Started for reranking, if indexing has not started them: twice as quick for 125 MB; further ones gain less. */
const rerankingThreads = 2;
/** Loading the model costs about as much as embedding so many sequences: a few more need no second thread. */
const sequencesForAnother = 8;
const maxAttempts = 2;
const maxStartsInARow = 3;
/** Vectors of questions that are kept: a filter or another order asks the same again. 3 MB. */
const rememberedQuestions = 2_048;

/**
 * Starts one worker at once (unless that is left until it is needed), a second one to rerank, and the others when there is
 * enough indexing to do. A worker that dies is replaced and its sequences are tried once more.
 */
export function startLocalEmbedder(options: LocalEmbedderOptions): LocalEmbedder {
  const usual = options.workers ?? Math.min(4, availableParallelism());
  let parallelism = usual;
  const startWorker = options.startWorker ?? (() => new Worker(entryFile('embed-worker'), { name: 'embed' }));
  const pool = new Set<PoolWorker>();
  const queues: Record<EmbedPriority, Job[]> = { question: [], reranking: [], indexing: [] };
  const running = new Set<Promise<void>>();
  const questions = new Map<string, Float32Array>();
  let failure: AppError | null = null;
  let deathsInARow = 0;
  /** Sequences that were handed out since a thread was last added, or since there was nothing to do. */
  let handedOut = 0;
  let isClosed = false;
  let markReady: () => void;
  let markFailed: (error: AppError) => void;
  const readiness = new Promise<void>((resolve, reject) => {
    markReady = resolve;
    markFailed = reject;
  });
  // Whoever does not ask `ready()` learns of a failure from the first call.
  readiness.catch(() => undefined);

  function addWorker(): void {
    handedOut = 0;
    const worker = startWorker();
    const member: PoolWorker = {
      client: connect(workerChannel(worker)),
      exit: new Promise((resolve) => worker.once('exit', () => resolve())),
      isOpen: false,
      isLeaving: false,
      inFlight: 0,
    };
    pool.add(member);
    // Without a listener an error in the worker would end the engine; 'exit' follows and does what is needed.
    worker.on('error', () => undefined);
    void member.exit.then(() => onExit(member));
    member.client.call('open', { modelFolder: options.model.path }).then(
      () => {
        member.isOpen = true;
        deathsInARow = 0;
        markReady();
        dispatch();
      },
      (error: AppError) => {
        if (error.code !== 'engine-stopped') fail(error);
      },
    );
  }

  function startFirst(): void {
    if (pool.size === 0 && failure === null && !isClosed) addWorker();
  }

  function onExit(member: PoolWorker): void {
    pool.delete(member);
    if (isClosed || failure !== null || member.isLeaving) return;
    deathsInARow++;
    if (deathsInARow >= maxStartsInARow) {
      fail(new AppError('engine-stopped', 'The part that reads meaning keeps stopping. Start Acervo again.'));
    } else {
      addWorker();
    }
  }

  function staying(): PoolWorker[] {
    return [...pool].filter(({ isLeaving }) => !isLeaving);
  }

  /** The least busy go; each ends when it has done what it holds. */
  function shrink(): void {
    const byWork = staying().sort((a, b) => a.inFlight - b.inFlight);
    for (const member of byWork.slice(0, Math.max(0, byWork.length - parallelism))) {
      member.isLeaving = true;
      endIfDone(member);
    }
  }

  function endIfDone({ client, isLeaving, inFlight }: PoolWorker): void {
    if (isLeaving && inFlight === 0) track(client.call('close', null).catch(() => undefined));
  }

  function fail(error: AppError): void {
    failure ??= error;
    markFailed(failure);
    rejectQueued(failure);
    void closeWorkers();
  }

  async function closeWorkers(): Promise<void> {
    const closing = [...pool].map(async ({ client, exit }) => {
      // One that has died meanwhile is closed, too.
      await client.call('close', null).catch(() => undefined);
      await exit;
    });
    await Promise.all(closing);
  }

  function rejectQueued(error: AppError): void {
    for (const job of embedPriorities.flatMap((priority) => queues[priority].splice(0))) job.reject(error);
  }

  function freest(limit: number): PoolWorker | undefined {
    const free = [...pool].filter(
      ({ client, inFlight, isLeaving }) => !client.isClosed && !isLeaving && inFlight < limit,
    );
    // One that is still loading takes work only if no other is there.
    const open = free.filter(({ isOpen }) => isOpen);
    return (open.length > 0 ? open : free).sort((a, b) => a.inFlight - b.inFlight)[0];
  }

  function dispatch(): void {
    for (;;) {
      const priority = embedPriorities.find((one) => queues[one].length > 0);
      if (priority === undefined) return;
      startFirst();
      // A question always has a place: the worker runs it before the indexing that waits there.
      const member = freest(priority === 'question' ? Number.POSITIVE_INFINITY : inFlightPerWorker);
      const wanted = { question: 0, reranking: Math.min(rerankingThreads, parallelism), indexing: parallelism };
      if (staying().length < wanted[priority] && handedOut >= sequencesForAnother) addWorker();
      if (member === undefined) return;
      const job = queues[priority].shift();
      if (job === undefined) return;
      if (priority !== 'question') handedOut++;
      track(run(member, job));
    }
  }

  function track(promise: Promise<void>): void {
    running.add(promise);
    void promise.finally(() => running.delete(promise));
  }

  async function run(member: PoolWorker, job: Job): Promise<void> {
    member.inFlight++;
    job.attempts++;
    try {
      await job.run(member.client);
    } catch (error) {
      const isDead = error instanceof AppError && error.code === 'engine-stopped';
      if (isDead && job.attempts < maxAttempts && !isClosed && failure === null) queues[job.priority].unshift(job);
      else job.reject(isDead ? (failure ?? error) : error);
    } finally {
      member.inFlight--;
      endIfDone(member);
      dispatch();
      if ([...pool].every(({ inFlight }) => inFlight === 0)) handedOut = 0;
    }
  }

  function embed(tokenIds: Int32Array, priority: EmbedPriority, signal?: AbortSignal): Promise<Float32Array> {
    return queued(priority, (client) => client.call('embed', { tokenIds, priority }), signal);
  }

  function queued<T>(
    priority: EmbedPriority,
    call: (client: EmbedClient) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      if (isClosed) return reject(new AppError('engine-stopped', 'The embedder is closed.'));
      if (failure !== null) return reject(failure);
      if (signal?.aborted) return reject(new AppError('cancelled', 'Cancelled.'));
      const onAbort = (): void => {
        const index = queues[priority].indexOf(job);
        if (index !== -1) queues[priority].splice(index, 1);
        // One that runs already runs to its end; nobody waits for it.
        job.reject(new AppError('cancelled', 'Cancelled.'));
      };
      const settle = (): void => signal?.removeEventListener('abort', onAbort);
      const job: Job = {
        priority,
        attempts: 0,
        async run(client) {
          const given = await call(client);
          settle();
          resolve(given);
        },
        reject(error) {
          settle();
          reject(error);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      queues[priority].push(job);
      dispatch();
    });
  }

  if (options.onDemand !== true) startFirst();
  return {
    identity: options.model.identity,
    get parallelism() {
      return parallelism;
    },
    setThreads(threads) {
      parallelism = threads ?? usual;
      shrink();
      dispatch();
    },
    ready: () => {
      startFirst();
      return readiness;
    },
    async embedQuestion(text, signal) {
      const known = questions.get(text);
      const vector = known ?? (await embed(await options.tokenizeQuestion(text, signal), 'question', signal));
      // What was asked last is the last to be forgotten.
      questions.delete(text);
      questions.set(text, vector);
      for (const oldest of questions.keys()) {
        if (questions.size <= rememberedQuestions) break;
        questions.delete(oldest);
      }
      return vector;
    },
    embedTokens: (tokenIds, signal) => embed(tokenIds, 'indexing', signal),
    embedTokensFirst: (tokenIds, signal) => embed(tokenIds, 'question', signal),
    embedEachToken: (tokenIds, signal) =>
      queued('reranking', (client) => client.call('embedEachToken', { tokenIds }), signal),
    async close() {
      if (isClosed) return;
      isClosed = true;
      rejectQueued(new AppError('engine-stopped', 'The embedder is closed.'));
      await Promise.allSettled(running);
      await closeWorkers();
    },
  };
}
