// What can be done with conversations: asked of the engine by main, and of the store by the engine.
import type { Conversation, ConversationInfo } from '../domain/chat.js';

export type ConversationMethods = {
  /** Newest first; with `query`, those whose questions or answers hold these words. */
  readonly conversations: (request: {
    readonly query?: string | undefined;
    readonly offset: number;
    readonly limit: number;
  }) => { readonly conversations: readonly ConversationInfo[]; readonly total: number };
  /** Errors: `not-found`, here and below. */
  readonly conversation: (request: { readonly conversationId: string }) => Conversation;
  readonly renameConversation: (request: {
    readonly conversationId: string;
    readonly title: string;
  }) => ConversationInfo;
  readonly removeConversation: (request: { readonly conversationId: string }) => null;
};
