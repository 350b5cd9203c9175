// A library of made-up passages: words by a Zipf law, vectors around made-up subjects. Built once a size, straight into the store.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chunk } from '../electron/engine/chunk/chunk.js';
import { chunkerId } from '../electron/engine/chunk/chunk-options.js';
import { modelFolder, openModelFolder } from '../electron/engine/embed/model-files.js';
import { seededRandom } from '../electron/engine/evaluate/metrics.js';
import { createStore } from '../electron/engine/store/store.js';

const distinctWords = 250_000;
const wordsPerChunk = 70;
const chunksPerDocument = 20;
const subjects = 2_000;
const dimension = 384;

const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');

/** The word of that rank: pronounceable, all different. */
function wordOf(rank: number): string {
  let word = '';
  for (let rest = rank + 20; rest > 0; rest = Math.floor(rest / 20)) word += syllables[rest % 20];
  return word;
}

/** Ranks by Zipf's law (exponent 1): a rank's share falls with its inverse. */
export function zipfWords(random: () => number): () => string {
  const cumulated = new Float64Array(distinctWords);
  let sum = 0;
  for (let rank = 0; rank < distinctWords; rank += 1) {
    sum += 1 / (rank + 1);
    cumulated[rank] = sum;
  }
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, distinctWords - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cumulated[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return wordOf(low);
  };
}

/** Sum of twelve even numbers: near enough to a normal one. */
function normal(random: () => number): number {
  let sum = -6;
  for (let i = 0; i < 12; i += 1) sum += random();
  return sum;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Vectors of passages: a subject's own direction, and as much again of noise. */
export function subjectVectors(random: () => number): () => Float32Array {
  const centres = Array.from({ length: subjects }, () =>
    unit(Float32Array.from({ length: dimension }, () => normal(random))),
  );
  return () => {
    const centre = centres[Math.floor(random() * subjects)] ?? new Float32Array(dimension);
    const noise = 1 / Math.sqrt(dimension);
    return unit(centre.map((value) => value + noise * normal(random)));
  };
}

/** Makes the library in `folder` if it is not there whole; gives the milliseconds a chunk took, or null. */
export function makeLibrary(folder: string, chunkCount: number): number | null {
  const marker = join(folder, `whole-${chunkCount}`);
  if (existsSync(marker)) return null;
  mkdirSync(folder, { recursive: true });
  const { identity } = openModelFolder(modelFolder());
  const store = createStore();
  const generation = { embedder: identity.id, chunker: chunkerId, dimension: identity.dimension };
  store.open({ folder, generation, holder: 'command line' });
  const root = store.addRoot({ path: 'records:made-up', isFile: false, collection: 'default' });
  const { checkId } = store.beginCheck({ folderId: root.folderId, under: '' });
  const random = seededRandom(7);
  const nextWord = zipfWords(random);
  const nextVector = subjectVectors(random);
  const start = performance.now();
  for (let document = 0; document * chunksPerDocument < chunkCount; document += 1) {
    const passages = Array.from({ length: chunksPerDocument }, () =>
      Array.from({ length: wordsPerChunk }, nextWord).join(' '),
    );
    const text = passages.join('\n\n');
    const contentHash = createHash('sha256').update(text).digest();
    const entry = { relativePath: `made-up-${document}`, sizeBytes: text.length, modifiedMs: document + 1 };
    const [target] = store.planBatch({ checkId, entries: [entry], force: false }).toRead;
    if (target === undefined) continue;
    let at = 0;
    const chunks = passages.map((passage, ordinal): Chunk => {
      const start = at;
      at += passage.length + 2;
      const inputHash = createHash('sha256').update(passage).digest();
      const place = { page: null, line: ordinal * 2 + 1, headingPath: [], sheet: null, row: null };
      return { ordinal, start, end: start + passage.length, context: '', ...place, tokenCount: 200, inputHash };
    });
    store.saveWords({
      row: target.row,
      contentHash,
      sizeBytes: entry.sizeBytes,
      modifiedMs: entry.modifiedMs,
      document: {
        text,
        type: 'txt',
        title: null,
        encoding: 'utf-8',
        language: null,
        pages: null,
        blocks: [],
        layouts: [],
        note: null,
      },
      chunks,
    });
    store.saveVectors({
      vectors: chunks.map(({ inputHash }) => ({ inputHash, vector: nextVector() })),
    });
  }
  const msPerChunk = (performance.now() - start) / chunkCount;
  store.endCheck({ checkId, keepUnder: [] });
  store.close(null);
  writeFileSync(marker, '');
  return msPerChunk;
}
