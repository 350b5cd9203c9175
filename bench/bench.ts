// `npm run bench`: every figure side by side in one run; the table goes to the terminal, the numbers to bench/results.json.
// Options: --quick (fewer rounds and documents), --only indexing|searching|starting|million, --work FOLDER (keeps made-up libraries),
// --passages N (instead of a million). The part `million` is only measured when it is asked for.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildStale } from '../scripts/build.mjs';
import { measureIndexing } from './indexing.js';
import { measureMillion } from './million.js';
import { measureSearching } from './searching.js';
import { measureMoved, measureRecheck, measureStart } from './starting.js';
import { resultRows } from './table.js';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string' },
    work: { type: 'string' },
    passages: { type: 'string' },
  },
});
const resultsFile = join(import.meta.dirname, 'results.json');
const isKept = options.work !== undefined;
const work = options.work ?? mkdtempSync(join(tmpdir(), 'acervo-bench-'));
mkdirSync(work, { recursive: true });
await buildStale(['engine']);

function isWanted(part: string): boolean {
  return options.only === undefined || options.only === part;
}

/** Parts that are not measured in this run keep what was measured before. */
function earlierResults(): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(resultsFile, 'utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const results: Record<string, unknown> = {
  ...earlierResults(),
  measured: new Date().toISOString().slice(0, 10),
  machine: {
    cores: cpus().length,
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  },
};
const fresh = mkdtempSync(join(work, 'run-'));
try {
  if (isWanted('indexing')) {
    results.indexing = await measureIndexing(fresh, options.quick ? 120 : 400, options.quick ? 1 : 3);
  }
  if (isWanted('searching')) {
    const sizes = options.quick ? [10_000] : [10_000, 100_000];
    const searching = [];
    for (const size of sizes) searching.push(await measureSearching(work, size));
    results.searching = searching;
  }
  if (isWanted('starting')) {
    results.recheck = await measureRecheck(fresh, 10_000);
    results.moved = await measureMoved(fresh, options.quick ? 1_000 : 10_000);
    results.start = await measureStart(join(work, 'made-up-10000'));
  }
  if (options.only === 'million') {
    const passages = Number(options.passages ?? 1_000_000);
    const million = (results.million ?? {}) as Record<string, unknown>;
    results.million = { ...million, [passages]: await measureMillion(work, passages) };
  }
} finally {
  rmSync(isKept ? fresh : work, { recursive: true, force: true });
}
writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
process.stdout.write(resultRows(results));
