// The engine's side of the parse processes: lends them, watches time and size, kills and replaces those that misbehave.
import { readFile } from 'node:fs/promises';
import { AppError, type ErrorCode } from '../../../shared/errors.js';
import { connect, type MessageChannelEnd, type RpcClient } from '../../../shared/rpc.js';
import { type LoadLimits, loadLimits } from './load-limits.js';
import { unpackDocument } from './pack-document.js';
import type { HashResult, LoadResult, ParseEvents, ParseMethods } from './parse-methods.js';

/** A running parse process. */
export interface ParserConnection {
  readonly channel: MessageChannelEnd;
  /** Null where it is not known: size is then watched by what the process says alone. */
  readonly pid: number | null;
  kill(): void;
}

export interface ParserOptions {
  /** Starts a parse process: a forked child, or a utility process that main starts on request. */
  readonly start: () => Promise<ParserConnection>;
  /** Processes at most; 1 where absent. */
  readonly processes?: number | undefined;
  readonly limits?: Partial<LoadLimits> | undefined;
}

export interface LoadRequest {
  /** Absolute. */
  readonly path: string;
  /** A lower-case extension that stands in for the file name's own. */
  readonly type?: string | undefined;
}

export type StopCause = 'time' | 'memory' | 'crash';

/** A document took its parse process down: `timed-out`, `too-large` or `damaged`. Counts towards its quarantine. */
export class ParserStoppedError extends AppError {
  readonly stopCause: StopCause;

  constructor(stopCause: StopCause) {
    super(...stopWords[stopCause]);
    this.stopCause = stopCause;
  }
}

const stopWords: Readonly<Record<StopCause, readonly [ErrorCode, string]>> = {
  time: ['timed-out', 'Reading this file took too long and was given up.'],
  memory: ['too-large', 'Reading this file needed too much memory and was given up.'],
  crash: ['damaged', 'Reading this file stopped the reader. The file is probably damaged.'],
};

interface Process {
  readonly connection: ParserConnection;
  readonly client: RpcClient<ParseMethods, ParseEvents>;
  /** Why it was killed; null while it runs, and where it died on its own. */
  stopCause: StopCause | 'cancelled' | null;
  lastProgressMs: number;
  residentBytes: number;
}

interface Waiting {
  readonly lend: (process: Process | AppError) => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Loads documents in processes of their own, one document a process at a time, the rest in a queue.
 * A document that hangs, crashes or grows too large ends with a `ParserStoppedError`; the next one gets a new process.
 */
export class Parser {
  readonly #start: () => Promise<ParserConnection>;
  readonly #limits: LoadLimits;
  readonly #maxProcesses: number;
  readonly #idle: Process[] = [];
  readonly #running = new Set<Process>();
  readonly #queue: Waiting[] = [];
  #starting = 0;
  #isClosed = false;

  constructor({ start, processes = 1, limits = {} }: ParserOptions) {
    this.#start = start;
    this.#maxProcesses = processes;
    this.#limits = { ...loadLimits, ...limits };
  }

  /** Reads and parses a file. @throws AppError with a document reason, `cancelled` or `engine-stopped` */
  async load(request: LoadRequest, signal?: AbortSignal): Promise<LoadResult> {
    const { contentHash, document } = await this.#run((client) => client.call('load', request, signal), signal);
    return { contentHash, document: unpackDocument(document) };
  }

  /** SHA-256 and size of a file, without parsing it. @throws AppError `vanished`, `unreadable`, `cancelled`, … */
  hash(path: string, signal?: AbortSignal): Promise<HashResult> {
    return this.#run((client) => client.call('hash', { path }, signal), signal);
  }

  /** Ends all processes; whatever waits is rejected with `engine-stopped`. */
  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#queue.splice(0)) waiting.lend(closedError());
    for (const process of [...this.#running, ...this.#idle.splice(0)]) process.connection.kill();
  }

  async #run<T>(work: (client: Process['client']) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const process = await this.#borrow(signal);
    const stopWatching = this.#watch(process);
    const onAbort = (): void => this.#kill(process, 'cancelled');
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await work(process.client);
    } catch (error) {
      throw this.#explain(error, process);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      stopWatching();
      this.#giveBack(process);
    }
  }

  #explain(error: unknown, process: Process): unknown {
    if (this.#isClosed) return closedError();
    const { stopCause } = process;
    if (stopCause === 'cancelled') return new AppError('cancelled', 'Cancelled.');
    if (stopCause !== null) return new ParserStoppedError(stopCause);
    return error instanceof AppError && error.code === 'engine-stopped' ? new ParserStoppedError('crash') : error;
  }

  async #borrow(signal: AbortSignal | undefined): Promise<Process> {
    if (this.#isClosed) throw closedError();
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled.');
    const lent = new Promise<Process | AppError>((resolve) => this.#queue.push({ lend: resolve, signal }));
    this.#serveQueue();
    const process = await lent;
    if (process instanceof AppError) throw process;
    return process;
  }

  /** Lends idle processes to whoever waits longest, and starts more while some wait. */
  #serveQueue(): void {
    for (let i = this.#queue.length - 1; i >= 0; i--) {
      if (this.#queue[i]?.signal?.aborted) this.#queue.splice(i, 1)[0]?.lend(new AppError('cancelled', 'Cancelled.'));
    }
    while (this.#queue.length > 0) {
      const process = this.#idle.pop();
      if (process === undefined) break;
      if (process.client.isClosed || process.stopCause !== null) continue;
      this.#running.add(process);
      this.#queue.shift()?.lend(process);
    }
    while (this.#starting < this.#queue.length && this.#running.size + this.#starting < this.#maxProcesses) {
      this.#starting++;
      void this.#startProcess();
    }
  }

  async #startProcess(): Promise<void> {
    try {
      const connection = await this.#start();
      const process: Process = {
        connection,
        client: connect(connection.channel),
        stopCause: null,
        lastProgressMs: 0,
        residentBytes: 0,
      };
      process.client.on('progress', () => {
        process.lastProgressMs = performance.now();
      });
      process.client.on('resident', ({ bytes }) => this.#checkSize(process, bytes));
      if (this.#isClosed) connection.kill();
      else this.#idle.push(process);
      this.#starting--;
    } catch (error) {
      this.#starting--;
      this.#queue
        .shift()
        ?.lend(new AppError('engine-stopped', 'The reader of documents could not be started.', { cause: error }));
    }
    this.#serveQueue();
  }

  #giveBack(process: Process): void {
    this.#running.delete(process);
    const isUsable = process.stopCause === null && !process.client.isClosed && !this.#isClosed;
    // One large document must not make the next one look large.
    if (isUsable && process.residentBytes < this.#limits.maxResidentBytes / 2) this.#idle.push(process);
    else process.connection.kill();
    this.#serveQueue();
  }

  /** Looks at the lent process twice a second, from outside: a hanging one can't speak for itself. */
  #watch(process: Process): () => void {
    const startedMs = performance.now();
    process.lastProgressMs = startedMs;
    const timer = setInterval(() => {
      const nowMs = performance.now();
      const isQuiet = nowMs - process.lastProgressMs > this.#limits.maxQuietMs;
      if (isQuiet || nowMs - startedMs > this.#limits.maxDocumentMs) this.#kill(process, 'time');
      else
        void residentBytesOf(process.connection.pid).then((bytes) => {
          if (bytes > 0) this.#checkSize(process, bytes);
        });
    }, this.#limits.watchIntervalMs);
    return () => clearInterval(timer);
  }

  #checkSize(process: Process, bytes: number): void {
    process.residentBytes = bytes;
    if (bytes > this.#limits.maxResidentBytes) this.#kill(process, 'memory');
  }

  #kill(process: Process, cause: Exclude<Process['stopCause'], null>): void {
    if (process.stopCause !== null) return;
    process.stopCause = cause;
    process.connection.kill();
  }
}

function closedError(): AppError {
  return new AppError('engine-stopped', 'The reader of documents was closed.');
}

const pageBytes = 4_096;

/** Where the system tells it in a file (Linux); 0 elsewhere. */
async function residentBytesOf(pid: number | null): Promise<number> {
  if (pid === null || process.platform !== 'linux') return 0;
  const numbers = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '');
  return Number(numbers.split(' ')[1] ?? 0) * pageBytes;
}
