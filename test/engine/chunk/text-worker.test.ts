// The text worker as the engine uses it: chunks whole documents, and answers questions in between.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelFolder } from '../../../electron/engine/embed/model-files.js';
import { type RunningTextWorker, startTextWorker } from '../../helpers/text-worker.js';
import { documentOf } from './documents.js';

interface Golden {
  readonly texts: readonly { readonly text: string; readonly tokens: number; readonly ids: readonly number[] }[];
}

let text: RunningTextWorker;

beforeAll(async () => {
  text = startTextWorker();
  await text.client.call('open', { modelFolder: modelFolder() });
});
afterAll(() => text.stop());

test('a document comes back as chunks with the ids that the model reads', async () => {
  const document = documentOf([{ text: 'Del plazo', kind: 'heading', path: ['Del plazo'] }, { text: 'Son 30 días.' }]);
  const { saved, chunks } = await text.chunk(document);
  expect(chunks).toHaveLength(1);
  expect(saved).toMatchObject({ chunks: 1, added: 1, state: 'words' });
  const [chunk] = chunks;
  const { tokenIds, ends, inputHashes } = saved.waiting;
  expect(tokenIds).toBeInstanceOf(Int32Array);
  expect(tokenIds.length).toBe(chunk?.tokenCount);
  expect([...ends]).toEqual([tokenIds.length]);
  const passage = document.text.slice(chunk?.start, chunk?.end);
  const hash = createHash('sha256').update(`${chunk?.context}\n${passage}`).digest();
  expect(Buffer.from(chunk?.inputHash ?? [])).toEqual(hash);
  const [again] = await text.client.call('tokenizeInputs', {
    inputs: [{ context: chunk?.context ?? '', text: passage }],
  });
  expect(again).toEqual(tokenIds);
  expect(Buffer.from(inputHashes)).toEqual(hash);
});

test('the ids are those of the golden texts, cut to the longest input of the model', async () => {
  const golden = JSON.parse(readFileSync('test/fixtures/golden.json', 'utf8')) as Golden;
  for (const { text: input, tokens, ids } of golden.texts) {
    const isQuestion = input.startsWith('query: ');
    const own = isQuestion
      ? await text.client.call('tokenizeQuestion', { text: input.slice('query: '.length) })
      : (
          await text.client.call('tokenizeInputs', { inputs: [{ context: '', text: input.slice('passage: '.length) }] })
        )[0];
    expect(own?.length).toBe(tokens);
    // For the long text only its first ids are kept.
    expect([...(own ?? [])].slice(0, ids.length)).toEqual(ids);
  }
});

test('a question as long as a book is cut, and still ends with the last special token', async () => {
  const ids = await text.client.call('tokenizeQuestion', { text: 'palabra '.repeat(5000) });
  expect(ids).toHaveLength(512);
  expect(ids.at(-1)).toBe(2);
});

test('a question does not wait for a large document', async () => {
  const document = documentOf([{ text: 'Una frase de cada día sobre la garantía del producto. '.repeat(20_000) }]);
  const order: string[] = [];
  const chunking = text.chunk(document).then(({ chunks }) => {
    order.push('document');
    return chunks;
  });
  for (const question of ['uno', 'dos', 'tres']) {
    await text.client.call('tokenizeQuestion', { text: question });
    order.push(question);
  }
  expect((await chunking).length).toBeGreaterThan(500);
  expect(order).toEqual(['uno', 'dos', 'tres', 'document']);
});

test('chunking can be stopped, and the next document is chunked', async () => {
  const controller = new AbortController();
  const document = documentOf([{ text: 'Una frase más que nadie quiere leer. '.repeat(20_000) }]);
  const chunking = text.chunk(document, controller.signal);
  controller.abort();
  await expect(chunking).rejects.toMatchObject({ code: 'cancelled' });
  const { chunks } = await text.chunk(documentOf([{ text: 'Otra.' }]));
  expect(chunks).toHaveLength(1);
});

test('a worker that finds no model says so to every call', async () => {
  const other = startTextWorker();
  const opening = other.client.call('open', { modelFolder: '/nowhere' });
  const question = other.client.call('tokenizeQuestion', { text: 'x' });
  await expect(opening).rejects.toMatchObject({ code: 'model-missing' });
  await expect(question).rejects.toMatchObject({ code: 'model-missing' });
  await other.stop();
});

test('a worker that was not opened is a bug, and says so', async () => {
  const other = startTextWorker();
  await expect(other.client.call('tokenizeQuestion', { text: 'x' })).rejects.toMatchObject({ code: 'bug' });
  await other.stop();
});
