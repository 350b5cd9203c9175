// What the engine does for main, over shared/rpc.ts. The command line calls the same door without a process between.

import type { CarryProgress, ExportReport, ExportSummary, FolderMapping, ImportReport } from '../domain/carry.js';
import type { AnswerProgress, AskRequest, AskResult, ChatSettings } from '../domain/chat.js';
import type { DocumentDetails, DocumentInfo, DocumentState } from '../domain/document.js';
import type { WorkEstimate } from '../domain/estimate.js';
import type { FolderRules, RulesPreview } from '../domain/folder-rules.js';
import type { IndexProgress, LibraryStatus, MissingAnswer, UnlockRequest, UnlockResult } from '../domain/library.js';
import type { MetaGuess } from '../domain/metadata.js';
import type { GenerationChange, GenerationEstimate, ModelInfo, ModelsState } from '../domain/models.js';
import type { ModelHints } from '../domain/models-schema.js';
import type { DocumentText, PageMarks } from '../domain/passage.js';
import type { RecognitionSettings } from '../domain/recognition.js';
import type { SearchRequest, SearchResult, TextRange } from '../domain/search.js';
import type { Steering } from '../domain/steering.js';
import type { DocumentReason, PlainError } from '../errors.js';
import type { ConversationMethods } from './conversation-methods.js';

export interface DocumentQuery {
  readonly folderId?: number | undefined;
  readonly states?: readonly DocumentState[] | undefined;
  readonly reason?: DocumentReason | undefined;
  /** Part of the name, accents and case folded. */
  readonly name?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface DocumentPage {
  readonly documents: readonly DocumentInfo[];
  readonly total: number;
}

/** Problems by reason, for the list that groups them. */
export interface ProblemGroup {
  readonly reason: DocumentReason;
  readonly documents: number;
}

export type EngineMethods = ConversationMethods & {
  /** Opens the library in `folder`; the model loads on in the background. */
  readonly open: (request: {
    readonly folder: string;
    readonly recognition: RecognitionSettings;
    readonly timeLimitSeconds?: number | undefined;
    readonly steering?: Steering | undefined;
    /** Then nothing is read or embedded until `resume`. */
    readonly isPaused?: boolean | undefined;
  }) => null;
  /** Adds roots (absolute paths, already checked) and indexes them; returns when they are registered. */
  readonly add: (request: { readonly paths: readonly string[]; readonly collection?: string | undefined }) => null;
  /** Looks at one root, or at all of them, again. */
  readonly check: (request: { readonly folderId: number | null }) => null;
  /** Reads again what was skipped or failed, of one root or all. */
  readonly retry: (request: { readonly folderId: number | null }) => null;
  /** Tries a password on what is listed as protected; what opens is read in the background. */
  readonly unlock: (request: UnlockRequest) => UnlockResult;
  /** The kept password that opens a document's file; null where none does. */
  readonly passwordOf: (request: { readonly documentId: string }) => string | null;
  /** Takes effect at once; what it begins goes on by itself. */
  readonly setRecognition: (request: RecognitionSettings) => null;
  /** Recognises the words of all pages that are pictures; returns when that is begun. */
  readonly recognise: (request: null) => null;
  /** What of a folder is left out, or its collection; then the folder is looked at again. */
  readonly setFolder: (request: {
    readonly folderId: number;
    readonly rules?: FolderRules | undefined;
    readonly collection?: string | undefined;
  }) => { readonly documents: number };
  readonly previewRules: (request: { readonly folderId: number; readonly rules: FolderRules }) => RulesPreview;
  /** How much work paths will be that are not in the library yet. */
  readonly estimate: (request: { readonly paths: readonly string[] }) => WorkEstimate;
  /** Takes effect at once. */
  readonly setSteering: (request: Steering) => null;
  readonly removeFolder: (request: { readonly folderId: number }) => { readonly documents: number };
  /** What a person says of a folder's missing documents: they were deleted, or they stay. Gives how many that are. */
  readonly settleMissing: (request: { readonly folderId: number; readonly answer: MissingAnswer }) => {
    readonly documents: number;
  };
  readonly pause: (request: null) => null;
  readonly resume: (request: null) => null;
  readonly progress: (request: null) => IndexProgress;
  readonly status: (request: null) => LibraryStatus;
  readonly documents: (request: DocumentQuery) => DocumentPage;
  readonly problems: (request: null) => readonly ProblemGroup[];
  readonly search: (request: SearchRequest) => SearchResult;
  /** Filters that the question may mean: only ever offered. */
  readonly guessFilters: (request: { readonly question: string }) => readonly MetaGuess[];
  /** Whoever asks for a document's details looks at it: what is still to be done for it is done first. */
  readonly document: (request: { readonly documentId: string }) => DocumentDetails;
  /** The bytes of a document that lies inside a file; `not-found` for a file of its own. */
  readonly partBytes: (request: { readonly documentId: string }) => Uint8Array;
  /** Reads one document again, with another encoding where one is given (null: found out again); returns with its words. */
  readonly readAgain: (request: {
    readonly documentId: string;
    readonly encoding?: string | null | undefined;
  }) => DocumentDetails;
  readonly setTimeLimit: (request: { readonly seconds: number }) => null;
  readonly text: (request: { readonly documentId: string }) => DocumentText;
  /** Where a passage, and ranges inside its text, stand on their page; null where the format has no pages. */
  readonly marks: (request: { readonly chunkId: string; readonly ranges: readonly TextRange[] }) => PageMarks | null;
  readonly reset: (request: null) => { readonly documents: number };
  /** The library as it is now, in one file (absolute, chosen by the person). */
  readonly exportLibrary: (request: { readonly file: string; readonly withText: boolean }) => ExportReport;
  /** What an export says of itself, read to its end. */
  readonly inspectExport: (request: { readonly file: string }) => ExportSummary;
  /** All of an export or nothing, beside what the library holds; what has to be read of it is read in the background. */
  readonly importLibrary: (request: {
    readonly file: string;
    readonly folders: readonly FolderMapping[];
  }) => ImportReport;
  /** Calls off what is being exported or imported: it rejects with `cancelled` when nothing of it is left. */
  readonly stopCarrying: (request: null) => null;
  /** Answers from the documents alone. A question that is stopped is answered with what was said until then. */
  readonly ask: (request: AskRequest) => AskResult;
  readonly stopAsking: (request: { readonly askId: string }) => null;
  readonly conversationMarkdown: (request: { readonly conversationId: string }) => { readonly markdown: string };
  /** The log of how questions were answered: how much it holds. */
  readonly answerLog: (request: null) => { readonly bytes: number };
  readonly clearAnswerLog: (request: null) => null;
  /** Takes effect with the next question; `key` null: none. It is kept in memory only. */
  readonly setChat: (request: { readonly settings: ChatSettings; readonly key: string | null }) => null;
  readonly models: (request: null) => ModelsState;
  /** A model from a folder (absolute, chosen by the person), copied and tried. */
  readonly addModel: (request: { readonly folder: string; readonly hints: ModelHints }) => ModelInfo;
  readonly removeModel: (request: { readonly name: string }) => null;
  readonly estimateGeneration: (request: GenerationChange) => GenerationEstimate;
  /** Returns when it is begun; `progress` tells of it, and `changed` of its end. */
  readonly changeGeneration: (request: GenerationChange) => null;
  readonly cancelGeneration: (request: null) => null;
  /** Stops politely: what is stored stays, what runs is given up. */
  readonly close: (request: null) => null;
};

export type EngineEvents = {
  readonly progress: IndexProgress;
  /** Folders, counts or documents changed: ask again. At most a few a second. */
  readonly changed: null;
  /** How far an export or import is; null when none is going on any more. */
  readonly carryProgress: CarryProgress | null;
  readonly modelReady: null;
  readonly answerProgress: AnswerProgress;
  /** Questions are answered by words only, as long as this process lives. */
  readonly modelFailed: PlainError;
  /** A run of indexing ended before its time; null when the next one begins. */
  readonly runFailed: PlainError | null;
  /** Only main can start a process: the engine asks for a parser, and has one killed that hangs. Its heap is in MiB. */
  readonly parserNeeded: { readonly parserId: number; readonly maxHeapMebibytes: number };
  readonly parserKill: { readonly parserId: number };
};

/** What main posts to the engine's process beside the calls; `parser-port` carries the port to the parser's process. */
export type ParserMessage =
  | { readonly kind: 'parser-port'; readonly parserId: number; readonly pid: number | null }
  | { readonly kind: 'parser-exited'; readonly parserId: number };
