// Text recognition in the background: page after page, only while nothing else is being read. What was recognised is kept
// page by page, so that pausing, quitting and dying cost one page.
import type { RecognitionMode, RecognitionProgress, RecognitionReport } from '../../../shared/domain/recognition.js';
import { AppError } from '../../../shared/errors.js';
import type { RpcClient } from '../../../shared/rpc.js';
import { loadLimits } from '../load/load-limits.js';
import { Parser, type ParserOptions, ParserStoppedError } from '../load/parser.js';
import { type RecognitionLanguage, recognitionLanguageOf } from '../recognise/languages.js';
import type { RecognisedPage } from '../recognise/recognised-page.js';
import { isUnder, splitInside } from '../store/paths.js';
import type { FolderRow, RecognitionTarget, StoreMethods } from '../store/store-methods.js';
import type { CheckTarget } from './check-root.js';
import type { Gate } from './gate.js';
import { placeOf } from './ingest-document.js';
import type { Pace } from './pace.js';

interface StoredPlace {
  readonly folderId: number;
  readonly relativePath: string;
}

export interface RecognitionTools {
  readonly store: RpcClient<StoreMethods, Record<never, never>>;
  readonly startParser: ParserOptions['start'];
  /** As the parser has them. */
  readonly passwords: () => readonly string[];
  readonly gate: Gate;
  readonly pace: Pace;
  /** Resolves when no run of indexing is going on or waiting. */
  readonly untilIdle: () => Promise<void>;
  /** Reads what waits at these places, with what has been recognised of it. */
  readonly readAgain: (places: readonly StoredPlace[], signal: AbortSignal) => Promise<void>;
  readonly onProgress: () => void;
}

/** Which documents; all of them where absent. */
type IsWanted = (place: StoredPlace) => boolean;

/** A long document becomes searchable in portions. */
const readAgainEvery = 25;

export class Recognition {
  readonly #tools: RecognitionTools;
  #mode: RecognitionMode = 'off';
  #firstLanguage: RecognitionLanguage;
  #progress: RecognitionProgress | null = null;
  /** The pass that is going on, and those that wait for it. */
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #controller = new AbortController();
  #isClosed = false;

  constructor(tools: RecognitionTools) {
    this.#tools = tools;
    this.#firstLanguage = recognitionLanguageOf(systemLanguage()) ?? 'eng';
  }

  get progress(): RecognitionProgress | null {
    return this.#progress;
  }

  /** Switching it off ends a recognition that is going on; its pages so far are kept. */
  set(mode: RecognitionMode, language: string): void {
    this.#mode = mode;
    this.#firstLanguage = recognitionLanguageOf(language) ?? this.#firstLanguage;
    if (mode === 'off') this.stop();
  }

  /** Something was read: there may be more to recognise. Resolves when that is done; does nothing unless it is `on`. */
  async onRead(): Promise<void> {
    if (this.#mode === 'on' && this.#waiting < 2) await this.start();
  }

  /**
   * Recognises what waits for it. One pass follows another.
   * @throws AppError `cancelled`, or when the library itself fails
   */
  start(isWanted: IsWanted = () => true, signal?: AbortSignal): Promise<RecognitionReport> {
    if (this.#isClosed) return Promise.reject(new AppError('engine-stopped', 'The library is closed.'));
    const ends = [this.#controller.signal, ...(signal === undefined ? [] : [signal])];
    this.#waiting += 1;
    const pass = this.#last.then(() => this.#pass(isWanted, AbortSignal.any(ends)));
    this.#last = pass.catch(() => null).finally(() => (this.#waiting -= 1));
    return pass;
  }

  /** Gives up the page in hand. Resolves when nothing of it goes on. */
  async stop(): Promise<void> {
    this.#controller.abort();
    this.#controller = new AbortController();
    await this.#last;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.stop();
  }

  async #pass(isWanted: IsWanted, signal: AbortSignal): Promise<RecognitionReport> {
    const { store, startParser, passwords, untilIdle } = this.#tools;
    await untilIdle();
    throwIfAborted(signal);
    const targets = oneEach((await store.call('recognitionTargets', null)).filter(isWanted));
    const report = { documents: 0, pages: 0, failed: 0 };
    if (targets.length === 0) return report;
    const parser = new Parser({ start: startParser, limits: recognitionLimits, passwords });
    try {
      for (const [index, target] of targets.entries()) {
        this.#tell({ documents: targets.length, documentsDone: index, pages: 0, pagesDone: 0 });
        await this.#document(parser, target, report, signal);
      }
    } finally {
      parser.close();
      this.#tell(null);
    }
    return report;
  }

  async #document(
    parser: Parser,
    target: RecognitionTarget,
    report: { documents: number; pages: number; failed: number },
    signal: AbortSignal,
  ): Promise<void> {
    const { store } = this.#tools;
    const { contentHash } = target;
    await this.#turn(signal);
    const root = (await store.call('roots', null)).find(({ folderId }) => folderId === target.folderId);
    if (root === undefined) return;
    const wanted = await this.#pagesOf(parser, root, target, signal);
    if (wanted === null) return;
    const done = new Set((await store.call('recognisedPages', { contentHash })).map(({ page }) => page));
    let language = recognitionLanguageOf(target.language) ?? this.#firstLanguage;
    let pagesDone = wanted.filter((page) => done.has(page)).length;
    let fresh = 0;
    for (const page of wanted) {
      if (done.has(page)) continue;
      this.#tellPages(wanted.length, pagesDone);
      await this.#turn(signal);
      const place = placeOf(root, target.relativePath);
      const startMs = performance.now();
      const result = await recognised(parser, { ...place, contentHash, page, language }, signal);
      await this.#tools.pace.rest(performance.now() - startMs, signal);
      if (result === null || !(await store.call('saveRecognisedPage', { contentHash, page: result }))) return;
      language = (result.language as RecognitionLanguage | null) ?? language;
      report.pages += 1;
      if (result.outcome !== 'words' && result.outcome !== 'empty') report.failed += 1;
      pagesDone += 1;
      fresh += 1;
      if (fresh % readAgainEvery === 0 && pagesDone < wanted.length) await this.#readAgain(contentHash, signal);
    }
    this.#tellPages(wanted.length, pagesDone);
    await this.#readAgain(contentHash, signal);
    report.documents += 1;
  }

  /** Null where the file is not there, not the same any more, or can't be looked through. */
  async #pagesOf(
    parser: Parser,
    root: FolderRow,
    { relativePath, contentHash }: RecognitionTarget,
    signal: AbortSignal,
  ): Promise<readonly number[] | null> {
    try {
      const found = await parser.picturePages(placeOf(root, relativePath), signal);
      return Buffer.compare(found.contentHash, contentHash) === 0 ? found.pages : null;
    } catch (error) {
      throwIfOver(error);
      return null;
    }
  }

  async #readAgain(contentHash: Uint8Array, signal: AbortSignal): Promise<void> {
    const places = await this.#tools.store.call('readContentAgain', { contentHash });
    await this.#tools.readAgain(places, signal);
  }

  /** Its turn comes when it is not paused and nobody else has anything to do. */
  async #turn(signal: AbortSignal): Promise<void> {
    const { gate, untilIdle } = this.#tools;
    do {
      await gate.pass(signal);
      await untilIdle();
      throwIfAborted(signal);
    } while (gate.isShut);
  }

  #tellPages(pages: number, pagesDone: number): void {
    if (this.#progress !== null) this.#tell({ ...this.#progress, pages, pagesDone });
  }

  #tell(progress: RecognitionProgress | null): void {
    this.#progress = progress;
    this.#tools.onProgress();
  }
}

/** Documents at or under these parts of roots, and what lies inside them. */
export function isAmong(targets: readonly CheckTarget[]): IsWanted {
  return ({ folderId, relativePath }) =>
    targets.some(({ root, under }) => root.folderId === folderId && isUnder(relativePath, under));
}

/** The files that documents are or lie in, as parts of their roots. */
export function targetsAt(roots: readonly FolderRow[], places: readonly StoredPlace[]): CheckTarget[] {
  return roots.flatMap((root) => {
    const files = places
      .filter(({ folderId }) => folderId === root.folderId)
      .map(({ relativePath }) => (root.isFile ? '' : splitInside(relativePath).file));
    return [...new Set(files)].map((under) => ({ root, under }));
  });
}

const recognitionLimits = {
  maxQuietMs: loadLimits.maxRecognitionQuietMs,
  maxDocumentMs: loadLimits.maxRecognitionMs,
  maxResidentBytes: loadLimits.maxRecognitionBytes,
};

/** A page that can't be recognised is one failed page; null where the file itself is gone or another one. */
async function recognised(
  parser: Parser,
  request: Parameters<Parser['recognisePage']>[0],
  signal: AbortSignal,
): Promise<RecognisedPage | null> {
  try {
    return await parser.recognisePage(request, signal);
  } catch (error) {
    throwIfOver(error);
    if (error instanceof AppError && (error.code === 'vanished' || error.code === 'unreadable')) return null;
    const nothing = { confidence: null, language: null, lines: new Uint8Array() };
    return { page: request.page, outcome: outcomeOf(error), ...nothing };
  }
}

function outcomeOf(error: unknown): RecognisedPage['outcome'] {
  if (error instanceof ParserStoppedError) return 'failed';
  return error instanceof AppError && error.code === 'too-large' ? 'too-large' : 'damaged';
}

/** What is no fault of the document at hand ends the pass. */
function throwIfOver(error: unknown): void {
  if (error instanceof AppError && (error.code === 'cancelled' || error.code === 'engine-stopped')) throw error;
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
}

/** Each content once, wherever it lies. */
function oneEach(targets: readonly RecognitionTarget[]): readonly RecognitionTarget[] {
  const first = new Map<string, RecognitionTarget>();
  for (const target of targets) {
    const key = Buffer.from(target.contentHash).toString('latin1');
    if (!first.has(key)) first.set(key, target);
  }
  return [...first.values()];
}

function systemLanguage(): string {
  return new Intl.DateTimeFormat().resolvedOptions().locale.slice(0, 2);
}
