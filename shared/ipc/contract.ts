// Every channel between the page and main: one name, a schema for what is sent, a type for what comes back.
// Main's register.ts, the preload and the page's client are typed from it; nobody else writes a channel name.
import { z } from 'zod';
import type { AppState } from '../domain/app-state.js';
import type { CarryProgress, ExportReport, ExportSummary, ImportReport } from '../domain/carry.js';
import {
  type AnswerProgress,
  type AskResult,
  type ChatKeyState,
  type Conversation,
  type ConversationInfo,
  readings,
} from '../domain/chat.js';
import { type DocumentDetails, documentStates } from '../domain/document.js';
import { chosenEncodings } from '../domain/encodings.js';
import type { AddQuestion } from '../domain/estimate.js';
import type { RulesPreview } from '../domain/folder-rules.js';
import { folderRulesSchema } from '../domain/folder-rules-schema.js';
import { type IndexProgress, type LibraryStatus, missingAnswers, type UnlockResult } from '../domain/library.js';
import { type MetaGuess, maxMetaCharacters, metaComparisons } from '../domain/metadata.js';
import { type AddedModel, type GenerationEstimate, type ModelsState, poolings } from '../domain/models.js';
import { chunkSettingsSchema } from '../domain/models-schema.js';
import type { DocumentText, PageMarks } from '../domain/passage.js';
import { fusionNames, type SearchResult, searchModes } from '../domain/search.js';
import { type Settings, settingsChangeSchema } from '../domain/settings.js';
import type { DocumentPage, ProblemGroup } from '../engine/engine-methods.js';
import { documentReasons, type PlainError } from '../errors.js';

const nothing = z.null();
const documentId = z.string().regex(/^d[0-9a-f]{8,64}$/u);
const chunkId = z.string().regex(/^c[0-9a-f]{8,64}$/u);
const folderId = z.number().int().positive();
const date = z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/u);
const shortText = z.string().max(4_096);

const conversationId = z.string().regex(/^k[0-9a-f]{32}$/u);
const askId = z.uuid();

const metaText = z.string().min(1).max(maxMetaCharacters);

const metaConditions = z
  .array(
    z.strictObject({
      key: metaText,
      comparison: z.enum(metaComparisons),
      values: z.array(metaText).min(1).max(64),
    }),
  )
  .max(16);
const types = z.array(z.string().max(32)).max(64);

const chatScopeSchema = z.strictObject({
  collection: shortText.optional(),
  folderIds: z.array(folderId).max(1_000).optional(),
  documentIds: z.array(documentId).max(1_000).optional(),
  types: types.optional(),
  inFolder: z.array(shortText).max(64).optional(),
  meta: metaConditions.optional(),
});

export const searchRequestSchema = z.strictObject({
  query: shortText,
  k: z.number().int().min(1).max(200).optional(),
  mode: z.enum(searchModes).optional(),
  fusion: z.enum(fusionNames).optional(),
  rerank: z.boolean().optional(),
  minRelevance: z.number().min(0).max(1).optional(),
  all: z.boolean().optional(),
  filter: z
    .strictObject({
      collection: shortText.optional(),
      types: types.optional(),
      folderIds: z.array(folderId).max(1_000).optional(),
      inFolder: z.array(shortText).max(64).optional(),
      since: date.optional(),
      until: date.optional(),
      languages: z.array(z.string().max(8)).max(64).optional(),
      documentIds: z.array(documentId).max(1_000).optional(),
      meta: metaConditions.optional(),
    })
    .optional(),
});

const modelName = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,63}$/iu);
const generationChange = z.strictObject({ model: modelName.optional(), chunking: chunkSettingsSchema.optional() });

/** What each channel takes. The page never sends a path: the preload resolves dropped files itself. */
export const requestSchemas = {
  'app.state': nothing,
  'app.copy-text': z.strictObject({ text: z.string().max(1_000_000) }),
  'app.retry-engine': nothing,
  'settings.get': nothing,
  'settings.change': settingsChangeSchema,
  'settings.pick-library-folder': nothing,
  'library.add-dropped': z.strictObject({ paths: z.array(z.string().min(1).max(32_768)).min(1).max(1_000) }),
  'library.pick-folders': nothing,
  'library.add-sample': nothing,
  'library.status': nothing,
  'library.progress': nothing,
  'library.problems': nothing,
  'library.documents': z.strictObject({
    folderId: folderId.optional(),
    states: z.array(z.enum(documentStates)).max(16).optional(),
    reason: z.enum(documentReasons).optional(),
    name: shortText.optional(),
    offset: z.number().int().min(0),
    limit: z.number().int().min(1).max(500),
  }),
  'library.check': z.strictObject({ folderId: folderId.nullable() }),
  'library.retry': z.strictObject({ folderId: folderId.nullable() }),
  /** The password is tried and kept in memory; it is never written, and no log holds it. */
  'library.unlock': z.strictObject({ password: z.string().min(1).max(1_024), documentId: documentId.optional() }),
  'library.recognise': nothing,
  /** The answer to `library.add-asked`. */
  'library.answer-add': z.strictObject({ questionId: z.number().int().positive(), isYes: z.boolean() }),
  'library.set-folder': z.strictObject({
    folderId,
    rules: folderRulesSchema.optional(),
    collection: z.string().max(200).optional(),
  }),
  'library.preview-rules': z.strictObject({ folderId, rules: folderRulesSchema }),
  'library.remove-folder': z.strictObject({ folderId }),
  'library.settle-missing': z.strictObject({ folderId, answer: z.enum(missingAnswers) }),
  'library.pause': nothing,
  'library.resume': nothing,
  'carry.export': z.strictObject({ withText: z.boolean() }),
  'carry.pick-import': nothing,
  /** `folder`: which of the export's folders, in their order. */
  'carry.pick-folder': z.strictObject({ importId: z.number().int().positive(), folder: z.number().int().min(0) }),
  'carry.import': z.strictObject({ importId: z.number().int().positive() }),
  'carry.stop': nothing,
  'models.state': nothing,
  /** A folder is chosen in the system's dialog; what it does not say is said with `models.describe`. */
  'models.pick': nothing,
  'models.describe': z.strictObject({
    pickId: z.number().int().positive(),
    pooling: z.enum(poolings),
    questionPrefix: z.string().max(200),
    passagePrefix: z.string().max(200),
  }),
  'models.remove': z.strictObject({ name: modelName }),
  'models.estimate': generationChange,
  'models.change': generationChange,
  'models.cancel': nothing,
  'search.query': searchRequestSchema,
  'search.guess-filters': z.strictObject({ question: shortText }),
  'document.info': z.strictObject({ documentId }),
  'document.text': z.strictObject({ documentId }),
  'document.read-again': z.strictObject({ documentId, encoding: z.enum(chosenEncodings).nullable().optional() }),
  'document.marks': z.strictObject({
    chunkId,
    ranges: z.array(z.strictObject({ start: z.number().int().min(0), end: z.number().int().min(0) })).max(2_000),
  }),
  'document.password': z.strictObject({ documentId }),
  'document.open-in-app': z.strictObject({ documentId }),
  'document.show-in-folder': z.strictObject({ documentId }),
  /** Who answers is not the page's to say: main takes it from the settings. */
  'chat.ask': z.strictObject({
    askId,
    question: z.string().trim().min(1).max(4_000),
    conversationId: conversationId.nullable(),
    scope: chatScopeSchema.optional(),
    replaceTurnId: z.number().int().optional(),
    reading: z.enum(readings).optional(),
  }),
  'chat.stop': z.strictObject({ askId }),
  'chat.conversations': z.strictObject({
    query: shortText.optional(),
    offset: z.number().int().min(0),
    limit: z.number().int().min(1).max(200),
  }),
  'chat.conversation': z.strictObject({ conversationId }),
  'chat.rename': z.strictObject({ conversationId, title: z.string().trim().min(1).max(200) }),
  'chat.remove': z.strictObject({ conversationId }),
  'chat.export': z.strictObject({ conversationId }),
  'chat.log': nothing,
  'chat.clear-log': nothing,
  'chat.show-log': nothing,
  'chat.key': nothing,
  /** Goes one way only: the page is never told a key. Null: forget it. */
  'chat.set-key': z.strictObject({ key: z.string().trim().min(1).max(4_096).nullable() }),
} as const satisfies Record<string, z.ZodType>;

export type Channel = keyof typeof requestSchemas;
export type ChannelRequest<C extends Channel> = z.infer<(typeof requestSchemas)[C]>;

/** What each channel answers, inside {@link IpcReply}. */
export interface ChannelReplies {
  'app.state': AppState;
  'app.copy-text': null;
  'app.retry-engine': null;
  'settings.get': Settings;
  'settings.change': Settings;
  /** Null when the dialog was left without a choice. The engine opens the library there. */
  'settings.pick-library-folder': Settings | null;
  /** How many roots were added; none while `library.add-asked` waits for its answer. */
  'library.add-dropped': { readonly added: number };
  'library.pick-folders': { readonly added: number };
  'library.add-sample': { readonly added: number };
  'library.status': LibraryStatus;
  'library.progress': IndexProgress;
  'library.problems': readonly ProblemGroup[];
  'library.documents': DocumentPage;
  'library.check': null;
  'library.retry': null;
  'library.unlock': UnlockResult;
  'library.recognise': null;
  'library.answer-add': { readonly added: number };
  /** How many documents are left out now. */
  'library.set-folder': { readonly documents: number };
  'library.preview-rules': RulesPreview;
  'library.remove-folder': { readonly documents: number };
  /** How many documents were removed, or stay. */
  'library.settle-missing': { readonly documents: number };
  'library.pause': null;
  'library.resume': null;
  /** Null when the dialog was left without a choice; the name is that of the file. */
  'carry.export': (ExportReport & { readonly name: string }) | null;
  /** Null as above. `importId` names what was chosen in what follows. */
  'carry.pick-import': (ExportSummary & { readonly importId: number; readonly name: string }) | null;
  /** Where that folder of the export will lie, for a person to read; null as above. */
  'carry.pick-folder': { readonly path: string } | null;
  'carry.import': ImportReport;
  'carry.stop': null;
  'models.state': ModelsState;
  /** Null when the dialog was left without a choice. */
  'models.pick': AddedModel | null;
  'models.describe': AddedModel;
  'models.remove': null;
  'models.estimate': GenerationEstimate;
  'models.change': null;
  'models.cancel': null;
  'search.query': SearchResult;
  'search.guess-filters': readonly MetaGuess[];
  'document.info': DocumentDetails;
  'document.read-again': DocumentDetails;
  'document.text': DocumentText;
  'document.marks': PageMarks | null;
  /** The one that opens the file of this document, of those that were entered since the start; null where none does. */
  'document.password': { readonly password: string | null };
  'document.open-in-app': null;
  'document.show-in-folder': null;
  'chat.ask': AskResult;
  'chat.stop': null;
  'chat.conversations': { readonly conversations: readonly ConversationInfo[]; readonly total: number };
  'chat.conversation': Conversation;
  'chat.rename': ConversationInfo;
  'chat.remove': null;
  /** The name of the file; null when the dialog was left without a choice. */
  'chat.export': { readonly name: string } | null;
  /** What the log of answers holds now. */
  'chat.log': { readonly bytes: number };
  'chat.clear-log': { readonly bytes: number };
  'chat.show-log': null;
  'chat.key': ChatKeyState;
  'chat.set-key': ChatKeyState;
}

/** Events from main to the page: absolute values, never differences. */
export interface EventPayloads {
  'app.state-changed': AppState;
  'settings.changed': Settings;
  'library.progress-changed': IndexProgress;
  'library.changed': null;
  /** What was dropped or chosen is much: it is added when the person says so. */
  'library.add-asked': AddQuestion;
  /** Null when nothing is exported or imported any more. */
  'carry.progress-changed': CarryProgress | null;
  'chat.answer-progress': AnswerProgress;
}
export type EventName = keyof EventPayloads;

export type IpcReply<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'error'; readonly error: PlainError };
