// One parse process as the engine sees it: started, watched by time and size, and killed when it oversteps.
import { readFile } from 'node:fs/promises';
import { connect, type MessageChannelEnd, type RpcClient } from '../../../shared/rpc.js';
import type { RecognisedPage } from '../recognise/recognised-page.js';
import type { ChildRoom } from './children/child-entry.js';
import type { LoadLimits } from './load-limits.js';
import type { DocumentPlace, PackedLoadResult, ParseEvents, ParseMethods } from './parse-methods.js';

/** A running parse process. */
export interface ParserConnection {
  readonly channel: MessageChannelEnd;
  /** Null where it is not known: size is then watched by what the process says alone. */
  readonly pid: number | null;
  kill(): void;
}

export interface LoadRequest extends DocumentPlace {
  /** A lower-case extension that stands in for the file name's own. */
  readonly type?: string | undefined;
  /** Where it is given, what lies inside is listed. */
  readonly room?: ChildRoom | undefined;
  /** Tried where the document asks for one. */
  readonly passwords?: readonly string[] | undefined;
  /** What text recognition has found on its pages. */
  readonly recognised?: readonly RecognisedPage[] | undefined;
  /** The encoding that a person chose, for formats that are text. */
  readonly encoding?: string | null | undefined;
}

export type StopCause = 'time' | 'memory' | 'cancelled';

export class ParserProcess {
  readonly client: RpcClient<ParseMethods, ParseEvents>;
  readonly #connection: ParserConnection;
  readonly #limitsNow: () => LoadLimits;
  readonly #ready: Promise<void>;
  #stopCause: StopCause | null = null;
  #stoppedAfterMs = 0;
  #quietMs = 0;
  #residentBytes = 0;
  #textParts: Uint8Array[] = [];
  #parts: Uint8Array[] = [];

  constructor(connection: ParserConnection, limitsNow: () => LoadLimits) {
    this.#connection = connection;
    this.#limitsNow = limitsNow;
    this.client = connect(connection.channel);
    this.client.on('progress', () => {
      this.#quietMs = 0;
    });
    this.client.on('part', ({ bytes }) => {
      this.#parts.push(bytes);
    });
    this.client.on('text', ({ bytes }) => {
      this.#textParts.push(bytes);
    });
    this.#ready = new Promise((resolve, reject) => {
      // Its first word: until then it loads its own code, which is no document's fault.
      this.client.on('resident', ({ bytes }) => {
        resolve();
        this.#checkSize(bytes);
      });
      connection.channel.onClose(() => reject(new Error('The parse process ended before it was ready.')));
    });
    // Whoever starts it waits for it; afterwards its end is nobody's unhandled rejection.
    this.#ready.catch(() => undefined);
  }

  /** Why it was killed; null while it runs, and where it died by itself. */
  get stopCause(): StopCause | null {
    return this.#stopCause;
  }

  /** The limit that was overstepped, where it was one of time. */
  get stoppedAfterMs(): number {
    return this.#stoppedAfterMs;
  }

  get #limits(): LoadLimits {
    return this.#limitsNow();
  }

  /** Fit for another document: alive, and small, so that one large document does not make the next one look large. */
  get isReusable(): boolean {
    const isAlive = this.#stopCause === null && !this.client.isClosed;
    return isAlive && this.#residentBytes < this.#limits.maxResidentBytes / 2;
  }

  /** Resolves when the process answers. Rejects, and kills it, when it does not within `maxStartMs`. */
  async ready(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The parse process did not start in time.')), this.#limits.maxStartMs);
    });
    try {
      await Promise.race([this.#ready, late]);
    } catch (error) {
      this.end();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** One document at a time. @throws AppError as the parse process does */
  async load(request: LoadRequest, signal: AbortSignal | undefined): Promise<PackedLoadResult> {
    this.#textParts = [];
    const { contentHash, children, document } = await this.client.call('load', request, signal);
    return { contentHash, children, document: { ...document, text: this.#textParts } };
  }

  /** The bytes of a document. @throws AppError as the parse process does */
  async bytes(place: DocumentPlace, signal: AbortSignal | undefined): Promise<Uint8Array> {
    this.#parts = [];
    await this.client.call('bytes', place, signal);
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    return bytes;
  }

  /** Watches one document from outside, since a hanging process can't speak for itself; returns how to stop watching. */
  watch(): () => void {
    const { watchIntervalMs, maxQuietMs, maxDocumentMs } = this.#limits;
    let lastLookMs = performance.now();
    let documentMs = 0;
    this.#quietMs = 0;
    const timer = setInterval(() => {
      // A computer that slept for an hour between two looks did not give the document an hour.
      const passedMs = Math.min(performance.now() - lastLookMs, watchIntervalMs * 2);
      lastLookMs = performance.now();
      documentMs += passedMs;
      this.#quietMs += passedMs;
      const overstepped = [
        this.#quietMs > maxQuietMs ? maxQuietMs : null,
        documentMs > maxDocumentMs ? maxDocumentMs : null,
      ];
      const limitMs = overstepped.find((one) => one !== null);
      if (limitMs !== undefined && limitMs !== null) this.#stopForTime(limitMs);
      else void this.#lookAtSize();
    }, watchIntervalMs);
    return () => clearInterval(timer);
  }

  stop(cause: StopCause): void {
    if (this.#stopCause !== null) return;
    this.#stopCause = cause;
    this.end();
  }

  #stopForTime(limitMs: number): void {
    this.#stoppedAfterMs = limitMs;
    this.stop('time');
  }

  /** Kills it without blaming a document. */
  end(): void {
    this.#connection.kill();
  }

  /** Where the system tells a process's size in a file (Linux); elsewhere what the process says of itself must do. */
  async #lookAtSize(): Promise<void> {
    const { pid } = this.#connection;
    if (pid === null || process.platform !== 'linux') return;
    const numbers = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '');
    const residentPages = Number(numbers.split(' ')[1] ?? 0);
    if (residentPages > 0) this.#checkSize(residentPages * memoryPageBytes);
  }

  #checkSize(bytes: number): void {
    this.#residentBytes = bytes;
    if (bytes > this.#limits.maxResidentBytes) this.stop('memory');
  }
}

const memoryPageBytes = 4_096;
