// A full disk while questions are asked: the conversation goes on, says that it is not kept, and is written as soon as that is possible.
import { expect, test } from 'vitest';
import { ChatSession } from '../../../electron/engine/chat/chat-session.js';
import type { StoreMethods } from '../../../electron/engine/store/store-methods.js';
import type { AskRequest } from '../../../shared/domain/chat.js';
import { AppError } from '../../../shared/errors.js';
import type { RpcClient } from '../../../shared/rpc.js';
import { openTestStore } from '../../helpers/open-test-store.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

/** A real store on a disk that is full when the test says so. */
function sessionOnFullDisk() {
  const { store } = openTestStore();
  const disk = { isFull: true };
  const call = async (name: keyof StoreMethods, request: never): Promise<unknown> => {
    if (disk.isFull && name.startsWith('save')) throw new AppError('disk-full', 'The disk is full.');
    return (store[name] as (given: never) => unknown)(request);
  };
  const session = new ChatSession({
    folder: temporaryFolder(),
    store: { call } as unknown as RpcClient<StoreMethods, Record<never, never>>,
    search: async () => ({ hits: [], answerable: 0, threshold: 0.5 }) as never,
    embedQuestion: async () => new Float32Array(),
    embedSentences: async () => [],
    coverage: async () => [],
  });
  let asks = 0;
  const ask = (question: string, about: Partial<AskRequest> = {}) =>
    session.ask({ askId: `${asks++}`, question, conversationId: null, mode: 'extractive', ...about });
  return { store, disk, session, ask };
}

const page = { offset: 0, limit: 10 };

test('it is listed as not kept, and written when conversations are looked at after there is room again', async () => {
  const { store, disk, session, ask } = sessionOnFullDisk();
  const { conversation, turn } = await ask('How much is it?');
  expect(conversation.isUnsaved).toBe(true);
  const { conversationId } = conversation;
  await ask('And when?', { conversationId });
  expect((await session.conversations(page)).conversations).toMatchObject([
    { conversationId, isUnsaved: true, turns: 2 },
  ]);
  expect(store.conversations(page).total).toBe(0);
  disk.isFull = false;
  const { conversations, total } = await session.conversations(page);
  expect(total).toBe(1);
  expect(conversations[0]).toMatchObject({ conversationId, turns: 2 });
  expect(conversations[0]?.isUnsaved).toBeUndefined();
  // The window still knows the turn by its old number.
  const again = await ask('How much is it now?', { conversationId, replaceTurnId: turn.turnId });
  expect(again.conversation).toMatchObject({ conversationId, turns: 1 });
});

test('it is written at the latest when the library is closed', async () => {
  const { store, disk, session, ask } = sessionOnFullDisk();
  await ask('How much is it?');
  disk.isFull = false;
  await session.close();
  expect(store.conversations(page).total).toBe(1);
});
