// One run of indexing: check roots, read what changed, embed what has no vector, and say what was done.
import { isAbsolute } from 'node:path';
import type { IndexReport, MissingAnswer } from '../../../shared/domain/library.js';
import { AppError } from '../../../shared/errors.js';
import type { Embedder } from '../embed/embedder.js';
import { ParserStoppedError } from '../load/parser.js';
import { isPassing } from '../store/passing-reasons.js';
import type { BatchPlan, CheckEnd, FolderRow, NewVector, StoreMethods, ToRead } from '../store/store-methods.js';
import { type CheckTarget, isListable, isStillThere, type OpenCheck, startCheck } from './check-root.js';
import { waitingOf } from './embed-jobs.js';
import { embedRest } from './embed-rest.js';
import { type EmbedJob, EmbedStage } from './embed-stage.js';
import { failureOf, quarantine } from './failure.js';
import type { Following } from './following.js';
import type { Gate } from './gate.js';
import { type IngestOutcome, type IngestTools, ingestFile, saveDocument } from './ingest-document.js';
import type { Interest } from './interest.js';
import type { Pace } from './pace.js';
import type { ProgressTracker } from './progress-tracker.js';
import { newestFirst, ReadList, readSideBySide } from './read-list.js';
import { type RecordSource, recordEntries } from './record-source.js';

/** Absolute, one for each. */
export function pathsOf(targets: readonly CheckTarget[]): string[] {
  return targets.map(({ root, under }) => (under === '' ? root.path : `${root.path}/${under}`));
}

export interface RunOptions {
  readonly targets: readonly CheckTarget[];
  /** Records to be indexed as documents of a root that is not on disk. */
  readonly records?: { readonly root: FolderRow; readonly source: RecordSource } | undefined;
  readonly force: boolean;
  readonly wordsOnly: boolean;
  /** What a person says of missing documents; without it they are asked where many are. */
  readonly missing?: MissingAnswer | undefined;
  readonly following?: Following | undefined;
}

export interface RunTools extends IngestTools {
  readonly embedder: Embedder;
  /** Shut while the library is paused. */
  readonly gate: Gate;
  /** Passed, beside that one, before each chunk is embedded: words come first, and whoever types. */
  readonly embedGates: readonly Gate[];
  readonly pace: Pace;
  readonly interest: Interest;
  readonly progress: ProgressTracker;
  /** Rows changed: search takes them in, and the window asks again. */
  readonly onStored: () => void;
  /** The library's own folder, which is never indexed. */
  readonly libraryFolder: string;
}

/** Documents worked on side by side: one is parsed while another is chunked and a third is stored. */
const documentsAtOnce = 3;
const killsUntilQuarantine = 2;
/** About 16 MB. */
const heldTokens = 4_000_000;

interface ReadTask {
  readonly target: ToRead;
  /** Null for records, which lie on no disk that could go. */
  readonly root: FolderRow | null;
  /** Tells the content's hash as soon as it is known. */
  readonly read: (onHash: (contentHash: Uint8Array) => void) => Promise<IngestOutcome>;
  /** The task of a document that lies inside this one; records hold none. */
  readonly taskOf?: (inside: ToRead) => ReadTask;
}

export class IndexingRun {
  readonly #tools: RunTools;
  readonly #options: RunOptions;
  #stage: EmbedStage;
  /** What this run has read, until all is read: it need not be taken out of the store and be tokenized once more. */
  #held: EmbedJob[] = [];
  #heldTokens = 0;
  readonly #documents = { found: 0, indexed: 0, unchanged: 0, moved: 0, skipped: 0, failed: 0, offline: 0, removed: 0 };
  readonly #chunks = { added: 0, reused: 0, removed: 0 };
  readonly #seconds = { scan: 0, load: 0, embed: 0, store: 0, total: 0 };
  /** Aborted by the caller, and when one part of the run fails: the others must not work on beside the next run. */
  #stop = new AbortController();
  readonly #offlineRoots = new Set<number>();
  readonly #startMs = performance.now();
  #isCancelled = false;
  #tokens = 0;

  constructor(tools: RunTools, options: RunOptions) {
    this.#tools = tools;
    this.#options = options;
    this.#stage = this.#newStage();
  }

  #newStage(): EmbedStage {
    const { embedder, gate, embedGates, pace, progress } = this.#tools;
    return new EmbedStage({
      embedder,
      gates: [gate, ...embedGates],
      pace,
      signal: this.#stop.signal,
      save: (vectors) => this.#saveVectors(vectors),
      onEmbedded: (chunks, tokens) => {
        this.#tokens += tokens;
        progress.embedded(chunks, tokens);
      },
    });
  }

  /**
   * The first part: everything that is new or changed is found by its words.
   * @throws AppError when the library itself fails (disk full, engine stopped), or `cancelled`
   */
  async read(signal: AbortSignal): Promise<void> {
    const { progress } = this.#tools;
    const before = progress.begin();
    try {
      await this.#part(signal, async () => {
        await this.#checkRoots();
        if (this.#options.records !== undefined) await this.#readRecords(this.#options.records);
      });
    } catch (error) {
      // It may begin again: then everything is found and counted once more.
      progress.takeBack(before);
      throw error;
    }
  }

  /**
   * The second part: everything in the library that has words gets its vectors. It can be called again after it was
   * aborted. @throws AppError as {@link IndexingRun.read}
   */
  async embed(signal: AbortSignal): Promise<IndexReport> {
    if (this.#stop.signal.aborted) {
      this.#stop = new AbortController();
      this.#stage = this.#newStage();
    }
    if (!this.#options.wordsOnly) await this.#part(signal, () => this.#embedRest());
    this.#seconds.total = (performance.now() - this.#startMs) / 1_000;
    const underPaths = pathsOf(this.#options.targets);
    return {
      documents: { ...this.#documents },
      chunks: { ...this.#chunks },
      tokens: this.#tokens,
      seconds: { ...this.#seconds },
      problems: await this.#tools.store.call('problems', underPaths.length > 0 ? { underPaths } : {}),
      recognised: null,
    };
  }

  async #part(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const stop = this.#stop;
    const onAbort = (): void => {
      this.#isCancelled = true;
      stop.abort();
    };
    this.#isCancelled = false;
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      await work();
      this.#throwIfCancelled();
    } catch (error) {
      stop.abort();
      await this.#stage.drain().catch(() => undefined);
      throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  #throwIfCancelled(): void {
    if (this.#isCancelled) throw new AppError('cancelled', 'Cancelled.');
  }

  /** All checks end after all reading: only then is a file that is gone from one root known not to have moved to another. */
  async #checkRoots(): Promise<void> {
    const { onStored } = this.#tools;
    const startMs = performance.now();
    const checks: OpenCheck[] = [];
    try {
      for (const target of this.#options.targets) {
        // Records are no files on disk: there is nothing to compare them with.
        if (!isAbsolute(target.root.path)) continue;
        const check = await this.#startCheck(target);
        if (check !== null) checks.push(check);
      }
      this.#throwIfCancelled();
      this.#seconds.scan += (performance.now() - startMs) / 1_000;
      onStored();
      const options = { force: this.#options.force, signal: this.#stop.signal, seconds: this.#seconds };
      const taskOf = (root: FolderRow, target: ToRead): ReadTask => ({
        target,
        root,
        read: (onHash) => ingestFile(this.#tools, root, target, { ...options, onHash }),
        taskOf: (inside) => taskOf(root, inside),
      });
      await this.#readAll(
        newestFirst(checks.flatMap(({ root, toRead }) => toRead.map((target) => taskOf(root, target)))),
      );
      for (const check of checks) await this.#endRootCheck(check);
      this.#options.following?.onRead();
    } finally {
      await this.#tools.store.call('dropChecks', { checkIds: checks.map(({ checkId }) => checkId) }).catch(() => null);
    }
    onStored();
  }

  /** Null where the root cannot be listed, or was removed meanwhile. */
  async #startCheck(target: CheckTarget): Promise<OpenCheck | null> {
    const { store, libraryFolder } = this.#tools;
    const start = await startCheck(target, {
      store,
      without: libraryFolder,
      signal: this.#stop.signal,
      following: this.#options.following,
      plan: (checkId, entries) => store.call('planBatch', { checkId, entries, force: this.#options.force }),
      found: (plan) => this.#found(plan),
    });
    if (start.kind === 'offline') await this.#markOffline(target.root);
    return start.kind === 'open' ? start.check : null;
  }

  /** An unplugged drive is not a deletion. */
  async #markOffline(root: FolderRow): Promise<void> {
    if (this.#offlineRoots.has(root.folderId)) return;
    this.#offlineRoots.add(root.folderId);
    const { documents } = await this.#tools.store.call('setRootState', { folderId: root.folderId, state: 'offline' });
    this.#documents.offline += documents;
    this.#tools.onStored();
  }

  /** Counts what was found, and gives what has to be read of it. */
  #found({ toRead, unchanged, moved = { documents: 0, chunks: 0 } }: BatchPlan): readonly ToRead[] {
    this.#documents.found += toRead.length + unchanged + moved.documents;
    this.#documents.moved += moved.documents;
    this.#chunks.reused += moved.chunks;
    this.#documents.unchanged += unchanged;
    this.#tools.progress.found(
      toRead.length,
      toRead.reduce((sum, target) => sum + target.sizeBytes, 0),
    );
    return toRead;
  }

  async #endRootCheck(check: OpenCheck): Promise<void> {
    const { root, under, checkId, unlisted } = check;
    const { missing, following } = this.#options;
    if (!this.#offlineRoots.has(root.folderId) && !(await isStillThere(check))) await this.#markOffline(root);
    if (this.#offlineRoots.has(root.folderId)) return;
    const end = await this.#endCheck({ checkId, keepUnder: unlisted, missing, graceMs: following?.graceMs });
    this.#documents.offline += end.asked;
    if (end.waiting > 0) following?.lookAgain(root, [under], following.graceMs);
  }

  async #endCheck(request: Parameters<StoreMethods['endCheck']>[0]): Promise<CheckEnd> {
    const end = await this.#tools.store.call('endCheck', request);
    this.#documents.removed += end.removed;
    this.#chunks.removed += end.chunksRemoved;
    return end;
  }

  async #readRecords({ root, source }: { readonly root: FolderRow; readonly source: RecordSource }): Promise<void> {
    const { store, onStored } = this.#tools;
    const { checkId } = await store.call('beginCheck', { folderId: root.folderId, under: '' });
    const options = { force: this.#options.force, seconds: this.#seconds };
    for await (const batch of recordEntries(source)) {
      const entries = batch.map(({ entry }) => entry);
      const toRead = this.#found(await store.call('planBatch', { checkId, entries, force: this.#options.force }));
      const byPath = new Map(batch.map((item) => [item.entry.relativePath, item]));
      const tasks: ReadTask[] = [];
      for (const target of toRead) {
        const item = byPath.get(target.relativePath);
        if (item === undefined) continue;
        const read = () => saveDocument(this.#tools, target, item.contentHash, item.document, options);
        tasks.push({ target, root: null, read });
      }
      await this.#readAll(tasks);
      onStored();
    }
    this.#throwIfCancelled();
    // A second call replaces what the first one gave.
    await this.#endCheck({ checkId, keepUnder: [], missing: 'remove' });
  }

  async #readAll(tasks: readonly ReadTask[]): Promise<void> {
    const { gate, pace, interest, progress } = this.#tools;
    progress.reading();
    const list = new ReadList(tasks, interest);
    const readOne = (task: ReadTask): Promise<readonly ReadTask[]> => this.#readOne(task);
    const ends = await readSideBySide(list, { lanes: documentsAtOnce, gate, pace, stop: this.#stop, readOne });
    progress.readingDone();
    this.#throwIfCancelled();
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** Gives what lies inside and is to be read next. */
  async #readOne(task: ReadTask): Promise<ReadTask[]> {
    const { target, root, read, taskOf } = task;
    if (root !== null && this.#offlineRoots.has(root.folderId)) return [];
    let contentHash: Uint8Array | null = null;
    try {
      const outcome = await read((hash) => {
        contentHash = hash;
      });
      const { inside } = outcome;
      this.#documents.removed += inside.removed ?? 0;
      this.#chunks.removed += inside.chunksRemoved ?? 0;
      const tasks = taskOf === undefined ? [] : this.#found(inside).map(taskOf);
      if (outcome.kind === 'failed') await this.#noteFailure(task, contentHash, outcome.error);
      else this.#note(target, outcome);
      this.#tools.onStored();
      return tasks;
    } catch (error) {
      await this.#noteFailure(task, contentHash, error);
      return [];
    }
  }

  async #noteFailure({ target, root }: ReadTask, contentHash: Uint8Array | null, error: unknown): Promise<void> {
    const { store, progress, onStored } = this.#tools;
    // One that another failure stopped is read again in the next run.
    if (this.#stop.signal.aborted) return;
    const failure = failureOf(error);
    if (failure === null) throw error;
    // A drive that was pulled out in the middle takes none of its documents along.
    if (root !== null && isPassing(failure.reason) && !(await isListable(root.path))) {
      await this.#markOffline(root);
      return;
    }
    const wasKilled = error instanceof ParserStoppedError;
    const saved = { row: target.row, contentHash };
    const limitSeconds = wasKilled ? error.limitSeconds : null;
    const { kills } = await store.call('saveFailure', { ...saved, ...failure, limitSeconds, wasKilled });
    if (wasKilled && kills >= killsUntilQuarantine) {
      await store.call('saveFailure', { ...saved, ...quarantine, wasKilled: false });
    }
    this.#documents[failure.state] += 1;
    progress.notRead(failure.state, target.sizeBytes);
    onStored();
  }

  #note(target: ToRead, outcome: Exclude<IngestOutcome, { readonly kind: 'failed' }>): void {
    const { progress } = this.#tools;
    switch (outcome.kind) {
      case 'same':
        this.#documents.unchanged += 1;
        progress.wordsDone(target.sizeBytes, { chunks: 0, tokens: 0 }, 0);
        progress.documentReady();
        return;
      case 'moved':
      case 'copied':
        this.#documents[outcome.kind === 'moved' ? 'moved' : 'indexed'] += 1;
        this.#chunks.reused += outcome.chunks;
        progress.wordsDone(target.sizeBytes, { chunks: 0, tokens: 0 }, outcome.chunks);
        if (outcome.isReady) progress.documentReady();
        return;
      case 'words': {
        const waiting = waitingOf(outcome.job);
        this.#documents.indexed += 1;
        this.#chunks.added += outcome.added;
        this.#chunks.reused += outcome.reused;
        this.#chunks.removed += outcome.removed;
        if (outcome.isReady) progress.documentReady();
        if (!this.#options.wordsOnly) this.#hold(outcome.job);
        progress.wordsDone(target.sizeBytes, waiting, outcome.reused);
      }
    }
  }

  /** Beyond the budget it stays in the store's list; what is embedded anew although it has vectors is not on that list. */
  #hold(job: EmbedJob): void {
    const { tokens } = waitingOf(job);
    if (tokens === 0 || (this.#heldTokens > heldTokens && !this.#options.force)) return;
    this.#held.push(job);
    this.#heldTokens += tokens;
  }

  async #embedRest(): Promise<void> {
    const startMs = performance.now();
    const { store, text, progress, interest } = this.#tools;
    // A run that embeds anew what has vectors has counted that itself.
    if (!this.#options.force) progress.embedding(await store.call('waitingWork', null));
    const { signal } = this.#stop;
    const held = this.#held.splice(0);
    this.#heldTokens = 0;
    for (const job of held) while (!(signal.aborted || this.#stage.add(job))) await this.#stage.room();
    await embedRest({ store, text, stage: this.#stage, interest, signal, taken: held.map(({ row }) => row) });
    this.#seconds.embed += (performance.now() - startMs) / 1_000;
  }

  async #saveVectors(vectors: readonly NewVector[]): Promise<void> {
    const { ready } = await this.#tools.store.call('saveVectors', { vectors });
    for (let document = 0; document < ready; document++) this.#tools.progress.documentReady();
    this.#tools.onStored();
  }
}
