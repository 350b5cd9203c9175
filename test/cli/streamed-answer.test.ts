// An answer that is written while one looks: each piece once, anew where it begins again, and what belongs below it at its end.
import { expect, test } from 'vitest';
import { StreamedAnswer } from '../../electron/cli/streamed-answer.js';
import type { Answer, AskResult, Citation } from '../../shared/domain/chat.js';
import { keptTurn } from '../helpers/kept-turn.js';

function watched() {
  const written: string[] = [];
  const question = '¿Cuánto es la fianza?';
  const streamed = new StreamedAnswer(question, (text) => written.push(text));
  const end = (change: Partial<Answer>) => {
    const { answer, asked } = keptTurn(question, 'd1');
    const turn = { turnId: 1, question, asked, answer: { ...answer, ...change } };
    streamed.end({ turn } as AskResult);
    return written.join('');
  };
  const grow = (answer: string, queryUsed: string = question, citations: readonly Citation[] = []) =>
    streamed.onProgress({ answer, queryUsed, citations });
  return { written, grow, end };
}

test('each piece is written once, and sources and cost below', () => {
  const { written, grow, end } = watched();
  for (const answer of ['', 'Dos', 'Dos', 'Dos rentas.']) grow(answer);
  expect(written).toEqual(['Dos', ' rentas.']);
  expect(end({ answer: 'Dos rentas. Nada más.', citations: [] })).toBe(
    'Dos rentas. Nada más.\n\nFuente: [1] lease.txt\n\n(Well supported by the documents.)\n\n',
  );
});

test('marks stand where they belong, also those that come when their paragraph is written, and the sources have their numbers', () => {
  const { written, grow, end } = watched();
  const cited = (...places: readonly (readonly [number, number])[]): readonly Citation[] =>
    places.map(([n, at]) => ({ n, at, quote: '', start: null, end: null }));
  grow('Dos rentas.');
  grow('Dos rentas.\n\n');
  expect(written.join('')).toBe('Dos rentas.');
  grow('Dos rentas.\n\nEn mayo, si', undefined, cited([1, 11], [2, 11]));
  grow('Dos rentas.\n\nEn mayo, si', undefined, cited([1, 11], [2, 11]));
  const { sources } = keptTurn('¿Cuánto?', 'd1').answer;
  expect(
    end({
      answer: 'Dos rentas.\n\nEn mayo, si',
      citations: cited([1, 11], [2, 11], [1, 23]),
      sources: sources.flatMap((one) => [one, { ...one, n: 2, path: '/b.pdf' }]),
    }),
  ).toBe(
    'Dos rentas. [1][2]\n\nEn mayo, si [1]\n\nFuentes: [1] lease.txt, [2] b.pdf\n\n(Well supported by the documents.)\n\n',
  );
});

test('a follow-up first says how it was understood', () => {
  const { grow, end } = watched();
  grow('Dos', '¿Cuánto es la fianza del piso?');
  expect(end({ answer: 'Dos' })).toMatch(/^\(searched for: ¿Cuánto es la fianza del piso\?\)\nDos \[1\]\n/u);
});

test('an answer that begins again is told from its beginning', () => {
  const { grow, end } = watched();
  grow('Tres mes');
  grow('Dos ren');
  expect(end({ answer: 'Dos rentas.' })).toContain('Tres mes\n\n(From the beginning:)\nDos rentas [1].\n');
});

test('quotes in its place stand below with their reason; control characters never reach the terminal', () => {
  const { grow, end } = watched();
  grow('Tres\u001b[2J');
  const all = end({ answer: 'La fianza.', problem: { code: 'host-failed', message: 'The host failed.' } });
  expect(all).toContain('(From the beginning:)\n(The host failed.)\nLa fianza.');
  expect(all).not.toContain('\u001b');
});

test('what was never told is written whole', () => {
  expect(watched().end({ answer: 'Dos rentas.' })).toMatch(/^Dos rentas\.\n\nFuente: lease\.txt\n/u);
});
