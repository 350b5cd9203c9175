// From files to minutes.
import { expect, test } from 'vitest';
import { secondsFor, speedAfter, usualSpeed } from '../../../electron/engine/ingest/estimate.js';

const pdfs = new Map([['pdf', { files: 10, bytes: 120_000_000 }]]);

test('before anything was measured the usual speed counts, for reading and for embedding', () => {
  // 120 MB at 3 MB/s, and a million tokens at a thousand a second.
  expect(secondsFor(pdfs, [], null)).toBe(40 + 1_000);
});

test('a machine that was measured counts with its own speed', () => {
  expect(secondsFor(pdfs, [], { tokensPerSecond: 2_000, bytesPerSecond: 6_000_000 })).toBe(20 + 500);
});

test('documents of a type say how dense others of it are, once there are enough of them', () => {
  const density = { type: 'pdf', bytes: 1_000_000, chunks: 1_000 };
  const few = secondsFor(pdfs, [{ ...density, documents: 3 }], null);
  const many = secondsFor(pdfs, [{ ...density, documents: 300 }], null);
  expect(few).toBe(1_040);
  expect(many).toBe(40 + (120 * 1_000 * 115) / 1_000);
});

test('pictures are looked at and hold no words to embed; text is denser than a page of a PDF', () => {
  const one = (type: string): number => secondsFor(new Map([[type, { files: 1, bytes: 30_000_000 }]]), [], null);
  expect(one('jpg')).toBe(10);
  expect(one('txt')).toBeGreaterThan(one('pdf'));
});

test('a speed is learned at once, and later moved by half; what a run did not show stays', () => {
  const first = speedAfter(null, { tokensPerSecond: 400 });
  expect(first).toEqual({ ...usualSpeed, tokensPerSecond: 400 });
  expect(speedAfter(first, { tokensPerSecond: 800 }).tokensPerSecond).toBe(600);
});
