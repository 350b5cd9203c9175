// Runs of indexing: made, put in order, steered while they go on, and learned from when the last one has ended.
import type { IndexProgress, IndexReport } from '../../../shared/domain/library.js';
import type { LocalEmbedder } from '../embed/local-embedder.js';
import type { LibraryParts } from '../library-parts.js';
import type { Parser } from '../load/parser.js';
import type { CheckTarget } from './check-root.js';
import type { Following } from './following.js';
import { Gate } from './gate.js';
import { IndexingRun, type RunOptions } from './indexing-run.js';
import { Interest } from './interest.js';
import { Pace } from './pace.js';
import { ProgressTracker } from './progress-tracker.js';
import { RunQueue } from './run-queue.js';
import { TypingHold } from './typing-hold.js';

interface IndexerOptions extends Omit<RunOptions, 'targets'> {
  /** Recognition reads what it has found; it looks for more by itself. */
  readonly isForRecognition?: boolean | undefined;
}

export interface IndexerTools {
  readonly parts: LibraryParts;
  readonly parser: Parser;
  readonly embedder: LocalEmbedder;
  /** How what changes on disk is followed, where it is. */
  readonly following: () => Following | undefined;
  readonly onProgress: () => void;
  /** Rows changed. */
  readonly onStored: () => void;
  /** A run has ended that may have found pages to recognise. */
  readonly onRead: () => void;
  /** A run has ended that a person had documents replaced or taken out by: what they said was to be got rid of. */
  readonly onReplaced: () => Promise<void>;
}

/** How often it is told how far the work is. */
export const progressIntervalMs = 250;

export class Indexer {
  readonly gate = new Gate();
  readonly pace = new Pace();
  readonly typing = new TypingHold();
  readonly interest = new Interest();
  readonly queue = new RunQueue(() => this.#onIdle());
  readonly #tracker = new ProgressTracker();
  readonly #tools: IndexerTools;

  constructor(tools: IndexerTools) {
    this.#tools = tools;
    this.#learn().catch(() => null);
  }

  get progress(): IndexProgress {
    return this.#tracker.snapshot(this.gate.isShut);
  }

  pause(): void {
    if (this.gate.isShut) return;
    this.gate.shut();
    this.#tracker.pause();
    this.#tools.onProgress();
  }

  resume(): void {
    if (!this.gate.isShut) return;
    this.gate.open();
    this.#tracker.resume();
    this.#tools.onProgress();
  }

  /** Words of all that waits to be read come first, then meaning, whichever run it was that found it. */
  run(
    targets: () => Promise<readonly CheckTarget[]>,
    options: IndexerOptions,
    signal?: AbortSignal,
  ): Promise<IndexReport> {
    // Records come from a stream that is read once.
    const isOnce = options.records !== undefined;
    const read = async (part: AbortSignal): Promise<IndexingRun> => {
      const run = this.#newRun({ ...options, targets: await targets() }, this.gate);
      await this.#ticking(() => run.read(part));
      return run;
    };
    const embed = (run: IndexingRun, part: AbortSignal): Promise<IndexReport> => this.#embed(run, options, part);
    // What is embedded anew the store does not list as waiting: interrupted, such a run has to begin from its start.
    if (!options.force) return this.queue.run(signal, read, { isOnce, after: embed });
    return this.queue.run(signal, async (part) => embed(await read(part), part), { isOnce });
  }

  /** For whoever has the library to himself and waits for just this: a pause is for the rest. */
  async readNow(targets: readonly CheckTarget[], signal: AbortSignal): Promise<void> {
    const run = this.#newRun({ targets, force: false, wordsOnly: true }, new Gate());
    await this.#ticking(() => run.read(signal));
  }

  #newRun(options: RunOptions, gate: Gate): IndexingRun {
    const { parts, parser, embedder, onStored } = this.#tools;
    const { typing, pace, interest } = this;
    const tools = {
      store: parts.store.client,
      text: parts.text.client,
      parser,
      embedder,
      gate,
      // A run that does both parts in one must not wait for itself.
      embedGates: options.force ? [typing.gate] : [this.queue.afterGate, typing.gate],
      pace,
      interest,
      progress: this.#tracker,
      onStored,
      libraryFolder: parts.folder,
    };
    return new IndexingRun(tools, { following: this.#tools.following(), ...options });
  }

  async #embed(run: IndexingRun, options: IndexerOptions, signal: AbortSignal): Promise<IndexReport> {
    const report = await this.#ticking(() => run.embed(signal));
    if (!options.wordsOnly) await this.#tools.parts.search.client.call('settle', null);
    if (options.force || options.missing === 'remove') await this.#tools.onReplaced();
    if (options.isForRecognition !== true) this.#tools.onRead();
    return report;
  }

  /** Says how far the work is while it goes on. */
  async #ticking<T>(work: () => Promise<T>): Promise<T> {
    const { onProgress, onStored } = this.#tools;
    const ticking = setInterval(onProgress, progressIntervalMs);
    try {
      return await work();
    } finally {
      clearInterval(ticking);
      onProgress();
      onStored();
    }
  }

  #onIdle(): void {
    const { seen } = this.#tracker;
    this.#tracker.end();
    this.#tools.onProgress();
    // At a slow pace it shows how slow we are, not the machine.
    if (this.pace.isSlow || Object.keys(seen).length === 0) return;
    const { client } = this.#tools.parts.store;
    client
      .call('noteSpeed', seen)
      .then(() => this.#learn())
      // A library that closes learns no more.
      .catch(() => null);
  }

  /** What earlier runs have shown of this machine. */
  async #learn(): Promise<void> {
    const { speed } = await this.#tools.parts.store.client.call('speed', null);
    this.#tracker.expect(speed);
  }
}
