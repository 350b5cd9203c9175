// A question about one document: the whole of it goes along where it fits, first and kept by the host, and what both ways cost is told.
import { copyFileSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Library } from '../../../electron/engine/library.js';
import type { AskRequest, AskResult, ChatSettings } from '../../../shared/domain/chat.js';
import { openIndexedLibrary } from '../../helpers/indexed-library.js';
import { fails, type MessagesServer, says, startMessagesServer, streams } from '../../helpers/messages-server.js';

let library: Library;
let close: () => Promise<void>;
let server: MessagesServer;
let folder: string;
let documentId: string;
let longId: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'acervo-whole-')));
  copyFileSync(resolve('test/fixtures/policy/politicas-tienda.md'), join(folder, 'politicas.md'));
  const lines = Array.from({ length: 40 }, (_, at) => `Artículo ${at}. El horario del puesto ${at} es de mañana.`);
  writeFileSync(join(folder, 'largo.txt'), lines.join('\n\n'));
  ({ library, close } = await openIndexedLibrary([folder]));
  server = await startMessagesServer();
  const { documents } = await library.documents({ offset: 0, limit: 10 });
  documentId = documents.find(({ path }) => path.endsWith('politicas.md'))?.documentId ?? '';
  longId = documents.find(({ path }) => path.endsWith('largo.txt'))?.documentId ?? '';
  use();
});
afterEach(() => use());
afterAll(async () => {
  await close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function use(change: Partial<ChatSettings> = {}): void {
  const usual = { model: 'claude-opus-5-5', fastModel: 'claude-opus-5-5', stayOffline: false };
  library.chat.set({ ...usual, baseUrl: server.url, ...change }, null);
}

let asks = 0;
const question = '¿Cuánto se paga de señal por un encargo para un evento?';
function ask(about: Partial<AskRequest> = {}, asked = question): Promise<AskResult> {
  const usual = { conversationId: null, mode: 'model', scope: { documentIds: [documentId] }, isAfresh: true } as const;
  return library.chat.ask({ askId: `ask-${asks++}`, question: asked, ...usual, ...about });
}

test('the whole text goes along before the conversation, to be kept by the host, and a citation leads to its passage', async () => {
  const { text } = await library.text(documentId);
  const before = server.requests.length;
  server.play(streams(says('Se entrega una señal.', { result: 0 })));
  const { turn, conversation } = await ask();
  const [request] = server.requests.slice(before);
  expect(request?.results.map((result) => result.text).join('')).toBe(text);
  const content = request?.body.messages[0].content;
  expect(content.at(-2)).toMatchObject({ type: 'search_result', cache_control: { type: 'ephemeral' } });
  expect(request?.body.tools).toBeUndefined();
  expect(turn.answer.sources[0]).toMatchObject({ documentId });
  expect(turn.answer.citations[0]?.start).toBe(turn.answer.sources[0]?.start);
  expect(turn.answer.steps.map(({ kind }) => kind)).toContain('whole');
  expect(turn.answer.passagesRead.length).toBeLessThanOrEqual(8);
  expect(turn.answer.sent?.passages).toEqual([expect.objectContaining({ characters: text.length })]);
  expect(turn.answer.other).toMatchObject({ reading: 'passages', costUsd: expect.any(Number) });

  server.play(streams(says(question)));
  await ask({ conversationId: conversation.conversationId }, '¿y cuánto es?');
  const followUp = server.requests.at(-1)?.body.messages;
  expect(followUp[0].content.slice(0, -1)).toEqual(content.slice(0, -1));
  expect(followUp).toHaveLength(3);
});

test('asked for, its passages alone are read, and what the whole would cost is told', async () => {
  const before = server.requests.length;
  const { turn } = await ask({ reading: 'passages' });
  expect(server.requests[before]?.results.length).toBe(turn.answer.passagesRead.length);
  const { other } = turn.answer;
  expect(other).toMatchObject({ reading: 'document' });
  expect(other?.followingCostUsd).toBeLessThan(other?.costUsd ?? 0);
  use({ onlyPassages: true });
  expect((await ask()).turn.answer.other?.reading).toBe('document');
});

test('one that is too long for the model is searched, and that is told where it was asked for', async () => {
  use({ models: [{ id: 'claude-opus-5-5', inputUsd: null, outputUsd: null, windowTokens: 40_100 }] });
  const usual = await ask({ scope: { documentIds: [longId] } }, '¿Cuál es el horario del puesto 7?');
  expect(usual.turn.answer.steps.map(({ kind }) => kind)).toEqual(['searched']);
  const whole = await ask(
    { scope: { documentIds: [longId] }, reading: 'document' },
    '¿Cuál es el horario del puesto 7?',
  );
  expect(whole.turn.answer.steps.map(({ kind }) => kind)).toContain('too-long');
  expect(whole.turn.answer.other).toBeUndefined();
});

test('a host that does not take so much is asked with the passages', async () => {
  server.play(fails(413));
  const { turn } = await ask();
  expect(turn.answer).toMatchObject({ kind: 'answered', problem: null });
  expect(turn.answer.steps.map(({ kind }) => kind)).toEqual(['searched', 'whole', 'too-long']);
});

test('what the search would decline is asked of the whole document only where that is wanted', async () => {
  const foreign = '¿Quién ganó el mundial de fútbol de 1998?';
  const before = server.requests.length;
  const { turn } = await ask({}, foreign);
  expect(turn.answer).toMatchObject({ kind: 'not-found', sent: null, other: { reading: 'document' } });
  expect(server.requests.length).toBe(before);
  server.play(streams(says('<nothing-found/> El documento no lo dice.')));
  expect((await ask({ reading: 'document' }, foreign)).turn.answer).toMatchObject({ kind: 'not-found' });
  expect(server.requests.length).toBe(before + 1);
});

test('several documents, or quotes, are never read whole', async () => {
  const both = await ask({ scope: { documentIds: [documentId, longId] } });
  expect(both.turn.answer.other).toBeUndefined();
  expect((await ask({ mode: 'extractive' })).turn.answer.steps.map(({ kind }) => kind)).toEqual(['searched']);
});
