// Conversations of a library that can't be written: kept as long as it is open, so that nobody loses an answer for that.
import { randomBytes } from 'node:crypto';
import type { AskResult, Conversation, Turn } from '../../../shared/domain/chat.js';
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
  #nextTurnId = -1;
  readonly #numbers = new Map<number, number>();
  readonly #kept = new Map<string, Conversation>();

  find(conversationId: string): Conversation | undefined {
    return this.#kept.get(conversationId);
  }

  get all(): readonly Conversation[] {
    return [...this.#kept.values()];
  }

  /** It stands in the store now, its turns under these numbers. */
  written({ conversationId, all }: Conversation, turnIds: readonly number[]): void {
    for (const [at, { turnId }] of all.entries()) this.#numbers.set(turnId, turnIds[at] ?? turnId);
    this.#kept.delete(conversationId);
  }

  /** The number that a turn has now: whoever looks at it may know it by the one that it had. */
  numberNow(turnId: number | undefined): number | undefined {
    return turnId === undefined ? undefined : (this.#numbers.get(turnId) ?? turnId);
  }

  remove(conversationId: string): boolean {
    return this.#kept.delete(conversationId);
  }

  /** @param before what is known of the conversation; null for a new one */
  keep(request: SaveTurnRequest, before: Conversation | null): AskResult {
    const { question, asked, answer, scope, replaceTurnId } = request;
    const earlier = turnsUntil(before?.all ?? [], replaceTurnId);
    // Below all that a store gives: written later it gets another number, and is still known by this one.
    const turn = { turnId: this.#nextTurnId--, question, asked, answer };
    const conversation: Conversation = {
      conversationId: before?.conversationId ?? `k${randomBytes(16).toString('hex')}`,
      title: before?.title ?? question.replace(/\s+/gu, ' ').slice(0, 80),
      created: before?.created ?? asked,
      changed: asked,
      turns: earlier.length + 1,
      isUnsaved: true,
      scope: scope ?? before?.scope ?? {},
      all: [...earlier, turn],
    };
    this.#kept.set(conversation.conversationId, conversation);
    const { scope: _scope, all: _all, ...info } = conversation;
    return { conversation: info, turn };
  }
}

function turnsUntil(all: readonly Turn[], replaceTurnId: number | undefined): readonly Turn[] {
  const at = replaceTurnId === undefined ? -1 : all.findIndex(({ turnId }) => turnId === replaceTurnId);
  return at < 0 ? all : all.slice(0, at);
}
