// How long answers take in a large library that is at rest, and what memory the engine needs for it. Prints the figures as JSON.
import { readFileSync } from 'node:fs';
import { seededRandom } from '../electron/engine/evaluate/metrics.js';
import { type Library, openLibrary } from '../electron/engine/library.js';
import type { SearchRequest } from '../shared/domain/search.js';
import { wordOf, zipfWords } from './made-up-library.js';
import { type Milliseconds, spread } from './percentile.js';

export interface LargeAnswers {
  /** From opening to the first moment when everything is searchable; long where no index was written before. */
  readonly secondsUntilSettled: number;
  readonly hybrid: Milliseconds;
  readonly words: Milliseconds;
  /** One of the hundred most frequent words, alone. */
  readonly frequentWord: Milliseconds;
  /** A filter that keeps a hundredth of the passages, and one that keeps nine tenths. */
  readonly narrow: Milliseconds;
  readonly wide: Milliseconds;
  /** At its highest, and at the end. */
  readonly megabytesPeak: number;
  readonly megabytesAtRest: number;
}

const questions = 200;

export async function timesOf(library: Library, count: number, next: () => SearchRequest): Promise<Milliseconds> {
  const times: number[] = [];
  for (let asked = 0; asked < count; asked += 1) {
    const request = next();
    const start = performance.now();
    await library.search(request);
    times.push(performance.now() - start);
  }
  return spread(times);
}

/** Questions of three to eight words. */
export function questionsOf(seed: number): () => string {
  const random = seededRandom(seed);
  const nextWord = zipfWords(random);
  return () => Array.from({ length: 3 + Math.floor(random() * 6) }, nextWord).join(' ');
}

function statusMegabytes(name: string): number {
  const line = readFileSync('/proc/self/status', 'utf8').match(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm'));
  return Math.round(Number(line?.[1] ?? 0) / 1_024);
}

async function measure(folder: string): Promise<LargeAnswers> {
  const begun = performance.now();
  const library = await openLibrary({ folder });
  await library.modelReady();
  // A check of nothing ends when every vector can be found.
  await library.check(null);
  const secondsUntilSettled = (performance.now() - begun) / 1_000;
  const folders = new Map((await library.status()).folders.map(({ path, folderId }) => [path, folderId]));
  const only = (...paths: string[]): readonly number[] => paths.map((path) => folders.get(path) ?? 0);
  const question = questionsOf(13);
  const random = seededRandom(17);
  await timesOf(library, 20, () => ({ query: question() }));
  const hybrid = await timesOf(library, questions, () => ({ query: question() }));
  const words = await timesOf(library, questions, () => ({ query: question(), mode: 'words' }));
  const frequentWord = await timesOf(library, questions, () => ({ query: wordOf(Math.floor(random() * 100)) }));
  const narrow = await timesOf(library, questions, () => ({
    query: question(),
    filter: { folderIds: only('records:narrow') },
  }));
  const wide = await timesOf(library, questions, () => ({
    query: question(),
    filter: { folderIds: only('records:fifth', 'records:rest') },
  }));
  const megabytesAtRest = statusMegabytes('VmRSS');
  await library.close();
  const megabytesPeak = statusMegabytes('VmHWM');
  return { secondsUntilSettled, hybrid, words, frequentWord, narrow, wide, megabytesPeak, megabytesAtRest };
}

const [folder] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename && folder !== undefined) {
  process.stdout.write(JSON.stringify(await measure(folder)));
}
