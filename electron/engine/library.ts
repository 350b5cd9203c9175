// The one public door to the engine: what the command line and the app's engine process use.
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import type {
  CarryProgress,
  ExportReport,
  ExportSummary,
  FolderMapping,
  ImportReport,
} from '../../shared/domain/carry.js';
import type { DocumentDetails, DocumentInfo } from '../../shared/domain/document.js';
import type { WorkEstimate } from '../../shared/domain/estimate.js';
import type { FolderRules, RulesPreview } from '../../shared/domain/folder-rules.js';
import type {
  IndexProgress,
  IndexReport,
  IndexRequest,
  LibraryStatus,
  MissingAnswer,
  UnlockRequest,
  UnlockResult,
  VerifyReport,
} from '../../shared/domain/library.js';
import type { MetaGuess } from '../../shared/domain/metadata.js';
import type { DocumentText, PageMarks } from '../../shared/domain/passage.js';
import type { RecognitionReport, RecognitionSettings } from '../../shared/domain/recognition.js';
import type { SearchFilter, SearchRequest, SearchResult, TextRange } from '../../shared/domain/search.js';
import type { Steering } from '../../shared/domain/steering.js';
import type { DocumentPage, DocumentQuery, ProblemGroup } from '../../shared/engine/engine-methods.js';
import type { LibraryChat } from './chat/library-chat.js';
import { chunkerId } from './chunk/chunk-options.js';
import type { TextMethods } from './chunk/text-methods.js';
import { judgedBy, modelFolder, openModelFolder } from './embed/model-files.js';
import type { FolderChange } from './ingest/folders.js';
import type { RecordSource } from './ingest/record-source.js';
import type { ParserConnection } from './load/parser.js';
import type { LibraryModels } from './models/library-models.js';
import { ModelShelf } from './models/model-shelf.js';
import { OpenedLibrary } from './opened-library.js';
import type { SearchMethods } from './search/search-methods.js';
import type { StoreEvents, StoreMethods } from './store/store-methods.js';
import type { FollowTimes } from './watch/follower.js';
import { startWorker } from './workers/start-worker.js';

export { recordPath } from './ingest/record-source.js';
export { checkPathsExist } from './ingest/resolve-root.js';
export { inspectExport } from './store/carry/import-library.js';
export { isDiskFull } from './store/full-disk.js';

export interface OpenLibraryOptions {
  /** The library's own folder; made if it is missing. One process at a time may have it open. */
  readonly folder: string;
  /** The embedding model's folder; the shipped model by default. */
  readonly modelFolder?: string | undefined;
  /** Starts a parser's process; by default a forked child. */
  readonly startParser?: (() => Promise<ParserConnection>) | undefined;
  /** Who holds the library, for the words of whoever finds it locked. */
  readonly holder?: 'window' | 'command line' | undefined;
  /** Seconds that a document may show no progress while it is read; 20 by default. {@link Library.setTimeLimit} changes it. */
  readonly timeLimitSeconds?: number | undefined;
  /** Embedding threads; by default one a core, up to four. */
  readonly embedThreads?: number | undefined;
  /** The model is loaded when it is first needed, and not at once: for whoever only looks, or checks what has not changed. */
  readonly modelOnDemand?: boolean | undefined;
  /** Where the library says what it is doing; each value replaces the one before. */
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
  /** Documents, folders or counts changed. At most a few a second. */
  readonly onChanged?: (() => void) | undefined;
  /** How far an export or import is, a few times a second; null when none is going on any more. */
  readonly onCarrying?: ((progress: CarryProgress | null) => void) | undefined;
  /** A look at what changed on disk failed. It is tried again. */
  readonly onFollowFailed?: ((error: unknown) => void) | undefined;
  /**
   * A thread that the library can't do without ended by itself: from now on its calls reject with `engine-stopped`.
   * Called for each such thread.
   */
  readonly onThreadLost?: (() => void) | undefined;
}

export interface ExportOptions {
  /** With the documents' text, the library is searchable at once where it is brought to; true by default. */
  readonly withText?: boolean | undefined;
}

export interface RecordsRequest {
  /** The records' own root; a second call with this name replaces what it held. */
  readonly name: string;
  readonly records: RecordSource;
}

/**
 * A library of documents in one folder on disk. Errors are `AppError`s; after {@link Library.close}, and when a thread was
 * lost, each call rejects with `engine-stopped`. Calls that take a signal reject with `cancelled` when it aborts.
 * Paths are absolute. Methods may be called side by side; runs of indexing follow one another.
 */
export interface Library {
  /** False when a damaged store had to be put aside at the start and a new one was begun. */
  readonly isWhole: boolean;
  /** True where nothing may be written: the library can be searched, and all that would change it rejects with `read-only`, or `disk-full` where that is why. */
  readonly isReadOnly: boolean;
  /** Questions, answers and conversations. */
  readonly chat: LibraryChat;
  /** The model that vectors are made with, and how passages are cut. */
  readonly models: LibraryModels;
  /** True once questions can be embedded; before that, {@link Library.search} waits for the model. */
  readonly isModelReady: boolean;
  /** Resolves when the model is loaded and checked, which it begins if nothing has. @throws AppError `model-missing`, `model-corrupt` */
  modelReady(): Promise<void>;
  /**
   * Registers folders and files and indexes what is new or changed in them.
   * Resolves when every document is `ready`, `skipped`, `failed` or `offline` (with `wordsOnly`: has its words).
   * @throws AppError `vanished` for a path that is not there and never was in the library
   */
  index(request: IndexRequest, signal?: AbortSignal): Promise<IndexReport>;
  /**
   * Whether words of pages that are pictures are recognised by themselves, after everything else. Switched off, a
   * recognition that is going on ends. Resolves when what the setting began is done.
   */
  setRecognition(settings: RecognitionSettings): Promise<void>;
  /**
   * Recognises the words of all pages that are pictures, one page at a time, while no run of indexing is going on. What was
   * recognised is kept page by page: asked again, also after the process was killed, it goes on from the next page.
   */
  recognise(signal?: AbortSignal): Promise<RecognitionReport>;
  /** Registers folders and files without reading them; {@link Library.check} does that. */
  addRoots(paths: readonly string[], collection?: string): Promise<void>;
  /**
   * Changes what a folder leaves out, or its collection. Documents that are left out now are forgotten at once, vectors too;
   * what is let in again comes with the next {@link Library.check}, and is embedded anew.
   * @throws AppError `not-found` for a folder that is not here; `wrong-use` for a collection without a name
   */
  setFolder(change: FolderChange): Promise<{ readonly documents: number }>;
  /** What rules would leave out of a folder as it is on disk now. @throws AppError `not-found`, `vanished` */
  previewRules(folderId: number, rules: FolderRules, signal?: AbortSignal): Promise<RulesPreview>;
  /** How much work folders and files will be that are not in the library yet. Ends after some seconds, and says so then. */
  estimate(paths: readonly string[], signal?: AbortSignal): Promise<WorkEstimate>;
  /** Indexes records as if they were files; their id is their path below the root's name. */
  indexRecords(request: RecordsRequest, signal?: AbortSignal): Promise<IndexReport>;
  /** Compares one root, or all, with the disk again. @throws AppError `not-found` for a root that is not here */
  check(folderId: number | null, signal?: AbortSignal): Promise<IndexReport>;
  /** As {@link Library.check}, and reads again what was skipped or failed. @throws AppError `not-found` as there */
  retry(folderId: number | null, signal?: AbortSignal): Promise<IndexReport>;
  /**
   * Tries a password on every document that is listed as `password-protected`. Those that open wait to be read, which the next
   * {@link Library.check} or {@link Library.index} does. A password that opens something is kept in memory until the library
   * is closed, and tried on each protected document that comes; it is never written anywhere. What it opens is stored like
   * any other document. Only PDFs can be opened.
   * @throws AppError `not-found` for a document that is not here
   */
  unlock(request: UnlockRequest, signal?: AbortSignal): Promise<UnlockResult>;
  /**
   * Which of the kept passwords opens a document's file; null where none does or none is asked for.
   * @throws AppError `not-found`, `vanished`, `unreadable`
   */
  passwordOf(documentId: string, signal?: AbortSignal): Promise<string | null>;
  /**
   * Reads one document again, also one that was set aside, before anything else that is to be read. Resolves when its words are
   * searchable or it has a reason why not; {@link Library.index} of its path embeds the rest.
   * @param encoding what to read it with from now on (see `chosenEncodings`), also where it is moved or edited; null: Acervo
   *   finds it out again; left out: as it is
   * @throws AppError `not-found`; `wrong-use` for an encoding that is not known, or a format that decides about it itself
   */
  readAgain(documentId: string, encoding?: string | null, signal?: AbortSignal): Promise<DocumentDetails>;
  /**
   * Keys and values that the question names, as filters that it may mean. They are never applied by {@link Library.search}.
   */
  guessFilters(question: string): Promise<readonly MetaGuess[]>;
  /** Seconds that a document may show no progress, from now on. Documents that took longer are read again by a retry. */
  setTimeLimit(seconds: number): void;
  /**
   * The passages that answer a question best. Asks the model only where the mode and the question need it.
   * @throws AppError `wrong-use` for a date that does not exist, `model-missing`, `model-corrupt`
   */
  search(request: SearchRequest, signal?: AbortSignal): Promise<SearchResult>;
  /**
   * How many documents, whatever their state, a filter holds for.
   * @throws AppError `wrong-use` for a date or a language that can't be
   */
  countDocuments(filter: SearchFilter): Promise<number>;
  /**
   * From now on looks by itself at what changes on disk: folders are watched, and those that cannot be are checked by the
   * clock. Begins with a check of everything, and resolves with its end. Half-written files are left alone until they are
   * whole, and a file that is gone has a moment to turn up elsewhere before it is taken for deleted. Runs that fail are told to
   * `onFollowFailed` and tried again. While work is paused nothing is looked at.
   * @throws AppError `wrong-use` when it follows already
   */
  follow(times?: Partial<FollowTimes>): Promise<void>;
  pause(): void;
  resume(): void;
  /** How hard it works from now on. */
  setSteering(steering: Steering): void;
  /**
   * The document that a person looks at: it is read and embedded before all others. Null: none.
   * @throws AppError `not-found`
   */
  lookAt(documentId: string | null): Promise<void>;
  progress(): IndexProgress;
  status(): Promise<LibraryStatus>;
  documents(query: DocumentQuery): Promise<DocumentPage>;
  problemGroups(): Promise<readonly ProblemGroup[]>;
  /** @throws AppError `not-found` */
  document(documentId: string): Promise<DocumentDetails>;
  /**
   * The bytes of a document that lies inside a file, taken out of it now; nothing is written to disk. Files of their own are not given.
   * @throws AppError `not-found`, `vanished`, or the reason why it cannot be had
   */
  partBytes(documentId: string, signal?: AbortSignal): Promise<Uint8Array>;
  /** The document at an absolute path without links. @throws AppError `not-found` */
  documentAtPath(path: string): Promise<DocumentInfo>;
  /** A document's text as it was read. @throws AppError `not-found` */
  text(documentId: string): Promise<DocumentText>;
  /**
   * Where a passage, and ranges in its text, stand on their page; null where the format has no pages.
   * @throws AppError `not-found` for a passage that is not here (any more)
   */
  marks(chunkId: string, ranges: readonly TextRange[]): Promise<PageMarks | null>;
  /**
   * Forgets a root and its documents. Then the library's file is written anew, so that no word of them stays in it: that takes as
   * long as copying what is left, and goes on by itself, also after a restart. The documents' own files are never touched.
   */
  removeFolder(folderId: number): Promise<{ readonly documents: number }>;
  /**
   * What a person says of the missing documents of a folder (see `FolderInfo.missing`): they were deleted and are removed, or
   * they stay as they are, searchable. Gives the number of documents that it is about.
   */
  settleMissing(folderId: number, answer: MissingAnswer): Promise<{ readonly documents: number }>;
  /** Forgets everything, or one collection, as {@link Library.removeFolder} does; resolves when the library's file is written anew. */
  reset(collection?: string): Promise<{ readonly documents: number }>;
  /**
   * Compares store, texts, words, vectors and graph, and repairs: what can be derived is made again, what can be read from the disk waits
   * to be read, and a file with damaged pages is put aside for a new one with all that could be read of it.
   */
  verify(): Promise<VerifyReport>;
  /**
   * Writes the library as it is now into one file (absolute path), while it goes on being used. Only an older export is
   * replaced, and only by a whole one: called off, it leaves none. Without text no word from inside the documents is in it: who brings it in has them read again, and embeds nothing.
   * @throws AppError `wrong-use` where another file has that name, `read-only`, `disk-full`; then the file is as it was
   */
  exportTo(file: string, options?: ExportOptions, signal?: AbortSignal): Promise<ExportReport>;
  /** What an export says of itself, read to its end. @throws AppError `export-damaged`, `library-newer`, `wrong-use` */
  inspectExport(file: string, signal?: AbortSignal): Promise<ExportSummary>;
  /**
   * Takes an export into this library, beside what it holds; all of it or nothing. Nothing is embedded. Folders that are
   * not on this machine are offline: with text their documents can be searched. {@link Library.check} then reads what has to be read.
   * @param folders where folders of the export lie here; the others keep their paths
   * @throws AppError `export-damaged`, `export-other-model`, `folder-taken`, `library-newer`, `wrong-use`, `disk-full`
   */
  importFrom(file: string, folders?: readonly FolderMapping[], signal?: AbortSignal): Promise<ImportReport>;
  /** Ends running work politely; what is stored stays. */
  close(): Promise<void>;
}

/**
 * Opens the library in `folder`.
 * @throws AppError `library-locked`, `library-newer`, `read-only`, `model-missing`
 */
export async function openLibrary(options: OpenLibraryOptions): Promise<Library> {
  const shipped = openModelFolder(options.modelFolder ?? modelFolder());
  const folder = resolve(options.folder);
  const storeToText = new MessageChannel();
  const store = startWorker<StoreMethods, StoreEvents>('store-worker', storeToText.port1);
  const search = startWorker<SearchMethods>('search-worker');
  const text = startWorker<TextMethods>('text-worker', storeToText.port2);
  const threads = [store, search, text];
  store.client.on('carrying', (progress) => options.onCarrying?.(progress));
  for (const thread of threads) void thread.lost.then(() => options.onThreadLost?.());
  try {
    const { id: embedder, dimension } = shipped.identity;
    const usual = { embedder, chunker: chunkerId, dimension };
    const holder = options.holder ?? 'command line';
    const opened = await store.client.call('open', { folder, generation: usual, holder });
    const { generation, generationId } = opened;
    const shelf = new ModelShelf(folder, shipped);
    const model = shelf.inUse(generation);
    await search.client.call('open', {
      folder,
      generationId,
      dimension: generation.dimension,
      modelFolder: judgedBy(model),
    });
    return new OpenedLibrary({
      folder: await realpath(folder),
      options,
      shelf,
      inUse: { generation, generationId, model },
      store,
      search,
      text,
      isWhole: !opened.wasReplaced,
      isReadOnly: opened.isReadOnly,
    });
  } catch (error) {
    await store.client.call('close', null).catch(() => null);
    await Promise.all(threads.map((thread) => thread.terminate()));
    throw error;
  }
}
