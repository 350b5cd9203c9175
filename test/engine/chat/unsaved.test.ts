// Where nothing can be written a conversation goes on all the same, as long as the library is open.
import { expect, test } from 'vitest';
import { isUnwritable, UnsavedConversations } from '../../../electron/engine/chat/unsaved.js';
import type { Answer } from '../../../shared/domain/chat.js';
import { AppError } from '../../../shared/errors.js';

const answer: Answer = {
  kind: 'not-found',
  answer: 'No.',
  confidence: null,
  queryUsed: '',
  steps: [],
  sources: [],
  citations: [],
  passagesRead: [],
  nearest: [],
  answerable: 0,
  sent: null,
  problem: null,
  isStopped: false,
  isFromCache: false,
  seconds: 0,
};
const first = { conversationId: null, question: 'How much?', asked: '2026-01-01T00:00:00.000Z', answer };

test('turns are kept, gone on with, and replaced as in the store', () => {
  const unsaved = new UnsavedConversations();
  const { conversation } = unsaved.keep(first, null);
  const { conversationId } = conversation;
  expect(conversation).toMatchObject({ title: 'How much?', turns: 1 });
  const known = unsaved.find(conversationId) ?? null;
  const second = unsaved.keep({ ...first, conversationId, question: 'And when?' }, known);
  expect(second).toMatchObject({ conversation: { conversationId, turns: 2, isUnsaved: true } });
  const again = unsaved.find(conversationId) ?? null;
  unsaved.keep({ ...first, conversationId, question: 'How?', replaceTurnId: second.turn.turnId }, again);
  expect(unsaved.find(conversationId)?.all.map(({ question }) => question)).toEqual(['How much?', 'How?']);
  expect(unsaved.remove(conversationId)).toBe(true);
  expect(unsaved.find(conversationId)).toBeUndefined();
});

test('once it is written its turns are known by their old numbers and by their new ones', () => {
  const unsaved = new UnsavedConversations();
  const { conversation, turn } = unsaved.keep(first, null);
  const [kept] = unsaved.all;
  if (kept === undefined) throw new Error('nothing is kept');
  unsaved.written(kept, [17]);
  expect(unsaved.find(conversation.conversationId)).toBeUndefined();
  expect([unsaved.numberNow(turn.turnId), unsaved.numberNow(5), unsaved.numberNow(undefined)]).toEqual([
    17,
    5,
    undefined,
  ]);
});

test('only what stands in the way of writing counts', () => {
  expect(isUnwritable(new AppError('read-only', ''))).toBe(true);
  expect(isUnwritable(new AppError('disk-full', ''))).toBe(true);
  expect(isUnwritable(new AppError('not-found', ''))).toBe(false);
  expect(isUnwritable(new TypeError('x'))).toBe(false);
});
