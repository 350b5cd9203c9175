// The library behind the door of library.ts: it holds the threads together and keeps the order of what they do.
import { availableParallelism } from 'node:os';
import type { ExportReport, ExportSummary, FolderMapping, ImportReport } from '../../shared/domain/carry.js';
import type { DocumentDetails, DocumentInfo } from '../../shared/domain/document.js';
import type { WorkEstimate } from '../../shared/domain/estimate.js';
import type { FolderRules, RulesPreview } from '../../shared/domain/folder-rules.js';
import {
  defaultCollection,
  type IndexProgress,
  type IndexReport,
  type IndexRequest,
  type LibraryStatus,
  type MissingAnswer,
  type UnlockRequest,
  type UnlockResult,
  type VerifyReport,
} from '../../shared/domain/library.js';
import type { MetaGuess } from '../../shared/domain/metadata.js';
import type { DocumentText, PageMarks } from '../../shared/domain/passage.js';
import type { RecognitionReport, RecognitionSettings } from '../../shared/domain/recognition.js';
import type { SearchFilter, SearchRequest, SearchResult, TextRange } from '../../shared/domain/search.js';
import type { Steering } from '../../shared/domain/steering.js';
import type { DocumentPage, DocumentQuery, ProblemGroup } from '../../shared/engine/engine-methods.js';
import { AppError } from '../../shared/errors.js';
import { chatParts } from './chat/chat-parts.js';
import { LazyChat } from './chat/lazy-chat.js';
import { marksOfChunk } from './cite/marks-of-chunk.js';
import { CurrentEmbedder } from './embed/current-embedder.js';
import { type LocalEmbedder, startLocalEmbedder } from './embed/local-embedder.js';
import type { ModelFolder } from './embed/model-files.js';
import { ModelReadiness } from './embed/model-readiness.js';
import { targetsOf } from './ingest/check-targets.js';
import { type FolderChange, Folders, hasRules } from './ingest/folders.js';
import { Indexer, progressIntervalMs } from './ingest/indexer.js';
import { pathsOf } from './ingest/indexing-run.js';
import { Passwords } from './ingest/passwords.js';
import { readDocumentAgain } from './ingest/read-again.js';
import { isAmong, type Recognition } from './ingest/recognition.js';
import { recognitionOf } from './ingest/recognition-of.js';
import { recordsRoot } from './ingest/record-source.js';
import type { ExportOptions, Library, RecordsRequest } from './library.js';
import { LibraryCare } from './library-care.js';
import type { LibraryParts } from './library-parts.js';
import { forkParser } from './load/fork-parser.js';
import { Parser } from './load/parser.js';
import type { ModelsOfLibrary } from './models/library-models.js';
import { modelsOf } from './models/models-of.js';
import { type Asking, askingOf } from './search/asking.js';
import { Follower, type FollowTimes } from './watch/follower.js';
import { Throttle } from './workers/throttle.js';

/** Measured on PDFs: the second one nearly doubles the pages a second; a third one finds no core to run on. */
const maxParseProcesses = 2;
const refreshIntervalMs = 500;

export class OpenedLibrary implements Library {
  readonly isWhole: boolean;
  readonly isReadOnly: boolean;
  readonly chat: LazyChat;
  readonly #parts: LibraryParts;
  readonly #embedder: CurrentEmbedder;
  readonly #asking: Asking;
  readonly models: ModelsOfLibrary;
  readonly #parser: Parser;
  readonly #passwords: Passwords;
  readonly #recognition: Recognition;
  readonly #indexer: Indexer;
  readonly #folders: Folders;
  readonly #care: LibraryCare;
  readonly #readiness: ModelReadiness;
  readonly #progressTimer: Throttle;
  readonly #refresh: Throttle;
  readonly #closing = new AbortController();
  #follower: Follower | null = null;
  #threads: number | null;

  constructor(parts: LibraryParts) {
    this.#parts = parts;
    this.isWhole = parts.isWhole;
    this.isReadOnly = parts.isReadOnly;
    this.#folders = new Folders(parts.store.client, parts.folder);
    const { options, text, search, inUse } = parts;
    const { modelOnDemand: onDemand = false } = options;
    const model = { modelFolder: inUse.model.path, chunking: inUse.generation.chunking };
    const tokenizer = text.client.call('open', { ...model, onDemand }).then(() => undefined);
    this.#readiness = new ModelReadiness(tokenizer, () => this.#embedder.ready());
    this.#threads = options.embedThreads ?? null;
    this.#embedder = new CurrentEmbedder(this.#startEmbedder(inUse.model, onDemand));
    this.#asking = askingOf(parts, this.#embedder);
    this.chat = new LazyChat(
      chatParts(parts, {
        embedder: this.#embedder,
        gate: this.#asking.gate,
        search: (request, signal) => this.search(request, signal),
      }),
    );
    if (!onDemand) this.modelReady().catch(() => null);
    const startParser = options.startParser ?? forkParser;
    const passwords = (): readonly string[] => this.#passwords.kept;
    const processes = Math.min(maxParseProcesses, availableParallelism());
    this.#parser = new Parser({ start: startParser, processes, passwords });
    this.#passwords = new Passwords(parts.store.client, this.#parser);
    if (options.timeLimitSeconds !== undefined) this.#parser.setTimeLimit(options.timeLimitSeconds);
    this.#indexer = new Indexer({
      parts,
      parser: this.#parser,
      embedder: this.#embedder,
      following: () => this.#follower?.following,
      onProgress: () => this.#progressTimer.poke(),
      onStored: () => this.#refresh.poke(),
      onRead: () => void this.#recognition.onRead().catch(() => null),
      onReplaced: () => this.#care.freeReplaced(),
    });
    this.#care = new LibraryCare({
      library: parts,
      runs: this.#indexer.queue,
      closing: this.#closing.signal,
      onRemoved: () => this.#onReplaced(),
      onFolderRemoved: (folderId) => this.#follower?.forget(folderId),
    });
    if (!this.isReadOnly) this.#care.finishFreeing().catch(() => null);
    this.models = modelsOf(parts, {
      indexer: this.#indexer,
      embedder: this.#embedder,
      gate: this.#asking.gate,
      startEmbedder: (next) => this.#startEmbedder(next, false),
      freeFile: () => this.#care.freeFile(),
      check: (signal) => this.check(null, signal),
      onProgress: () => this.#progressTimer.poke(),
      onSwitched: () => {
        this.#readiness.replaced();
        this.#onReplaced();
      },
    });
    const onProgress = (): void => this.#progressTimer.poke();
    this.#recognition = recognitionOf(parts.store.client, this.#indexer, { startParser, passwords, onProgress });
    this.#progressTimer = new Throttle(progressIntervalMs, () => options.onProgress?.(this.progress()));
    this.#refresh = new Throttle(refreshIntervalMs, () => {
      search.client.call('refresh', null).catch(() => null);
      options.onChanged?.();
    });
  }

  get isModelReady(): boolean {
    return this.#readiness.isReady;
  }

  modelReady(): Promise<void> {
    return this.#readiness.whenReady();
  }

  async index(request: IndexRequest, signal?: AbortSignal): Promise<IndexReport> {
    const { force = false, wordsOnly = false, missing } = request;
    const targets = this.#folders.ask(request);
    if (request.passwords !== undefined) await this.#passwords.keepForRun(request.passwords);
    const report = await this.#indexer.run(targets.now, { force, wordsOnly, missing }, signal);
    // Words of what is left out now, or was deleted, must not stay in the library's file.
    if (hasRules(request) || missing === 'remove') await this.#indexer.queue.alone(() => this.#care.freeReplaced());
    if (request.recognise !== true) return report;
    const recognised = await this.#recognition.start(isAmong(targets.last()), signal);
    const problems = await this.#parts.store.client.call('problems', { underPaths: pathsOf(targets.last()) });
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
    await this.#folders.register({ paths, collection });
    this.#refresh.poke();
  }

  setFolder(change: FolderChange): Promise<{ readonly documents: number }> {
    return this.#care.remove(() => this.#folders.set(change));
  }

  previewRules(folderId: number, rules: FolderRules, signal?: AbortSignal): Promise<RulesPreview> {
    return this.#folders.preview(folderId, rules, signal);
  }

  estimate(paths: readonly string[], signal?: AbortSignal): Promise<WorkEstimate> {
    return this.#folders.estimate(paths, signal);
  }

  async indexRecords(request: RecordsRequest, signal?: AbortSignal): Promise<IndexReport> {
    const root = await this.#parts.store.client.call('addRoot', {
      path: recordsRoot(request.name),
      isFile: false,
      collection: defaultCollection,
    });
    const records = { root, source: request.records };
    return this.#indexer.run(async () => [], { records, force: false, wordsOnly: false }, signal);
  }

  check(folderId: number | null, signal?: AbortSignal): Promise<IndexReport> {
    return this.#check(folderId, false, signal);
  }

  retry(folderId: number | null, signal?: AbortSignal): Promise<IndexReport> {
    return this.#check(folderId, true, signal);
  }

  readAgain(documentId: string, encoding?: string | null, signal?: AbortSignal): Promise<DocumentDetails> {
    const until = AbortSignal.any([this.#closing.signal, ...(signal === undefined ? [] : [signal])]);
    return readDocumentAgain(this.#parts.store.client, this.#indexer, { documentId, encoding }, until);
  }

  guessFilters(question: string): Promise<readonly MetaGuess[]> {
    return this.#parts.search.client.call('guessFilters', { question });
  }

  setTimeLimit(seconds: number): void {
    this.#parser.setTimeLimit(seconds);
  }

  search(request: SearchRequest, signal?: AbortSignal): Promise<SearchResult> {
    this.#indexer.typing.touch();
    return this.#asking.search(request, signal);
  }

  countDocuments(filter: SearchFilter): Promise<number> {
    return this.#parts.search.client.call('countDocuments', { filter });
  }

  async follow(times?: Partial<FollowTimes>): Promise<void> {
    if (this.#follower !== null) throw new AppError('wrong-use', 'This library follows the disk already.');
    const { store, folder, options } = this.#parts;
    this.#follower = new Follower({
      roots: () => store.client.call('roots', null),
      run: (targets, following) => this.#indexer.run(targets, { force: false, wordsOnly: false, following }),
      isPaused: () => this.#indexer.gate.isShut,
      libraryFolder: folder,
      onFailed: (error) => options.onFollowFailed?.(error),
      times,
    });
    await this.#follower.start();
  }

  setSteering({ isSlow, threads }: Steering): void {
    this.#indexer.pace.set(isSlow);
    this.#threads = threads ?? this.#parts.options.embedThreads ?? null;
    this.#embedder.setThreads(this.#threads);
    this.models.builder.setThreads(this.#threads);
    this.#parser.setProcesses(Math.min(maxParseProcesses, threads ?? availableParallelism()));
    this.#progressTimer.poke();
  }

  async lookAt(documentId: string | null): Promise<void> {
    this.#indexer.interest.look(
      documentId === null ? null : await this.#parts.store.client.call('rowOf', { documentId }),
    );
  }

  pause(): void {
    this.#indexer.pause();
  }

  resume(): void {
    this.#indexer.resume();
    this.#follower?.resumed();
  }

  progress(): IndexProgress {
    const { progress: building } = this.models.builder;
    return { ...this.#indexer.progress, recognition: this.#recognition.progress, building };
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

  marks(chunkId: string, ranges: readonly TextRange[]): Promise<PageMarks | null> {
    return marksOfChunk(this.#parts.store.client, chunkId, ranges);
  }

  removeFolder(folderId: number): Promise<{ readonly documents: number }> {
    return this.#care.removeFolder(folderId);
  }

  settleMissing(folderId: number, answer: MissingAnswer): Promise<{ readonly documents: number }> {
    return this.#care.settleMissing(folderId, answer);
  }

  reset(collection?: string): Promise<{ readonly documents: number }> {
    if (collection === undefined) this.chat.clearLog();
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
    await this.chat.close();
    this.#follower?.close();
    this.#indexer.resume();
    this.#indexer.typing.release();
    this.#progressTimer.stop();
    this.#refresh.stop();
    const stopped = [this.#recognition.close(), this.#indexer.queue.cancelAll(), this.models.builder.stop()];
    await Promise.all([...stopped, this.#care.close()]);
    await Promise.all([this.#parser.close(), this.#embedder.close()]);
    await search.client.call('close', null).catch(() => null);
    await store.client.call('close', null).catch(() => null);
    await Promise.all([search.terminate(), store.terminate(), text.terminate()]);
  }

  /** What was found before may be gone. */
  #onReplaced(): void {
    this.#asking.forget();
    this.#refresh.poke();
  }

  #startEmbedder(model: ModelFolder, onDemand: boolean): LocalEmbedder {
    const { text } = this.#parts;
    return startLocalEmbedder({
      model,
      onDemand,
      ...(this.#threads === null ? {} : { workers: this.#threads }),
      tokenizeQuestion: async (question) => {
        await this.#readiness.tokenizer;
        return text.client.call('tokenizeQuestion', { text: question });
      },
    });
  }

  async #check(folderId: number | null, isRetry: boolean, signal: AbortSignal | undefined): Promise<IndexReport> {
    const { client } = this.#parts.store;
    if (isRetry) await client.call('retry', { folderId });
    // Looked up when the run begins: until then folders may come and go.
    return this.#indexer.run(() => targetsOf(client, folderId), { force: false, wordsOnly: false }, signal);
  }
}
