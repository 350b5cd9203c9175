// A library of made-up passages: words by a Zipf law, vectors around made-up subjects. Made once, straight into the store; it can be made larger.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chunk } from '../electron/engine/chunk/chunk.js';
import { chunkerId } from '../electron/engine/chunk/chunk-options.js';
import { modelFolder, openModelFolder } from '../electron/engine/embed/model-files.js';
import { seededRandom } from '../electron/engine/evaluate/metrics.js';
import { createStore } from '../electron/engine/store/store.js';
import type { StoreMethods } from '../electron/engine/store/store-methods.js';

const distinctWords = 250_000;
const wordsPerChunk = 70;
const chunksPerDocument = 20;
const subjects = 2_000;
/** Vectors made from the same seed are about the same subjects. */
export const subjectSeed = 7;
const dimension = 384;
/** Documents that are planned, and whose vectors are stored, together. */
const documentsAtOnce = 50;

const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');

/** The word of that rank, from 0: pronounceable, all different. */
export function wordOf(rank: number): string {
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

/** Vectors of passages: a subject's own direction, and as much again of noise. `random` makes the subjects. */
export function subjectVectors(random: () => number, passages = random): () => Float32Array {
  const centres = Array.from({ length: subjects }, () =>
    unit(Float32Array.from({ length: dimension }, () => normal(random))),
  );
  return () => {
    const centre = centres[Math.floor(passages() * subjects)] ?? new Float32Array(dimension);
    const noise = 1 / Math.sqrt(dimension);
    return unit(centre.map((value) => value + noise * normal(passages)));
  };
}

/** Roots of a made-up library, and how many of each hundred documents lie in them, in runs of some hundred. */
const roots = [
  { path: 'records:narrow', share: 1 },
  { path: 'records:tenth', share: 10 },
  { path: 'records:fifth', share: 20 },
  { path: 'records:rest', share: 69 },
] as const;
export type MadeUpRoot = (typeof roots)[number]['path'];
/** Documents after which the roots come again: 100,000 passages. */
const cycle = 5_000;

function rootIndexOf(document: number): number {
  let below = ((document % cycle) / cycle) * 100;
  return Math.max(
    0,
    roots.findIndex(({ share }) => {
      below -= share;
      return below < 0;
    }),
  );
}

interface MadeUpText {
  readonly text: string;
  readonly chunks: readonly Chunk[];
  readonly contentHash: Uint8Array;
}

function madeUpText(nextWord: () => string): MadeUpText {
  const passages = Array.from({ length: chunksPerDocument }, () =>
    Array.from({ length: wordsPerChunk }, nextWord).join(' '),
  );
  const text = passages.join('\n\n');
  let at = 0;
  const chunks = passages.map((passage, ordinal): Chunk => {
    const start = at;
    at += passage.length + 2;
    const inputHash = createHash('sha256').update(passage).digest();
    const place = { page: null, line: ordinal * 2 + 1, headingPath: [], sheet: null, row: null };
    return { ordinal, start, end: start + passage.length, context: '', ...place, tokenCount: 200, inputHash };
  });
  return { text, chunks, contentHash: createHash('sha256').update(text).digest() };
}

function saveText(store: StoreMethods, row: number, modifiedMs: number, { text, chunks, contentHash }: MadeUpText) {
  store.saveWords({
    row,
    contentHash,
    sizeBytes: text.length,
    modifiedMs,
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
}

/**
 * Makes the library in `folder`, or makes one larger that is there with fewer passages or was not made to its end; gives the
 * milliseconds that a passage took, or null where nothing was to be done.
 */
export function makeLibrary(
  folder: string,
  chunkCount: number,
  onProgress: (chunks: number) => void = () => undefined,
): number | null {
  const marker = join(folder, `whole-${chunkCount}`);
  if (existsSync(marker)) return null;
  mkdirSync(folder, { recursive: true });
  const { identity } = openModelFolder(modelFolder());
  const store = createStore();
  const generation = { embedder: identity.id, chunker: chunkerId, dimension: identity.dimension };
  store.open({ folder, generation, holder: 'command line' });
  const checks = roots.map(({ path }) => {
    const { folderId } = store.addRoot({ path, isFile: false, collection: 'default' });
    return store.beginCheck({ folderId, under: '' }).checkId;
  });
  const documents = Math.ceil(chunkCount / chunksPerDocument);
  const done = store.status(null).documents.ready;
  // Begun again, it goes on with other words: no passage comes twice.
  const seed = 7 + done * 7_919;
  const nextWord = zipfWords(seededRandom(seed));
  const nextVector = subjectVectors(seededRandom(subjectSeed), seededRandom(seed));
  const begun = performance.now();
  for (let from = done; from < documents; from += documentsAtOnce) {
    const vectors: { readonly inputHash: Uint8Array; readonly vector: Float32Array }[] = [];
    for (let document = from; document < Math.min(documents, from + documentsAtOnce); document += 1) {
      const made = madeUpText(nextWord);
      const entry = {
        relativePath: `made-up-${document}`,
        sizeBytes: made.text.length,
        modifiedMs: document + 1,
      };
      const checkId = checks[rootIndexOf(document)] ?? 0;
      const [target] = store.planBatch({ checkId, entries: [entry], force: true }).toRead;
      if (target === undefined) continue;
      saveText(store, target.row, entry.modifiedMs, made);
      for (const { inputHash } of made.chunks) vectors.push({ inputHash, vector: nextVector() });
    }
    store.saveVectors({ vectors });
    if ((from - done) % 1_000 === 0) onProgress((from + documentsAtOnce) * chunksPerDocument);
  }
  const msPerChunk = (performance.now() - begun) / Math.max(1, (documents - done) * chunksPerDocument);
  // What was not seen now is there all the same: the checks do not end.
  store.dropChecks({ checkIds: checks });
  store.close(null);
  writeFileSync(marker, '');
  return msPerChunk;
}
