// What a library offers about its model and its passages: which there are, what a change costs, and the change itself.
import { availableParallelism } from 'node:os';
import type {
  BuildReport,
  GenerationChange,
  GenerationEstimate,
  ModelInfo,
  ModelsState,
} from '../../../shared/domain/models.js';
import type { ModelHints } from '../../../shared/domain/models-schema.js';
import { AppError, toPlainError } from '../../../shared/errors.js';
import { chunkerIdOf, chunkOptionsFor, defaultChunkOptions, settingsOf } from '../chunk/chunk-options.js';
import type { ModelFolder } from '../embed/model-files.js';
import { usualSpeed } from '../ingest/estimate.js';
import { isDiskFull } from '../store/full-disk.js';
import { diskFullError } from '../store/sqlite.js';
import type { Generation } from '../store/store-methods.js';
import type { BuilderTools } from './generation-builder.js';
import { GenerationBuilder } from './generation-builder.js';
import type { ModelShelf } from './model-shelf.js';

/** Errors are `AppError`s. */
export interface LibraryModels {
  state(): Promise<ModelsState>;
  /**
   * Copies a model into the library and tries it; {@link LibraryModels.change} puts it to use. One that is there already is given as it is.
   * @param folder absolute, in the layout of transformers.js
   * @throws AppError `model-incomplete`, `model-unclear` (say it with `hints`), `model-unfit`, `wrong-use` for a name that is taken
   */
  add(folder: string, hints?: ModelHints, signal?: AbortSignal): Promise<ModelInfo>;
  /** @throws AppError `model-in-use`, `not-found` */
  remove(name: string): Promise<void>;
  /** What a change would cost. @throws AppError `not-found` for a model that is not here */
  estimate(change: GenerationChange): Promise<GenerationEstimate>;
  /**
   * Begins to build another generation beside the one in use, which goes on answering, and resolves when the new one has taken its
   * place. It goes on over restarts ({@link LibraryModels.resume}), also where `signal` stopped it; another change takes its place.
   * @throws AppError `not-found`, `cancelled`, `model-missing`, `model-corrupt`
   */
  change(change: GenerationChange, signal?: AbortSignal): Promise<BuildReport>;
  /** Goes on with what was being built when the library was closed; null where nothing was. */
  resume(): Promise<BuildReport | null>;
  /** Gives up what is being built, and takes it out of the library's file. False where nothing is. */
  cancel(): Promise<boolean>;
}

export interface ModelsTools extends BuilderTools {
  readonly shelf: ModelShelf;
  readonly generation: () => Generation;
  readonly isReadOnly: boolean;
  /** Compares all folders with the disk: what an earlier version has read is read once more. */
  readonly check: (signal?: AbortSignal) => Promise<unknown>;
}

export class ModelsOfLibrary implements LibraryModels {
  readonly builder: GenerationBuilder;
  readonly #tools: ModelsTools;

  constructor(tools: ModelsTools) {
    this.#tools = tools;
    this.builder = new GenerationBuilder(tools);
    if (!tools.isReadOnly) tools.shelf.sweep().catch(() => undefined);
  }

  async state(): Promise<ModelsState> {
    const { shelf, store, generation } = this.#tools;
    const { chunking } = generation();
    const building = await store.call('buildState', null);
    return {
      models: await shelf.list(generation()),
      chunking: settingsOf(chunking),
      building:
        building === null
          ? null
          : {
              model: building.generation.model ?? shelf.shipped.manifest.name,
              chunking: settingsOf(building.generation.chunking),
            },
    };
  }

  async add(folder: string, hints?: ModelHints, signal?: AbortSignal): Promise<ModelInfo> {
    const { shelf } = this.#tools;
    this.#refuseReadOnly();
    const { manifest } = await shelf.add(folder, hints, signal);
    return this.#infoOf(manifest.name);
  }

  async remove(name: string): Promise<void> {
    const { shelf, store, generation } = this.#tools;
    this.#refuseReadOnly();
    const key = shelf.keyOf(shelf.named(name));
    const building = await store.call('buildState', null);
    const isNeeded = key !== null && (generation().model === key || building?.generation.model === key);
    if (isNeeded) {
      throw new AppError(
        'model-in-use',
        `“${name}” is in use or is being prepared. Change to another model first, or cancel what is being prepared.`,
      );
    }
    await shelf.remove(name);
  }

  async estimate(change: GenerationChange): Promise<GenerationEstimate> {
    const { store, generation } = this.#tools;
    const { model, next } = this.#wanted(change);
    const now = generation();
    const before = now.chunking ?? defaultChunkOptions;
    const after = next.chunking ?? defaultChunkOptions;
    const targets = { targetBefore: before.targetTokens, targetAfter: after.targetTokens };
    const { documents, passagesAfter, tokens } = await store.call('workInUse', targets);
    const unique = (share: number): number => 1 / (1 - Math.min(share, 0.5) * 0.8);
    const share = unique(after.overlapShare) / unique(before.overlapShare);
    const speed = await this.#speedOf(model, now);
    return {
      isChange: !isSame(now, next),
      documents,
      passages: passagesAfter,
      seconds: Math.ceil((tokens * share) / speed.tokensPerSecond),
      isMeasured: speed.isMeasured,
    };
  }

  async change(change: GenerationChange, signal?: AbortSignal): Promise<BuildReport> {
    const { store, generation } = this.#tools;
    this.#refuseReadOnly();
    const { model, next } = this.#wanted(change);
    await this.builder.stop();
    if (isSame(generation(), next)) {
      await this.cancel();
      const { documents, passages } = await store.call('workInUse', { targetBefore: 1, targetAfter: 1 });
      return { model: model.manifest.name, chunking: settingsOf(next.chunking), documents, passages, embedded: 0 };
    }
    await store.call('beginBuild', { generation: next });
    return this.#goOn(signal);
  }

  async resume(): Promise<BuildReport | null> {
    const { store, isReadOnly } = this.#tools;
    if (isReadOnly || (await store.call('buildState', null)) === null) return null;
    return this.#goOn();
  }

  async cancel(): Promise<boolean> {
    const { store, runs, freeFile, onProgress } = this.#tools;
    await this.builder.stop();
    const hasBuild = await runs.alone(async () => {
      const isDropped = await store.call('cancelBuild', null);
      if (isDropped) await freeFile();
      return isDropped;
    });
    onProgress();
    return hasBuild;
  }

  /** What has no known structure is read first where its file is there; else it is cut as it was. */
  async #goOn(signal?: AbortSignal): Promise<BuildReport> {
    const { store, check } = this.#tools;
    if (await store.call('isStructureMissing', null)) await check(signal).catch(unlessModelIsGone);
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled.');
    const onAbort = (): void => void this.builder.stop();
    signal?.addEventListener('abort', onAbort, { once: true });
    return this.builder.build().finally(() => signal?.removeEventListener('abort', onAbort));
  }

  #wanted({ model: name, chunking }: GenerationChange): { readonly model: ModelFolder; readonly next: Generation } {
    const { shelf, generation } = this.#tools;
    const now = generation();
    const model = name === undefined ? shelf.open(now.model ?? null) : shelf.named(name);
    const { identity } = model;
    const options = chunkOptionsFor(chunking ?? settingsOf(now.chunking), identity.maxInputTokens);
    const next = {
      embedder: identity.id,
      dimension: identity.dimension,
      chunker: chunkerIdOf(options),
      model: shelf.keyOf(model),
      chunking: options,
    };
    return { model, next };
  }

  /** Of all its threads. */
  async #speedOf(
    model: ModelFolder,
    now: Generation,
  ): Promise<{ readonly tokensPerSecond: number; readonly isMeasured: boolean }> {
    const { speed } = await this.#tools.store.call('speed', null);
    if (model.identity.id === now.embedder && speed !== null) return { ...speed, isMeasured: true };
    const measured = model.manifest.measured?.tokensPerSecond;
    if (measured === undefined) return { ...usualSpeed, isMeasured: false };
    return {
      tokensPerSecond: measured * Math.min(mostThreads, availableParallelism()) * threadShare,
      isMeasured: true,
    };
  }

  async #infoOf(name: string): Promise<ModelInfo> {
    const { models } = await this.state();
    const info = models.find((model) => model.name === name);
    if (info === undefined) throw new AppError('not-found', `The model “${name}” is not there any more.`);
    return info;
  }

  #refuseReadOnly(): void {
    if (!this.#tools.isReadOnly) return;
    if (isDiskFull(this.#tools.folder)) throw diskFullError(null);
    throw new AppError('read-only', 'The library folder cannot be written, so its model cannot be changed.');
  }
}

/** Embedding threads, and what each is worth beside the others. */
const mostThreads = 4;
const threadShare = 0.85;

/** Without its model nothing can be read; another one is prepared from the texts that are there. */
function unlessModelIsGone(error: unknown): void {
  const { code } = toPlainError(error);
  if (code !== 'model-missing' && code !== 'model-corrupt') throw error;
}

function isSame(one: Generation, other: Generation): boolean {
  return one.embedder === other.embedder && one.chunker === other.chunker;
}
