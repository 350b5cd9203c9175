// What holds for the chunks of any document whatever: order, budget, exact slices, coverage, whole rows, one page.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { TokenizedChunk } from '../../../electron/engine/chunk/chunk.js';
import { type ChunkOptions, defaultChunkOptions } from '../../../electron/engine/chunk/chunk-options.js';
import { chunkDocument, inputHash } from '../../../electron/engine/chunk/chunker.js';
import { type PassageTokenizer, passageTokenizer } from '../../../electron/engine/chunk/passage-tokenizer.js';
import { openTokenizer, type Tokenizer } from '../../../electron/engine/chunk/tokenizer.js';
import { modelFolder, openModelFolder } from '../../../electron/engine/embed/model-files.js';
import { anyDocument, type TestDocument } from './documents.js';

let whole: Tokenizer;
let tokenizer: PassageTokenizer;

beforeAll(async () => {
  const model = openModelFolder(modelFolder());
  whole = await openTokenizer(model);
  tokenizer = passageTokenizer(whole, model.manifest);
});

/** Small numbers, so that small documents meet every rule. */
const smallOptions: ChunkOptions = { targetTokens: 40, maxTokens: 90, overlapShare: 0.15, minCharacters: 50 };

function forAnyDocument(
  check: (document: TestDocument, chunks: TokenizedChunk[], options: ChunkOptions) => void,
): void {
  for (const options of [smallOptions, defaultChunkOptions]) {
    const property = fc.property(anyDocument, (document) => {
      check(document, chunkDocument(document, tokenizer, options), options);
    });
    fc.assert(property, { numRuns: 80 });
  }
}

test('chunks are numbered and in reading order', () => {
  forAnyDocument((_document, chunks) => {
    for (const [index, chunk] of chunks.entries()) {
      expect(chunk.ordinal).toBe(index);
      const before = chunks[index - 1];
      if (before === undefined) continue;
      expect(chunk.start).toBeGreaterThan(before.start);
      expect(chunk.end).toBeGreaterThan(before.end);
    }
  });
});

test('no model input is over the budget, and its ids are those of prefix, context and passage', () => {
  forAnyDocument(({ text }, chunks, { maxTokens }) => {
    for (const { start, end, context, tokenIds, tokenCount } of chunks) {
      expect(tokenCount).toBeLessThanOrEqual(maxTokens);
      expect(tokenCount).toBe(tokenIds.length);
      expect(tokenIds).toEqual(whole.encode(`passage: ${context}\n${text.slice(start, end)}`));
    }
  });
});

test('each passage is an exact slice without outer white space that splits no character', () => {
  forAnyDocument(({ text }, chunks) => {
    for (const { start, end, context, inputHash: hash } of chunks) {
      const passage = text.slice(start, end);
      expect(passage).not.toBe('');
      expect(passage).toBe(passage.trim());
      expect(passage).not.toMatch(/\p{Cs}/u);
      expect(hash).toEqual(inputHash(context, passage));
    }
  });
});

test('everything that is not white space is in some chunk', () => {
  forAnyDocument(({ text, blocks }, chunks) => {
    const covered = new Uint8Array(text.length);
    for (const { start, end } of chunks) covered.fill(1, start, end);
    const lost = blocks.flatMap(({ start, end }) => {
      return text
        .slice(start, end)
        .split('')
        .filter((_, at) => covered[start + at] === 0);
    });
    expect(lost.join('').trim()).toBe('');
    if (text.trim() !== '') expect(chunks.length).toBeGreaterThan(0);
  });
});

test('a table row or code block that fits is never cut', () => {
  forAnyDocument(({ text, blocks }, chunks, { maxTokens }) => {
    for (const block of blocks) {
      if (block.kind !== 'code' && block.kind !== 'table-row') continue;
      // A context takes at most a quarter; the rest is the block's, less prefix, special tokens and a margin.
      if (tokenizer.count(text.slice(block.start, block.end)) > maxTokens * 0.75 - 14) continue;
      const isInside = (offset: number): boolean => offset > block.start && offset < block.end;
      expect(chunks.filter(({ start, end }) => isInside(start) || isInside(end))).toEqual([]);
    }
  });
});

test('no chunk crosses a page', () => {
  forAnyDocument(({ blocks }, chunks) => {
    for (const { start, end, page } of chunks) {
      const touched = blocks.filter((block) => block.start < end && block.end > start);
      expect(new Set(touched.map((block) => block.page))).toEqual(new Set([page]));
    }
  });
});

test('the same document gives the same chunks', () => {
  forAnyDocument((document, chunks, options) => {
    expect(chunkDocument(document, tokenizer, options)).toEqual(chunks);
  });
});
