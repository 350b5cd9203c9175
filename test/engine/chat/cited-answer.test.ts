// Raw citations become numbered sources and checked quotes.
import { expect, test } from 'vitest';
import { citedAnswer, placeOfQuote } from '../../../electron/engine/chat/cited-answer.js';
import { passageOf } from '../../helpers/answer-passage.js';

const first = passageOf('c1', 'The deposit is two rents. It is paid back\nin May.', 100);
const second = passageOf('c2', 'Pets are welcome.', 0);

test('sources are numbered in the order in which the text first uses them, each passage once', () => {
  const { sources, citations } = citedAnswer({
    answer: 'Pets may come. You pay two rents. In May they are back.',
    passages: [first, second],
    citations: [
      { passage: 0, at: 33, quote: 'The deposit is two rents.' },
      { passage: 1, at: 14, quote: 'Pets are welcome.' },
      { passage: 0, at: 55, quote: 'It is paid back in May.' },
    ],
  });
  expect(sources.map(({ n, chunkId }) => [n, chunkId])).toEqual([
    [1, 'c2'],
    [2, 'c1'],
  ]);
  expect(citations.map(({ n, at, start, end }) => [n, at, start, end])).toEqual([
    [1, 14, 0, 17],
    [2, 33, 100, 125],
    [2, 55, 126, 149],
  ]);
});

test('a quote that the stored passage does not hold keeps its chip and has no place', () => {
  const { citations, sources } = citedAnswer({
    answer: 'Three rents.',
    passages: [first],
    citations: [{ passage: 0, at: 12, quote: 'The deposit is three rents.' }],
  });
  expect(citations).toEqual([{ n: 1, at: 12, quote: 'The deposit is three rents.', start: null, end: null }]);
  expect(sources).toHaveLength(1);
});

test('a citation of a passage that was never given is dropped, and one behind the end of the text stands at the end', () => {
  const { citations, passagesRead } = citedAnswer({
    answer: 'Yes.',
    passages: [second],
    citations: [
      { passage: 7, at: 1, quote: 'Pets' },
      { passage: 0, at: 900, quote: '' },
    ],
  });
  expect(citations).toEqual([{ n: 1, at: 4, quote: '', start: 0, end: 17 }]);
  expect(passagesRead).toEqual([second]);
});

test('a quote is found across line breaks, and never where only parts of it stand', () => {
  expect(placeOfQuote('a  b\n\nc', 'b c')).toEqual({ start: 3, end: 7 });
  expect(placeOfQuote('a b', 'a c')).toBeNull();
  expect(placeOfQuote('a b', ' \n')).toBeNull();
});

test('a passage that was opened wider is a source of its own, beside the narrower one that was given first', () => {
  const opened = { ...first, text: `Before. ${first.text} After.`, start: 92, end: 92 + first.text.length + 15 };
  const { sources, citations } = citedAnswer({
    answer: 'Two rents. After.',
    passages: [first, opened],
    citations: [
      { passage: 0, at: 10, quote: 'The deposit is two rents.' },
      { passage: 1, at: 17, quote: 'After.' },
    ],
  });
  expect(sources.map(({ n, start }) => [n, start])).toEqual([
    [1, 100],
    [2, 92],
  ]);
  expect(citations[1]?.start).not.toBeNull();
});
