// (b) How long a search takes at 10,000 and 100,000 passages: the graph, the exact scan, and the whole hybrid call.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../electron/engine/evaluate/metrics.js';
import { openLibrary } from '../electron/engine/library.js';
import { HnswGraph, loadHnsw } from '../electron/engine/search/hnsw-graph.js';
import { ExactVectors } from '../electron/engine/search/vector-index.js';
import { mixedTexts, writeTexts } from './corpus.js';
import { makeLibrary, subjectVectors, zipfWords } from './made-up-library.js';
import { type Milliseconds, spread } from './percentile.js';

export interface SearchFigures {
  readonly chunks: number;
  readonly graph: Milliseconds | null;
  readonly exact: Milliseconds;
  /** Of the graph against the exact scan. */
  readonly recallAt10: number | null;
  readonly hybridIdle: Milliseconds;
  readonly hybridWhileIndexing: Milliseconds;
}

const questions = 200;

async function measureIndexes(count: number): Promise<Pick<SearchFigures, 'graph' | 'exact' | 'recallAt10'>> {
  const random = seededRandom(11);
  const next = subjectVectors(random);
  const exact = new ExactVectors(384);
  const hnsw = await loadHnsw();
  const graph = hnsw === null ? null : HnswGraph.empty(hnsw, 384, count);
  for (let id = 1; id <= count; id += 1) {
    const vector = next();
    exact.add(id, vector);
    graph?.add(id, vector);
  }
  const times: Record<'graph' | 'exact', number[]> = { graph: [], exact: [] };
  let found = 0;
  for (let question = 0; question < questions; question += 1) {
    const vector = next();
    const exactStart = performance.now();
    const truth = exact.nearest(vector, 10);
    times.exact.push(performance.now() - exactStart);
    if (graph === null) continue;
    const graphStart = performance.now();
    const near = graph.nearest(vector, 10);
    times.graph.push(performance.now() - graphStart);
    const ids = new Set(near.map((one) => one.vectorId));
    found += truth.filter((one) => ids.has(one.vectorId)).length;
  }
  return {
    exact: spread(times.exact),
    graph: graph === null ? null : spread(times.graph),
    recallAt10: graph === null ? null : found / (questions * 10),
  };
}

/** @param work a folder that may keep the made-up libraries from one run to the next */
export async function measureSearching(work: string, chunks: number): Promise<SearchFigures> {
  const folder = join(work, `made-up-${chunks}`);
  makeLibrary(folder, chunks);
  const indexes = await measureIndexes(chunks);
  const library = await openLibrary({ folder });
  await library.modelReady();
  // A check of nothing ends when every vector is in the graph.
  await library.check(null);
  const random = seededRandom(13);
  const nextWord = zipfWords(random);
  const question = (): string => Array.from({ length: 3 + Math.floor(random() * 6) }, nextWord).join(' ');
  const ask = async (): Promise<number> => {
    const start = performance.now();
    await library.search({ query: question() });
    return performance.now() - start;
  };
  for (let warm = 0; warm < 20; warm += 1) await ask();
  const idle: number[] = [];
  for (let i = 0; i < questions; i += 1) idle.push(await ask());

  const files = join(work, `files-beside-${chunks}`);
  mkdirSync(files, { recursive: true });
  writeTexts(files, mixedTexts(400, chunks));
  const stop = new AbortController();
  const indexing = library.index({ paths: [files] }, stop.signal).catch(() => null);
  while (library.progress().chunksDone < 5) await new Promise((resolve) => setTimeout(resolve, 20));
  const busy: number[] = [];
  for (let i = 0; i < questions / 2 && library.progress().phase !== 'idle'; i += 1) busy.push(await ask());
  stop.abort();
  await indexing;
  for (const root of (await library.status()).folders) {
    if (root.path === files) await library.removeFolder(root.folderId);
  }
  await library.close();
  return { chunks, ...indexes, hybridIdle: spread(idle), hybridWhileIndexing: spread(busy) };
}
