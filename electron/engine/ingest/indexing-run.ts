// One run of indexing: check roots, read what changed, embed what has no vector, and say what was done.
import { lstat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { IndexReport } from '../../../shared/domain/library.js';
import { AppError } from '../../../shared/errors.js';
import { type ModelInput, packInputs } from '../chunk/packed-inputs.js';
import type { Embedder } from '../embed/embedder.js';
import { ParserStoppedError } from '../load/parser.js';
import { isPassing } from '../store/passing-reasons.js';
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
  /** Read anew what is unchanged (pages of it were recognised), and keep the vectors that it has. */
  readonly rereads?: boolean | undefined;
  readonly signal: AbortSignal;
}

export interface RunTools extends IngestTools {
  readonly embedder: Embedder;
  readonly gate: Gate;
  readonly progress: ProgressTracker;
  /** Rows changed: search takes them in, and the window asks again. */
  readonly onStored: () => void;
  /** The library's own folder, which is never indexed. */
  readonly libraryFolder: string;
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

interface ReadTask {
  readonly target: ToRead;
  /** Null for records, which lie on no disk that could go. */
  readonly root: FolderRow | null;
  /** Tells the content's hash as soon as it is known. */
  readonly read: (onHash: (contentHash: Uint8Array) => void) => Promise<IngestOutcome>;
}

export class IndexingRun {
  readonly #tools: RunTools;
  readonly #options: RunOptions;
  readonly #stage: EmbedStage;
  readonly #documents = { found: 0, indexed: 0, unchanged: 0, moved: 0, skipped: 0, failed: 0, offline: 0, removed: 0 };
  readonly #chunks = { added: 0, reused: 0, removed: 0 };
  readonly #seconds = { scan: 0, load: 0, embed: 0, store: 0, total: 0 };
  /** Aborted by the caller, and when one part of the run fails: the others must not work on beside the next run. */
  readonly #stop = new AbortController();
  readonly #offlineRoots = new Set<number>();
  #tokens = 0;

  constructor(tools: RunTools, options: RunOptions) {
    this.#tools = tools;
    this.#options = options;
    options.signal.addEventListener('abort', () => this.#stop.abort(), { once: true });
    if (options.signal.aborted) this.#stop.abort();
    this.#stage = new EmbedStage({
      embedder: tools.embedder,
      gate: tools.gate,
      signal: this.#stop.signal,
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
    } catch (error) {
      this.#stop.abort();
      await this.#stage.drain().catch(() => undefined);
      throw error;
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
      recognised: null,
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
    try {
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
      const { force, rereads = false } = this.#options;
      const options = { force, rereads, signal: this.#stop.signal, seconds: this.#seconds };
      await this.#readAll(
        checks.flatMap(({ root, toRead }) =>
          toRead.map((target) => ({
            target,
            root,
            read: (onHash) => ingestFile(this.#tools, root, target, { ...options, onHash }),
          })),
        ),
      );
      for (const { root, checkId, unlisted } of checks) {
        if (!this.#offlineRoots.has(root.folderId)) await this.#endCheck(checkId, unlisted);
      }
    } finally {
      await this.#tools.store.call('dropChecks', { checkIds: checks.map(({ checkId }) => checkId) }).catch(() => null);
    }
    onStored();
  }

  /** Null where the root cannot be listed, or was removed meanwhile. */
  async #scanRoot({ root, under }: CheckTarget): Promise<OpenCheck | null> {
    const { store, libraryFolder } = this.#tools;
    const { checkId } = await store.call('beginCheck', { folderId: root.folderId, under });
    const toRead: ToRead[] = [];
    const unlisted: string[] = [];
    let entries = 0;
    let inode: string | undefined;
    try {
      for await (const batch of scanRoot(root, under, { signal: this.#stop.signal, without: libraryFolder })) {
        unlisted.push(...batch.unlisted);
        entries += batch.entries.length;
        toRead.push(...(await this.#plan(checkId, batch.entries)));
      }
      // The mount point of an unplugged drive is there, empty, and not the folder that was listed before.
      if (under === '') inode = await inodeOf(root.path);
      const isOtherFolder = inode !== undefined && root.inode !== null && inode !== root.inode;
      if (isOtherFolder && entries === 0 && unlisted.length === 0) throw new Error('The drive is not there.');
    } catch (error) {
      await store.call('dropChecks', { checkIds: [checkId] });
      // A folder around it was added, or it was taken out: whoever did so looks after what it held.
      if (error instanceof AppError && error.code === 'not-found') return null;
      if (error instanceof AppError) throw error;
      await this.#markOffline(root);
      return null;
    }
    if (root.state !== 'ok' || (inode !== undefined && inode !== root.inode)) {
      await store.call('setRootState', { folderId: root.folderId, state: 'ok', inode });
    }
    return { root, checkId, toRead, unlisted };
  }

  /** An unplugged drive is not a deletion. */
  async #markOffline(root: FolderRow): Promise<void> {
    if (this.#offlineRoots.has(root.folderId)) return;
    this.#offlineRoots.add(root.folderId);
    const { documents } = await this.#tools.store.call('setRootState', { folderId: root.folderId, state: 'offline' });
    this.#documents.offline += documents;
    this.#tools.onStored();
  }

  async #plan(checkId: number, entries: readonly ScanEntry[]): Promise<readonly ToRead[]> {
    const { store, progress } = this.#tools;
    const isForced = this.#options.force || this.#options.rereads === true;
    const plan = await store.call('planBatch', { checkId, entries, force: isForced });
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
        tasks.push({ target, root: null, read });
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
        await this.#tools.gate.pass(this.#stop.signal);
        if (this.#stop.signal.aborted) return;
        await this.#readOne(task);
      }
    };
    // All of them end before the run does, also when one fails.
    const ends = await Promise.allSettled(
      Array.from({ length: documentsAtOnce }, () =>
        reader().catch((error: unknown) => {
          this.#stop.abort();
          throw error;
        }),
      ),
    );
    this.#throwIfCancelled();
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async #readOne({ target, root, read }: ReadTask): Promise<void> {
    const { store, progress, onStored } = this.#tools;
    if (root !== null && this.#offlineRoots.has(root.folderId)) return;
    let contentHash: Uint8Array | null = null;
    try {
      const outcome = await read((hash) => {
        contentHash = hash;
      });
      this.#note(target, outcome);
      onStored();
    } catch (error) {
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

async function inodeOf(path: string): Promise<string> {
  return String((await lstat(path, { bigint: true })).ino);
}

async function isListable(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
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
