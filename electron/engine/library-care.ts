// What is done with a library as a whole: parts of it forgotten, all of it verified, carried away and brought in.
import type { ExportReport, ExportSummary, FolderMapping, ImportReport } from '../../shared/domain/carry.js';
import type { MissingAnswer, VerifyReport } from '../../shared/domain/library.js';
import { AppError } from '../../shared/errors.js';
import { judgedBy } from './embed/model-files.js';
import type { RunQueue } from './ingest/run-queue.js';
import type { ExportOptions } from './library.js';
import type { LibraryParts } from './library-parts.js';
import type { FreeMethods } from './store/free-worker.js';
import { startWorker } from './workers/start-worker.js';

interface CareParts {
  /** Whose generation may change. */
  readonly library: Pick<LibraryParts, 'store' | 'search' | 'inUse' | 'folder'>;
  readonly runs: RunQueue;
  /** Aborted when the library is closed. */
  readonly closing: AbortSignal;
  readonly onRemoved: () => void;
  readonly onFolderRemoved: (folderId: number) => void;
}

export class LibraryCare {
  readonly #parts: CareParts;

  constructor(parts: CareParts) {
    this.#parts = parts;
  }

  /** Resolves when the folder is gone from the library; what is left of it in the file goes while everybody reads on. */
  removeFolder(folderId: number): Promise<{ readonly documents: number }> {
    return this.remove(async () => {
      const removed = await this.#parts.library.store.client.call('removeRoot', { folderId });
      this.#parts.onFolderRemoved(folderId);
      return removed;
    });
  }

  settleMissing(folderId: number, answer: MissingAnswer): Promise<{ readonly documents: number }> {
    return this.remove(() => this.#parts.library.store.client.call('settleMissing', { folderId, answer }));
  }

  /** For whatever a person does that may take documents out: resolves when it is done, as {@link LibraryCare.removeFolder}. */
  remove(takeOut: () => Promise<{ readonly documents: number }>): Promise<{ readonly documents: number }> {
    const { runs, library, onRemoved } = this.#parts;
    return new Promise((resolve, reject) => {
      const work = async (): Promise<void> => {
        const removed = await takeOut();
        await library.search.client.call('forget', null);
        onRemoved();
        resolve(removed);
        await this.freeFile();
      };
      runs.alone(work).catch(reject);
    });
  }

  /** What a process before this one was killed in. */
  finishFreeing(): Promise<void> {
    return this.#parts.runs.alone(() => this.freeFile());
  }

  reset(collection?: string): Promise<{ readonly documents: number }> {
    const { runs, library, onRemoved } = this.#parts;
    const { store, search } = library;
    return runs.alone(async () => {
      const removed = await store.client.call('reset', { collection: collection ?? null });
      await search.client.call(collection === undefined ? 'reset' : 'forget', null);
      onRemoved();
      await this.freeFile();
      return removed;
    });
  }

  /** At the end of a forced run: what it replaced was to be got rid of. */
  async freeReplaced(): Promise<void> {
    await this.#parts.library.search.client.call('forget', null);
    await this.freeFile();
  }

  verify(): Promise<VerifyReport> {
    return this.#parts.runs.alone(async () => {
      const { needsRebuild, ...found } = await this.#parts.library.store.client.call('verify', null);
      const report = needsRebuild ? await this.#rebuild(found.damage) : found;
      const graph = await this.#parts.library.search.client.call('verify', null);
      return {
        ...report,
        damage: [...report.damage, ...graph.damage],
        repaired: [...report.repaired, ...graph.repaired],
      };
    });
  }

  inspectExport(file: string, signal?: AbortSignal): Promise<ExportSummary> {
    return this.#carried(() => this.#parts.library.store.client.call('inspectExport', { file }), signal);
  }

  exportTo(file: string, { withText = true }: ExportOptions = {}, signal?: AbortSignal): Promise<ExportReport> {
    return this.#carried(() => this.#parts.library.store.client.call('exportLibrary', { file, withText }), signal);
  }

  importFrom(file: string, folders: readonly FolderMapping[] = [], signal?: AbortSignal): Promise<ImportReport> {
    const { runs, onRemoved } = this.#parts;
    const { store } = this.#parts.library;
    return runs.alone(async () => {
      try {
        return await this.#carried(() => store.client.call('importLibrary', { file, folders }), signal);
      } finally {
        onRemoved();
      }
    });
  }

  /** Resolves when no export is half written any more. */
  async close(): Promise<void> {
    await this.#parts.library.store.client.call('untilCarried', null).catch(() => null);
  }

  /** Nobody may write meanwhile. A full disk, say, leaves it to the next start. */
  async freeFile(): Promise<void> {
    const { store, folder } = this.#parts.library;
    if (!(await store.client.call('freeing', { isGoingOn: true }))) return;
    const thread = startWorker<FreeMethods>('free-worker');
    try {
      await thread.client.call('free', { folder });
    } catch (error) {
      if (error instanceof AppError && error.code === 'bug') throw error;
    } finally {
      await thread.terminate();
      await store.client.call('freeing', { isGoingOn: false });
    }
  }

  /** Whoever calls it off learns what came of it when nothing half is left: it may have been through already. */
  async #carried<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const { closing, library } = this.#parts;
    const until = signal === undefined ? closing : AbortSignal.any([closing, signal]);
    if (until.aborted) throw new AppError('cancelled', 'Cancelled.');
    const stop = (): void => void library.store.client.call('stopCarrying', null).catch(() => null);
    until.addEventListener('abort', stop, { once: true });
    return work().finally(() => until.removeEventListener('abort', stop));
  }

  /** The search thread reads the file that is put aside: it has to open the new one. */
  async #rebuild(damage: readonly string[]): Promise<VerifyReport> {
    const { store, search, inUse, folder } = this.#parts.library;
    await search.client.call('close', null);
    const { generationId, documents, waiting } = await store.client.call('rebuild', null);
    const { dimension } = inUse.generation;
    this.#parts.library.inUse = { ...inUse, generationId };
    await search.client.call('open', { folder, generationId, dimension, modelFolder: judgedBy(inUse.model) });
    const again = await store.client.call('verify', null);
    return {
      damage: [...damage, ...again.damage],
      repaired: [
        `The library file was put aside and a new one made of what could be read: ${documents} documents were kept, ${waiting} are to be read again, and what is missing is found by the next check of the folders.`,
        ...again.repaired,
      ],
      documents: again.documents,
      chunks: again.chunks,
      vectors: again.vectors,
    };
  }
}
