// How much of what an exact comparison finds is found in a large library: all of it, under a filter, and after rows were removed. Prints JSON.
import { join } from 'node:path';
import { chunkerId } from '../electron/engine/chunk/chunk-options.js';
import { modelFolder, openModelFolder } from '../electron/engine/embed/model-files.js';
import { seededRandom } from '../electron/engine/evaluate/metrics.js';
import { openBackground } from '../electron/engine/search/background.js';
import { GrowingVectors } from '../electron/engine/search/growing-vectors.js';
import { loadHnsw } from '../electron/engine/search/hnsw-graph.js';
import { IdSet } from '../electron/engine/search/id-set.js';
import { StoredVectors } from '../electron/engine/search/stored-vectors.js';
import { dot, NearestList } from '../electron/engine/search/vector-index.js';
import { openReader } from '../electron/engine/store/sqlite.js';
import { subjectSeed, subjectVectors } from './made-up-library.js';
import { type Milliseconds, spread } from './percentile.js';

interface RecallFigures {
  readonly vectors: number;
  readonly source: string;
  readonly recallAt10: number;
  readonly nearest: Milliseconds;
  readonly narrowRecallAt10: number;
  readonly narrow: Milliseconds;
}

export interface LargeRecall {
  readonly whole: RecallFigures;
  readonly afterRemoval: RecallFigures;
}

const questions = 200;
const wanted = 10;

async function measure(folder: string): Promise<RecallFigures> {
  const database = openReader(join(folder, 'library.db'));
  const model = openModelFolder(modelFolder());
  const { shift } = await openBackground(model);
  const found = database.get<{ id: number }>('SELECT id FROM generations WHERE chunker = ?', chunkerId);
  const store = database.get<{ value: string }>(`SELECT value FROM meta WHERE key = 'store'`)?.value ?? '';
  const identity = { store, generationId: found?.id ?? 0, dimension: model.identity.dimension };
  const vectors = new GrowingVectors({ database, folder, identity, shift, hnsw: await loadHnsw() });
  await vectors.open();
  const { source, vectors: held } = await vectors.settle();

  const next = subjectVectors(seededRandom(subjectSeed), seededRandom(29));
  const asked = Array.from({ length: questions }, next);
  const inNarrow = database.all<{ vector: number }>(
    `SELECT c.vector FROM chunks c JOIN documents d ON d.id = c.document JOIN folders f ON f.id = d.folder WHERE f.path = 'records:narrow'`,
  );
  const narrow = new IdSet(inNarrow.map(({ vector }) => vector));
  const truth = asked.map(() => ({ all: new NearestList(wanted), narrow: new NearestList(wanted) }));
  const stored = new StoredVectors(database, identity.generationId, shift);
  for (let last = 0, rows = stored.after(last, 1_024); rows.length > 0; rows = stored.after(last, 1_024)) {
    for (const { id, vector } of rows) {
      last = id;
      if (vector === null) continue;
      const isNarrow = narrow.has(id);
      for (const [at, question] of asked.entries()) {
        const near = dot(question, vector);
        truth[at]?.all.offer(id, near);
        if (isNarrow) truth[at]?.narrow.offer(id, near);
      }
    }
  }
  const times: number[] = [];
  const narrowTimes: number[] = [];
  let hits = 0;
  let narrowHits = 0;
  for (const [at, question] of asked.entries()) {
    const start = performance.now();
    const near = new Set(vectors.nearest(question, wanted).map(({ vectorId }) => vectorId));
    times.push(performance.now() - start);
    hits += truth[at]?.all.list().filter(({ vectorId }) => near.has(vectorId)).length ?? 0;
    const narrowStart = performance.now();
    const among = new Set(vectors.nearestAmong(question, wanted, narrow).map(({ vectorId }) => vectorId));
    narrowTimes.push(performance.now() - narrowStart);
    narrowHits += truth[at]?.narrow.list().filter(({ vectorId }) => among.has(vectorId)).length ?? 0;
  }
  await vectors.close();
  database.close();
  const possible = questions * wanted;
  return {
    vectors: held,
    source,
    recallAt10: hits / possible,
    nearest: spread(times),
    narrowRecallAt10: narrowHits / possible,
    narrow: spread(narrowTimes),
  };
}

const [folder = '', copy = ''] = process.argv.slice(2);
const whole = await measure(folder);
process.stdout.write(JSON.stringify({ whole, afterRemoval: await measure(copy) } satisfies LargeRecall));
