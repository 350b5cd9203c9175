// How many sentences are quoted: two that are about as good, and one where the second is far behind.
import { expect, test } from 'vitest';
import { ExtractiveModel } from '../../../electron/engine/chat/extractive-model.js';
import { passage } from '../../helpers/chat-parts.js';

const sentences = ['The boiler is the owner’s to repair.', 'The stairs are swept on Mondays.'];

/** Answers of a model that finds these cosines between the question and the two sentences. */
async function quoted(first: number, second: number): Promise<readonly string[]> {
  const vector = (cosine: number) => Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2));
  const cosines = new Map(sentences.map((text, at) => [text, [first, second][at] ?? 0]));
  const model = new ExtractiveModel({
    embedQuestion: () => Promise.resolve(vector(1)),
    embedSentences: (asked) => Promise.resolve(asked.map(({ text }) => vector(cosines.get(text) ?? 0))),
    coverage: (_question, texts) => Promise.resolve(texts.map(() => 0)),
  });
  const question = 'Who repairs the boiler?';
  const passages = [passage(sentences.join(' '))];
  const { citations } = await model.answer(
    { question, queryUsed: question, history: [], passages },
    { signal: new AbortController().signal, onDraft: () => undefined, onStep: () => undefined },
  );
  return citations.map(({ quote }) => quote);
}

test('a second sentence that is nearly as good is quoted, in reading order', async () => {
  expect(await quoted(0.9, 0.85)).toEqual(sentences);
  expect(await quoted(0.8, 0.9)).toEqual(sentences);
});

test('one that is far behind is left out, wherever it stands', async () => {
  expect(await quoted(0.9, 0.75)).toEqual(sentences.slice(0, 1));
  expect(await quoted(0.7, 0.9)).toEqual(sentences.slice(1));
});
