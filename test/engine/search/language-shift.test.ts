// Taking the language out of the comparison: what it changes, and what it must not.
import { expect, test } from 'vitest';
import { openTokenizer } from '../../../electron/engine/chunk/tokenizer.js';
import { startLocalEmbedder } from '../../../electron/engine/embed/local-embedder.js';
import { modelFolder, openModelFolder } from '../../../electron/engine/embed/model-files.js';
import { openBackground } from '../../../electron/engine/search/background.js';
import { LanguageShift } from '../../../electron/engine/search/language-shift.js';
import { dot } from '../../../electron/engine/search/vector-index.js';

/** First place: the subject; second and third: Spanish and English. */
function vector(subject: number, spanish: number, english: number): Float32Array {
  const values = [subject, spanish, english];
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

const shift = LanguageShift.of(
  new Map([
    ['es', [vector(0.2, 1, 0), vector(0.3, 1, 0)]],
    ['en', [vector(0.2, 0, 1), vector(0.3, 0, 1)]],
  ]),
);

test('an answer in another language comes before what is only in the right language', () => {
  const question = vector(1, 0.8, 0);
  const answer = vector(1, 0, 0.8);
  const chatter = vector(0.4, 0.8, 0);
  expect(dot(question, chatter)).toBeGreaterThan(dot(question, answer));
  expect(dot(question, shift.without(answer))).toBeGreaterThan(dot(question, shift.without(chatter)));
});

test('the order within one language does not change', () => {
  const question = vector(1, 0.8, 0);
  const [near, far] = [vector(0.9, 0.7, 0), vector(0.5, 0.9, 0.1)];
  const plain = dot(question, near) - dot(question, far);
  expect(dot(question, shift.without(near)) - dot(question, shift.without(far))).toBeCloseTo(plain, 6);
});

test('a model without passages in two languages takes nothing away', () => {
  const one = vector(1, 2, 3);
  expect(LanguageShift.none.without(one)).toBe(one);
  expect(LanguageShift.of(new Map([['es', [one]]]))).toBe(LanguageShift.none);
});

test('the shipped model tells the language of passages that it has not seen: of one language all lose the same', async () => {
  const model = openModelFolder(modelFolder());
  const { shift: shipped } = await openBackground(model);
  const tokenizer = await openTokenizer(model);
  const embedder = startLocalEmbedder({ model, workers: 1, tokenizeQuestion: async (text) => tokenizer.encode(text) });
  const lost = new Map<string, string[]>();
  for (const [language, text] of passages) {
    const taken = await embedder.embedTokens(tokenizer.encode(`${model.manifest.prefixes.passage}${text}`));
    const left = shipped.without(taken);
    const amounts = [...taken].map((value, index) => (value - (left[index] ?? 0)).toFixed(5));
    lost.set(language, [...(lost.get(language) ?? []), amounts.join()]);
  }
  await embedder.close();
  for (const [language, amounts] of lost) expect(new Set(amounts).size, language).toBe(1);
  expect(new Set([...lost.values()].flat()).size).toBe(lost.size);
});

const passages: readonly (readonly [string, string])[] = [
  ['es', 'La reunión de vecinos se ha aplazado hasta que vuelva el administrador.'],
  ['es', 'Con tres cucharadas de azúcar es suficiente para toda la masa.'],
  ['en', 'The ferry does not run on Sundays between November and March.'],
  ['en', 'Please return the keys to the caretaker before you leave.'],
  ['de', 'Der Aufzug bleibt wegen einer Prüfung den ganzen Vormittag außer Betrieb.'],
  ['de', 'Im Herbst werden die Rosen leicht zurückgeschnitten und angehäufelt.'],
];
