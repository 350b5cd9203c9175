// Taking the language out of the comparison: what it changes, and what it must not.
import { expect, test } from 'vitest';
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
  expect(dot(question, shift.without(answer, 'en'))).toBeGreaterThan(dot(question, shift.without(chatter, 'es')));
});

test('the order within one language does not change', () => {
  const question = vector(1, 0.8, 0);
  const [near, far] = [vector(0.9, 0.7, 0), vector(0.5, 0.9, 0.1)];
  const plain = dot(question, near) - dot(question, far);
  const shifted = dot(question, shift.without(near, 'es')) - dot(question, shift.without(far, 'es'));
  expect(shifted).toBeCloseTo(plain, 6);
});

test('an unknown language and a model without passages take nothing away', () => {
  const one = vector(1, 2, 3);
  expect(shift.without(one, null)).toEqual(one);
  expect(shift.without(one, 'xx')).toEqual(one);
  expect(LanguageShift.none.without(one, 'es')).toEqual(one);
  expect(LanguageShift.of(new Map([['es', [one]]]))).toBe(LanguageShift.none);
});
