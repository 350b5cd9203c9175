// Builds a generation beside the one in use, document by document, and puts it in its place when it is whole.
import type { BuildProgress, BuildReport } from '../../../shared/domain/models.js';
import { AppError } from '../../../shared/errors.js';
import type { RpcClient } from '../../../shared/rpc.js';
import { settingsOf } from '../chunk/chunk-options.js';
import type { TextMethods } from '../chunk/text-methods.js';
import type { LocalEmbedder } from '../embed/local-embedder.js';
import type { ModelFolder } from '../embed/model-files.js';
import { jobsOf } from '../ingest/embed-jobs.js';
import { EmbedStage } from '../ingest/embed-stage.js';
import { type Gate, passGates } from '../ingest/gate.js';
import type { Pace } from '../ingest/pace.js';
import type { RunQueue } from '../ingest/run-queue.js';
import type { SearchMethods } from '../search/search-methods.js';
import type { BuildState } from '../store/build-methods.js';
import type { StoreMethods } from '../store/store-methods.js';
import { BuildMeter } from './build-meter.js';

export interface BuilderTools {
  readonly folder: string;
  readonly store: RpcClient<StoreMethods, Record<never, never>>;
  readonly text: RpcClient<TextMethods, Record<never, never>>;
  readonly search: RpcClient<SearchMethods, Record<never, never>>;
  readonly runs: RunQueue;
  /** Passed before each step: paused, or somebody types. */
  readonly gates: readonly Gate[];
  readonly pace: Pace;
  /** By its name; null: the one that ships. */
  readonly openModel: (name: string | null) => ModelFolder;
  readonly startEmbedder: (model: ModelFolder) => LocalEmbedder;
  /**
   * Called when nobody indexes: puts the generation in the place of the other if nothing is left to be built, and hands its embedder
   * over. False where something was left.
   */
  readonly putInPlace: (next: NextGeneration) => Promise<boolean>;
  /** Takes what was removed out of the library's file; nobody else may write meanwhile. */
  readonly freeFile: () => Promise<void>;
  readonly onProgress: () => void;
  /** Searches are answered by another generation from now on. */
  readonly onSwitched: () => void;
}

export interface NextGeneration {
  readonly model: ModelFolder;
  readonly embedder: LocalEmbedder;
  readonly tokensPerSecond: number | null;
}

const rowsAtOnce = 32;
const chunksAtOnce = 256;

interface Running {
  readonly controller: AbortController;
  readonly report: Promise<BuildReport>;
}

export class GenerationBuilder {
  readonly #tools: BuilderTools;
  #running: Running | null = null;
  #meter: BuildMeter | null = null;
  #embedder: LocalEmbedder | null = null;

  constructor(tools: BuilderTools) {
    this.#tools = tools;
  }

  /** Null while nothing is being built here. */
  get progress(): BuildProgress | null {
    return this.#meter?.progress ?? null;
  }

  /**
   * Goes on with what the store says is being built, and resolves when it is in use.
   * @throws AppError `not-found` where nothing is, `cancelled`, and what its model or the store throws
   */
  build(): Promise<BuildReport> {
    if (this.#running !== null) return this.#running.report;
    const controller = new AbortController();
    const report = this.#build(controller.signal).finally(() => {
      this.#running = null;
      this.#meter = null;
      this.#embedder = null;
      this.#tools.onProgress();
    });
    this.#running = { controller, report };
    return report;
  }

  setThreads(threads: number | null): void {
    this.#embedder?.setThreads(threads);
  }

  /** Stops, and resolves when nothing is going on any more. What was built stays, to be gone on with. */
  async stop(): Promise<void> {
    const running = this.#running;
    running?.controller.abort();
    await running?.report.catch(() => undefined);
  }

  async #build(signal: AbortSignal): Promise<BuildReport> {
    const { store, text, openModel, startEmbedder } = this.#tools;
    const state = await store.call('buildState', null);
    if (state === null) throw new AppError('not-found', 'No other model or passages are being prepared.');
    const { generation } = state;
    const model = openModel(generation.model ?? null);
    const meter = new BuildMeter(model.manifest.name, settingsOf(generation.chunking), state);
    this.#meter = meter;
    this.#tools.onProgress();
    await text.call('openNext', { modelFolder: model.path, chunking: generation.chunking });
    const embedder = startEmbedder(model);
    this.#embedder = embedder;
    let isHandedOver = false;
    try {
      await embedder.ready();
      const stage = this.#newStage(state, embedder, meter, signal);
      try {
        while (!isHandedOver) {
          await this.#buildAll(stage, meter, signal);
          isHandedOver = await this.#handOver(
            state,
            { model, embedder, tokensPerSecond: meter.tokensPerSecond },
            signal,
          );
        }
      } catch (error) {
        await stage.drain().catch(() => undefined);
        throw error;
      }
      return meter.report;
    } finally {
      if (!isHandedOver) {
        await embedder.close();
        await text.call('openNext', null).catch(() => undefined);
      }
    }
  }

  #newStage(state: BuildState, embedder: LocalEmbedder, meter: BuildMeter, signal: AbortSignal): EmbedStage {
    const { store, gates, pace, onProgress } = this.#tools;
    const { generationId } = state;
    return new EmbedStage({
      embedder,
      gates,
      pace,
      signal,
      save: async (vectors) => {
        await store.call('saveBuiltVectors', { generationId, vectors });
        onProgress();
      },
      onEmbedded: (chunks, tokens) => meter.embedded(chunks, tokens),
    });
  }

  /** Until the store names no document and no passage that is left. Whatever changes on disk comes first. */
  async #buildAll(stage: EmbedStage, meter: BuildMeter, signal: AbortSignal): Promise<void> {
    const { store, text, onProgress } = this.#tools;
    for (;;) {
      await this.#untilFree(meter, signal);
      const rows = await store.call('rowsToBuild', { limit: rowsAtOnce });
      if (rows.length === 0) break;
      for (const row of rows) {
        await stage.room();
        await this.#untilFree(meter, signal);
        const built = await text.call('buildDocument', { row }, signal);
        if (built === null) continue;
        meter.built(built);
        const job = { row, inputs: built.waiting };
        while (!signal.aborted && !stage.add(job)) await stage.room();
        onProgress();
      }
    }
    await stage.drain();
    // Left by a process that was killed before it had embedded what it had cut.
    for (let afterId = 0; ; ) {
      const chunks = await store.call('pendingBuilt', { afterId, limit: chunksAtOnce });
      const last = chunks.at(-1);
      if (last === undefined) break;
      afterId = last.id;
      const tokenIds = await text.call('tokenizeInputs', { inputs: chunks, isNext: true }, signal);
      await this.#untilFree(meter, signal);
      for (const job of jobsOf(chunks, tokenIds)) while (!signal.aborted && !stage.add(job)) await stage.room();
      await stage.room();
    }
    await stage.drain();
    throwIfAborted(signal);
  }

  async #untilFree(meter: BuildMeter, signal: AbortSignal): Promise<void> {
    const { runs, gates } = this.#tools;
    meter.rest();
    // A library that is closed ends its runs, and this with them.
    await runs.idle();
    await passGates(gates, signal);
    throwIfAborted(signal);
    meter.goOn();
  }

  async #handOver(state: BuildState, next: NextGeneration, signal: AbortSignal): Promise<boolean> {
    const { folder, store, runs, search, putInPlace, freeFile, onSwitched } = this.#tools;
    const now = await store.call('buildState', null);
    if (now?.generationId !== state.generationId) throw new AppError('cancelled', 'It was given up meanwhile.');
    const { dimension } = state.generation;
    await search.call('prepareNext', {
      folder,
      generationId: state.generationId,
      dimension,
      modelFolder: next.model.path,
    });
    throwIfAborted(signal);
    return runs.alone(async () => {
      throwIfAborted(signal);
      const isInPlace = await putInPlace(next);
      if (!isInPlace) return false;
      onSwitched();
      await freeFile();
      return true;
    });
  }
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
}
