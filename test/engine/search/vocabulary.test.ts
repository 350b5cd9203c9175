// Words that are like a word of the question: endings and typing errors, never other numbers.
import { expect, test } from 'vitest';
import { wordSimilarity } from '../../../electron/engine/search/similar-words.js';
import { Vocabulary } from '../../../electron/engine/search/vocabulary.js';

function vocabularyOf(words: Readonly<Record<string, number>>): Vocabulary {
  const vocabulary = new Vocabulary();
  for (const [word, passages] of Object.entries(words)) vocabulary.add(word, passages);
  return vocabulary;
}

test.each([
  ['contrato', 'contrato', 1],
  ['contrato', 'contratos', 0.8],
  ['pagar', 'pagaron', 0.8],
  ['university', 'universe', 0.8],
  ['pago', 'pagos', 0.8],
  ['river', 'silver', 0],
  ['2019', '2018', 0],
  ['ab12', 'ab13', 0],
  ['sol', 'sole', 0],
  ['house', 'mouse', 0.552512315270936],
  ['recieve', 'receive', 0.75],
  ['pnthers', 'panthers', 0.75],
  ['biblitoeca', 'biblioteca', 0.75],
  ['enviromnetal', 'environmental', 0.65],
  ['cats', 'cuts', 0],
  ['中华', '中国', 0],
])('%s counts for %s by %d', (first, second, weight) => {
  expect(wordSimilarity(first, second)).toBe(weight);
  expect(wordSimilarity(second, first)).toBe(weight);
});

test('the vocabulary finds the same as comparing with every word', () => {
  const words = ['government', 'governments', 'govern', 'movement', 'garment', 'cat', 'cats', 'monument'];
  const vocabulary = vocabularyOf(Object.fromEntries(words.map((word, at) => [word, at + 1])));
  for (const typed of ['goverment', 'movemen', 'cat', 'monumental']) {
    const expected = words.filter((word) => word !== typed && wordSimilarity(typed, word) > 0);
    expect(
      vocabulary
        .similar(typed, 100)
        .map(({ word }) => word)
        .sort(),
    ).toEqual(expected.sort());
    for (const { word, weight } of vocabulary.similar(typed, 100)) expect(weight).toBe(wordSimilarity(typed, word));
  }
});

test('the most alike come first, then the more frequent, and a limit holds', () => {
  const vocabulary = vocabularyOf({ contratos: 2, contrata: 9, contrat: 2, cantrato: 50 });
  expect(vocabulary.similar('contrato', 10).map(({ word }) => word)).toEqual([
    'contrata',
    'contrat',
    'contratos',
    'cantrato',
  ]);
  expect(vocabulary.similar('contrato', 1)).toEqual([{ word: 'contrata', weight: 0.8, passages: 9 }]);
});

test('counts add up, and clearing forgets', () => {
  const vocabulary = vocabularyOf({ word: 2 });
  vocabulary.add('word', 3);
  expect(vocabulary.passagesOf('word')).toBe(5);
  vocabulary.clear();
  expect([vocabulary.size, vocabulary.passagesOf('word'), vocabulary.similar('words', 5)]).toEqual([0, 0, []]);
});
