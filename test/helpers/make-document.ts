// Documents, chunks and vectors for tests of the store: made up, but the same in each run.
import { createHash } from 'node:crypto';
import type { Chunk } from '../../electron/engine/chunk/chunk.js';
import type { LoadedDocument, PageLayout } from '../../electron/engine/load/loaded-document.js';
import type { Generation, NewVector } from '../../electron/engine/store/store-methods.js';

export const testGeneration: Generation = { embedder: 'test-model', chunker: 'test-chunker', dimension: 16 };

export function hashOf(text: string): Uint8Array {
  return Uint8Array.from(createHash('sha256').update(text).digest());
}

export function makeDocument(text: string, more: Partial<LoadedDocument> = {}): LoadedDocument {
  return {
    text,
    type: 'txt',
    title: null,
    encoding: 'utf-8',
    language: 'en',
    pages: null,
    blocks: [],
    layouts: [],
    note: null,
    ...more,
  };
}

/** One chunk for each paragraph (between empty lines), each with `context` before it. */
export function makeChunks(text: string, context = ''): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let start = 0;
  for (const paragraph of text.split('\n\n')) {
    if (paragraph !== '') {
      chunks.push({
        ordinal: chunks.length,
        start,
        end: start + paragraph.length,
        context,
        page: null,
        line: 1,
        headingPath: context === '' ? [] : [context],
        sheet: null,
        row: null,
        tokenCount: paragraph.split(' ').length,
        inputHash: hashOf(`${context}\n${paragraph}`),
      });
    }
    start += paragraph.length + 2;
  }
  return chunks;
}

/** A unit vector that depends on the input alone. */
export function makeVector(inputHash: Uint8Array, dimension = testGeneration.dimension): Float32Array {
  const vector = new Float32Array(dimension);
  let seed = Buffer.from(inputHash).readUInt32LE(0);
  for (let index = 0; index < dimension; index++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    vector[index] = seed / 0xffffffff - 0.5;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

export function makeVectors(chunks: readonly Pick<Chunk, 'inputHash'>[]): readonly NewVector[] {
  return chunks.map(({ inputHash }) => ({ inputHash, vector: makeVector(inputHash) }));
}

export function makeLayout(page: number, start: number, end: number): PageLayout {
  return { page, widthPt: 595, heightPt: 842, start, end, items: Float32Array.of(start, end, 72, 90.5, 300, 12) };
}
