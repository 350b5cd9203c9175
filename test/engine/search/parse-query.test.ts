// What was typed, taken apart; and that nothing typed is an error.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateRange, parseQuery } from '../../../electron/engine/search/parse-query.js';

test('a plain question is all words, each once, as typed', () => {
  expect(parseQuery('¿Qué es el IVA y qué grava?')).toEqual({
    text: '¿Qué es el IVA y qué grava?',
    words: [
      { word: 'que', typed: 'Qué' },
      { word: 'es', typed: 'es' },
      { word: 'el', typed: 'el' },
      { word: 'iva', typed: 'IVA' },
      { word: 'y', typed: 'y' },
      { word: 'grava', typed: 'grava' },
    ],
    phrases: [],
    excluded: [],
    filter: {},
  });
});

test('phrases stay in the text and must occur; excluded words leave it', () => {
  const query = parseQuery('"Annual Report" costs -draft -"old version" e-mail -5');
  expect(query.text).toBe('Annual Report costs e-mail');
  expect(query.phrases).toEqual([['annual', 'report']]);
  expect(query.excluded).toEqual([['draft'], ['old', 'version'], ['5']]);
});

test('curly and angled quotes are quotes too, an unclosed one is not', () => {
  expect(parseQuery('“uno dos” «tres» „vier fünf“').phrases).toEqual([['uno', 'dos'], ['tres'], ['vier', 'funf']]);
  expect(parseQuery('say "hello').phrases).toEqual([]);
  expect(parseQuery('say "hello').text).toBe('say "hello');
});

test('filters are taken out of the text', () => {
  const query = parseQuery('contract type:PDF,.md in:"My Papers" lang:es-MX since:2021 until:2022-05 Type:txt in:old');
  expect(query.text).toBe('contract');
  expect(query.filter).toEqual({
    types: ['pdf', 'md', 'txt'],
    inFolder: ['My Papers', 'old'],
    languages: ['es'],
    since: '2021',
    until: '2022-05',
  });
});

test('conditions on keys that documents carry are taken out of the text, whatever is in their values', () => {
  const query = parseQuery(
    'brakes meta:version=2 META:tags=a,b meta:author="Ana, Pérez" meta:"a b=c d" meta:year>=2020',
  );
  expect(query.text).toBe('brakes');
  expect(query.filter).toEqual({
    meta: [
      { key: 'version', comparison: '=', values: ['2'] },
      { key: 'tags', comparison: '=', values: ['a', 'b'] },
      { key: 'author', comparison: '=', values: ['Ana, Pérez'] },
      { key: 'a b', comparison: '=', values: ['c d'] },
      { key: 'year', comparison: '>=', values: ['2020'] },
    ],
  });
});

test.each([
  'meta:version',
  'meta:=2',
  'meta:version=',
  'meta:a=,',
  'color:red',
  'since:yesterday',
  'until:2021-02-30',
  'type:',
  'type:a/b',
  'lang:español',
  'http://x.org',
  'in:…',
])('%s is no operator, so it is words', (typed) => {
  expect(parseQuery(`a ${typed} b`)).toMatchObject({ text: `a ${typed} b`, filter: {} });
});

test('taken literally nothing is an operator', () => {
  const query = parseQuery('"a b" -c type:pdf', true);
  expect(query).toMatchObject({ text: '"a b" -c type:pdf', phrases: [], excluded: [], filter: {} });
  expect(query.words.map(({ word }) => word)).toEqual(['a', 'b', 'c', 'type', 'pdf']);
});

test('dates cover the whole day, month or year', () => {
  const range = (first: string, last: string) => ({ firstMs: Date.parse(first), lastMs: Date.parse(last) });
  expect(dateRange('2024')).toEqual(range('2024-01-01T00:00:00.000Z', '2024-12-31T23:59:59.999Z'));
  expect(dateRange('2024-02')).toEqual(range('2024-02-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z'));
  expect(dateRange('2024-02-29')).toEqual(range('2024-02-29T00:00:00.000Z', '2024-02-29T23:59:59.999Z'));
  expect(dateRange('2023-02-29')).toBeNull();
  expect(dateRange('2023-13')).toBeNull();
});

test('any input parses, and its words are those of its text', () => {
  const piece = fc.oneof(
    fc.constantFrom('"', '-', ':', 'type:', 'in:', 'since:2021', '-"', '“', '«', ' ', ',', 'lang:'),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, isLiteral) => {
      const query = parseQuery(pieces.join(''), isLiteral);
      expect(query.words).toEqual(parseQuery(query.text, true).words);
      expect([...query.phrases, ...query.excluded].every((words) => words.length > 0)).toBe(true);
    }),
  );
});
