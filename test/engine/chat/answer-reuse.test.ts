// Answers that are given again: without a call, told as such, and never where they may be wrong.
import { appendFileSync, copyFileSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Library } from '../../../electron/engine/library.js';
import type { AskRequest, AskResult } from '../../../shared/domain/chat.js';
import { openIndexedLibrary } from '../../helpers/indexed-library.js';
import { fails, type MessagesServer, says, startMessagesServer, streams } from '../../helpers/messages-server.js';

let library: Library;
let close: () => Promise<void>;
let server: MessagesServer;
let folder: string;
const settings = { model: 'writer', fastModel: 'writer', stayOffline: false };
const sentence = 'La invitación caduca a los siete días.';
const question = '¿Cuándo caduca la invitación de un miembro?';

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'acervo-notas-')));
  copyFileSync(resolve('test/fixtures/chat/miembros.md'), join(folder, 'miembros.md'));
  writeFileSync(join(folder, 'otra.md'), '# Horario\n\nLa oficina abre de lunes a viernes de nueve a cinco.\n');
  ({ library, close } = await openIndexedLibrary([folder]));
  server = await startMessagesServer();
  use();
});
afterEach(() => use());
afterAll(async () => {
  await close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function use(change: Partial<typeof settings> = {}): void {
  library.chat.set({ ...settings, ...change, baseUrl: server.url }, null);
}

let asks = 0;
function ask(text: string, about: Partial<AskRequest> = {}): Promise<AskResult> {
  return library.chat.ask({ askId: `ask-${asks++}`, question: text, conversationId: null, mode: 'model', ...about });
}
const cited = () => streams(says(sentence, { result: 0, quote: sentence }));
async function calls(work: () => Promise<unknown>): Promise<number> {
  const before = server.requests.length;
  await work();
  return server.requests.length - before;
}

test('the same question gets its answer again before anything is searched or sent, and says so', async () => {
  server.play(cited());
  const first = await ask(question);
  expect(first.turn.answer).toMatchObject({ kind: 'answered', isFromCache: false });
  let again: AskResult | null = null;
  expect(
    await calls(async () => {
      again = await ask('cuando caduca la invitación de un miembro');
    }),
  ).toBe(0);
  expect(again).toMatchObject({
    turn: {
      answer: {
        ...{ answer: sentence, isFromCache: true, sent: null, sources: first.turn.answer.sources },
        steps: [{ kind: 'reused', question }],
      },
    },
  });
});

test('asked again, it is made anew and the new answer is the one that is kept', async () => {
  const first = await ask(question);
  expect(first.turn.answer.isFromCache).toBe(true);
  server.play(streams(says('A los siete días.', { result: 0, quote: sentence })));
  const { conversationId } = first.conversation;
  const anew = await ask(question, { conversationId, replaceTurnId: first.turn.turnId });
  expect(anew.turn.answer).toMatchObject({ isFromCache: false, answer: 'A los siete días.' });
  expect((await ask(question)).turn.answer).toMatchObject({ isFromCache: true, answer: 'A los siete días.' });
  server.play(cited());
  expect((await ask(question, { isAfresh: true })).turn.answer.isFromCache).toBe(false);
});

test('another scope, model, number of passages or way of answering is another question', async () => {
  expect(await calls(() => ask(question, { scope: { types: ['md'] } }))).toBe(1);
  expect(await calls(() => ask(question, { passages: 3 }))).toBe(1);
  use({ model: 'other' });
  expect(await calls(() => ask(question))).toBe(1);
  use();
  expect((await ask(question, { mode: 'extractive' })).turn.answer).toMatchObject({
    kind: 'extractive',
    isFromCache: false,
  });
});

test('whoever stays offline gets what was answered before', async () => {
  use({ stayOffline: true });
  expect((await ask(question)).turn.answer).toMatchObject({ kind: 'answered', isFromCache: true, problem: null });
});

test.each([
  ['quotes in place of a host that failed', '¿Cómo elimino a un miembro?', () => [fails(401)]],
  [
    'an answer that broke off',
    '¿Desde dónde se elimina un miembro?',
    () => [{ kind: 'stream' as const, parts: [says('Desde', { result: 0 })], stopReason: 'max_tokens' }],
  ],
  ['one that cites nothing', '¿Qué pasa con un miembro eliminado?', () => [streams(says('Creo que nada.'))]],
  ['one that found nothing', '¿Dónde se escribe la dirección?', () => [streams(says('<nothing-found/> No lo dicen.'))]],
])('%s is not kept', async (_name, other, replies) => {
  server.play(...replies());
  expect((await ask(other)).turn.answer.isFromCache).toBe(false);
  expect(await calls(() => ask(other))).toBeGreaterThan(0);
});

test('what a stand-in wrote while the model had too much to do is not kept', async () => {
  use({ model: 'claude-opus-5-5' });
  const other = '¿Quién puede invitar a los miembros?';
  server.play(fails(529, { 'retry-after': '0' }), fails(529, { 'retry-after': '0' }), cited());
  expect((await ask(other)).turn.answer).toMatchObject({ kind: 'answered', sent: { model: 'claude-sonnet-5-5' } });
  expect(await calls(() => ask(other))).toBe(1);
});

test('a follow-up is known by what it was rewritten to', async () => {
  const first = await ask('¿Cómo invito a un miembro?');
  const { conversationId } = first.conversation;
  server.play(streams(says(question)));
  let followUp: AskResult | null = null;
  const made = await calls(async () => {
    followUp = await ask('¿y cuándo caduca?', { conversationId });
  });
  expect(made).toBe(1);
  expect(followUp).toMatchObject({
    turn: { answer: { isFromCache: true, queryUsed: question, sent: { requests: 1 }, answer: sentence } },
  });
});

test('after a change elsewhere it holds if the search gives the same passages; after one of its own it is made anew', async () => {
  appendFileSync(join(folder, 'otra.md'), '\nLos sábados está cerrada.\n');
  await library.index({ paths: [folder] });
  expect((await ask(question, { scope: { paths: [join(folder, 'miembros.md')] } })).turn.answer.isFromCache).toBe(
    false,
  );
  appendFileSync(join(folder, 'otra.md'), '\nY los domingos también.\n');
  await library.index({ paths: [folder] });
  const again = await ask(question, { scope: { paths: [join(folder, 'miembros.md')] } });
  expect(again.turn.answer).toMatchObject({ isFromCache: true });
  expect(again.turn.answer.steps.map(({ kind }) => kind)).toEqual(['searched', 'reused']);
  appendFileSync(join(folder, 'miembros.md'), '\nNada caduca en agosto.\n');
  await library.index({ paths: [folder] });
  expect((await ask(question)).turn.answer.isFromCache).toBe(false);
});
