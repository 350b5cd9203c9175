// The check of real documents: what counts as right and what as wrong.
import { expect, test } from 'vitest';
import { judge, type Outcome } from '../../scripts/real-docs/judge.js';
import { type Phrases, readPhrases } from '../../scripts/real-docs/tables.js';

const text = (content: string, more: Partial<Outcome & { kind: 'text' }> = {}): Outcome => ({
  kind: 'text',
  text: content,
  encoding: null,
  note: null,
  ...more,
});
const reason = (code: string, isStopped = false): Outcome => ({ kind: 'reason', reason: code, isStopped });
const phrases = readPhrases('file\thold\tnot\treasons\tnote\na\tel faro | de noche\tborrado | 2x:dos veces\t\t\n').get(
  'a',
);

function isRight(must: string, outcome: Outcome, said: Phrases | null | undefined = phrases): boolean {
  return judge({ category: 'kind', file: 'a', must }, outcome, said ?? undefined).isRight;
}

test('takes a reason only where the row lets it come', () => {
  expect(isRight('say «password protected»; do not stop', reason('password-protected'))).toBe(true);
  expect(isRight('say «password protected»; do not stop', reason('damaged'))).toBe(false);
  expect(isRight('say «damaged» or salvage; bounded time', reason('damaged'))).toBe(true);
  expect(isRight('say «damaged» or salvage; bounded time', reason('damaged', true))).toBe(false);
  expect(isRight('text', reason('empty'))).toBe(false);
});

test('takes no text for one that must say that it needs recognition', () => {
  const must = 'say «no text, needs OCR»; never an empty success';
  expect(isRight(must, text(' \n'), null)).toBe(false);
  expect(isRight(must, text('1'), null)).toBe(false);
  expect(isRight(must, text('1', { note: 'needs-recognition' }), null)).toBe(true);
});

test('wants the words that a reader sees, and not those that a reader does not see', () => {
  const must = 'text once, not twice';
  expect(isRight(must, text('El faro: el\nfaro, de noche, dos veces'))).toBe(true);
  expect(isRight(must, text('el faro de día'))).toBe(false);
  expect(isRight(must, text('el faro de noche, borrado'))).toBe(false);
  expect(isRight(must, text('el faro de noche, dos veces y dos veces'))).toBe(false);
});

test('proves nothing where nobody said what the text must hold', () => {
  expect(isRight('accents right', text('cafÃ©'), null)).toBe(false);
});

test('counts letters to about a tenth, and knows encodings by all their names', () => {
  const must = 'about the letters that poppler gets (200)';
  expect(isRight(must, text('a'.repeat(220)), null)).toBe(true);
  expect(isRight(must, text('a'.repeat(150)), null)).toBe(false);
  expect(isRight('encoding=SHIFT_JIS', text('あ', { encoding: 'shift_jis' }), null)).toBe(true);
  expect(isRight('encoding=iso-8859-2-hungarian', text('ő', { encoding: 'windows-1250' }), null)).toBe(true);
  expect(isRight('encoding=iso-8859-7-greek', text('α', { encoding: 'windows-1252' }), null)).toBe(false);
});
