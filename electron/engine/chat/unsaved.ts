// Conversations of a library that can't be written: kept as long as it is open, so that nobody loses an answer for that.
import { randomBytes } from 'node:crypto';
import type { AskResult, Conversation } from '../../../shared/domain/chat.js';
import { AppError, type ErrorCode } from '../../../shared/errors.js';
import type { SaveTurnRequest } from '../store/conversations.js';

const unwritable: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'read-only',
  'disk-full',
  'disk-error',
  'library-locked',
]);

/** Whether an answer could not be kept for a reason that is not its own. */
export function isUnwritable(error: unknown): boolean {
  return error instanceof AppError && unwritable.has(error.code);
}

export class UnsavedConversations {
  readonly #kept = new Map<string, Conversation>();

  find(conversationId: string): Conversation | undefined {
    return this.#kept.get(conversationId);
  }

  remove(conversationId: string): boolean {
    return this.#kept.delete(conversationId);
  }

  /** @param before what is known of the conversation; null for a new one */
  keep(request: SaveTurnRequest, before: Conversation | null): AskResult {
    const { question, asked, answer, scope, replaceTurnId } = request;
    const earlier = (before?.all ?? []).filter(({ turnId }) => replaceTurnId === undefined || turnId < replaceTurnId);
    const turn = { turnId: (earlier.at(-1)?.turnId ?? 0) + 1, question, asked, answer };
    const conversation: Conversation = {
      conversationId: before?.conversationId ?? `k${randomBytes(16).toString('hex')}`,
      title: before?.title ?? question.replace(/\s+/gu, ' ').slice(0, 80),
      created: before?.created ?? asked,
      changed: asked,
      turns: earlier.length + 1,
      scope: scope ?? before?.scope ?? {},
      all: [...earlier, turn],
    };
    this.#kept.set(conversation.conversationId, conversation);
    const { scope: _scope, all: _all, ...info } = conversation;
    return { conversation: info, turn };
  }
}
