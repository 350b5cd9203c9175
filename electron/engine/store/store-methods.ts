// What the store worker does for the engine: the only writer of the SQLite file. Every change of a document is one transaction.

import type { CarryProgress, ExportReport, ExportSummary, ImportReport } from '../../../shared/domain/carry.js';
import type { Conversation, ConversationInfo, Turn } from '../../../shared/domain/chat.js';
import type { DocumentDetails, DocumentInfo, DocumentState, Problem } from '../../../shared/domain/document.js';
import type { FolderRules } from '../../../shared/domain/folder-rules.js';
import type { FolderState, LibraryStatus, MissingAnswer } from '../../../shared/domain/library.js';
import type { DocumentText, PassagePlace } from '../../../shared/domain/passage.js';
import type { ConversationMethods } from '../../../shared/engine/conversation-methods.js';
import type { DocumentPage, DocumentQuery, ProblemGroup } from '../../../shared/engine/engine-methods.js';
import type { DocumentReason } from '../../../shared/errors.js';
import type { Chunk } from '../chunk/chunk.js';
import type { ChunkOptions } from '../chunk/chunk-options.js';
import type { MeasuredSpeed, TypeDensity } from '../ingest/estimate.js';
import type { ChildEntry, ChildRoom } from '../load/children/child-entry.js';
import type { LoadedDocument, PageText } from '../load/loaded-document.js';
import type { DocumentPlace } from '../load/parse-methods.js';
import type { RecognisedPage } from '../recognise/recognised-page.js';
import type { BuildMethods } from './build-methods.js';
import type { ExportRequest } from './carry/export-library.js';
import type { ImportRequest } from './carry/import-library.js';
import type { Rescued } from './carry/rescue.js';
import type { SaveTurnRequest } from './conversations.js';
import type { FoundKept, KeptUnder } from './kept-answers.js';
import type { StoreVerifyReport } from './verify.js';

export interface Generation {
  readonly embedder: string;
  readonly chunker: string;
  readonly dimension: number;
  /** A model that was added to the library, by its name; null: the one that ships. */
  readonly model?: string | null | undefined;
  /** Null: the usual numbers. */
  readonly chunking?: ChunkOptions | null | undefined;
}

export interface FolderRow {
  readonly folderId: number;
  readonly path: string;
  /** The root is a single file, not a folder. */
  readonly isFile: boolean;
  readonly collection: string;
  readonly state: FolderState;
  /** Of the folder when it was last listed; null where that is not known. */
  readonly inode: string | null;
  /** What of it is left out. */
  readonly rules: FolderRules;
}

/** One file seen on disk during a check. */
export interface ScanEntry {
  /** Relative to the root, with `/`; the file's own name where the root is a file. */
  readonly relativePath: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** The file's number on its file system: it stays when the file is renamed. */
  readonly inode?: string | undefined;
  /** Why nothing more than its name is known. */
  readonly problem?: ScanProblem | undefined;
  /** It was written a moment ago, and may be still: where it is new or changed it is left alone for now. */
  readonly isFresh?: boolean | undefined;
}

/** `placeholder`: the file's content lies elsewhere, and reading it would fetch it. */
export type ScanProblem = 'folder-unlisted' | 'name-unreadable' | 'file-unreadable' | 'placeholder';

/** A document that has to be read. `row` is the store's own id of it. */
export interface ToRead {
  readonly row: number;
  readonly folderId: number;
  readonly relativePath: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly problem?: ScanProblem | undefined;
  /** Known beforehand of what lies inside a file: SHA-256. */
  readonly contentHash?: Uint8Array | null | undefined;
}

export interface BatchPlan {
  readonly toRead: readonly ToRead[];
  readonly unchanged: number;
  /** Files that only have another place now, and the chunks of their documents. */
  readonly moved?: { readonly documents: number; readonly chunks: number } | undefined;
  /** Fresh files (relative paths) that were left alone. */
  readonly later?: readonly string[] | undefined;
}

export interface CheckEnd {
  readonly removed: number;
  readonly chunksRemoved: number;
  /** Documents of the root that are missing and that a person is asked about: nothing of them was removed. */
  readonly asked: number;
  /** Missing files that are given some more time to turn up elsewhere. */
  readonly waiting: number;
}

/** What is known of a file's content before it is parsed. `children`: of what lies inside it, what still has to be read. */
export type ContentPlan =
  /** The content is as it was: only size and date were noted. */
  | { readonly kind: 'same'; readonly children: BatchPlan }
  /** A document that is gone from its place had this content: it was carried over, words, vectors, children and all. */
  | { readonly kind: 'moved'; readonly chunks: number; readonly isReady: boolean; readonly children: BatchPlan }
  /** Another document has this content: its text, chunks and vectors were copied. */
  | { readonly kind: 'copied'; readonly chunks: number; readonly isReady: boolean }
  | {
      readonly kind: 'read';
      /** Chosen by a person; null: to be found out. */
      readonly encoding: string | null;
      readonly hasChildren: boolean;
      /** How much the file on disk may still hold, before it is too much. */
      readonly room: ChildRoom;
      /** What text recognition has found on its pages so far. */
      readonly recognised: readonly RecognisedPage[];
    };

/** What a check found inside one document. */
export interface ChildrenPlan extends BatchPlan {
  /** Gone from it, with what lay inside them. */
  readonly removed: number;
  readonly chunksRemoved: number;
}

/** A document with pages that need text recognition. */
export interface RecognitionTarget {
  readonly contentHash: Uint8Array;
  /** ISO 639-1, of the text that its other pages have; null where there is none. */
  readonly language: string | null;
  readonly folderId: number;
  readonly relativePath: string;
}

export interface SaveWordsRequest {
  readonly row: number;
  readonly contentHash: Uint8Array;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly document: LoadedDocument;
  readonly chunks: readonly Chunk[];
  /** All chunks are listed as `withoutVector`, to be embedded anew; until then their old vectors answer. */
  readonly embedAgain?: boolean | undefined;
}

export interface SaveWordsReply {
  readonly added: number;
  /** Chunks whose text was there before, or whose vector was. */
  readonly reused: number;
  readonly removed: number;
  /** Ordinals of the chunks that still need a vector. */
  readonly withoutVector: readonly number[];
  /** `ready` when every chunk found its vector by hash. */
  readonly state: DocumentState;
}

export interface NewVector {
  readonly inputHash: Uint8Array;
  readonly vector: Float32Array;
}

/** A chunk that waits for a vector, with what has to be embedded. */
export interface PendingChunk {
  /** Of the chunk; ascending. */
  readonly id: number;
  /** Of its document. */
  readonly row: number;
  readonly inputHash: Uint8Array;
  readonly context: string;
  readonly text: string;
}

/** `carrying`: how far an export or import is; null when none is going on any more. */
export type StoreEvents = { readonly carrying: CarryProgress | null };

export type StoreMethods = BuildMethods &
  ConversationMethods & {
    /** Opens or makes the file, takes the lock, migrates, checks integrity. `library-locked` names the holder. */
    readonly open: (request: {
      readonly folder: string;
      /** Of the model that ships: used where the library has not chosen another one. */
      readonly generation: Generation;
      readonly holder: 'window' | 'command line';
    }) => {
      readonly generationId: number;
      /** The one in use. */
      readonly generation: Generation;
      /** True when the file was damaged and put aside, and a new one was begun. */
      readonly wasReplaced: boolean;
      /** Nothing may be written there: it is open for searching only, and all else rejects with `read-only`. */
      readonly isReadOnly: boolean;
    };
    readonly close: (request: null) => null;

    /** Registers a root (a path inside a registered root stays with that root). Returns the root that covers it. */
    readonly addRoot: (request: {
      readonly path: string;
      readonly isFile: boolean;
      readonly collection: string;
      /** Of a new root; one that is here already keeps its own. */
      readonly rules?: FolderRules | undefined;
    }) => FolderRow;
    /** What is not given stays as it is. Gives how many documents are left out now and were removed. Errors: `not-found`. */
    readonly setFolder: (request: {
      readonly folderId: number;
      readonly rules?: FolderRules | undefined;
      readonly collection?: string | undefined;
    }) => { readonly documents: number };
    readonly roots: (request: null) => readonly FolderRow[];
    readonly removeRoot: (request: { readonly folderId: number }) => { readonly documents: number };
    /** Gives the number of documents that the root holds. `inode` stays as it is where it is not given. */
    readonly setRootState: (request: {
      readonly folderId: number;
      readonly state: FolderState;
      readonly inode?: string | undefined;
    }) => {
      readonly documents: number;
    };

    /** Whether documents lie at or under an absolute path of a root. */
    readonly holdsPath: (request: { readonly path: string }) => boolean;

    /** Begins a check of a root, or of the part of it at or under `under` (relative, '' for all). */
    readonly beginCheck: (request: { readonly folderId: number; readonly under: string }) => {
      readonly checkId: number;
    };
    /** Compares files with the store: unknown and changed ones become `waiting`. */
    readonly planBatch: (request: {
      readonly checkId: number;
      readonly entries: readonly ScanEntry[];
      readonly force: boolean;
    }) => BatchPlan;
    /** Forgets checks that will not end; those that are over already are passed over. */
    readonly dropChecks: (request: { readonly checkIds: readonly number[] }) => void;
    /**
     * Everything of the root (under `under`) that the check did not see and that was not carried over is removed, except
     * at or under the places of `keepUnder` (relative), which could not be listed, and except where so much is missing that
     * a person is asked first. Call it when all documents of the plan were through `planContent`: a moved document is found
     * by its old row. `missing`: that question's answer, where it is known. `graceMs`: how long a file has to be missing
     * until it is taken for deleted.
     */
    readonly endCheck: (request: {
      readonly checkId: number;
      readonly keepUnder: readonly string[];
      readonly missing?: MissingAnswer | undefined;
      readonly graceMs?: number | undefined;
    }) => CheckEnd;
    /** The answer to that question: gives the number of documents that were removed, or that stay. */
    readonly settleMissing: (request: { readonly folderId: number; readonly answer: MissingAnswer }) => {
      readonly documents: number;
    };

    /** As {@link StoreMethods.planBatch}, for what lies inside the files that were unchanged; after their last batch. */
    readonly planRest: (request: { readonly checkId: number }) => BatchPlan;
    /**
     * Compares what a document holds with the children that it had: new and changed ones become `waiting`, those with the same
     * content under another name are renamed, and the others are removed. Call it before the document itself is saved.
     */
    readonly planChildren: (request: {
      readonly row: number;
      readonly children: readonly ChildEntry[];
      readonly modifiedMs: number;
      readonly force: boolean;
    }) => ChildrenPlan;

    /**
     * Looks for the content: the same, moved (only from places that are empty on disk now), or copied. A document that is
     * to be read becomes `reading`.
     */
    readonly planContent: (request: {
      readonly row: number;
      readonly contentHash: Uint8Array;
      readonly sizeBytes: number;
      readonly modifiedMs: number;
      readonly force: boolean;
    }) => ContentPlan;
    /** Skipped and failed documents, of one root or all, become `waiting`: the next check reads them again. */
    readonly retry: (request: { readonly folderId: number | null }) => null;
    /** As `retry`, for these documents alone. */
    readonly retryDocuments: (request: { readonly documentIds: readonly string[] }) => null;
    /**
     * One document becomes `waiting`. `encoding`: the one to read it with from now on, null to find it out again; without
     * it that stays as it is. Errors: `not-found`.
     */
    readonly readAgain: (request: { readonly documentId: string; readonly encoding?: string | null | undefined }) => {
      readonly folderId: number;
      /** Relative to the root. */
      readonly relativePath: string;
    };
    /** Text, chunks and words of one document, replacing what it had. Vectors that exist by hash are taken at once. */
    readonly saveWords: (request: SaveWordsRequest) => SaveWordsReply;
    /**
     * New vectors, for whichever chunks wait for them (none, where their document was removed meanwhile). A document becomes
     * `ready` when none is missing; those are counted.
     */
    readonly saveVectors: (request: { readonly vectors: readonly NewVector[] }) => { readonly ready: number };
    /** The document could not be read; what was searchable of an earlier version goes. */
    readonly saveFailure: (request: {
      readonly row: number;
      readonly state: 'skipped' | 'failed';
      readonly reason: DocumentReason;
      readonly message: string;
      readonly contentHash: Uint8Array | null;
      /** The parser was killed on it: counted towards quarantine. */
      readonly wasKilled: boolean;
      /** How long it was given, where that was too short. */
      readonly limitSeconds?: number | null | undefined;
    }) => { readonly kills: number };
    /** Documents that wait for text recognition, in the order in which they came. */
    readonly recognitionTargets: (request: null) => readonly RecognitionTarget[];
    readonly recognisedPages: (request: { readonly contentHash: Uint8Array }) => readonly RecognisedPage[];
    /** False where no document has this content any more: then nothing is kept. */
    readonly saveRecognisedPage: (request: {
      readonly contentHash: Uint8Array;
      readonly page: RecognisedPage;
    }) => boolean;
    /** All documents of a content become `waiting`; gives where they are. */
    readonly readContentAgain: (request: {
      readonly contentHash: Uint8Array;
    }) => readonly { readonly folderId: number; readonly relativePath: string }[];
    /** Whether a recognition was asked for that has not come to its end; `isAsked` sets it. */
    readonly recognitionAsked: (request: { readonly isAsked?: boolean | undefined }) => boolean;
    /** Documents that have their words and wait for meaning: the newest first, before all of them `firstRow`. */
    readonly waitingRows: (request: { readonly firstRow: number | null; readonly limit: number }) => readonly number[];
    /** What all of those still have to be embedded. */
    readonly waitingWork: (request: null) => { readonly chunks: number; readonly tokens: number };
    /** Chunks without vector of one such document, or of all, after the chunk `afterId`. */
    readonly pending: (request: {
      readonly row?: number | undefined;
      readonly afterId: number;
      readonly limit: number;
    }) => readonly PendingChunk[];
    /** The store's own id of a document. Errors: `not-found`. */
    readonly rowOf: (request: { readonly documentId: string }) => number;
    /** What estimates are made from. */
    readonly speed: (request: null) => {
      readonly speed: MeasuredSpeed | null;
      readonly densities: readonly TypeDensity[];
    };
    /** What a run has shown of this machine. */
    readonly noteSpeed: (request: Partial<MeasuredSpeed>) => null;

    readonly status: (request: null) => LibraryStatus;
    readonly documents: (request: DocumentQuery) => DocumentPage;
    readonly problems: (request: { readonly underPaths?: readonly string[] | undefined }) => readonly Problem[];
    readonly problemGroups: (request: null) => readonly ProblemGroup[];
    readonly document: (request: { readonly documentId: string }) => DocumentDetails;
    /** Where a document is found: the file on disk, and the names that lead to it inside that. */
    readonly documentPlace: (request: {
      readonly documentId: string;
    }) => DocumentPlace & { readonly inside: readonly string[] };
    readonly documentAtPath: (request: { readonly path: string }) => DocumentInfo;
    /** The whole text, with the places of its chunks. */
    readonly text: (request: { readonly documentId: string }) => DocumentText;
    /** `text.slice(start, end)` of a document. Errors: `not-found`. */
    readonly textRange: (request: {
      readonly documentId: string;
      readonly start: number;
      readonly end: number;
    }) => string;
    readonly chunkPlace: (request: { readonly chunkId: string }) => PassagePlace;
    readonly pageLayout: (request: { readonly documentId: string; readonly page: number }) => PageText | null;

    /** A question with its answer; see {@link SaveTurnRequest}. Errors: `not-found`. */
    readonly saveTurn: (request: SaveTurnRequest) => { readonly conversation: ConversationInfo; readonly turn: Turn };
    /** An earlier answer to a question that means the same, and the library's revision now. */
    readonly keptAnswer: (request: Omit<KeptUnder, 'revision'>) => FoundKept;
    /** One that could not be written before; gives the numbers of its turns from now on. */
    readonly saveConversation: (request: Conversation) => { readonly turnIds: readonly number[] };

    /** Everything, or the documents of one collection; see {@link StoreMethods.freeing}. */
    readonly reset: (request: { readonly collection: string | null }) => { readonly documents: number };
    /** Compares rows, words and vectors, and repairs what can be repaired. */
    readonly verify: (request: null) => StoreVerifyReport;
    /** Puts the damaged file aside and goes on with a new one that holds what could be read of it. Readers have to open it anew. */
    readonly rebuild: (request: null) => Rescued & { readonly generationId: number };
    /**
     * Whether something was removed that is still to be taken out of the file. If it is, `isGoingOn` says that somebody does so now: until it is
     * called with `false`, what writes rejects with `library-locked`.
     */
    readonly freeing: (request: { readonly isGoingOn: boolean }) => boolean;

    /** What an export says of itself, read to its end. */
    readonly inspectExport: (request: { readonly file: string }) => Promise<ExportSummary>;
    /** The library as it is now, in one file; indexing goes on meanwhile. */
    readonly exportLibrary: (request: ExportRequest) => Promise<ExportReport>;
    /** Until it ends nothing else may be written: what tries to rejects with `library-locked`. */
    readonly importLibrary: (request: ImportRequest) => Promise<ImportReport>;
    /**
     * Calls off the exports and imports that are going on: each rejects with `cancelled` when nothing of it is left, or resolves where it
     * was through.
     */
    readonly stopCarrying: (request: null) => null;
    /** Resolves when no export or import is going on. */
    readonly untilCarried: (request: null) => Promise<null>;
  };
