// What the chat view knows: the conversation in front, and every question that is being answered. Pure, so that it can be tested.
import type { AnswerProgress, AskResult, ChatScope, Conversation } from '../../../shared/domain/chat.js';
import type { PlainError } from '../../../shared/errors.js';

/** A question under way, or one that came to nothing. */
export interface Asking {
  readonly askId: string;
  /** Where it was asked: a conversation's id, or the key of a new one. */
  readonly place: string;
  readonly question: string;
  readonly replaceTurnId: number | null;
  readonly progress: AnswerProgress | null;
  readonly isStopping: boolean;
  /** It could not be answered at all; nothing of it is kept. */
  readonly error: PlainError | null;
}

export interface ChatState {
  /** A conversation's id, or the key of a new one. */
  readonly place: string;
  /** Grows with each place that the person goes to; not when a new conversation gets its id. */
  readonly visit: number;
  /** Null: a new one, or one that is still being fetched. */
  readonly conversation: Conversation | null;
  readonly scope: ChatScope;
  readonly asks: readonly Asking[];
}

export type ChatEvent =
  | { readonly kind: 'begun'; readonly place: string; readonly scope: ChatScope }
  | { readonly kind: 'opening'; readonly place: string }
  | { readonly kind: 'opened'; readonly conversation: Conversation }
  | { readonly kind: 'scoped'; readonly scope: ChatScope }
  | { readonly kind: 'renamed'; readonly conversationId: string; readonly title: string }
  | { readonly kind: 'asked'; readonly asking: Pick<Asking, 'askId' | 'place' | 'question' | 'replaceTurnId'> }
  | { readonly kind: 'progress'; readonly progress: AnswerProgress }
  | { readonly kind: 'stopping'; readonly askId: string }
  | { readonly kind: 'answered'; readonly askId: string; readonly result: AskResult }
  | { readonly kind: 'failed'; readonly askId: string; readonly error: PlainError }
  | { readonly kind: 'dropped'; readonly askId: string };

export function newPlace(): string {
  return `new-${crypto.randomUUID()}`;
}

export function emptyChat(place: string): ChatState {
  return { place, visit: 0, conversation: null, scope: {}, asks: [] };
}

export function chatReducer(state: ChatState, event: ChatEvent): ChatState {
  const change = (askId: string, part: Partial<Asking>): ChatState => ({
    ...state,
    asks: state.asks.map((asking) => (asking.askId === askId ? { ...asking, ...part } : asking)),
  });
  switch (event.kind) {
    case 'begun':
      return { ...state, place: event.place, visit: state.visit + 1, conversation: null, scope: event.scope };
    case 'opening':
      return { ...state, place: event.place, visit: state.visit + 1, conversation: null, scope: {} };
    case 'opened': {
      const { conversation } = event;
      if (state.place !== conversation.conversationId) return state;
      return { ...state, conversation, scope: conversation.scope };
    }
    case 'scoped':
      return { ...state, scope: event.scope };
    case 'renamed': {
      const { conversation } = state;
      if (conversation?.conversationId !== event.conversationId) return state;
      return { ...state, conversation: { ...conversation, title: event.title } };
    }
    case 'asked': {
      const asking: Asking = { ...event.asking, progress: null, isStopping: false, error: null };
      // One that failed in the same place is asked again or given up with this.
      const others = state.asks.filter(({ place, error }) => place !== asking.place || error === null);
      return { ...state, asks: [...others, asking] };
    }
    case 'progress':
      return change(event.progress.askId, { progress: event.progress });
    case 'stopping':
      return change(event.askId, { isStopping: true });
    case 'failed':
      return change(event.askId, { error: event.error });
    case 'dropped':
      return { ...state, asks: state.asks.filter(({ askId }) => askId !== event.askId) };
    case 'answered':
      return answered(state, event.askId, event.result);
  }
}

function answered(state: ChatState, askId: string, { conversation: info, turn }: AskResult): ChatState {
  const asking = state.asks.find((candidate) => candidate.askId === askId);
  const asks = state.asks.filter((candidate) => candidate !== asking);
  if (asking === undefined || asking.place !== state.place) return { ...state, asks };
  const all = state.conversation?.all ?? [];
  const replacedAt = all.findIndex(({ turnId }) => turnId === asking.replaceTurnId);
  const kept = replacedAt < 0 ? all.filter(({ turnId }) => turnId !== turn.turnId) : all.slice(0, replacedAt);
  const conversation: Conversation = { ...info, scope: state.scope, all: [...kept, turn] };
  return { ...state, place: info.conversationId, conversation, asks };
}

/** The question that is under way, or failed, in the conversation in front. */
export function askingHere({ asks, place }: ChatState): Asking | null {
  return asks.find((asking) => asking.place === place) ?? null;
}
