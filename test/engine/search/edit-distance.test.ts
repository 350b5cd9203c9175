// Slips of the finger, counted, and held against the plain definition.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance } from '../../../electron/engine/search/edit-distance.js';

test.each([
  ['receive', 'receive', 0],
  ['recieve', 'receive', 1],
  ['goverment', 'government', 1],
  ['caareer', 'career', 1],
  ['hause', 'house', 1],
  ['enviromnetal', 'environmental', 2],
  ['abc', '', 3],
  ['', '', 0],
  ['completely', 'different', 3],
])('from %s to %s it takes %d, counted up to two', (first, second, edits) => {
  expect(editDistance(first, second, 2)).toBe(edits);
});

/** Every way to make one edit, the swap of neighbours among them. */
function oneEditFrom(word: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    words.add(word.slice(0, at) + word.slice(at + 1));
    words.add(word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2));
    for (const letter of 'abc') {
      words.add(word.slice(0, at) + letter + word.slice(at));
      words.add(word.slice(0, at) + letter + word.slice(at + 1));
    }
  }
  words.delete(word);
  return words;
}

test('one edit is what one edit makes, and it is the same in both directions', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(
    fc.property(word, word, (first, second) => {
      expect(editDistance(first, second, 1) === 1).toBe(oneEditFrom(first).has(second));
      expect(editDistance(first, second, 2)).toBe(editDistance(second, first, 2));
    }),
  );
});
