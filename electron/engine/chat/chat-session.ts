// Whoever asks is answered here, one question by the side of another; what was asked is kept in conversations.
import { setMaxListeners } from 'node:events';
import type {
  Answer,
  AnswerProgress,
  AskRequest,
  AskResult,
  ChatSettings,
  Conversation,
  ConversationInfo,
  Turn,
} from '../../../shared/domain/chat.js';
import { AppError } from '../../../shared/errors.js';
import type { RpcClient } from '../../../shared/rpc.js';
import type { SaveTurnRequest } from '../store/conversations.js';
import type { StoreMethods } from '../store/store-methods.js';
import { type Asked, answerQuestion } from './answer-question.js';
import { conversationMarkdown } from './answer-text.js';
import { ExtractiveModel, type ExtractiveParts } from './extractive-model.js';
import type { Search } from './find-passages.js';
import type { LanguageModel } from './language-model.js';
import type { LibraryChat } from './library-chat.js';
import { MessagesModel } from './messages-model.js';
import { openPassage } from './open-passage.js';
import { isUnwritable, UnsavedConversations } from './unsaved.js';

export interface ChatParts extends ExtractiveParts {
  readonly store: RpcClient<StoreMethods, Record<never, never>>;
  readonly search: Search;
}

const longestQuestion = 4_000;
const mostListeners = 200;

export class ChatSession implements LibraryChat {
  readonly #parts: ChatParts;
  readonly #extractive: ExtractiveModel;
  /** Who writes answers where that is asked for; until it is set answers are quoted. */
  #model: LanguageModel | null = null;
  readonly #unsaved = new UnsavedConversations();
  readonly #asking = new Map<string, AbortController>();

  constructor(parts: ChatParts) {
    this.#parts = parts;
    this.#extractive = new ExtractiveModel(parts);
  }

  async ask(
    request: AskRequest,
    onProgress?: (progress: AnswerProgress) => void,
    signal?: AbortSignal,
  ): Promise<AskResult> {
    return this.#while(request, signal, async (question, stop) => {
      const asked = new Date().toISOString();
      const before = request.conversationId === null ? null : await this.conversation(request.conversationId);
      const answer = await this.#answered({
        request: { ...request, question },
        scope: request.scope ?? before?.scope ?? {},
        turns: turnsBefore(before, request.replaceTurnId),
        onProgress,
        signal: stop,
      });
      const { conversationId, scope, replaceTurnId } = request;
      return this.#kept({ conversationId, scope, question, asked, answer, replaceTurnId }, before);
    });
  }

  answer(
    request: Omit<AskRequest, 'conversationId' | 'replaceTurnId'>,
    onProgress?: (progress: AnswerProgress) => void,
    signal?: AbortSignal,
  ): Promise<Answer> {
    return this.#while(request, signal, (question, stop) =>
      this.#answered({
        request: { ...request, question, conversationId: null },
        scope: request.scope ?? {},
        turns: [],
        onProgress,
        signal: stop,
      }),
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

  conversations(query: Parameters<LibraryChat['conversations']>[0]): ReturnType<LibraryChat['conversations']> {
    return this.#parts.store.call('conversations', query);
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

  set(settings: ChatSettings, key: string | null): void {
    this.#model = new MessagesModel({ settings, key });
  }

  close(): void {
    for (const controller of this.#asking.values()) controller.abort();
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

  #answered({ request, ...asked }: Asked): Promise<Answer> {
    return answerQuestion(
      {
        search: this.#parts.search,
        extractive: this.#extractive,
        model: request.mode === 'model' ? this.#model : null,
        open: (chunkId) => openPassage(this.#parts.store, chunkId),
      },
      { request, ...asked },
    );
  }
}

/** @throws AppError `not-found` where the turn that is to be replaced is not there: before anything is asked of anybody */
function turnsBefore(conversation: Conversation | null, replaceTurnId: number | undefined): readonly Turn[] {
  const all = conversation?.all ?? [];
  if (replaceTurnId === undefined) return all;
  const at = all.findIndex(({ turnId }) => turnId === replaceTurnId);
  if (at < 0) throw new AppError('not-found', 'This question is no longer in its conversation. Ask it anew.');
  return all.slice(0, at);
}
