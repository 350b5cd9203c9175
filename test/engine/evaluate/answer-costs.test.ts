// What questions cost: with and without the host's cache, and from whole documents against passages, asked of a host that counts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evaluateAnswers } from '../../../electron/engine/evaluate/evaluate-answers.js';
import type { Library } from '../../../electron/engine/library.js';
import { openIndexedLibrary } from '../../helpers/indexed-library.js';
import { type MessagesServer, quoteFirstResult, startMessagesServer } from '../../helpers/messages-server.js';

const records = [
  { id: 'rent', text: 'The deposit of the flat is two rents, and it is paid back within a month of moving out.' },
  { id: 'meter', text: 'The water meter of the house stands in the cellar, behind the boiler on the left.' },
];
const questions = [
  { id: 'q1', text: 'How much is the deposit of the flat?', doc: 'rent', answer: 'two rents' },
  { id: 'q2', text: 'Where does the water meter of the house stand?', doc: 'meter', answer: 'in the cellar' },
];

let set: string;
let library: Library;
let close: () => Promise<void>;
let server: MessagesServer;

beforeAll(async () => {
  set = mkdtempSync(join(tmpdir(), 'acervo-set-'));
  const lines = (values: readonly object[]) => `${values.map((value) => JSON.stringify(value)).join('\n')}\n`;
  const gold = questions.map(({ id, doc, answer }) => {
    const start = records.find((record) => record.id === doc)?.text.indexOf(answer) ?? -1;
    return { id, doc, start, text: answer };
  });
  writeFileSync(join(set, 'corpus.jsonl'), lines(records));
  writeFileSync(join(set, 'queries.jsonl'), lines(questions.map(({ id, text }) => ({ id, text }))));
  writeFileSync(join(set, 'answers.jsonl'), lines(gold));
  ({ library, close } = await openIndexedLibrary([]));
  server = await startMessagesServer();
  // A host that keeps a tenth of what it was sent.
  server.otherwise((request) => {
    const reply = quoteFirstResult(request);
    const isWhole = request.body.tools === undefined;
    const usage = isWhole
      ? { input_tokens: 100, output_tokens: 10, cache_creation_input_tokens: 1_000, cache_read_input_tokens: 1_900 }
      : { input_tokens: 900, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 100 };
    return reply.kind === 'stream' ? { ...reply, usage } : reply;
  });
});
afterAll(async () => {
  await close();
  await server.close();
  rmSync(set, { recursive: true, force: true });
});

test('a model’s tokens and costs are told a question, both ways, and as they would be without a cache', async () => {
  const models = { model: 'claude-opus-5-5', fastModel: 'claude-opus-5-5' };
  library.chat.set({ ...models, baseUrl: server.url, stayOffline: false }, null);
  const figures = await evaluateAnswers(library, { setFolder: set, dropEvery: 0, mode: 'model', comparesWhole: true });
  expect(figures).toMatchObject({ questions: 2, answerable: 2, tokens: { input: 900, cached: 100, output: 10 } });
  expect(figures.costUsd).toBeCloseTo((900 * 4 + 100 * 0.2 + 10 * 20) / 1e6, 9);
  expect(figures.costUsdWithoutCaching).toBeCloseTo((1_000 * 4 + 10 * 20) / 1e6, 9);
  const whole = figures.wholeDocument;
  expect(whole).toMatchObject({ questions: 2, tooLong: 0, goldQuoted: 2, citationPrecision: 1 });
  expect(whole?.tokens).toEqual({ input: 1_100, cached: 1_900, output: 10 });
  expect(whole?.costUsd).toBeCloseTo((100 * 4 + 1_000 * 5 + 1_900 * 0.2 + 10 * 20) / 1e6, 9);
  expect(whole?.costUsdWithoutCaching).toBeCloseTo((3_000 * 4 + 10 * 20) / 1e6, 9);
});

test('quotes cost nothing, and that is told as nothing', async () => {
  const before = server.requests.length;
  const figures = await evaluateAnswers(library, { setFolder: set, dropEvery: 0, mode: 'extractive' });
  expect(figures).toMatchObject({ tokens: null, costUsd: null, costUsdWithoutCaching: null, wholeDocument: null });
  expect(server.requests.length).toBe(before);
});
