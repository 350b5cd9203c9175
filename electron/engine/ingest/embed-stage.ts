// The second half of indexing: chunks that have words get their vectors, a few documents at a time in flight.
import { inputAt, type ModelInput, type PackedInputs } from '../chunk/packed-inputs.js';
import type { Embedder } from '../embed/embedder.js';
import type { NewVector } from '../store/store-methods.js';
import type { Gate } from './gate.js';

export interface EmbedJob {
  readonly row: number;
  readonly inputs: PackedInputs;
}

export interface EmbedStageOptions {
  readonly embedder: Embedder;
  readonly gate: Gate;
  readonly signal: AbortSignal;
  /** Called with at most {@link saveEvery} vectors of one document; the document's last ones come last. */
  readonly save: (row: number, vectors: readonly NewVector[]) => Promise<void>;
  readonly onEmbedded: (chunks: number, tokens: number) => void;
}

/** Long documents are stored in portions, so that a crash costs seconds and not the whole document. */
const saveEvery = 128;
/** Ids that wait are held in memory up to here (16 MB); beyond, the store's own list of chunks without vectors is used. */
const tokenBudget = 4_000_000;

interface OpenJob {
  readonly job: EmbedJob;
  next: number;
  unfinished: number;
  vectors: NewVector[];
}

export class EmbedStage {
  readonly #options: EmbedStageOptions;
  readonly #queue: OpenJob[] = [];
  readonly #saves = new Set<Promise<void>>();
  #running = 0;
  #tokensWaiting = 0;
  #failure: unknown = null;
  #idle: (() => void)[] = [];

  constructor(options: EmbedStageOptions) {
    this.#options = options;
  }

  /** False when too much waits already: the job was not taken, its chunks stay in the store's list. */
  add(job: EmbedJob): boolean {
    if (this.#tokensWaiting > tokenBudget) return false;
    const { ends, tokenIds } = job.inputs;
    if (ends.length === 0) return true;
    this.#queue.push({ job, next: 0, unfinished: ends.length, vectors: [] });
    this.#tokensWaiting += tokenIds.length;
    this.#start();
    return true;
  }

  /** Resolves when everything that was added has its vectors stored; rejects with the first failure. */
  async drain(): Promise<void> {
    while (this.#running > 0 || this.#saves.size > 0) {
      await new Promise<void>((resolve) => this.#idle.push(resolve));
    }
    if (this.#failure !== null) throw this.#failure;
  }

  #start(): void {
    // Twice the workers: one sequence runs in each and one waits before it, so that none is ever idle.
    const wanted = this.#options.embedder.parallelism * 2;
    while (this.#running < wanted && this.#hasWork()) {
      this.#running += 1;
      void this.#work().finally(() => {
        this.#running -= 1;
        this.#wake();
      });
    }
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

  #take(): { readonly open: OpenJob; readonly input: ModelInput } | null {
    const open = this.#queue[0];
    if (open === undefined) return null;
    const { inputs } = open.job;
    const input = inputAt(inputs, open.next);
    open.next += 1;
    if (open.next === inputs.ends.length) this.#queue.shift();
    return { open, input };
  }

  async #work(): Promise<void> {
    const { embedder, gate, signal, onEmbedded } = this.#options;
    while (this.#hasWork()) {
      await gate.pass(signal);
      if (!this.#hasWork()) return;
      const taken = this.#take();
      if (taken === null) return;
      const { open, input } = taken;
      const { inputHash, tokenIds } = input;
      const tokens = tokenIds.length;
      this.#tokensWaiting -= tokens;
      try {
        const vector = await embedder.embedTokens(tokenIds, signal);
        open.vectors.push({ inputHash, vector });
        open.unfinished -= 1;
        onEmbedded(1, tokens);
        if (open.unfinished === 0 || open.vectors.length >= saveEvery) this.#save(open);
      } catch (error) {
        this.#failure ??= error;
      }
    }
  }

  #save(open: OpenJob): void {
    const vectors = open.vectors;
    open.vectors = [];
    const saving = this.#options.save(open.job.row, vectors).catch((error: unknown) => {
      this.#failure ??= error;
    });
    this.#saves.add(saving);
    void saving.finally(() => {
      this.#saves.delete(saving);
      this.#wake();
    });
  }
}
