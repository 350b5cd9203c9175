// What a library offers to whoever asks it questions.
import type {
  Answer,
  AnswerProgress,
  AskRequest,
  AskResult,
  ChatSettings,
  Conversation,
  ConversationInfo,
} from '../../../shared/domain/chat.js';
import type { ConversationMethods } from '../../../shared/engine/conversation-methods.js';

/** Errors are `AppError`s, as the library's own. */
export interface LibraryChat {
  /**
   * Answers from the documents alone, and keeps question and answer in a conversation. One that is stopped, by `signal` or
   * {@link LibraryChat.stop}, is answered with what was said until then.
   * @param onProgress gets the answer as it grows
   * @throws AppError `not-found` for a conversation or turn that is not here, `wrong-use` for an empty question
   */
  ask(request: AskRequest, onProgress?: (progress: AnswerProgress) => void, signal?: AbortSignal): Promise<AskResult>;
  /** As {@link LibraryChat.ask} with a first question, and keeps nothing. */
  answer(
    request: Omit<AskRequest, 'conversationId' | 'replaceTurnId'>,
    onProgress?: (progress: AnswerProgress) => void,
    signal?: AbortSignal,
  ): Promise<Answer>;
  stop(askId: string): void;
  conversations(
    query: Parameters<ConversationMethods['conversations']>[0],
  ): Promise<ReturnType<ConversationMethods['conversations']>>;
  /** @throws AppError `not-found` */
  conversation(conversationId: string): Promise<Conversation>;
  /** @throws AppError `not-found`, `wrong-use` for a title without a word */
  rename(conversationId: string, title: string): Promise<ConversationInfo>;
  /** @throws AppError `not-found` */
  remove(conversationId: string): Promise<void>;
  /** A conversation with its sources, as one Markdown document. @throws AppError `not-found` */
  markdown(conversationId: string): Promise<string>;
  /** Takes effect with the next question. The key is kept in memory only; null: none. */
  set(settings: ChatSettings, key: string | null): void;
  /** How much the log of answers holds. It is kept where the settings say so, in the library's folder, and never exported. */
  log(): { readonly bytes: number };
  clearLog(): void;
}
