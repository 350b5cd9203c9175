// Pairs of questions: an answer is given again only where both ask the same.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSameQuestion, sameQuestionCosine } from '../../electron/engine/chat/same-question.js';
import { dot } from '../../electron/engine/search/vector-index.js';
import { type QuestionEmbedder, startQuestionEmbedder } from '../helpers/question-embedder.js';

type Pairs = readonly (readonly [string, string])[];
const { same, near, different } = JSON.parse(readFileSync('test/quality/same-questions.json', 'utf8')) as Record<
  'same' | 'near' | 'different',
  Pairs
>;

let embedder: QuestionEmbedder;
beforeAll(async () => {
  embedder = await startQuestionEmbedder();
});
afterAll(() => embedder.close());

async function reused(pairs: Pairs): Promise<Pairs> {
  const all = await Promise.all(
    pairs.map(async (pair) => {
      const [one, other] = await Promise.all(pair.map((question) => embedder.embed(question)));
      const cosine = dot(one ?? new Float32Array(), other ?? new Float32Array());
      return { pair, isReused: cosine >= sameQuestionCosine && isSameQuestion(...pair) };
    }),
  );
  return all.filter(({ isReused }) => isReused).map(({ pair }) => pair);
}

test('words, signs, accents and capitals tell a question from another, whatever the vectors say', () => {
  expect(different.filter((pair) => isSameQuestion(...pair))).toEqual([]);
});

test('a question that asks something else never gets the answer of another', async () => {
  expect(await reused(different)).toEqual([]);
});

test('the same question written in another way gets its answer again', async () => {
  expect(await reused(same)).toEqual(same);
});

test('the same in quite other words is asked anew: words cannot tell it from something else', async () => {
  expect(await reused(near)).toEqual([]);
});
