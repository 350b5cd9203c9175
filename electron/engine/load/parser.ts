// The engine's side of the parse processes: a queue of documents, and processes lent to them one at a time.
import { AppError, type ErrorCode } from '../../../shared/errors.js';
import type { RecognisedPage } from '../recognise/recognised-page.js';
import type { PicturePages, RecognisePageRequest } from '../recognise/recogniser.js';
import type { ChildList, ChildRoom } from './children/child-entry.js';
import { type LoadLimits, loadLimits, timeLimits } from './load-limits.js';
import type { DocumentPlace, HashResult, PackedLoadResult, PasswordTrial } from './parse-methods.js';
import { type LoadRequest, type ParserConnection, ParserProcess } from './parser-process.js';

export type { LoadRequest, ParserConnection } from './parser-process.js';

export interface ParserOptions {
  /** Starts a parse process: a forked child, or a utility process that main starts on request. */
  readonly start: () => Promise<ParserConnection>;
  /** Processes at most; 1 where absent. */
  readonly processes?: number | undefined;
  readonly limits?: Partial<LoadLimits> | undefined;
  /** The passwords that the person gave so far: tried on each document that asks for one. */
  readonly passwords?: (() => readonly string[]) | undefined;
}

type BlamedCause = 'time' | 'memory' | 'crash';

/** A document took its parse process down: `timed-out`, `too-large` or `damaged`. Counts towards its quarantine. */
export class ParserStoppedError extends AppError {
  readonly stopCause: BlamedCause;
  /** The time that it was given, where that was too short. */
  readonly limitSeconds: number | null;

  constructor(stopCause: BlamedCause, limitMs = 0) {
    super(...(stopCause === 'time' ? timeWords(limitMs) : stopWords[stopCause]));
    this.stopCause = stopCause;
    this.limitSeconds = stopCause === 'time' ? secondsOf(limitMs) : null;
  }
}

function secondsOf(limitMs: number): number {
  return Math.max(1, Math.round(limitMs / 1_000));
}

function timeWords(limitMs: number): readonly [ErrorCode, string] {
  const words = `Reading this file took longer than ${secondsOf(limitMs)} s and was given up.`;
  return ['timed-out', `${words} Give documents more time in the settings or with --time-limit, then retry it.`];
}

const stopWords: Readonly<Record<Exclude<BlamedCause, 'time'>, readonly [ErrorCode, string]>> = {
  memory: ['too-large', 'Reading this file needed too much memory and was given up. A smaller part of it may work.'],
  crash: ['damaged', 'Reading this file stopped the reader. It is probably damaged: try to save it again.'],
};

/** A few small documents are read sooner than a second process has started. */
const patienceMs = 250;

interface Waiting {
  readonly lend: (process: ParserProcess) => void;
  readonly refuse: (error: AppError) => void;
}

/** From when a process had nothing to do until it is lent again: an object of its own each time. */
interface Rest {
  readonly process: ParserProcess;
}

/**
 * Loads documents in processes of their own, one document a process at a time, the rest in a queue.
 * A document that hangs, crashes or grows too large ends with a `ParserStoppedError`; the next one gets a new process.
 */
export class Parser {
  readonly #start: () => Promise<ParserConnection>;
  #limits: LoadLimits;
  readonly #passwords: () => readonly string[];
  #maxProcesses: number;
  readonly #idle: Rest[] = [];
  readonly #running = new Set<ParserProcess>();
  readonly #queue: Waiting[] = [];
  #starting = 0;
  #patience: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor({ start, processes = 1, limits = {}, passwords = () => [] }: ParserOptions) {
    this.#passwords = passwords;
    this.#start = start;
    this.#maxProcesses = processes;
    this.#limits = { ...loadLimits, ...limits };
  }

  /**
   * How long a document may show no progress; one that moves on gets thirty times as long in all. Holds for whatever is
   * read from now on.
   */
  setTimeLimit(seconds: number): void {
    this.#limits = { ...this.#limits, ...timeLimits(seconds) };
  }

  /** Processes at most from now on; one that runs already ends with its document. */
  setProcesses(processes: number): void {
    this.#maxProcesses = processes;
    this.#serveQueue();
  }

  /**
   * Reads and parses a file. The document stays packed: unpacking a large one would stop the engine's loop, so that is
   * for the thread that works on it.
   * @throws AppError with a document reason, `cancelled` or `engine-stopped`
   */
  load(request: LoadRequest, signal?: AbortSignal): Promise<PackedLoadResult> {
    return this.#run((process) => process.load({ passwords: this.#passwords(), ...request }, signal), signal);
  }

  /** Which of the passwords opens a document. @throws AppError `vanished`, `unreadable`, `cancelled`, … */
  tryPasswords(place: DocumentPlace, passwords: readonly string[], signal?: AbortSignal): Promise<PasswordTrial> {
    return this.#run(({ client }) => client.call('tryPasswords', { ...place, passwords }, signal), signal);
  }

  /** SHA-256 and size of a document, without parsing it. @throws AppError `vanished`, `unreadable`, `cancelled`, … */
  hash(place: DocumentPlace, signal?: AbortSignal): Promise<HashResult> {
    return this.#run(({ client }) => client.call('hash', place, signal), signal);
  }

  /** What lies inside a document. @throws AppError as {@link Parser.hash}, or with a document reason */
  list(request: DocumentPlace & { readonly room: ChildRoom }, signal?: AbortSignal): Promise<ChildList> {
    return this.#run(({ client }) => client.call('list', request, signal), signal);
  }

  /** The bytes of a document, for a person who waits: it goes before what is being indexed. @throws AppError as {@link Parser.hash} */
  bytes(place: DocumentPlace, signal?: AbortSignal): Promise<Uint8Array> {
    return this.#run((process) => process.bytes(place, signal), signal, true);
  }

  /** Which pages of a document need text recognition. @throws AppError as {@link Parser.load} */
  picturePages(place: DocumentPlace, signal?: AbortSignal): Promise<PicturePages> {
    const request = { ...place, passwords: this.#passwords() };
    return this.#run(({ client }) => client.call('picturePages', request, signal), signal);
  }

  /** Recognises one page. @throws AppError as {@link Parser.load} */
  recognisePage(request: Omit<RecognisePageRequest, 'passwords'>, signal?: AbortSignal): Promise<RecognisedPage> {
    const withPasswords = { ...request, passwords: this.#passwords() };
    return this.#run(({ client }) => client.call('recognisePage', withPasswords, signal), signal);
  }

  /** Ends all processes; whatever runs or waits is rejected with `engine-stopped`. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#patience ?? undefined);
    for (const waiting of this.#queue.splice(0)) waiting.refuse(closedError());
    for (const process of [...this.#running, ...this.#idle.splice(0).map((rest) => rest.process)]) process.end();
  }

  async #run<T>(
    work: (process: ParserProcess) => Promise<T>,
    signal: AbortSignal | undefined,
    isUrgent = false,
  ): Promise<T> {
    const process = await this.#borrow(signal, isUrgent);
    const stopWatching = process.watch();
    // A parser can't be interrupted, only its process.
    const onAbort = (): void => process.stop('cancelled');
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await work(process);
    } catch (error) {
      throw this.#explain(error, process);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      stopWatching();
      this.#giveBack(process);
    }
  }

  #explain(error: unknown, { stopCause, stoppedAfterMs }: ParserProcess): unknown {
    if (this.#isClosed) return closedError();
    if (stopCause === 'cancelled') return cancelledError();
    if (stopCause !== null) return new ParserStoppedError(stopCause, stoppedAfterMs);
    return error instanceof AppError && error.code === 'engine-stopped' ? new ParserStoppedError('crash') : error;
  }

  #borrow(signal: AbortSignal | undefined, isUrgent: boolean): Promise<ParserProcess> {
    return new Promise((lend, refuse) => {
      if (this.#isClosed) return refuse(closedError());
      if (signal?.aborted) return refuse(cancelledError());
      const onAbort = (): void => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        refuse(cancelledError());
      };
      const waiting: Waiting = {
        lend: (process) => {
          signal?.removeEventListener('abort', onAbort);
          lend(process);
        },
        refuse: (error) => {
          signal?.removeEventListener('abort', onAbort);
          refuse(error);
        },
      };
      if (isUrgent) this.#queue.unshift(waiting);
      else this.#queue.push(waiting);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#serveQueue();
    });
  }

  /** Lends idle processes to whoever waits longest; the first is started at once, another when somebody waits for long. */
  #serveQueue(): void {
    while (this.#queue.length > 0) {
      const rest = this.#idle.pop();
      if (rest === undefined) break;
      const { process } = rest;
      if (!process.isReusable) continue;
      this.#running.add(process);
      this.#queue.shift()?.lend(process);
    }
    if (this.#queue.length === 0) return;
    if (this.#running.size + this.#starting === 0) this.#startAnother();
    else if (this.#running.size > 0) this.#patience ??= setTimeout(() => this.#startForWaiting(), patienceMs).unref();
  }

  #startForWaiting(): void {
    this.#patience = null;
    if (this.#queue.length > 0) this.#startAnother();
    this.#serveQueue();
  }

  #startAnother(): void {
    if (this.#isClosed || this.#running.size + this.#starting >= this.#maxProcesses) return;
    this.#starting++;
    void this.#startProcess();
  }

  async #startProcess(): Promise<void> {
    try {
      const process = await this.#startReady();
      if (this.#isClosed) process.end();
      else this.#rest(process);
    } catch (error) {
      const words = 'The reader of documents could not be started. Start Acervo again.';
      this.#queue.shift()?.refuse(new AppError('engine-stopped', words, { cause: error }));
    } finally {
      this.#starting--;
    }
    this.#serveQueue();
  }

  /** A process that dies while it starts is no document's fault, and mostly the next one lives. */
  async #startReady(): Promise<ParserProcess> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const process = new ParserProcess(await this.#start(), () => this.#limits);
        await process.ready();
        return process;
      } catch (error) {
        if (attempt === loadLimits.maxStarts || this.#isClosed) throw error;
      }
    }
  }

  #giveBack(process: ParserProcess): void {
    this.#running.delete(process);
    const isTooMany = this.#running.size + this.#idle.length >= this.#maxProcesses;
    if (process.isReusable && !this.#isClosed && !isTooMany) this.#rest(process);
    else process.end();
    this.#serveQueue();
  }

  #rest(process: ParserProcess): void {
    const rest = { process };
    this.#idle.push(rest);
    setTimeout(() => this.#endSpare(rest), this.#limits.maxSpareMs).unref();
  }

  /**
   * One process waits for the next document; a second one that had nothing to do for long would only hold memory. One
   * that was of use meanwhile stays: starting it anew costs more than a hundred small documents.
   */
  #endSpare(rest: Rest): void {
    if (this.#idle.length < 2 || !this.#idle.includes(rest)) return;
    this.#idle.splice(this.#idle.indexOf(rest), 1);
    rest.process.end();
  }
}

function closedError(): AppError {
  return new AppError('engine-stopped', 'The reader of documents was closed.');
}

function cancelledError(): AppError {
  return new AppError('cancelled', 'Cancelled.');
}
