// Fits what reranking weighs: npx tsx scripts/fit-reranking.ts SETS [--cache DIR] [--corpus SET]
// SETS is a folder of evaluation sets (docs/retrieval.md names them). Run `npm run build` first. It asks every question as the app
// does, keeps what the reranker says of the best passages in the cache folder, and prints nDCG@10 for each weight, for
// every second question, to fit on, and for the others, to read on.
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { TextMethods } from '../electron/engine/chunk/text-methods.js';
import { startLocalEmbedder } from '../electron/engine/embed/local-embedder.js';
import { modelFolder, openModelFolder } from '../electron/engine/embed/model-files.js';
import { judgeRanking, mean } from '../electron/engine/evaluate/metrics.js';
import { readJudgements, readQuestions, readRecords } from '../electron/engine/evaluate/read-set.js';
import { openLibrary, recordPath } from '../electron/engine/library.js';
import { doubtIn, rerankedCount } from '../electron/engine/rerank/reorder.js';
import { lateInteractionOf } from '../electron/engine/search/asking.js';
import type { SearchMethods } from '../electron/engine/search/search-methods.js';
import { startWorker } from '../electron/engine/workers/start-worker.js';
import { generationOf } from './calibrate/capture.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cache: { type: 'string' }, corpus: { type: 'string' } },
});
const [setsFolder] = positionals;
if (setsFolder === undefined) throw new Error('Name the folder of the evaluation sets.');
const sets = resolve(setsFolder);
const cache = resolve(values.cache ?? join(tmpdir(), 'acervo-measure'));
mkdirSync(cache, { recursive: true });

/** Corpus, and the set that asks. */
const asked: readonly (readonly [string, string])[] = [
  ['xquad-en', 'xquad-es'],
  ...['es', 'en', 'de', 'zh', 'ar', 'ru'].map((language) => [`xquad-${language}`, `xquad-${language}`] as const),
  ['xquad-es', 'xquad-es-typo'],
  ['xquad-es', 'xquad-es-keys'],
  ['fastapi-docs-en', 'fastapi-docs-en'],
  ['scifact', 'scifact'],
];
const weights = [0, 10, 15, 20, 25, 30, 40, 50, 60, 80];
/** Enough for ten documents, some of them with several passages. */
const passagesKept = 60;

interface Row {
  readonly question: string;
  /** Of each passage, best first: the documents that it stands for, as numbers where they are relevant. */
  readonly documents: readonly (readonly string[])[];
  /** Of the passages at the head. */
  readonly scores: readonly number[];
  readonly closeness: readonly number[];
}

async function rowsOf(corpus: string, questionSet: string): Promise<readonly Row[]> {
  const file = join(cache, `reranking-${questionSet}-in-${corpus}.jsonl`);
  if (!existsSync(file)) {
    const stream = createWriteStream(`${file}.part`);
    await take(corpus, questionSet, (row) => stream.write(`${JSON.stringify(row)}\n`));
    stream.end();
    await finished(stream);
    renameSync(`${file}.part`, file);
  }
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

async function take(corpus: string, questionSet: string, emit: (row: Row) => void): Promise<void> {
  const folder = join(cache, corpus);
  const library = await openLibrary({ folder });
  await library.indexRecords({ name: corpus, records: readRecords(join(sets, corpus)) });
  await library.close();

  const model = openModelFolder(modelFolder());
  const search = startWorker<SearchMethods>('search-worker');
  const text = startWorker<TextMethods>('text-worker');
  await text.client.call('open', { modelFolder: model.path });
  await search.client.call('open', {
    folder,
    generationId: generationOf(folder, model),
    dimension: model.identity.dimension,
    modelFolder: model.path,
  });
  await search.client.call('settle', null);
  const tokenizeQuestion = (question: string) => text.client.call('tokenizeQuestion', { text: question });
  const embedder = startLocalEmbedder({ model, tokenizeQuestion, workers: 1 });
  const reranker = lateInteractionOf(text.client, embedder);
  const prefix = recordPath(corpus, '');
  for (const { id, text: query } of await readQuestions(join(sets, questionSet))) {
    const request = { query, k: passagesKept, all: true, literal: true };
    const questionVector = await embedder.embedQuestion(query);
    const { result, figures } = await search.client.call('rank', { request, questionVector });
    const head = result.hits.slice(0, rerankedCount);
    emit({
      question: id,
      documents: result.hits.map((hit) => [hit, ...hit.copies].map(({ path }) => path.slice(prefix.length))),
      scores: figures.slice(0, rerankedCount).map(({ score }) => score),
      closeness: await reranker.score(
        query,
        head.map((hit, at) => ({ text: hit.text, context: figures[at]?.context ?? '' })),
      ),
    });
  }
  await embedder.close();
  await search.client.call('close', null);
  await Promise.all([search.terminate(), text.terminate()]);
}

function documentsAt(most: number, { documents, scores, closeness }: Row): readonly string[] {
  const weight = most * doubtIn(scores);
  const value = (at: number): number => (scores[at] ?? 0) + weight * (closeness[at] ?? 0);
  const order = Array.from(closeness, (_, at) => at).sort((a, b) => value(b) - value(a) || a - b);
  const passages = [...order.map((at) => documents[at] ?? []), ...documents.slice(closeness.length)];
  return [...new Set(passages.flat())];
}

const share = (value: number): string => value.toFixed(4).replace(/^0/, '');
for (const [corpus, questionSet] of asked.filter(([one]) => values.corpus === undefined || values.corpus === one)) {
  const judgements = await readJudgements(join(sets, corpus));
  const rows = (await rowsOf(corpus, questionSet)).filter(({ question }) => judgements.has(question));
  const figure = (half: readonly Row[], weight: number): string =>
    share(
      mean(half.map((row) => judgeRanking(documentsAt(weight, row), judgements.get(row.question) ?? new Map()).ndcg)),
    );
  console.log(`${questionSet} asks, ${corpus} answers`);
  for (const [name, half] of [
    ['fit ', rows.filter((_, at) => at % 2 === 0)],
    ['read', rows.filter((_, at) => at % 2 === 1)],
  ] as const) {
    console.log(
      `  ${name} ${half.length}: ${weights.map((weight) => `${weight}: ${figure(half, weight)}`).join('  ')}`,
    );
  }
}
