// Reranking with the real model: what fits, what is remembered, and how it is stopped.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalEmbedder, startLocalEmbedder } from '../../../electron/engine/embed/local-embedder.js';
import { modelFolder, openModelFolder } from '../../../electron/engine/embed/model-files.js';
import { LateInteraction, type LateInteractionParts } from '../../../electron/engine/rerank/late-interaction.js';
import { type RunningTextWorker, startTextWorker } from '../../helpers/text-worker.js';

const model = openModelFolder(modelFolder());
let text: RunningTextWorker;
let embedder: LocalEmbedder;
/** Sequences that were embedded token by token. */
let embedded = 0;

beforeAll(async () => {
  text = startTextWorker();
  await text.client.call('open', { modelFolder: model.path });
  embedder = startLocalEmbedder({
    model,
    workers: 1,
    tokenizeQuestion: (question, signal) => text.client.call('tokenizeQuestion', { text: question }, signal),
  });
  await embedder.ready();
});
afterAll(async () => {
  await embedder.close();
  await text.stop();
});

function parts(more: Partial<LateInteractionParts> = {}): LateInteractionParts {
  return {
    tokenizeQuestion: (question, signal) => text.client.call('tokenizeQuestion', { text: question }, signal),
    tokenizePassages: (inputs, signal) => text.client.call('tokenizeInputs', { inputs }, signal),
    embedEachToken(tokenIds, signal) {
      embedded++;
      return embedder.embedEachToken(tokenIds, signal);
    },
    ...more,
  };
}

const passages = [
  'The museum opens at ten from Tuesday to Sunday and is closed on Mondays.',
  'Children under six and teachers with their class visit the museum free of charge.',
  'The museum was built in 1911 by the architect who had drawn the station.',
  'Pictures may be taken in all rooms of the museum, without flash.',
].map((one) => ({ context: 'The museum', text: one }));

test.each([
  ['¿Qué días está cerrado el museo?', 0],
  ['Wer muss hier keinen Eintritt zahlen?', 1],
  ['Who was it that designed the building?', 2],
  ['Est-ce que nous pouvons photographier ?', 3],
])('“%s” fits the passage that answers it best', async (question, right) => {
  const scores = await new LateInteraction(parts()).score(question, passages);
  expect(scores).toHaveLength(passages.length);
  expect(scores.indexOf(Math.max(...scores))).toBe(right);
});

test('prefix and special tokens are no part of the comparison: a text is next to itself, and to nothing when it is empty', async () => {
  const lengths: number[] = [];
  const reranker = new LateInteraction(
    parts({
      async embedEachToken(tokenIds, signal) {
        const vectors = await embedder.embedEachToken(tokenIds, signal);
        expect(vectors.scales).toHaveLength(tokenIds.length);
        lengths.push(tokenIds.length);
        return vectors;
      },
    }),
  );
  const question = 'el museo de la ciudad de los tres ríos del norte y del sur';
  const [same = 0, other = 0, none] = await reranker.score(
    question,
    [question, 'mañana lloverá', ''].map((one) => ({ context: '', text: one })),
  );
  expect(same).toBeGreaterThan(0.9);
  expect(other).toBeLessThan(same - 0.02);
  // Nothing but prefix and special tokens: nothing to compare.
  expect(none).toBe(0);
  expect(lengths).toHaveLength(4);
});

test('a name is looked up, not compared: nothing is embedded for it', async () => {
  const before = embedded;
  expect(await new LateInteraction(parts()).score('the museum', passages)).toEqual([0, 0, 0, 0]);
  expect(embedded).toBe(before);
});

test('a question as long as a page is compared piece by piece, and fits as one', async () => {
  const long = Array.from({ length: 12 }, () => 'The museum opens at ten from Tuesday to Sunday.').join(' ');
  const [own = 0, other = 0] = await new LateInteraction(parts()).score(long, [
    { context: '', text: long },
    { context: '', text: passages[1]?.text ?? '' },
  ]);
  expect(own).toBeGreaterThan(0.9);
  expect(own).toBeLessThanOrEqual(1.001);
  expect(other).toBeLessThan(own);
});

test('passages that were compared lately are not embedded again, until they are to be forgotten', async () => {
  const reranker = new LateInteraction(parts());
  const count = async (question: string): Promise<number> => {
    const before = embedded;
    await reranker.score(question, passages);
    return embedded - before;
  };
  expect(await count('On which days is the museum closed to visitors?')).toBe(passages.length + 1);
  const once = await reranker.score('On which days is the museum closed to visitors?', passages);
  expect(await count('Who was the architect of the whole building?')).toBe(1);
  expect(await reranker.score('On which days is the museum closed to visitors?', passages)).toEqual(once);
  reranker.forget();
  expect(await count('Who was the architect of the whole building?')).toBe(passages.length + 1);
});

test('stopped in the middle it ends at once, and the rest is not embedded', async () => {
  const controller = new AbortController();
  const begun: Promise<unknown>[] = [];
  const many = Array.from({ length: 20 }, (_, at) => ({ context: '', text: `${at} ${'garantía pedido '.repeat(60)}` }));
  const reranker = new LateInteraction(
    parts({
      embedEachToken(tokenIds, signal) {
        const one = embedder.embedEachToken(tokenIds, signal);
        begun.push(one.catch((error: unknown) => error));
        // All are handed over: two at most have been begun since.
        if (begun.length === many.length + 1) controller.abort();
        return one;
      },
    }),
  );
  await expect(
    reranker.score('¿Cuándo llega por fin mi pedido del almacén?', many, controller.signal),
  ).rejects.toMatchObject({ code: 'cancelled' });
  const ends = await Promise.all(begun);
  expect(ends.filter((end) => (end as { code?: string }).code === 'cancelled').length).toBeGreaterThan(15);
  expect(await reranker.score('Who was the architect of the whole building?', passages)).toHaveLength(passages.length);
});
