// The second half of indexing: chunks that have words get their vectors, a few documents at a time in flight.
import { inputAt, type ModelInput, type PackedInputs } from '../chunk/packed-inputs.js';
import type { Embedder } from '../embed/embedder.js';
import type { NewVector } from '../store/store-methods.js';
import { type Gate, passGates } from './gate.js';
import type { Pace } from './pace.js';

export interface EmbedJob {
  readonly row: number;
  readonly inputs: PackedInputs;
}

export interface EmbedStageOptions {
  readonly embedder: Embedder;
  /** All of them are passed before each chunk. */
  readonly gates: readonly Gate[];
  readonly pace: Pace;
  readonly signal: AbortSignal;
  /** Called with at most {@link saveEvery} vectors, of however many documents. */
  readonly save: (vectors: readonly NewVector[]) => Promise<void>;
  readonly onEmbedded: (chunks: number, tokens: number) => void;
}

/**
 * Vectors are stored together, since each transaction costs as much as some vectors; the first of them waits no longer
 * than this, so that a crash costs seconds and a document can soon be found by its meaning.
 */
const saveEvery = 128;
const saveAfterMs = 500;
/** Ids that wait are held in memory up to here (16 MB); beyond, the store's own list of chunks without vectors is used. */
const tokenBudget = 4_000_000;
/** With fewer chunks than this waiting, more should be brought. */
const chunksToHave = 64;

interface OpenJob {
  readonly job: EmbedJob;
  next: number;
}

export class EmbedStage {
  readonly #options: EmbedStageOptions;
  readonly #queue: OpenJob[] = [];
  readonly #saves = new Set<Promise<void>>();
  #unsaved: NewVector[] = [];
  #saveTimer: NodeJS.Timeout | null = null;
  #running = 0;
  #tokensWaiting = 0;
  #chunksWaiting = 0;
  #failure: unknown = null;
  #idle: (() => void)[] = [];
  #roomy: (() => void)[] = [];

  constructor(options: EmbedStageOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => this.#wakeRoomy(), { once: true });
  }

  /** False when too much waits already: the job was not taken, its chunks stay in the store's list. */
  add(job: EmbedJob, isFirst = false): boolean {
    if (this.#tokensWaiting > tokenBudget) return false;
    const { ends, tokenIds } = job.inputs;
    if (ends.length === 0) return true;
    const open = { job, next: 0 };
    if (isFirst) this.#queue.unshift(open);
    else this.#queue.push(open);
    this.#tokensWaiting += tokenIds.length;
    this.#chunksWaiting += ends.length;
    this.#start();
    return true;
  }

  /** Puts what waits of a document before everything else. False when nothing of it waits here. */
  prefer(row: number): boolean {
    const own = this.#queue.filter(({ job }) => job.row === row);
    if (own.length === 0) return false;
    const others = this.#queue.filter(({ job }) => job.row !== row);
    this.#queue.splice(0, this.#queue.length, ...own, ...others);
    return true;
  }

  /** Resolves when so little waits that more should be brought; at once after a failure or when it was aborted. */
  async room(): Promise<void> {
    while (this.#chunksWaiting >= chunksToHave && this.#failure === null && !this.#options.signal.aborted) {
      await new Promise<void>((resolve) => this.#roomy.push(resolve));
    }
    if (this.#failure !== null) throw this.#failure;
  }

  /** Resolves when everything that was added has its vectors stored; rejects with the first failure. */
  async drain(): Promise<void> {
    await this.#untilIdle();
    // Whoever stops it in the middle loses none of the vectors that were made.
    this.#save();
    await this.#untilIdle();
    if (this.#failure !== null) throw this.#failure;
  }

  async #untilIdle(): Promise<void> {
    while (this.#running > 0 || this.#saves.size > 0) {
      await new Promise<void>((resolve) => this.#idle.push(resolve));
    }
  }

  #start(): void {
    while (this.#running < this.#lanes() && this.#hasWork()) {
      this.#running += 1;
      void this.#work().finally(() => {
        this.#running -= 1;
        this.#wake();
      });
    }
  }

  #lanes(): number {
    const { embedder, pace } = this.#options;
    // Twice the workers: one sequence runs in each and one waits before it, so that none is ever idle.
    return pace.lanes(embedder.parallelism * 2);
  }

  #hasWork(): boolean {
    return this.#failure === null && !this.#options.signal.aborted && this.#queue.length > 0;
  }

  #wake(): void {
    if (this.#running > 0 || this.#saves.size > 0) return;
    const waiting = this.#idle;
    this.#idle = [];
    for (const resolve of waiting) resolve();
  }

  #take(): ModelInput | null {
    const open = this.#queue[0];
    if (open === undefined) return null;
    const { inputs } = open.job;
    const input = inputAt(inputs, open.next);
    open.next += 1;
    if (open.next === inputs.ends.length) this.#queue.shift();
    return input;
  }

  async #work(): Promise<void> {
    const { embedder, gates, pace, signal, onEmbedded } = this.#options;
    // Fewer threads or a slower pace: this one is too many. The other way round, more are started.
    while (this.#hasWork() && this.#running <= this.#lanes()) {
      this.#start();
      await passGates(gates, signal);
      if (!this.#hasWork()) return;
      const taken = this.#take();
      if (taken === null) return;
      const { inputHash, tokenIds } = taken;
      const tokens = tokenIds.length;
      this.#tokensWaiting -= tokens;
      this.#chunksWaiting -= 1;
      if (this.#chunksWaiting < chunksToHave) this.#wakeRoomy();
      const startMs = performance.now();
      try {
        const vector = await embedder.embedTokens(tokenIds, signal);
        this.#unsaved.push({ inputHash, vector });
        onEmbedded(1, tokens);
        if (this.#unsaved.length >= saveEvery) this.#save();
        else this.#saveTimer ??= setTimeout(() => this.#save(), saveAfterMs);
      } catch (error) {
        this.#fail(error);
      }
      await pace.rest(performance.now() - startMs, signal);
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#wakeRoomy();
  }

  #wakeRoomy(): void {
    for (const resolve of this.#roomy.splice(0)) resolve();
  }

  #save(): void {
    clearTimeout(this.#saveTimer ?? undefined);
    this.#saveTimer = null;
    if (this.#unsaved.length === 0) return;
    const vectors = this.#unsaved;
    this.#unsaved = [];
    const saving = this.#options.save(vectors).catch((error: unknown) => this.#fail(error));
    this.#saves.add(saving);
    void saving.finally(() => {
      this.#saves.delete(saving);
      this.#wake();
    });
  }
}
