// What the chat view knows, event by event.
import { describe, expect, it } from 'vitest';
import {
  askingHere,
  type ChatEvent,
  type ChatState,
  chatReducer,
  emptyChat,
} from '../../../../renderer/features/chat/chat-state.js';
import type { AnswerProgress, AskResult, Conversation, Turn } from '../../../../shared/domain/chat.js';
import { makeAnswer } from '../../make-answer.js';

const info = { conversationId: 'k1', title: 'Costs', created: '2026-01-01', changed: '2026-01-01', turns: 1 };
const turn = (turnId: number, question = `question ${turnId}`): Turn => ({
  turnId,
  question,
  asked: '2026-01-01T10:00:00Z',
  answer: makeAnswer({}),
});
const result = (answered: Turn): AskResult => ({ conversation: info, turn: answered });
const kept = (...all: readonly Turn[]): Conversation => ({ ...info, scope: {}, all });
const asked = (askId: string, place: string, replaceTurnId: number | null = null): ChatEvent => ({
  kind: 'asked',
  asking: { askId, place, question: 'Who pays?', replaceTurnId },
});

function stateAfter(state: ChatState, ...events: readonly ChatEvent[]): ChatState {
  return events.reduce(chatReducer, state);
}

const opened = stateAfter(
  emptyChat('new'),
  { kind: 'opening', place: 'k1' },
  { kind: 'opened', conversation: kept(turn(1), turn(2), turn(3)) },
);

describe('a question', () => {
  it('in a new conversation becomes its first turn', () => {
    const asking = stateAfter(emptyChat('new'), asked('a', 'new'));
    expect(askingHere(asking)).toMatchObject({ askId: 'a', question: 'Who pays?', progress: null });
    const done = stateAfter(asking, { kind: 'answered', askId: 'a', result: result(turn(7)) });
    expect(done).toMatchObject({ place: 'k1', asks: [], conversation: { all: [{ turnId: 7 }] } });
  });

  it('grows by what comes for it, and by nothing else', () => {
    const progress = (askId: string, answer: string) =>
      ({ kind: 'progress', progress: { askId, answer } as AnswerProgress }) as const;
    const state = stateAfter(emptyChat('new'), asked('a', 'new'), progress('a', 'The shop'), progress('b', 'Other'));
    expect(askingHere(state)?.progress?.answer).toBe('The shop');
  });

  it('that is asked again replaces its turn and all that follow, once it is answered', () => {
    const asking = stateAfter(opened, asked('a', 'k1', 2));
    expect(asking.conversation?.all).toHaveLength(3);
    const done = stateAfter(asking, { kind: 'answered', askId: 'a', result: result(turn(9)) });
    expect(done.conversation?.all.map(({ turnId }) => turnId)).toEqual([1, 9]);
  });

  it('that failed stays to be asked again, and goes when another one is asked', () => {
    const error = { code: 'engine-stopped', message: 'Stopped.' } as const;
    const failed = stateAfter(opened, asked('a', 'k1'), { kind: 'failed', askId: 'a', error });
    expect(askingHere(failed)?.error).toEqual(error);
    expect(stateAfter(failed, asked('b', 'k1')).asks.map(({ askId }) => askId)).toEqual(['b']);
    expect(stateAfter(failed, { kind: 'dropped', askId: 'a' }).asks).toEqual([]);
  });

  it('goes on while another conversation is in front, whose turns it does not touch', () => {
    const away = stateAfter(opened, asked('a', 'k1'), { kind: 'begun', place: 'new-2', scope: {} });
    expect(askingHere(away)).toBeNull();
    expect(askingHere(stateAfter(away, { kind: 'opening', place: 'k1' }))?.askId).toBe('a');
    const done = stateAfter(away, { kind: 'answered', askId: 'a', result: result(turn(4)) });
    expect(done).toMatchObject({ place: 'new-2', conversation: null, asks: [] });
  });
});

describe('a conversation', () => {
  it('that is fetched too late does not push away the one that was opened since', () => {
    const state = stateAfter(
      emptyChat('new'),
      { kind: 'opening', place: 'k1' },
      { kind: 'begun', place: 'new-2', scope: { documentIds: ['d1'] } },
      { kind: 'opened', conversation: kept(turn(1)) },
    );
    expect(state).toMatchObject({ place: 'new-2', conversation: null, scope: { documentIds: ['d1'] } });
  });

  it('that is renamed shows its name where it is in front', () => {
    const renamed = (conversationId: string) => ({ kind: 'renamed', conversationId, title: 'Ways back' }) as const;
    expect(stateAfter(opened, renamed('k1')).conversation?.title).toBe('Ways back');
    expect(stateAfter(opened, renamed('k2')).conversation?.title).toBe('Costs');
  });
});
