// Whoever asks is answered here, one question by the side of another; what was asked is kept in conversations.
import { setMaxListeners } from 'node:events';
import type {
  Answer,
  AnswerProgress,
  AskRequest,
  AskResult,
  ChatScope,
  ChatSettings,
  Conversation,
  ConversationInfo,
  Turn,
} from '../../../shared/domain/chat.js';
import { modelsWith, wholeDocumentTokens } from '../../../shared/domain/chat-models.js';
import { AppError, toPlainError } from '../../../shared/errors.js';
import type { RpcClient } from '../../../shared/rpc.js';
import type { SaveTurnRequest } from '../store/conversations.js';
import type { StoreMethods } from '../store/store-methods.js';
import { AnswerLog } from './answer-log.js';
import { type Asked, answerQuestion } from './answer-question.js';
import { AnswerReuse } from './answer-reuse.js';
import { conversationMarkdown } from './answer-text.js';
import { ExtractiveModel, type ExtractiveParts } from './extractive-model.js';
import type { Search } from './find-passages.js';
import type { LanguageModel } from './language-model.js';
import type { LibraryChat } from './library-chat.js';
import { MessagesModel } from './messages-model.js';
import { openPassage } from './open-passage.js';
import { isUnwritable, UnsavedConversations } from './unsaved.js';
import { mostDocumentTokens, onlyDocumentOf, readWholeDocument } from './whole-document.js';
import type { WholeReading } from './whole-reading.js';

export interface ChatParts extends ExtractiveParts {
  /** Of the library. */
  readonly folder: string;
  readonly store: RpcClient<StoreMethods, Record<never, never>>;
  readonly search: Search;
}

const longestQuestion = 4_000;
const mostListeners = 200;

/** All of the chat but its log's size, which is known without it. */
export class ChatSession implements Omit<LibraryChat, 'log' | 'clearLog'> {
  readonly #parts: ChatParts;
  readonly #extractive: ExtractiveModel;
  /** Who writes answers where that is asked for; until it is set answers are quoted. */
  #model: LanguageModel | null = null;
  #settings: ChatSettings | null = null;
  readonly #unsaved = new UnsavedConversations();
  readonly #log: AnswerLog;
  readonly #asking = new Map<string, AbortController>();

  constructor(parts: ChatParts) {
    this.#parts = parts;
    this.#extractive = new ExtractiveModel(parts);
    this.#log = new AnswerLog(parts.folder);
  }

  async ask(
    request: AskRequest,
    onProgress?: (progress: AnswerProgress) => void,
    signal?: AbortSignal,
  ): Promise<AskResult> {
    await this.#writeUnsaved();
    const replaceTurnId = this.#unsaved.numberNow(request.replaceTurnId);
    return this.#while(request, signal, async (question, stop) => {
      const asked = new Date().toISOString();
      const before = request.conversationId === null ? null : await this.conversation(request.conversationId);
      const scope = request.scope ?? before?.scope ?? {};
      const whole = await this.#whole(request, scope);
      const reuse = this.#reuse(request, scope, whole);
      const turns = turnsBefore(before, replaceTurnId);
      const about = { request: { ...request, question }, scope, turns, onProgress, signal: stop };
      const answer = await this.#answered(about, whole, reuse);
      this.#log.write({ asked, question, scope, mode: request.mode, answer });
      const { conversationId } = request;
      return this.#kept(
        {
          ...{ conversationId, scope: request.scope, question, asked, answer, replaceTurnId },
          keepUnder: reuse?.keepUnder(answer),
        },
        before,
      );
    });
  }

  answer(
    request: Omit<AskRequest, 'conversationId' | 'replaceTurnId'>,
    onProgress?: (progress: AnswerProgress) => void,
    signal?: AbortSignal,
  ): Promise<Answer> {
    return this.#while(request, signal, async (question, stop) =>
      this.#answered(
        {
          request: { ...request, question, conversationId: null },
          scope: request.scope ?? {},
          turns: [],
          onProgress,
          signal: stop,
        },
        await this.#whole(request, request.scope ?? {}),
        null,
      ),
    );
  }

  /** Runs `work` so that it can be stopped by the question's name. */
  async #while<T>(
    { askId, question: typed }: Pick<AskRequest, 'askId' | 'question'>,
    signal: AbortSignal | undefined,
    work: (question: string, stop: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const question = typed.trim();
    if (question === '') throw new AppError('wrong-use', 'The question is empty. Type what you want to know.');
    if (!/[\p{L}\p{N}]/u.test(question)) {
      throw new AppError('wrong-use', 'There is no word in this question. Type what you want to know.');
    }
    if (question.length > longestQuestion) {
      throw new AppError('wrong-use', `A question has at most ${longestQuestion} characters. Ask a shorter one.`);
    }
    if (this.#asking.has(askId)) throw new AppError('wrong-use', 'This question is being answered already.');
    const controller = new AbortController();
    this.#asking.set(askId, controller);
    const stop = AbortSignal.any([controller.signal, ...(signal === undefined ? [] : [signal])]);
    // Each of some forty sentences that are embedded at once listens.
    setMaxListeners(mostListeners, stop);
    try {
      return await work(question, stop);
    } finally {
      this.#asking.delete(askId);
    }
  }

  stop(askId: string): void {
    this.#asking.get(askId)?.abort();
  }

  async conversations(query: Parameters<LibraryChat['conversations']>[0]): ReturnType<LibraryChat['conversations']> {
    await this.#writeUnsaved();
    const { conversations, total } = await this.#parts.store.call('conversations', query);
    const isFirstOfAll = query.offset === 0 && (query.query ?? '').trim() === '';
    const unsaved = isFirstOfAll ? this.#unsaved.all.map(conversationInfo).reverse() : [];
    const isUnsaved = new Set(unsaved.map(({ conversationId }) => conversationId));
    const others = conversations.filter(({ conversationId }) => !isUnsaved.has(conversationId));
    return { conversations: [...unsaved, ...others], total: total + unsaved.length };
  }

  async conversation(conversationId: string): Promise<Conversation> {
    const unsaved = this.#unsaved.find(conversationId);
    if (unsaved !== undefined) return unsaved;
    return this.#parts.store.call('conversation', { conversationId });
  }

  rename(conversationId: string, title: string): Promise<ConversationInfo> {
    return this.#parts.store.call('renameConversation', { conversationId, title });
  }

  async remove(conversationId: string): Promise<void> {
    if (this.#unsaved.remove(conversationId)) return;
    await this.#parts.store.call('removeConversation', { conversationId });
  }

  async markdown(conversationId: string): Promise<string> {
    return conversationMarkdown(await this.conversation(conversationId));
  }

  /** What could not be written when it was asked: tried again whenever conversations are looked at, and at the end. */
  async #writeUnsaved(): Promise<void> {
    for (const conversation of this.#unsaved.all) {
      try {
        const { turnIds } = await this.#parts.store.call('saveConversation', conversation);
        this.#unsaved.written(conversation, turnIds);
      } catch (error) {
        if (!isUnwritable(error)) throw error;
        return;
      }
    }
  }

  set(settings: ChatSettings, key: string | null): void {
    this.#settings = settings;
    this.#log.isOn = settings.keepsLog === true;
    this.#model = new MessagesModel({ settings, key });
  }

  async close(): Promise<void> {
    for (const controller of this.#asking.values()) controller.abort();
    await this.#writeUnsaved().catch(() => null);
  }

  /** Where nothing can be written the answer is given all the same, and the conversation goes on until the library is closed. */
  async #kept(request: SaveTurnRequest, before: Conversation | null): Promise<AskResult> {
    if (before !== null && this.#unsaved.find(before.conversationId) !== undefined) {
      return this.#unsaved.keep(request, before);
    }
    try {
      return await this.#parts.store.call('saveTurn', request);
    } catch (error) {
      if (!isUnwritable(error)) throw error;
      return this.#unsaved.keep(request, before);
    }
  }

  /** Quotes are made anew each time: they cost nothing. */
  #reuse(
    { mode, passages, isAfresh, replaceTurnId }: AskRequest,
    scope: ChatScope,
    whole: WholeReading | null,
  ): AnswerReuse | null {
    const settings = this.#settings;
    if (mode !== 'model' || settings === null) return null;
    const isWhole = whole?.isChosen === true && whole.document !== null;
    const terms = { scope, settings, passages, reading: isWhole ? 'document' : 'passages' };
    return new AnswerReuse(this.#parts, terms, isAfresh === true || replaceTurnId !== undefined);
  }

  /** Null where several documents are asked about, or no model. */
  async #whole(
    { mode, reading = 'auto' }: Pick<AskRequest, 'mode' | 'reading'>,
    scope: ChatScope,
  ): Promise<WholeReading | null> {
    const documentId = onlyDocumentOf(scope);
    const settings = this.#settings;
    if (mode !== 'model' || settings === null || documentId === null) return null;
    const table = modelsWith(settings.models);
    const most = mostDocumentTokens(settings.model, table);
    // One that was taken out meanwhile is for the search to tell of.
    const document = await readWholeDocument(this.#parts.store, documentId, most).catch(nullIfGone);
    const isShort = document !== null && document.tokens <= wholeDocumentTokens;
    const isUsual = reading === 'auto' && settings.onlyPassages !== true && isShort;
    const isAskedFor = reading === 'document';
    return { document, isChosen: isAskedFor || isUsual, isAskedFor, model: settings.model, table };
  }

  #answered({ request, ...asked }: Asked, whole: WholeReading | null, reuse: AnswerReuse | null): Promise<Answer> {
    return answerQuestion(
      {
        search: this.#parts.search,
        extractive: this.#extractive,
        model: request.mode === 'model' ? this.#model : null,
        open: (chunkId) => openPassage(this.#parts.store, chunkId),
        whole,
        reuse,
      },
      { request, ...asked },
    );
  }
}

function nullIfGone(error: unknown): null {
  if (toPlainError(error).code === 'not-found') return null;
  throw error;
}

function conversationInfo({ scope: _scope, all: _all, ...info }: Conversation): ConversationInfo {
  return info;
}

/** @throws AppError `not-found` where the turn that is to be replaced is not there: before anything is asked of anybody */
function turnsBefore(conversation: Conversation | null, replaceTurnId: number | undefined): readonly Turn[] {
  const all = conversation?.all ?? [];
  if (replaceTurnId === undefined) return all;
  const at = all.findIndex(({ turnId }) => turnId === replaceTurnId);
  if (at < 0) throw new AppError('not-found', 'This question is no longer in its conversation. Ask it anew.');
  return all.slice(0, at);
}
