// The library behind the door of library.ts: it holds the threads together and keeps the order of what they do.
import { availableParallelism } from 'node:os';
import { isAbsolute, relative, sep } from 'node:path';
import type { ExportReport, ExportSummary, FolderMapping, ImportReport } from '../../shared/domain/carry.js';
import type { DocumentDetails, DocumentInfo } from '../../shared/domain/document.js';
import type {
  IndexProgress,
  IndexReport,
  IndexRequest,
  LibraryStatus,
  UnlockRequest,
  UnlockResult,
  VerifyReport,
} from '../../shared/domain/library.js';
import type { MetaGuess } from '../../shared/domain/metadata.js';
import type { DocumentText, PageMarks } from '../../shared/domain/passage.js';
import type { RecognitionReport, RecognitionSettings } from '../../shared/domain/recognition.js';
import type { SearchRequest, SearchResult, TextRange } from '../../shared/domain/search.js';
import type { DocumentPage, DocumentQuery, ProblemGroup } from '../../shared/engine/engine-methods.js';
import { AppError } from '../../shared/errors.js';
import { pageMarks } from './cite/page-marks.js';
import { type LocalEmbedder, startLocalEmbedder } from './embed/local-embedder.js';
import { checkEncoding } from './ingest/check-encoding.js';
import { Gate } from './ingest/gate.js';
import { type CheckTarget, IndexingRun, pathsOf, type RunOptions } from './ingest/indexing-run.js';
import { Passwords } from './ingest/passwords.js';
import { ProgressTracker } from './ingest/progress-tracker.js';
import { isAmong, Recognition, targetsAt } from './ingest/recognition.js';
import { recordsRoot } from './ingest/record-source.js';
import { resolveRoot } from './ingest/resolve-root.js';
import { RunQueue } from './ingest/run-queue.js';
import type { ExportOptions, Library, RecordsRequest } from './library.js';
import { LibraryCare } from './library-care.js';
import type { LibraryParts } from './library-parts.js';
import { forkParser } from './load/fork-parser.js';
import { Parser } from './load/parser.js';
import { parseQuery } from './search/parse-query.js';
import { splitInside } from './store/paths.js';
import { Throttle } from './workers/throttle.js';

/** Measured on PDFs: the second one nearly doubles the pages a second; a third one finds no core to run on. */
const maxParseProcesses = 2;
const defaultCollection = 'default';
const progressIntervalMs = 250;
const refreshIntervalMs = 500;

interface LibraryRunOptions extends Omit<RunOptions, 'signal' | 'targets'> {
  /** Recognition reads what it has found; it looks for more by itself. */
  readonly isForRecognition?: boolean | undefined;
}

export class OpenedLibrary implements Library {
  readonly isWhole: boolean;
  readonly isReadOnly: boolean;
  readonly #parts: LibraryParts;
  readonly #embedder: LocalEmbedder;
  readonly #parser: Parser;
  readonly #passwords: Passwords;
  readonly #recognition: Recognition;
  readonly #care: LibraryCare;
  readonly #gate = new Gate();
  readonly #progress = new ProgressTracker();
  readonly #runs = new RunQueue();
  readonly #modelReady: Promise<void>;
  readonly #progressTimer: Throttle;
  readonly #refresh: Throttle;
  readonly #closing = new AbortController();
  #isModelReady = false;

  constructor(parts: LibraryParts) {
    this.#parts = parts;
    this.isWhole = parts.isWhole;
    this.isReadOnly = parts.isReadOnly;
    const { options, model, text, search } = parts;
    const tokenizerReady = text.client.call('open', { modelFolder: model.path });
    this.#embedder = startLocalEmbedder({
      model,
      ...(options.embedThreads === undefined ? {} : { workers: options.embedThreads }),
      tokenizeQuestion: async (question) => {
        await tokenizerReady;
        return text.client.call('tokenizeQuestion', { text: question });
      },
    });
    this.#modelReady = Promise.all([tokenizerReady, this.#embedder.ready()]).then(() => {
      this.#isModelReady = true;
    });
    // Whoever needs the model is told by awaiting it; until then a failure is not an unhandled one.
    this.#modelReady.catch(() => null);
    const startParser = options.startParser ?? forkParser;
    const passwords = (): readonly string[] => this.#passwords.kept;
    const processes = Math.min(maxParseProcesses, availableParallelism());
    this.#parser = new Parser({ start: startParser, processes, passwords });
    this.#passwords = new Passwords(parts.store.client, this.#parser);
    if (options.timeLimitSeconds !== undefined) this.#parser.setTimeLimit(options.timeLimitSeconds);
    this.#recognition = new Recognition({
      store: parts.store.client,
      startParser,
      passwords,
      gate: this.#gate,
      untilIdle: () => this.#runs.idle(),
      readAgain: async (places, signal) => {
        const targets = async () => targetsAt(await parts.store.client.call('roots', null), places);
        await this.#run(targets, { force: false, wordsOnly: false, isForRecognition: true }, signal);
      },
      onProgress: () => this.#progressTimer.poke(),
    });
    this.#care = new LibraryCare({
      ...parts,
      runs: this.#runs,
      closing: this.#closing.signal,
      onRemoved: () => this.#refresh.poke(),
    });
    if (!this.isReadOnly) this.#care.finishFreeing().catch(() => null);
    this.#progressTimer = new Throttle(progressIntervalMs, () => options.onProgress?.(this.progress()));
    this.#refresh = new Throttle(refreshIntervalMs, () => {
      search.client.call('refresh', null).catch(() => null);
      options.onChanged?.();
    });
  }

  get isModelReady(): boolean {
    return this.#isModelReady;
  }

  modelReady(): Promise<void> {
    return this.#modelReady;
  }

  async index(request: IndexRequest, signal?: AbortSignal): Promise<IndexReport> {
    const options = { force: request.force ?? false, wordsOnly: request.wordsOnly ?? false };
    if (request.passwords !== undefined) await this.#passwords.keepForRun(request.passwords);
    let targets: readonly CheckTarget[] = [];
    const register = async (): Promise<readonly CheckTarget[]> => {
      targets = await this.#register(request.paths, request.collection);
      return targets;
    };
    const report = await this.#run(register, options, signal);
    if (request.recognise !== true) return report;
    const recognised = await this.#recognition.start(isAmong(targets), signal);
    const problems = await this.#parts.store.client.call('problems', { underPaths: pathsOf(targets) });
    return { ...report, recognised, problems };
  }

  async setRecognition({ mode, language }: RecognitionSettings): Promise<void> {
    this.#recognition.set(mode, language);
    const { client } = this.#parts.store;
    if (mode === 'off') await client.call('recognitionAsked', { isAsked: false });
    else if (await client.call('recognitionAsked', {})) await this.recognise();
    else await this.#recognition.onRead();
  }

  async recognise(signal?: AbortSignal): Promise<RecognitionReport> {
    const { client } = this.#parts.store;
    await client.call('recognitionAsked', { isAsked: true });
    const report = await this.#recognition.start(undefined, signal);
    await client.call('recognitionAsked', { isAsked: false });
    this.#refresh.poke();
    return report;
  }

  unlock(request: UnlockRequest, signal?: AbortSignal): Promise<UnlockResult> {
    return this.#passwords.unlock(request, signal).finally(() => this.#refresh.poke());
  }

  passwordOf(documentId: string, signal?: AbortSignal): Promise<string | null> {
    return this.#passwords.of(documentId, signal);
  }

  async addRoots(paths: readonly string[], collection?: string): Promise<void> {
    await this.#register(paths, collection);
    this.#refresh.poke();
  }

  async indexRecords(request: RecordsRequest, signal?: AbortSignal): Promise<IndexReport> {
    const { store } = this.#parts;
    const root = await store.client.call('addRoot', {
      path: recordsRoot(request.name),
      isFile: false,
      collection: defaultCollection,
    });
    const records = { root, source: request.records };
    return this.#run(async () => [], { records, force: false, wordsOnly: false }, signal);
  }

  check(folderId: number | null, signal?: AbortSignal): Promise<IndexReport> {
    return this.#check(folderId, false, signal);
  }

  retry(folderId: number | null, signal?: AbortSignal): Promise<IndexReport> {
    return this.#check(folderId, true, signal);
  }

  async readAgain(documentId: string, encoding?: string | null, signal?: AbortSignal): Promise<DocumentDetails> {
    const { client } = this.#parts.store;
    const before = await client.call('document', { documentId });
    if (typeof encoding === 'string') checkEncoding(before, encoding);
    await this.#runs.alone(async () => {
      const { folderId, relativePath } = await client.call('readAgain', { documentId, encoding });
      const root = (await client.call('roots', null)).find((one) => one.folderId === folderId);
      if (root === undefined) return;
      // What lies inside a file is read by a check of that file.
      const targets = [{ root, under: root.isFile ? '' : splitInside(relativePath).file }];
      const signals = [this.#closing.signal, ...(signal === undefined ? [] : [signal])];
      // Somebody waits for just this one: a pause is for the rest.
      await this.#runNow(targets, { force: false, wordsOnly: true }, AbortSignal.any(signals), new Gate());
    });
    return client.call('document', { documentId });
  }

  guessFilters(question: string): Promise<readonly MetaGuess[]> {
    return this.#parts.search.client.call('guessFilters', { question });
  }

  setTimeLimit(seconds: number): void {
    this.#parser.setTimeLimit(seconds);
  }

  async search(request: SearchRequest, signal?: AbortSignal): Promise<SearchResult> {
    // Operators such as `type:pdf` narrow the search; they are no part of what is meant.
    const { text } = parseQuery(request.query, request.literal);
    const isByMeaning = request.mode !== 'words' && text !== '';
    const questionVector = isByMeaning ? await this.#embedder.embedQuestion(text, signal) : null;
    return this.#parts.search.client.call('search', { request, questionVector }, signal);
  }

  pause(): void {
    this.#gate.shut();
    this.#progressTimer.poke();
  }

  resume(): void {
    this.#gate.open();
    this.#progressTimer.poke();
  }

  progress(): IndexProgress {
    return { ...this.#progress.snapshot(this.#gate.isShut), recognition: this.#recognition.progress };
  }

  status(): Promise<LibraryStatus> {
    return this.#parts.store.client.call('status', null);
  }

  documents(query: DocumentQuery): Promise<DocumentPage> {
    return this.#parts.store.client.call('documents', query);
  }

  problemGroups(): Promise<readonly ProblemGroup[]> {
    return this.#parts.store.client.call('problemGroups', null);
  }

  document(documentId: string): Promise<DocumentDetails> {
    return this.#parts.store.client.call('document', { documentId });
  }

  async partBytes(documentId: string, signal?: AbortSignal): Promise<Uint8Array> {
    const place = await this.#parts.store.client.call('documentPlace', { documentId });
    if (place.inside.length === 0) throw new AppError('not-found', 'This document is a file of its own.');
    return this.#parser.bytes(place, signal);
  }

  documentAtPath(path: string): Promise<DocumentInfo> {
    return this.#parts.store.client.call('documentAtPath', { path });
  }

  text(documentId: string): Promise<DocumentText> {
    return this.#parts.store.client.call('text', { documentId });
  }

  async marks(chunkId: string, ranges: readonly TextRange[]): Promise<PageMarks | null> {
    const { client } = this.#parts.store;
    const place = await client.call('chunkPlace', { chunkId });
    if (place.page === null) return null;
    const layout = await client.call('pageLayout', { documentId: place.documentId, page: place.page });
    return layout === null ? null : pageMarks(layout, place, ranges);
  }

  removeFolder(folderId: number): Promise<{ readonly documents: number }> {
    return this.#care.removeFolder(folderId);
  }

  reset(collection?: string): Promise<{ readonly documents: number }> {
    return this.#care.reset(collection);
  }

  verify(): Promise<VerifyReport> {
    return this.#care.verify();
  }

  inspectExport(file: string, signal?: AbortSignal): Promise<ExportSummary> {
    return this.#care.inspectExport(file, signal);
  }

  exportTo(file: string, options?: ExportOptions, signal?: AbortSignal): Promise<ExportReport> {
    return this.#care.exportTo(file, options, signal);
  }

  importFrom(file: string, folders?: readonly FolderMapping[], signal?: AbortSignal): Promise<ImportReport> {
    return this.#care.importFrom(file, folders, signal);
  }

  async close(): Promise<void> {
    const { store, search, text } = this.#parts;
    this.#closing.abort();
    this.#gate.open();
    this.#progressTimer.stop();
    this.#refresh.stop();
    await Promise.all([this.#recognition.close(), this.#runs.cancelAll(), this.#care.close()]);
    await Promise.all([this.#parser.close(), this.#embedder.close()]);
    await search.client.call('close', null).catch(() => null);
    await store.client.call('close', null).catch(() => null);
    await Promise.all([search.terminate(), store.terminate(), text.terminate()]);
  }

  async #check(folderId: number | null, isRetry: boolean, signal: AbortSignal | undefined): Promise<IndexReport> {
    const { client } = this.#parts.store;
    // Looked up when the run begins: until then folders may come and go.
    const targets = async (): Promise<CheckTarget[]> => {
      const roots = await client.call('roots', null);
      const wanted = roots.filter((root) => folderId === null || root.folderId === folderId);
      if (folderId !== null && wanted.length === 0) {
        throw new AppError('not-found', 'This folder is not in the library any more.');
      }
      return wanted.map((root) => ({ root, under: '' }));
    };
    if (isRetry) await client.call('retry', { folderId });
    return this.#run(targets, { force: false, wordsOnly: false }, signal);
  }

  /** Roots for `paths`, and which part of its root each one is. */
  async #register(paths: readonly string[], collection = defaultCollection): Promise<CheckTarget[]> {
    const { client } = this.#parts.store;
    const targets: CheckTarget[] = [];
    for (const path of paths) {
      if (!isAbsolute(path)) throw new AppError('wrong-use', 'A path has to be absolute.');
      const { real, isFile } = await resolveRoot(path, () => client.call('roots', null));
      const root = await client.call('addRoot', { path: real, isFile, collection });
      targets.push({ root, under: relative(root.path, real).split(sep).join('/') });
    }
    return targets;
  }

  async #run(
    targets: () => Promise<readonly CheckTarget[]>,
    options: LibraryRunOptions,
    signal?: AbortSignal,
  ): Promise<IndexReport> {
    const work = async (runSignal: AbortSignal): Promise<IndexReport> =>
      this.#runNow(await targets(), options, runSignal);
    // Records come from a stream that is read once.
    return this.#runs.run(signal, work, { isOnce: options.records !== undefined });
  }

  /** For the run whose turn it is. */
  async #runNow(
    targets: readonly CheckTarget[],
    options: LibraryRunOptions,
    signal: AbortSignal,
    gate = this.#gate,
  ): Promise<IndexReport> {
    const { store, search, text } = this.#parts;
    const ticking = setInterval(() => this.#progressTimer.poke(), progressIntervalMs);
    try {
      const run = new IndexingRun(
        {
          store: store.client,
          text: text.client,
          parser: this.#parser,
          embedder: this.#embedder,
          gate,
          progress: this.#progress,
          onStored: () => this.#refresh.poke(),
          libraryFolder: this.#parts.folder,
        },
        { ...options, targets, signal },
      );
      const report = await run.run();
      if (!options.wordsOnly) await search.client.call('settle', null);
      if (options.force) await this.#care.freeReplaced();
      if (options.isForRecognition !== true) this.#recognition.onRead().catch(() => null);
      return report;
    } finally {
      clearInterval(ticking);
      this.#progressTimer.poke();
      this.#refresh.poke();
    }
  }
}
