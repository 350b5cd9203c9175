// Words that hold sentences together are common even where a library is too small to show it.
import { expect, test } from 'vitest';
import { wordsOf } from '../../../electron/engine/search/fold-words.js';
import { idfOf } from '../../../electron/engine/search/score-passage.js';
import { priorCount, priorPassages } from '../../../electron/engine/search/usual-words.js';

test.each(['para', 'dónde', 'the', 'für', 'это', 'في', 'être'])('%s is usual as it is folded', (typed) => {
  expect(priorCount(wordsOf(typed)[0]?.word ?? '')).toBeGreaterThan(0);
});

test.each(['garantía', 'invoice', 'Vertrag', '2024'])('%s is not', (typed) => {
  expect(priorCount(wordsOf(typed)[0]?.word ?? '')).toBe(0);
});

test('a usual word counts for much less than any other in a library of six passages, and for what it is in a large one', () => {
  const rarity = (word: string, passages: number, total: number): number =>
    idfOf(passages + priorCount(word), total + priorPassages);
  expect(rarity('para', 1, 6)).toBeLessThan(rarity('garantia', 1, 6) / 3);
  expect(rarity('para', 20_000, 100_000)).toBeCloseTo(idfOf(20_000, 100_000), 2);
});
