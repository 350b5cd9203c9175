// The store as a whole: every method is one transaction. The store worker serves it; tests use it without a thread.
import { isAbsolute } from 'node:path';
import type { CarryProgress } from '../../../shared/domain/carry.js';
import { AppError } from '../../../shared/errors.js';
import { documentAtRest, queryAtRest, statusAtRest } from './at-rest.js';
import {
  beginBuild,
  buildState,
  cancelBuild,
  documentToBuild,
  isStructureMissing,
  pendingBuilt,
  rowsToBuild,
  saveBuilt,
  saveBuiltVectors,
  switchGeneration,
  workInUse,
} from './beside.js';
import { type CarryMeter, carryMeter } from './carry/carry-meter.js';
import { exportLibrary } from './carry/export-library.js';
import { importLibrary, inspectExport } from './carry/import-library.js';
import { beginCheck, endCheck, planBatch, planRest } from './checks.js';
import { planChildren } from './children.js';
import {
  listConversations,
  readConversation,
  removeConversation,
  renameConversation,
  saveConversation,
  saveTurn,
} from './conversations.js';
import {
  documentAtPath,
  documentById,
  documentPlace,
  groupProblems,
  layoutOfPage,
  listDocuments,
  listProblems,
  placeOfChunk,
  rowOfDocument,
  textOfDocument,
} from './document-list.js';
import { documentRow, readAgain, retryDocuments, retryProblems, saveFailure } from './documents.js';
import { writeFolderList } from './folder-list.js';
import { addRoot, holdsPath, listRoots, removeRoot, setFolder, setRootState } from './folders.js';
import { forgettingAnswers } from './forget-answers.js';
import { findKeptAnswer } from './kept-answers.js';
import { settleMissing } from './missing.js';
import { type OpenStore, openStore } from './open-store.js';
import { planContent } from './plan-content.js';
import {
  isRecognitionAsked,
  readContentAgain,
  readRecognisedPages,
  recognitionTargets,
  saveRecognisedPage,
  setRecognitionAsked,
} from './recognised-pages.js';
import { resetLibrary } from './reset.js';
import { saveWords } from './save-words.js';
import { noteSpeed, readSpeed, typeDensities } from './speeds.js';
import { type Database, diskFullError, transaction } from './sqlite.js';
import { libraryStatus } from './status.js';
import type { StoreContext } from './store-context.js';
import type { Generation, StoreMethods } from './store-methods.js';
import { readPassage } from './text-parts.js';
import { isUnfreed, noteRemoved } from './unfreed.js';
import { pendingChunks, saveVectors, waitingRows, waitingWork } from './vectors.js';
import { verifyStore } from './verify.js';

const busyWords = {
  importing: 'Another library is being imported into this one. Try again when that is done.',
  freeing: 'What was removed is being taken out of the library file. Try again when that is done.',
} as const;

type CarryTools = readonly [signal: AbortSignal, meter: CarryMeter];

/** A store that is not open yet; `open` comes first, `close` last. Methods are own properties, as rpc.ts serves them. */
export function createStore(onCarrying: (progress: CarryProgress | null) => void = () => undefined): StoreMethods {
  let store: OpenStore | null = null;
  /** What somebody else is doing with the file: nothing is written here until that ends. */
  let busyWith: keyof typeof busyWords | null = null;
  /** Exports and imports that are going on. */
  const carrying = new Set<Promise<unknown>>();
  let carryStop = new AbortController();

  function read<T>(work: (context: StoreContext) => T): T {
    if (store === null) throw new AppError('bug', 'The store is not open.');
    try {
      return work(store.context);
    } catch (error) {
      // What was opened for searching only refuses to be written, whatever the reason.
      const isFull = store?.isDiskFull === true && error instanceof AppError && error.code === 'read-only';
      throw isFull ? diskFullError(error) : error;
    }
  }
  function write<T>(work: (context: StoreContext) => T): T {
    if (busyWith !== null) throw new AppError('library-locked', busyWords[busyWith]);
    try {
      return read((context) => transaction(context.db, () => work(context)));
    } catch (error) {
      if (error instanceof AppError && error.code === 'disk-full') read(({ db }) => emptyLog(db));
      throw error;
    }
  }

  /** What a person has taken out must not stay in any file: that it is still there is noted with it. */
  function takeOut<T extends { readonly documents: number }>(work: (context: StoreContext) => T): T {
    return write((context) => {
      const removed = forgettingAnswers(context.db, () => work(context));
      if (removed.documents > 0) noteRemoved(context.db);
      return removed;
    });
  }
  async function carry<T>(kind: CarryProgress['kind'], begin: (...how: CarryTools) => Promise<T>): Promise<T> {
    const work = begin(carryStop.signal, carryMeter(kind, onCarrying));
    carrying.add(work);
    try {
      return await work;
    } finally {
      carrying.delete(work);
      if (carrying.size === 0) onCarrying(null);
    }
  }

  /** What is told of a library in which nobody reads. */
  function atRest<T>(told: T, change: (told: T) => T): T {
    return store?.isReadOnly === true ? change(told) : told;
  }

  const noteFolders = (): void => read(({ db, folder }) => writeFolderList(folder, db));

  return {
    open: (request) => {
      if (store !== null) throw new AppError('bug', 'The store is open already.');
      store = openStore(request);
      const { context, wasReplaced, isReadOnly } = store;
      const { generationId, generation } = context;
      // As after a crash: the list may name what was taken out, or know folders by other rows.
      if (!isReadOnly && (wasReplaced || isUnfreed(context.db))) noteFolders();
      return { generationId, generation, wasReplaced, isReadOnly };
    },
    close: () => {
      const closing = store;
      store = null;
      closing?.close();
      return null;
    },

    addRoot: (request) => {
      const root = write(({ db }) => addRoot(db, request));
      noteFolders();
      return root;
    },
    setFolder: (request) => {
      const removed = takeOut(({ db }) => setFolder(db, request));
      noteFolders();
      return removed;
    },
    roots: () => read(({ db }) => listRoots(db)),
    holdsPath: ({ path }) => read(({ db }) => holdsPath(db, path)),
    removeRoot: ({ folderId }) => {
      const removed = takeOut(({ db }) => removeRoot(db, folderId));
      noteFolders();
      return removed;
    },
    setRootState: (request) => write(({ db }) => setRootState(db, request)),

    beginCheck: (request) => read((context) => ({ checkId: beginCheck(context, request) })),
    planBatch: (request) => write((context) => planBatch(context, request)),
    planRest: (request) => read((context) => planRest(context, request)),
    planChildren: (request) => write((context) => planChildren(context, request)),
    dropChecks: ({ checkIds }) => read(({ checks }) => checkIds.forEach((checkId) => void checks.delete(checkId))),
    endCheck: (request) =>
      write((context) => {
        if (request.missing !== 'remove' || !isOnDisk(context, request)) return endCheck(context, request);
        // A person has said so: what was made of the documents goes with them.
        const ended = forgettingAnswers(context.db, () => endCheck(context, request));
        if (ended.removed > 0) noteRemoved(context.db);
        return ended;
      }),
    settleMissing: (request) =>
      request.answer === 'remove'
        ? takeOut(({ db }) => settleMissing(db, request))
        : write(({ db }) => settleMissing(db, request)),
    planContent: (request) => write((context) => planContent(context, request)),
    retry: ({ folderId }) => {
      write(({ db }) => retryProblems(db, folderId));
      return null;
    },
    retryDocuments: ({ documentIds }) => {
      write(({ db }) => retryDocuments(db, documentIds));
      return null;
    },
    readAgain: ({ documentId, encoding }) =>
      write(({ db }) => {
        const row = rowOfDocument(db, documentId);
        readAgain(db, row, encoding);
        const { folder: folderId, relative_path: relativePath } = documentRow(db, row);
        return { folderId, relativePath };
      }),
    saveWords: (request) => write((context) => saveWords(context, request)),
    saveVectors: (request) => write((context) => saveVectors(context, request)),
    saveFailure: (request) => write((context) => saveFailure(context, request)),
    recognitionTargets: () => read(({ db }) => recognitionTargets(db)),
    recognisedPages: ({ contentHash }) => read(({ db }) => readRecognisedPages(db, contentHash)),
    saveRecognisedPage: (request) => write(({ db }) => saveRecognisedPage(db, request)),
    readContentAgain: ({ contentHash }) => write(({ db }) => readContentAgain(db, contentHash)),
    recognitionAsked: ({ isAsked }) => {
      if (isAsked !== undefined) write(({ db }) => setRecognitionAsked(db, isAsked));
      return read(({ db }) => isRecognitionAsked(db));
    },
    waitingRows: (request) => read(({ db }) => waitingRows(db, request)),
    waitingWork: () => read(({ db }) => waitingWork(db)),
    pending: (request) => read(({ db }) => pendingChunks(db, request)),
    rowOf: ({ documentId }) => read(({ db }) => rowOfDocument(db, documentId)),
    speed: () => read(({ db }) => ({ speed: readSpeed(db), densities: typeDensities(db) })),
    noteSpeed: (seen) => {
      write(({ db }) => noteSpeed(db, seen));
      return null;
    },

    buildState: () => read(buildState),
    beginBuild: (request) => write((context) => beginBuild(context, request)),
    rowsToBuild: (request) => read(({ db }) => rowsToBuild(db, request)),
    documentToBuild: (request) => read(({ db }) => documentToBuild(db, request)),
    saveBuilt: (request) => write((context) => saveBuilt(context, request)),
    pendingBuilt: (request) => read(({ db }) => pendingBuilt(db, request)),
    saveBuiltVectors: (request) => write((context) => saveBuiltVectors(context, request)),
    workInUse: (request) => read(({ db }) => workInUse(db, request)),
    isStructureMissing: () => read(({ db }) => isStructureMissing(db)),
    switchGeneration: (request) => {
      if (store === null) throw new AppError('bug', 'The store is not open.');
      const context = switchGeneration(store.context, request);
      if (context === null) return null;
      store = { ...store, context };
      return { generationId: context.generationId, generation: context.generation };
    },
    cancelBuild: () => read(cancelBuild),

    status: () => atRest(read(libraryStatus), statusAtRest),
    documents: (query) => {
      const page = read(({ db }) => listDocuments(db, atRest(query, queryAtRest)));
      return { ...page, documents: page.documents.map((document) => atRest(document, documentAtRest)) };
    },
    problems: ({ underPaths }) => read(({ db }) => listProblems(db, underPaths)),
    problemGroups: () => read(({ db }) => groupProblems(db)),
    document: ({ documentId }) =>
      atRest(
        read(({ db }) => documentById(db, documentId)),
        documentAtRest,
      ),
    documentPlace: ({ documentId }) => read(({ db }) => documentPlace(db, documentId)),
    documentAtPath: ({ path }) =>
      atRest(
        read(({ db }) => documentAtPath(db, path)),
        documentAtRest,
      ),
    text: ({ documentId }) => read(({ db }) => textOfDocument(db, documentId)),
    textRange: ({ documentId, start, end }) =>
      read(({ db }) => readPassage(db, rowOfDocument(db, documentId), start, end)),
    chunkPlace: ({ chunkId }) => read(({ db }) => placeOfChunk(db, chunkId)),
    pageLayout: ({ documentId, page }) => read(({ db }) => layoutOfPage(db, documentId, page)),

    saveTurn: (request) =>
      write(({ db, generation }) => {
        const under = request.keepUnder;
        return saveTurn(db, under === undefined ? request : { ...request, keepUnder: ofGeneration(generation, under) });
      }),
    keptAnswer: (request) => read(({ db, generation }) => findKeptAnswer(db, ofGeneration(generation, request))),
    conversations: (request) => read(({ db }) => listConversations(db, request)),
    conversation: ({ conversationId }) => read(({ db }) => readConversation(db, conversationId)),
    saveConversation: (conversation) => write(({ db }) => saveConversation(db, conversation)),
    renameConversation: ({ conversationId, title }) => write(({ db }) => renameConversation(db, conversationId, title)),
    removeConversation: ({ conversationId }) => {
      write(({ db }) => removeConversation(db, conversationId));
      return null;
    },

    reset: ({ collection }) => {
      const removed = read((context) => resetLibrary(context, collection));
      noteFolders();
      return removed;
    },
    verify: () => read(verifyStore),
    rebuild: () => {
      if (store === null) throw new AppError('bug', 'The store is not open.');
      const { rescued, ...next } = store.rebuilt(store.context.generation);
      store = next;
      noteFolders();
      return { generationId: next.context.generationId, ...rescued };
    },
    freeing: ({ isGoingOn }) => {
      const isNeeded = read(({ db }) => isUnfreed(db));
      busyWith = isGoingOn && isNeeded ? 'freeing' : null;
      return isNeeded;
    },

    inspectExport: ({ file }) => carry('inspect', (...how) => inspectExport(file, ...how)),
    exportLibrary: (request) =>
      carry('export', (...how) =>
        read(async (context) => {
          try {
            return await exportLibrary(context, request, ...how);
          } finally {
            // While it was being read the log could not be emptied, whatever was removed meanwhile.
            if (store?.isReadOnly === false) context.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
          }
        }),
      ),
    importLibrary: (request) =>
      carry('import', (...how) =>
        read(async (context) => {
          busyWith = 'importing';
          try {
            return await importLibrary(context, request, ...how);
          } finally {
            busyWith = null;
            if (store !== null) noteFolders();
          }
        }),
      ),
    stopCarrying: () => {
      carryStop.abort();
      carryStop = new AbortController();
      return null;
    },
    untilCarried: async () => {
      await Promise.allSettled(carrying);
      return null;
    },
  };
}

/** What is in the log stands in the file twice: on a full disk its room is what the next one that writes needs. */
function emptyLog(db: Database): void {
  try {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // No room for that either: the disk is to be given some first, as whoever wrote is told.
  }
}

/** Records come and go by themselves. */
function isOnDisk({ db, checks }: StoreContext, { checkId }: { readonly checkId: number }): boolean {
  const folderId = checks.get(checkId)?.folderId;
  return listRoots(db).some((root) => root.folderId === folderId && isAbsolute(root.path));
}

/** Vectors of another embedder say nothing here, and passages that were cut otherwise are others. */
function ofGeneration<T extends { readonly key: string }>({ embedder, chunker }: Generation, under: T): T {
  return { ...under, key: `${embedder} ${chunker} ${under.key}` };
}
