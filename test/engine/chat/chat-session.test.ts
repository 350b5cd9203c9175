// Answers that a host writes, asked through the library: what is sent, what is not, and what is given when the host fails.
import { resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Library } from '../../../electron/engine/library.js';
import type { AnswerProgress, AskRequest, AskResult } from '../../../shared/domain/chat.js';
import { openIndexedLibrary } from '../../helpers/indexed-library.js';
import { fails, type MessagesServer, says, startMessagesServer, streams } from '../../helpers/messages-server.js';

let library: Library;
let close: () => Promise<void>;
let server: MessagesServer;

const settings = { model: 'writer', fastModel: 'writer', stayOffline: false };

beforeAll(async () => {
  ({ library, close } = await openIndexedLibrary([resolve('test/fixtures/chat/miembros.md')]));
  server = await startMessagesServer();
  library.chat.set({ ...settings, baseUrl: server.url }, 'secret-key');
});
afterEach(() => library.chat.set({ ...settings, baseUrl: server.url }, 'secret-key'));
afterAll(async () => {
  await close();
  await server.close();
});

let asks = 0;
function ask(question: string, about: Partial<AskRequest> = {}): Promise<AskResult> {
  // Each test is about an answer of its own; those that are given again have their own file.
  const usual = { conversationId: null, mode: 'model', isAfresh: true } as const;
  return library.chat.ask({ askId: `ask-${asks++}`, question, ...usual, ...about });
}

test('an answer cites the passages that it was given, and says what was sent', async () => {
  const before = server.requests.length;
  server.play(
    streams(
      says('La invitación caduca a los siete días.', { result: 0, quote: 'La invitación caduca a los siete días.' }),
    ),
  );
  const { turn } = await ask('¿Cuándo caduca la invitación de un miembro?');
  const { answer } = turn;
  expect(answer).toMatchObject({ kind: 'answered', problem: null, isStopped: false });
  expect(answer.answer).toBe('La invitación caduca a los siete días.');
  expect(answer.sources).toHaveLength(1);
  expect(answer.citations[0]?.start).not.toBeNull();
  expect(answer.sent).toMatchObject({ host: expect.stringContaining('127.0.0.1'), model: 'writer', requests: 1 });
  expect(answer.sent?.passages.length).toBe(answer.passagesRead.length);
  expect(server.requests.length).toBe(before + 1);
});

test('an answer is made from the passages in their reranked order, and is searched for once', async () => {
  const question = '¿Dónde elimino a un miembro del equipo para siempre?';
  const request = { query: question, k: 8, all: true, literal: true };
  const ids = (found: readonly { readonly chunkId: string }[]): readonly string[] => found.map((one) => one.chunkId);
  const found = ids((await library.search(request)).hits);
  const reranked = ids((await library.search({ ...request, rerank: true })).hits);
  expect(reranked).not.toEqual(found);
  const { turn } = await ask(question, { mode: 'extractive' });
  expect(ids(turn.answer.passagesRead)).toEqual(reranked.slice(0, turn.answer.passagesRead.length));
  expect(turn.answer.steps).toEqual([{ kind: 'searched', query: question, passages: found.length }]);
});

test('a question without a word is refused, and no answer of before is given again', async () => {
  const { conversation } = await ask('¿Cómo invito a un miembro?');
  const { conversationId } = conversation;
  for (const question of ['🎉🎉🎉', '?', '\u200b', ' … ']) {
    await expect(ask(question, { conversationId })).rejects.toMatchObject({ code: 'wrong-use' });
  }
});

test('under the threshold nothing is asked of any host', async () => {
  const before = server.requests.length;
  const { turn } = await ask('¿Quién ganó el mundial de fútbol de 1998?');
  expect(turn.answer).toMatchObject({ kind: 'not-found', sent: null, answer: 'No lo encuentro en tus documentos.' });
  expect(server.requests.length).toBe(before);
});

test('a follow-up is rewritten, the rewriting is shown, and old passages are not sent again', async () => {
  const first = await ask('¿Cómo invito a un miembro?');
  const sentBefore = server.requests.length;
  server.play(streams(says('¿Cómo elimino a un miembro?')));
  const { turn } = await ask('¿y cómo lo elimino?', { conversationId: first.conversation.conversationId });
  expect(turn.answer.queryUsed).toBe('¿Cómo elimino a un miembro?');
  expect(turn.answer.sent?.requests).toBe(2);
  const [rewriting, answering] = server.requests.slice(sentBefore);
  expect(rewriting?.results).toEqual([]);
  expect(answering?.raw).toContain('¿Cómo invito a un miembro?');
  expect(answering?.results.length).toBe(turn.answer.passagesRead.length);
  expect(turn.answer.steps.filter(({ kind }) => kind === 'searched')).toHaveLength(2);
});

test('a key that is refused gives quotes, once said why, and the key is nowhere in what is kept', async () => {
  server.play(fails(401));
  const { turn, conversation } = await ask('¿Cómo invito a un miembro?');
  expect(turn.answer).toMatchObject({ kind: 'extractive', problem: { code: 'key-refused' } });
  expect(turn.answer.answer).toContain('escriba su dirección de correo');
  expect(JSON.stringify(await library.chat.conversation(conversation.conversationId))).not.toContain('secret-key');
});

test('whoever stays offline gets quotes, and no host is asked', async () => {
  library.chat.set({ ...settings, baseUrl: server.url, stayOffline: true }, 'secret-key');
  const before = server.requests.length;
  const { turn } = await ask('¿Cómo invito a un miembro?');
  expect(turn.answer).toMatchObject({ kind: 'extractive', problem: { code: 'offline-chosen' }, sent: null });
  expect(server.requests.length).toBe(before);
});

test('an answer grows in the events, and stopped in the middle it keeps what was said', async () => {
  const seen: AnswerProgress[] = [];
  server.play(
    streams(
      { kind: 'text', deltas: ['Abra ', 'Ajustes'] },
      { kind: 'gate' },
      { kind: 'text', deltas: [', Miembros.'] },
    ),
  );
  const asking = library.chat.ask(
    { askId: 'growing', question: '¿Cómo invito a un miembro?', conversationId: null, mode: 'model', isAfresh: true },
    (progress) => {
      seen.push(progress);
      if (progress.answer === 'Abra Ajustes') library.chat.stop('growing');
    },
  );
  const { turn } = await asking;
  server.openGate();
  expect(turn.answer).toMatchObject({ kind: 'answered', answer: 'Abra Ajustes', isStopped: true });
  expect(new Set(seen.map(({ phase }) => phase))).toContain('answering');
  expect(seen.every(({ askId }) => askId === 'growing')).toBe(true);
});

test('without a host that is set, answers are quoted', async () => {
  const other = await openIndexedLibrary([resolve('test/fixtures/chat/miembros.md')]);
  const { turn } = await other.library.chat.ask({
    askId: 'alone',
    question: '¿Cómo invito a un miembro?',
    conversationId: null,
    mode: 'model',
  });
  await other.close();
  expect(turn.answer).toMatchObject({ kind: 'extractive', sent: null });
});

test('a log is kept where it is wanted, in the library’s folder, without the key; forgetting everything clears it', async () => {
  library.chat.set({ ...settings, baseUrl: server.url, keepsLog: true }, 'secret-key');
  expect(library.chat.log().bytes).toBe(0);
  await ask('¿Cómo invito a un miembro?', { isAfresh: true });
  expect(library.chat.log().bytes).toBeGreaterThan(0);
  library.chat.clearLog();
  expect(library.chat.log().bytes).toBe(0);
});

test('a key that a rewriting was refused with is not tried a second time', async () => {
  const { conversation } = await ask('¿Cómo invito a un miembro?');
  const before = server.requests.length;
  server.play(fails(401));
  const { turn } = await ask('¿y cómo lo elimino?', { conversationId: conversation.conversationId });
  expect(turn.answer).toMatchObject({ kind: 'extractive', problem: { code: 'key-refused' }, sent: { requests: 1 } });
  expect(server.requests.length).toBe(before + 1);
});
