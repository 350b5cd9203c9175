// A question to the person's documents, and the answer with its sources.
import type { PlainError } from '../errors.js';
import type { OwnModel } from './chat-models.js';
import type { Locator } from './document.js';
import type { SearchFilter } from './search.js';

/** `answered` by a language model; `extractive`: the best sentences quoted; `not-found`: nothing near enough, no model was asked. */
export const answerKinds = ['answered', 'extractive', 'not-found', 'failed'] as const;
export type AnswerKind = (typeof answerKinds)[number];
export const confidences = ['high', 'medium', 'low'] as const;
export type Confidence = (typeof confidences)[number];

/** A passage that an answer rests on, as the library holds it. Made from the store, never from a model's words. */
export interface AnswerPassage {
  readonly documentId: string;
  readonly chunkId: string;
  readonly path: string;
  readonly title: string | null;
  readonly type: string;
  readonly offline: boolean;
  /** Exactly the document's text from `start` to `end` (UTF-16 offsets). */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly locator: Locator;
  readonly recognised: number | null;
  readonly cosine: number | null;
  readonly relevance: number | null;
}

/** A passage that the answer cites. `n` counts from 1 in the order of first use. */
export interface Source extends AnswerPassage {
  readonly n: number;
}

/** One citation: a chip in the answer's text. */
export interface Citation {
  /** The source's number. */
  readonly n: number;
  /** UTF-16 offset into `answer` behind which the chip stands. */
  readonly at: number;
  /** What the model says that it quotes. */
  readonly quote: string;
  /** Where the quote stands in the document's text; null when the stored passage does not hold it: it is marked as such. */
  readonly start: number | null;
  readonly end: number | null;
}

export interface AnswerUsage {
  /** Tokens paid in full, read from the host's cache, written to it, and answered. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWritten: number;
  readonly output: number;
}

/** What left the machine for one answer; null where nothing did. */
export interface SentRecord {
  /** Host name of the base address. */
  readonly host: string;
  readonly model: string;
  readonly passages: readonly { readonly path: string; readonly chunkId: string; readonly characters: number }[];
  readonly usage: AnswerUsage;
  /** Null for models without a known price. */
  readonly costUsd: number | null;
  readonly requests: number;
}

/**
 * How a question about one document is answered: `passages` that were found in it, or the whole `document`. `auto`: the document where it
 * fits and is not long.
 */
export const readings = ['auto', 'passages', 'document'] as const;
export type Reading = (typeof readings)[number];

/** What the other way would have taken, estimated; without anything read from the host's cache. */
export interface OtherReading {
  readonly reading: 'passages' | 'document';
  readonly tokens: number;
  /** Null for models without a known price. */
  readonly costUsd: number | null;
  /** Of the questions that follow soon, with the document read from the host's cache. */
  readonly followingCostUsd: number | null;
}

/** A step that the answer took, for the person to see. */
export type AnswerStep =
  | { readonly kind: 'searched'; readonly query: string; readonly passages: number }
  | { readonly kind: 'opened'; readonly chunkId: string }
  /** The conversation is long: so many of its oldest exchanges did not go along. */
  | { readonly kind: 'shortened'; readonly turns: number }
  /** The whole document goes along: so many tokens, estimated. */
  | { readonly kind: 'whole'; readonly tokens: number }
  /** The document is too long for that: its passages were read. */
  | { readonly kind: 'too-long' }
  /** An earlier answer is given again. `question`: what was asked then; `asked`: when, ISO 8601. */
  | { readonly kind: 'reused'; readonly question: string; readonly asked: string }
  | { readonly kind: 'waiting'; readonly seconds: number; readonly reason: string };

export interface Answer {
  readonly kind: AnswerKind;
  /** Markdown without citation marks; text of a model or quotes, to be shown as text. Empty only with `failed`. */
  readonly answer: string;
  readonly confidence: Confidence | null;
  /** What was searched for: the question, or how a follow-up was understood. */
  readonly queryUsed: string;
  readonly steps: readonly AnswerStep[];
  /** Cited, by `n`. */
  readonly sources: readonly Source[];
  /** In the order of `at`. */
  readonly citations: readonly Citation[];
  /** All passages that the answer was made from, cited or not. */
  readonly passagesRead: readonly AnswerPassage[];
  /** With `not-found`: the nearest passages, to look at. */
  readonly nearest: readonly AnswerPassage[];
  readonly answerable: number | null;
  readonly sent: SentRecord | null;
  /** Why it is `failed`, or `extractive` although a model was asked for. */
  readonly problem: PlainError | null;
  /** The person stopped it: what was said until then stays. */
  readonly isStopped: boolean;
  /** Taken from an earlier answer to a question that means the same. */
  readonly isFromCache: boolean;
  /** Of a question about one document that a model was asked. */
  readonly other?: OtherReading | undefined;
  readonly seconds: number;
}

export interface Turn {
  readonly turnId: number;
  readonly question: string;
  /** ISO 8601. */
  readonly asked: string;
  readonly answer: Answer;
}

/** Where a conversation looks: a search's filter. */
export type ChatScope = Pick<
  SearchFilter,
  'collection' | 'folderIds' | 'documentIds' | 'types' | 'paths' | 'inFolder' | 'meta'
>;

export interface ConversationInfo {
  /** `k` and 32 hexadecimal digits. */
  readonly conversationId: string;
  readonly title: string;
  readonly created: string;
  readonly changed: string;
  readonly turns: number;
  /** It could not be written yet: it is lost when the library is closed before it can be. */
  readonly isUnsaved?: boolean | undefined;
}

export interface Conversation extends ConversationInfo {
  readonly scope: ChatScope;
  /** Oldest first. */
  readonly all: readonly Turn[];
}

/** Who writes answers: nobody (quotes, nothing leaves the machine), or a host that speaks the Messages API. */
export const answerModes = ['extractive', 'model'] as const;
export type AnswerMode = (typeof answerModes)[number];

export interface AskRequest {
  /** Names the question in the events and for stopping it; the asker's own. */
  readonly askId: string;
  readonly question: string;
  /** Null begins a new conversation. */
  readonly conversationId: string | null;
  /** For a new conversation; else the conversation's own is changed to it where given. */
  readonly scope?: ChatScope | undefined;
  readonly mode: AnswerMode;
  /** Asks this turn again (the question may be another): it and all that follow it are replaced once the answer is there. */
  readonly replaceTurnId?: number | undefined;
  /** The asker's own language (`en`, `es`), for the app's few words where the question's is not known. */
  readonly language?: string | undefined;
  /** No earlier answer is given again. Who asks a turn again always wants it made anew. */
  readonly isAfresh?: boolean | undefined;
  /** Where one document is asked about; `auto` without it. `document` asks the model whatever the search says. */
  readonly reading?: Reading | undefined;
  /** Passages that the answer may be made from; 8 without it. */
  readonly passages?: number | undefined;
}

export interface AskResult {
  readonly conversation: ConversationInfo;
  readonly turn: Turn;
}

/** An answer as it grows: absolute, each replaces the one before. At most some twenty a second. */
export interface AnswerProgress {
  readonly askId: string;
  readonly phase: 'rewriting' | 'searching' | 'reading' | 'answering';
  readonly queryUsed: string | null;
  readonly steps: readonly AnswerStep[];
  readonly answer: string;
  readonly citations: readonly Citation[];
  readonly sources: readonly Source[];
  readonly passagesRead: readonly AnswerPassage[];
}

/** What the window's settings say of answers. The key is handed over apart and lives in memory only. */
export interface ChatSettings {
  readonly baseUrl: string;
  readonly model: string;
  /** Rewrites follow-ups. */
  readonly fastModel: string;
  /** Refuses every call: nothing leaves the machine. */
  readonly stayOffline: boolean;
  /** `auto` never reads a whole document. */
  readonly onlyPassages?: boolean | undefined;
  /** The person's own models, or own prices of known ones. */
  readonly models?: readonly OwnModel[] | undefined;
  /** Keeps a log of how questions were answered. */
  readonly keepsLog?: boolean | undefined;
}

/** What is known of the key for the host, without the key. */
export interface ChatKeyState {
  /** `session`: until Acervo is closed; `unreadable`: one was kept that the system's keychain no longer opens. */
  readonly kind: 'none' | 'kept' | 'session' | 'unreadable';
  /** False where the system has no keychain: a key is then held for the session only. */
  readonly canKeep: boolean;
}
