// The library as a whole: folders, counts, progress, and what a run of indexing did.
import type { DocumentState, Problem } from './document.js';
import type { FolderRules } from './folder-rules.js';
import type { BuildProgress } from './models.js';
import type { RecognitionProgress, RecognitionReport } from './recognition.js';

/** The library's own file in its folder: where it is, there is a library. */
export const libraryFileName = 'library.db';
/** Beside it: the log of how questions were answered, where the person wants one. */
export const answerLogName = 'answers-log.jsonl';

/** The collection of folders that were put into none. */
export const defaultCollection = 'default';

export type FolderState = 'ok' | 'offline';

export interface FolderInfo {
  readonly folderId: number;
  readonly path: string;
  readonly state: FolderState;
  readonly collection: string;
  /** It is a single file, not a folder. */
  readonly isFile: boolean;
  /** What of it is left out. */
  readonly rules: FolderRules;
  readonly documents: number;
  readonly byState: Readonly<Record<DocumentState, number>>;
  readonly chunks: number;
  readonly bytes: number;
  /** Documents whose files are gone, and that are kept for now: they stay searchable, and count as `offline`. */
  readonly missing: number;
  /** How many of them a person is asked about, since so many went that it may be a mishap; 0 where nothing is asked. */
  readonly missingAsked: number;
  /** ISO 8601; null before the first check. */
  readonly lastCheck: string | null;
}

export interface LibraryStatus {
  readonly documents: Readonly<Record<DocumentState, number>>;
  readonly chunks: number;
  readonly vectors: number;
  readonly bytes: { readonly text: number; readonly database: number; readonly graph: number };
  readonly model: string;
  readonly generation: string;
  readonly folders: readonly FolderInfo[];
}

export interface IndexRequest {
  /** Absolute paths of folders or files. */
  readonly paths: readonly string[];
  readonly collection?: string | undefined;
  /** Pass over what lies in no folder of the library (any more), and add nothing. */
  readonly onlyKnown?: boolean | undefined;
  /** Patterns as in `.gitignore`: from now on what they match in these folders is left out, and nothing else by patterns. */
  readonly ignore?: readonly string[] | undefined;
  /** Larger files of these folders are left out from now on; null: none. */
  readonly maxFileBytes?: number | null | undefined;
  /** Read and embed again what is unchanged. */
  readonly force?: boolean | undefined;
  /** Return when everything is searchable by words. */
  readonly wordsOnly?: boolean | undefined;
  /** Tried on PDFs that ask for one, also on those that were left out before; kept in memory until the library is closed. */
  readonly passwords?: readonly string[] | undefined;
  /** Then recognise the words of pages that are pictures, and return when that is done too. */
  readonly recognise?: boolean | undefined;
  /** What becomes of missing documents of these paths where so many are that it would be asked: without it they wait. */
  readonly missing?: MissingAnswer | undefined;
}

/** What a person says of documents whose files are gone: they were deleted, or they are to stay. */
export const missingAnswers = ['remove', 'keep'] as const;
export type MissingAnswer = (typeof missingAnswers)[number];

export interface UnlockRequest {
  readonly password: string;
  /** A document beside those that are listed: one that was read before, and asks for its password to be shown. */
  readonly documentId?: string | undefined;
}

export interface UnlockResult {
  /** Documents listed as password protected that it opens: they wait to be read. */
  readonly opened: number;
  /** PDFs that still ask for another password. */
  readonly locked: number;
  /** Protected documents of other kinds, which no password can be tried on here. */
  readonly otherKinds: number;
  /** Whether it opens the document that was named; null where none was. */
  readonly opensDocument: boolean | null;
}

export interface IndexReport {
  readonly documents: {
    readonly found: number;
    readonly indexed: number;
    readonly unchanged: number;
    readonly moved: number;
    readonly skipped: number;
    readonly failed: number;
    readonly offline: number;
    readonly removed: number;
  };
  readonly chunks: { readonly added: number; readonly reused: number; readonly removed: number };
  /** Tokens embedded in this run. */
  readonly tokens: number;
  readonly seconds: {
    readonly scan: number;
    /** Summed over all readers, which read side by side: it may be more than `total`. */
    readonly load: number;
    readonly embed: number;
    readonly store: number;
    readonly total: number;
  };
  readonly problems: readonly Problem[];
  /** Null where no text recognition was asked for. */
  readonly recognised: RecognitionReport | null;
}

/** Absolute whole numbers, so that a missed event does no harm. */
export interface IndexProgress {
  readonly phase: 'idle' | 'scanning' | 'indexing' | 'paused';
  /** Documents that this run has to read, and those that are through. */
  readonly total: number;
  readonly done: number;
  readonly skipped: number;
  readonly failed: number;
  /** Documents of this run that are searchable by words, and by meaning too. */
  readonly words: number;
  readonly ready: number;
  readonly chunksDone: number;
  readonly chunksTotal: number;
  readonly tokensPerSecond: number;
  /** From measured tokens; null while it cannot be told. */
  readonly secondsLeft: number | null;
  /** Null while no text recognition is going on. */
  readonly recognition: RecognitionProgress | null;
  /** Null while no other model or passages are being prepared. */
  readonly building: BuildProgress | null;
}

export const idleProgress: IndexProgress = {
  phase: 'idle',
  total: 0,
  done: 0,
  skipped: 0,
  failed: 0,
  words: 0,
  ready: 0,
  chunksDone: 0,
  chunksTotal: 0,
  tokensPerSecond: 0,
  secondsLeft: null,
  recognition: null,
  building: null,
};

export interface VerifyReport {
  /** Lost, doubled or unreadable data that was found; empty when the library is whole. */
  readonly damage: readonly string[];
  /** What was put right. */
  readonly repaired: readonly string[];
  readonly documents: number;
  readonly chunks: number;
  readonly vectors: number;
}
