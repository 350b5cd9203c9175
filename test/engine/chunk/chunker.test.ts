// The chunker's rules, each by example, with the real tokenizer.
import { beforeAll, expect, test } from 'vitest';
import type { TokenizedChunk } from '../../../electron/engine/chunk/chunk.js';
import { chunkDocument, inputHash } from '../../../electron/engine/chunk/chunker.js';
import { type PassageTokenizer, passageTokenizer } from '../../../electron/engine/chunk/passage-tokenizer.js';
import { openTokenizer } from '../../../electron/engine/chunk/tokenizer.js';
import { modelFolder, openModelFolder } from '../../../electron/engine/embed/model-files.js';
import { type BlockSpec, documentOf, type TestDocument } from './documents.js';

let tokenizer: PassageTokenizer;

beforeAll(async () => {
  const model = openModelFolder(modelFolder());
  tokenizer = passageTokenizer(await openTokenizer(model), model.manifest);
});

function chunk(document: TestDocument): TokenizedChunk[] {
  return chunkDocument(document, tokenizer);
}

function passages(document: TestDocument): string[] {
  return chunk(document).map(({ start, end }) => document.text.slice(start, end));
}

/** About twenty tokens a sentence, each different. */
function prose(sentences: number, word = 'order'): string {
  const list = Array.from({ length: sentences }, (_, index) => {
    return `The ${word} number ${index + 1} was sent to the customer from our warehouse in Valencia on that same day.`;
  });
  return list.join(' ');
}

test('a short document is one chunk, however short', () => {
  expect(passages(documentOf([{ text: 'Hi' }]))).toEqual(['Hi']);
  expect(passages(documentOf([{ text: '谢谢' }]))).toEqual(['谢谢']);
});

test('a document of white space only has no chunk', () => {
  expect(chunk(documentOf([{ text: ' \n\u3000 ' }]))).toEqual([]);
  expect(chunk({ text: '', title: 'Empty', pages: null, blocks: [] })).toEqual([]);
});

test('text without blocks is chunked all the same', () => {
  expect(passages({ text: '  Some text.\n', title: null, pages: null, blocks: [] })).toEqual(['Some text.']);
});

test('a long text becomes passages of about the target, each repeating the last sentence of the one before', () => {
  const document = documentOf([{ text: prose(60) }]);
  const chunks = chunk(document);
  expect(chunks.length).toBeGreaterThan(4);
  for (const { tokenCount } of chunks) {
    expect(tokenCount).toBeGreaterThan(130);
    expect(tokenCount).toBeLessThan(320);
  }
  for (const [index, { start }] of chunks.slice(1).entries()) {
    const before = chunks[index];
    const repeated = document.text.slice(start, before?.end);
    expect(repeated).toMatch(/^The order number \d+ .*day\.$/);
    expect(tokenizer.count(repeated)).toBeLessThan(64);
  }
});

test('a passage ends where a paragraph ends, if that is not far from the target', () => {
  const document = documentOf([{ text: prose(10) }, { text: prose(10, 'parcel') }, { text: prose(10, 'bill') }]);
  const [first] = chunk(document);
  expect(first?.end).toBe(document.blocks[0]?.end);
});

test('each section is a passage of its own, with its title and headings as context', () => {
  const section = (name: string): BlockSpec[] => [
    { text: name, kind: 'heading', path: ['Handbook', name] },
    { text: prose(5, name), path: ['Handbook', name] },
  ];
  const document = documentOf(
    [{ text: 'Handbook', kind: 'heading', path: ['Handbook'] }, ...section('Delivery'), ...section('Payment')],
    'Handbook',
  );
  const chunks = chunk(document);
  expect(chunks.map(({ context }) => context)).toEqual(['Handbook › Delivery', 'Handbook › Payment']);
  expect(chunks.map(({ headingPath }) => headingPath)).toEqual([
    ['Handbook', 'Delivery'],
    ['Handbook', 'Payment'],
  ]);
  expect(passages(document)[0]).toMatch(/^Handbook\n\nDelivery\n\nThe Delivery number 1/);
  expect(passages(document)[1]).toMatch(/^Payment\n\n/);
});

test('tiny sections under one heading share a passage; those of another chapter do not join them', () => {
  const entry = (chapter: string, name: string): BlockSpec[] => [
    { text: name, kind: 'heading', path: [chapter, name] },
    { text: `${name} is a word that this glossary explains in short.`, path: [chapter, name] },
  ];
  const document = documentOf([...entry('A', 'Abbot'), ...entry('A', 'Abacus'), ...entry('B', 'Baker')]);
  expect(chunk(document).map(({ headingPath }) => headingPath)).toEqual([['A'], ['B', 'Baker']]);
});

test('a passage under fifty characters joins its neighbour', () => {
  const document = documentOf([
    { text: 'One', kind: 'heading', path: ['One'] },
    { text: prose(5), path: ['One'] },
    { text: 'Two', kind: 'heading', path: ['Two'] },
    { text: 'See above.', path: ['Two'] },
  ]);
  const chunks = chunk(document);
  expect(chunks).toHaveLength(1);
  expect(chunks[0]?.headingPath).toEqual(['One']);
  expect(passages(document)).toEqual([document.text]);
});

test('a passage never crosses a page, and a page of few words is still found', () => {
  const document = documentOf([
    { text: 'Annual report', kind: 'heading', path: ['Annual report'], page: 1 },
    { text: prose(6), path: ['Annual report'], page: 2 },
    { text: prose(6, 'parcel'), path: ['Annual report'], page: 3 },
  ]);
  const chunks = chunk(document);
  expect(chunks.map(({ page }) => page)).toEqual([1, 2, 3]);
  expect(chunks.map(({ line }) => line)).toEqual([null, null, null]);
  expect(passages(document)[0]).toBe('Annual report');
});

test('table rows stay whole, know their place, and carry the column names', () => {
  const rows = Array.from({ length: 60 }, (_, index): BlockSpec => {
    const text = `Item ${index} | ${index * 3} EUR | in stock since the first of May, on shelf ${index}`;
    return { text, kind: 'table-row', sheet: 'Prices', row: index + 2, columns: 'Name | Price | Remark' };
  });
  const document = documentOf(rows, 'Catalogue');
  const chunks = chunk(document);
  expect(chunks.length).toBeGreaterThan(3);
  const starts = new Map(document.blocks.map(({ start, row }) => [start, row]));
  const ends = new Set(document.blocks.map(({ end }) => end));
  for (const { start, end, row, context, sheet } of chunks) {
    expect(starts.get(start)).toBe(row);
    expect(ends).toContain(end);
    expect(context).toBe('Catalogue › Prices › Name | Price | Remark');
    expect(sheet).toBe('Prices');
  }
  const rowsInChunks = chunks.reduce((sum, { start, end }) => {
    return sum + document.blocks.filter((block) => block.start >= start && block.end <= end).length;
  }, 0);
  expect(rowsInChunks).toBe(60);
});

test('code stays whole although it is over the target, and is cut by lines only when it is over the limit', () => {
  const lines = (count: number): string => {
    return Array.from({ length: count }, (_, index) => `  const value${index} = read(${index});`).join('\n');
  };
  const fits = documentOf([{ text: prose(6) }, { text: lines(30), kind: 'code' }, { text: prose(6) }]);
  const block = fits.blocks[1];
  expect(tokenizer.count(lines(30))).toBeGreaterThan(256);
  const holders = chunk(fits).filter(({ start, end }) => block && start < block.end && end > block.start);
  expect(holders).toHaveLength(1);

  const tooLong = documentOf([{ text: lines(120), kind: 'code' }]);
  const found = passages(tooLong);
  expect(found.length).toBeGreaterThan(2);
  for (const passage of found) expect(passage).toMatch(/^const value\d+ = read.*;$/s);
  expect(found.map((passage) => passage.split('\n').length).reduce((a, b) => a + b)).toBe(120);
});

test('a chunk names its first line, counted from 1', () => {
  const document = documentOf([
    { text: prose(5) },
    { text: 'B', kind: 'heading', path: ['B'] },
    { text: prose(5), path: ['B'] },
  ]);
  const wrapped = { ...document, text: document.text.replaceAll('. ', '.\n') };
  expect(chunk(wrapped).map(({ line }) => line)).toEqual([1, 7]);
});

test('lines wrapped by hand do not end sentences', () => {
  const text = prose(40).replaceAll(' from our', '\nfrom our');
  const document = documentOf([{ text }]);
  for (const { start } of chunk(document)) expect(text.slice(start)).toMatch(/^The order/);
});

test.each([
  ['Chinese', '退货期限为收货后三十天，逾期不予受理。请在包装盒内附上发票！', '。！'],
  ['Japanese', '返品は商品到着後三十日以内に承ります。送料はお客様のご負担となります。', '。'],
])('%s is cut between sentences although it has no spaces', (_name, sentence, stops) => {
  const document = documentOf([{ text: sentence.repeat(60) }]);
  const found = passages(document);
  expect(found.length).toBeGreaterThan(3);
  for (const passage of found) expect(stops).toContain(passage.at(-1));
  expect(chunk(document).at(-1)?.end).toBe(document.text.length);
});

test('Thai is cut between words, and nothing is lost', () => {
  const sentence = 'สินค้าสามารถคืนได้ภายในสามสิบวันนับจากวันที่ได้รับสินค้าโดยไม่เสียค่าใช้จ่ายใดๆทั้งสิ้น';
  const document = documentOf([{ text: sentence.repeat(40) }]);
  const chunks = chunk(document);
  expect(chunks.length).toBeGreaterThan(2);
  const words = new Intl.Segmenter('th', { granularity: 'word' });
  const borders = new Set([...words.segment(document.text)].map(({ index }) => index));
  const inside = chunks.slice(1).filter(({ start }) => borders.has(start));
  expect(inside.length).toBe(chunks.length - 1);
  for (const [index, { start }] of chunks.slice(1).entries()) {
    expect(start).toBeLessThanOrEqual(chunks[index]?.end ?? 0);
  }
});

test('one very long line is chunked, with spaces or without', () => {
  for (const unit of ['palabra ', '漢字', 'x', '. ', '\u{1f600}']) {
    const text = unit.repeat(Math.floor(100_000 / unit.length)).trim();
    const chunks = chunk(documentOf([{ text }]));
    expect(chunks[0]?.start).toBe(0);
    expect(chunks.at(-1)?.end).toBe(text.length);
  }
});

test('a context that is too long is cut, and leaves the passage its room', () => {
  const path = Array.from({ length: 12 }, (_, index) => `Chapter ${index} ${'very '.repeat(40)}long`);
  const document = documentOf([{ text: prose(30), path, columns: '列名'.repeat(2000), kind: 'table-row' }], 'Title');
  for (const { context, tokenCount } of chunk(document)) {
    expect(context.startsWith('Title › ')).toBe(true);
    expect(tokenizer.count(context)).toBeLessThanOrEqual(120);
    expect(tokenCount).toBeLessThanOrEqual(480);
  }
});

test('the hash is that of context and passage', () => {
  const document = documentOf([{ text: 'Il resto di niente.', path: ['Uno'] }], 'Libro');
  const [only] = chunk(document);
  expect(only?.inputHash).toEqual(inputHash('Libro › Uno', 'Il resto di niente.'));
  expect(only?.inputHash).toHaveLength(32);
  expect(inputHash('a', 'b')).not.toEqual(inputHash('', 'a\nb c'));
});
