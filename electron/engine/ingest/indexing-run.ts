// One run of indexing: check roots, read what changed, embed what has no vector, and say what was done.
import { isAbsolute } from 'node:path';
import type { IndexReport } from '../../../shared/domain/library.js';
import { AppError } from '../../../shared/errors.js';
import { type ModelInput, packInputs } from '../chunk/packed-inputs.js';
import type { Embedder } from '../embed/embedder.js';
import { ParserStoppedError } from '../load/parser.js';
import type { FolderRow, NewVector, PendingChunk, ScanEntry, ToRead } from '../store/store-methods.js';
import { type EmbedJob, EmbedStage } from './embed-stage.js';
import { failureOf, quarantine } from './failure.js';
import type { Gate } from './gate.js';
import { type IngestOutcome, type IngestTools, ingestFile, saveDocument } from './ingest-document.js';
import type { ProgressTracker } from './progress-tracker.js';
import { type RecordSource, recordEntries } from './record-source.js';
import { scanRoot } from './scan.js';

/** A root to check, or the part of it at or under `under` ('' for all of it). */
export interface CheckTarget {
  readonly root: FolderRow;
  readonly under: string;
}

export interface RunOptions {
  readonly targets: readonly CheckTarget[];
  /** Records to be indexed as documents of a root that is not on disk. */
  readonly records?: { readonly root: FolderRow; readonly source: RecordSource } | undefined;
  readonly force: boolean;
  readonly wordsOnly: boolean;
  readonly signal: AbortSignal;
}

export interface RunTools extends IngestTools {
  readonly embedder: Embedder;
  readonly gate: Gate;
  readonly progress: ProgressTracker;
  /** Rows changed: search takes them in, and the window asks again. */
  readonly onStored: () => void;
}

/** Documents worked on side by side: one is parsed while another is chunked and a third is stored. */
const documentsAtOnce = 3;
const pendingBatch = 256;
const killsUntilQuarantine = 2;

interface OpenCheck {
  readonly root: FolderRow;
  readonly checkId: number;
  readonly toRead: readonly ToRead[];
  /** Folders that could not be listed: what lies below them is not taken for deleted. */
  readonly unlisted: readonly string[];
}

type ReadTask = { readonly target: ToRead; readonly read: () => Promise<IngestOutcome> };

export class IndexingRun {
  readonly #tools: RunTools;
  readonly #options: RunOptions;
  readonly #stage: EmbedStage;
  readonly #documents = { found: 0, indexed: 0, unchanged: 0, moved: 0, skipped: 0, failed: 0, offline: 0, removed: 0 };
  readonly #chunks = { added: 0, reused: 0, removed: 0 };
  readonly #seconds = { scan: 0, load: 0, embed: 0, store: 0, total: 0 };
  #tokens = 0;

  constructor(tools: RunTools, options: RunOptions) {
    this.#tools = tools;
    this.#options = options;
    this.#stage = new EmbedStage({
      embedder: tools.embedder,
      gate: tools.gate,
      signal: options.signal,
      save: (row, vectors) => this.#saveVectors(row, vectors),
      onEmbedded: (chunks, tokens) => {
        this.#tokens += tokens;
        tools.progress.embedded(chunks, tokens);
      },
    });
  }

  /** @throws AppError when the library itself fails (disk full, engine stopped), or `cancelled` */
  async run(): Promise<IndexReport> {
    const start = performance.now();
    const { progress } = this.#tools;
    progress.begin();
    try {
      await this.#checkRoots();
      if (this.#options.records !== undefined) await this.#readRecords(this.#options.records);
      if (!this.#options.wordsOnly) await this.#embedRest();
      this.#throwIfCancelled();
    } finally {
      progress.end();
    }
    this.#seconds.total = (performance.now() - start) / 1_000;
    const underPaths = this.#options.targets.map(({ root, under }) =>
      under === '' ? root.path : `${root.path}/${under}`,
    );
    return {
      documents: { ...this.#documents },
      chunks: { ...this.#chunks },
      tokens: this.#tokens,
      seconds: { ...this.#seconds },
      problems: await this.#tools.store.call('problems', underPaths.length > 0 ? { underPaths } : {}),
    };
  }

  #throwIfCancelled(): void {
    if (this.#options.signal.aborted) throw new AppError('cancelled', 'Cancelled.');
  }

  /** All checks end after all reading: only then is a file that is gone from one root known not to have moved to another. */
  async #checkRoots(): Promise<void> {
    const { progress, onStored } = this.#tools;
    const startMs = performance.now();
    const checks: OpenCheck[] = [];
    for (const target of this.#options.targets) {
      // Records are no files on disk: there is nothing to compare them with.
      if (!isAbsolute(target.root.path)) continue;
      const check = await this.#scanRoot(target);
      if (check !== null) checks.push(check);
    }
    this.#throwIfCancelled();
    this.#seconds.scan += (performance.now() - startMs) / 1_000;
    progress.reading();
    onStored();
    const { force, signal } = this.#options;
    const options = { force, signal, seconds: this.#seconds };
    await this.#readAll(
      checks.flatMap(({ root, toRead }) =>
        toRead.map((target) => ({ target, read: () => ingestFile(this.#tools, root, target, options) })),
      ),
    );
    for (const { checkId, unlisted } of checks) await this.#endCheck(checkId, unlisted);
    onStored();
  }

  /** Null where the root cannot be listed. */
  async #scanRoot({ root, under }: CheckTarget): Promise<OpenCheck | null> {
    const { store, onStored } = this.#tools;
    const { checkId } = await store.call('beginCheck', { folderId: root.folderId, under });
    const toRead: ToRead[] = [];
    const unlisted: string[] = [];
    try {
      for await (const batch of scanRoot(root, under, this.#options.signal)) {
        unlisted.push(...batch.unlisted);
        toRead.push(...(await this.#plan(checkId, batch.entries)));
      }
    } catch (error) {
      if (error instanceof AppError) throw error;
      // An unplugged drive is not a deletion.
      const { documents } = await store.call('setRootState', { folderId: root.folderId, state: 'offline' });
      this.#documents.offline += documents;
      onStored();
      return null;
    }
    if (root.state !== 'ok') await store.call('setRootState', { folderId: root.folderId, state: 'ok' });
    return { root, checkId, toRead, unlisted };
  }

  async #plan(checkId: number, entries: readonly ScanEntry[]): Promise<readonly ToRead[]> {
    const { store, progress } = this.#tools;
    const plan = await store.call('planBatch', { checkId, entries, force: this.#options.force });
    this.#documents.found += entries.length;
    this.#documents.unchanged += plan.unchanged;
    progress.found(
      plan.toRead.length,
      plan.toRead.reduce((sum, target) => sum + target.sizeBytes, 0),
    );
    return plan.toRead;
  }

  async #endCheck(checkId: number, keepUnder: readonly string[]): Promise<void> {
    const end = await this.#tools.store.call('endCheck', { checkId, keepUnder });
    this.#documents.removed += end.removed;
    this.#chunks.removed += end.chunksRemoved;
  }

  async #readRecords({ root, source }: { readonly root: FolderRow; readonly source: RecordSource }): Promise<void> {
    const { store, progress, onStored } = this.#tools;
    const { checkId } = await store.call('beginCheck', { folderId: root.folderId, under: '' });
    const options = { force: this.#options.force, seconds: this.#seconds };
    progress.reading();
    for await (const batch of recordEntries(source)) {
      const toRead = await this.#plan(
        checkId,
        batch.map(({ entry }) => entry),
      );
      const byPath = new Map(batch.map((item) => [item.entry.relativePath, item]));
      const tasks: ReadTask[] = [];
      for (const target of toRead) {
        const item = byPath.get(target.relativePath);
        if (item === undefined) continue;
        const read = () => saveDocument(this.#tools, target, item.contentHash, item.document, options);
        tasks.push({ target, read });
      }
      await this.#readAll(tasks);
      onStored();
    }
    this.#throwIfCancelled();
    await this.#endCheck(checkId, []);
  }

  async #readAll(tasks: readonly ReadTask[]): Promise<void> {
    let next = 0;
    const reader = async (): Promise<void> => {
      for (let task = tasks[next++]; task !== undefined; task = tasks[next++]) {
        await this.#tools.gate.pass();
        this.#throwIfCancelled();
        await this.#readOne(task);
      }
    };
    await Promise.all(Array.from({ length: documentsAtOnce }, reader));
  }

  async #readOne({ target, read }: ReadTask): Promise<void> {
    const { store, progress, onStored } = this.#tools;
    try {
      const outcome = await read();
      this.#note(target, outcome);
      onStored();
    } catch (error) {
      this.#throwIfCancelled();
      const failure = failureOf(error);
      if (failure === null) throw error;
      const wasKilled = error instanceof ParserStoppedError;
      const saved = { row: target.row, contentHash: null };
      const { kills } = await store.call('saveFailure', { ...saved, ...failure, wasKilled });
      if (wasKilled && kills >= killsUntilQuarantine) {
        await store.call('saveFailure', { ...saved, ...quarantine, wasKilled: false });
      }
      this.#documents[failure.state] += 1;
      progress.notRead(failure.state, target.sizeBytes);
      onStored();
    }
  }

  #note(target: ToRead, outcome: IngestOutcome): void {
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
        // What the stage does not take waits in the store, and is counted when it is taken from there.
        const isTaken = !this.#options.wordsOnly && this.#stage.add(outcome.job);
        progress.wordsDone(target.sizeBytes, isTaken ? waiting : { chunks: 0, tokens: 0 }, outcome.reused);
      }
    }
  }

  /** Everything that still has no vector: what the stage had no room for, and what an earlier run left. */
  async #embedRest(): Promise<void> {
    const startMs = performance.now();
    const { store, text, progress } = this.#tools;
    progress.reading();
    await this.#stage.drain();
    for (let afterId = 0; ; ) {
      this.#throwIfCancelled();
      const chunks = await store.call('pending', { afterId, limit: pendingBatch });
      const last = chunks.at(-1);
      if (last === undefined) break;
      afterId = last.id;
      const tokenIds = await text.call('tokenizeInputs', { inputs: chunks });
      const jobs = jobsOf(chunks, tokenIds);
      for (const job of jobs) {
        const { chunks: found, tokens } = waitingOf(job);
        progress.foundWaiting(found, tokens);
        this.#stage.add(job);
      }
      await this.#stage.drain();
    }
    this.#seconds.embed += (performance.now() - startMs) / 1_000;
  }

  async #saveVectors(row: number, vectors: readonly NewVector[]): Promise<void> {
    const { state } = await this.#tools.store.call('saveVectors', { row, vectors });
    if (state === 'ready') this.#tools.progress.documentReady();
    this.#tools.onStored();
  }
}

/** Chunks by document, those with the same input once. */
function jobsOf(chunks: readonly PendingChunk[], tokenIds: readonly Int32Array[]): readonly EmbedJob[] {
  const jobs = new Map<number, ModelInput[]>();
  const seen = new Set<string>();
  for (const [index, { row, inputHash }] of chunks.entries()) {
    const ids = tokenIds[index];
    const key = Buffer.from(inputHash).toString('latin1');
    if (ids === undefined || seen.has(key)) continue;
    seen.add(key);
    const inputs = jobs.get(row) ?? [];
    inputs.push({ inputHash, tokenIds: ids });
    jobs.set(row, inputs);
  }
  return [...jobs].map(([row, inputs]) => ({ row, inputs: packInputs(inputs) }));
}

function waitingOf({ inputs }: EmbedJob): { readonly chunks: number; readonly tokens: number } {
  return { chunks: inputs.ends.length, tokens: inputs.tokenIds.length };
}
