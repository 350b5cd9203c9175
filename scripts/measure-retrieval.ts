// Measures search through the whole engine and prints the tables of docs/retrieval.md:
// npx tsx scripts/measure-retrieval.ts SETS [--cache DIR] [--only TABLE] [--corpus SET]
// SETS is a folder of evaluation sets; TABLE is ranking, declining, small or codes; SET limits the first two to those
// that search in it. Run `npm run build` first.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { runEvaluation } from '../electron/engine/evaluate/run-evaluation.js';
import { type Library, openLibrary } from '../electron/engine/library.js';
import type { SearchRequest } from '../shared/domain/search.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cache: { type: 'string' }, only: { type: 'string' }, corpus: { type: 'string' } },
});
const setsFolder = positionals[0];
if (setsFolder === undefined) throw new Error('Name the folder of the evaluation sets.');
const sets = resolve(setsFolder);
const cache = resolve(values.cache ?? join(tmpdir(), 'acervo-measure'));
mkdirSync(cache, { recursive: true });

/** Corpus, and the set that asks. */
const ranked: readonly (readonly [string, string])[] = [
  ...['es', 'en', 'de', 'zh', 'ar', 'ru'].map((language) => [`xquad-${language}`, `xquad-${language}`] as const),
  ['xquad-en', 'xquad-es'],
  ['xquad-es', 'xquad-en'],
  ['xquad-es', 'xquad-es-typo'],
  ['xquad-en', 'xquad-en-typo'],
  ['xquad-es', 'xquad-es-keys'],
  ['xquad-es', 'xquad-es-bare'],
  ...['en', 'es', 'de'].map((language) => [`fastapi-docs-${language}`, `fastapi-docs-${language}`] as const),
  ['scifact', 'scifact'],
];
const declining: readonly (readonly [string, string])[] = [
  ...['es', 'en', 'de', 'zh', 'ar', 'ru'].map((language) => [`xquad-${language}`, `xquad-${language}`] as const),
  ['xquad-en', 'xquad-es'],
  ['xquad-es', 'xquad-es-typo'],
  ['fastapi-docs-en', 'fastapi-docs-en'],
];

function inWantedCorpus([corpus]: readonly [string, string]): boolean {
  return values.corpus === undefined || values.corpus === corpus;
}

async function withLibrary<T>(folder: string, use: (library: Library) => Promise<T>): Promise<T> {
  const library = await openLibrary({ folder });
  try {
    return await use(library);
  } finally {
    await library.close();
  }
}

function titleOf(corpus: string, asked: string): string {
  return corpus === asked ? corpus : `${asked} asks, ${corpus} answers`;
}

function share(value: number): string {
  return value.toFixed(3).replace(/^0/, '');
}

function row(cells: readonly (string | number)[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}

function heading(cells: readonly string[]): void {
  console.log();
  row(cells);
  row(cells.map(() => '---'));
}

async function rankingTable(): Promise<void> {
  heading([
    ...['nDCG@10', 'words', 'vectors', 'RRF', 'default', '95 %', 'reranked'],
    ...['passage with the answer first', 'the same reranked'],
  ]);
  for (const [corpus, asked] of ranked.filter(inWantedCorpus)) {
    await withLibrary(join(cache, corpus), async (library) => {
      const evaluate = async (how: Pick<SearchRequest, 'mode' | 'fusion' | 'rerank'>) =>
        (await runEvaluation(library, { setFolder: join(sets, corpus), questionsFolder: join(sets, asked), ...how }))
          .result;
      const words = await evaluate({ mode: 'words' });
      const vectors = await evaluate({ mode: 'vector' });
      const rrf = await evaluate({ fusion: 'rrf' });
      const best = await evaluate({});
      const reranked = await evaluate({ rerank: true });
      const { low, high } = best.confidence['ndcg@10'];
      row([
        titleOf(corpus, asked),
        ...[words, vectors, rrf].map((result) => share(result['ndcg@10'])),
        `**${share(best['ndcg@10'])}**`,
        `${share(low)} to ${share(high)}`,
        share(reranked['ndcg@10']),
        ...[best, reranked].map(({ byPassage }) => (byPassage === null ? '' : share(byPassage['recall@1']))),
      ]);
    });
  }
}

async function decliningTable(): Promise<void> {
  heading(['a fifth left out', 'questions', 'rightly at 5 % wrongly', 'by default: rightly', 'by default: wrongly']);
  for (const [corpus, asked] of declining.filter(inWantedCorpus)) {
    await withLibrary(join(cache, corpus), async (library) => {
      const { result } = await runEvaluation(library, {
        setFolder: join(sets, corpus),
        questionsFolder: join(sets, asked),
        withThresholdCurve: true,
      });
      const curve = result.thresholdCurve;
      if (curve === null) return;
      row([
        titleOf(corpus, asked),
        `${curve.answerable} with an answer, ${curve.unanswerable} without`,
        share(curve.atFivePercent.declinedRightly),
        share(curve.atDefault.declinedRightly),
        share(curve.atDefault.declinedWrongly),
      ]);
    });
  }
}

const quality = resolve(import.meta.dirname, '..', 'test', 'quality');

function readJson<T>(file: string, schema: z.ZodType<T>): T {
  return schema.parse(JSON.parse(readFileSync(join(quality, file), 'utf8')));
}

/** A library of these files in a temporary folder, used and removed. */
async function withFiles(files: Readonly<Record<string, string>>, use: (library: Library) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'acervo-measure-'));
  try {
    mkdirSync(join(folder, 'files'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'files', name), text);
    await withLibrary(join(folder, 'library'), async (library) => {
      await library.index({ paths: [join(folder, 'files')] });
      await use(library);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const fourSchema = z.object({
  documents: z.array(z.object({ file: z.string(), text: z.string() })),
  answerable: z.array(z.object({ question: z.string() })),
  foreign: z.array(z.string()),
});
const policySchema = z.object({ document: z.string(), questions: z.array(z.object({ question: z.string() })) });
const bandsSchema = z.object({
  document: z.string(),
  answered: z.array(z.object({ question: z.string() })),
  near: z.array(z.string()),
  foreign: z.array(z.string()),
});

async function smallTable(): Promise<void> {
  const four = readJson('four-documents.json', fourSchema);
  const policy = readJson('policy-questions.json', policySchema);
  const bands = readJson('bands.json', bandsSchema);
  const policyFiles = { 'policy.md': readFileSync(resolve(quality, '..', '..', policy.document), 'utf8') };
  const fourFiles = Object.fromEntries(four.documents.map(({ file, text }) => [file, text]));
  const textOf = ({ question }: { readonly question: string }): string => question;
  heading(['library', 'questions', 'asked', 'pass', 'answerable, ascending']);
  const passing = async (library: Library, name: string, kind: string, questions: readonly string[]) => {
    const answers: number[] = [];
    let passed = 0;
    for (const query of questions) {
      const { answerable, threshold } = await library.search({ query });
      if (answerable !== null && answerable >= threshold) passed += 1;
      answers.push(answerable ?? 0);
    }
    const ascending = answers.sort((a, b) => a - b).map((value) => value.toFixed(2));
    row([name, kind, questions.length, passed, ascending.join(' ')]);
  };
  await withFiles(fourFiles, async (library) => {
    await passing(library, 'four short documents', 'that they answer', four.answerable.map(textOf));
    await passing(library, 'four short documents', 'foreign', four.foreign);
  });
  await withFiles(policyFiles, async (library) => {
    await passing(library, 'one policy of six sections', 'everyday, few shared words', policy.questions.map(textOf));
    await passing(library, 'one policy of six sections', 'answered in it', bands.answered.map(textOf));
    await passing(library, 'one policy of six sections', 'near, not answered', bands.near);
    await passing(library, 'one policy of six sections', 'foreign', bands.foreign);
  });
}

const codesSchema = z.object({
  passages: z.array(z.object({ id: z.string(), text: z.string() })),
  questions: z.array(z.object({ question: z.string(), expected: z.string() })),
});

async function codesTable(): Promise<void> {
  const codes = readJson('codes.json', codesSchema);
  // Names of files are searched too; these say nothing.
  const nameOf = new Map(codes.passages.map(({ id }, i) => [id, `${'abcdefghijklmnopqrstuvwxyzäöüß'[i] ?? i}.txt`]));
  const files = Object.fromEntries(codes.passages.map(({ id, text }) => [nameOf.get(id) ?? id, text]));
  heading(['place of the right passage', 'vectors', 'words', 'RRF', 'default']);
  await withFiles(files, async (library) => {
    for (const { question, expected } of codes.questions) {
      const place = async (how: Partial<SearchRequest>): Promise<string> => {
        const { hits } = await library.search({ query: question, k: 50, all: true, ...how });
        const at = hits.findIndex(({ path }) => path.endsWith(`/${nameOf.get(expected)}`));
        return at < 0 ? '–' : String(at + 1);
      };
      row([
        question,
        await place({ mode: 'vector' }),
        await place({ mode: 'words' }),
        await place({ fusion: 'rrf' }),
        await place({}),
      ]);
    }
  });
}

const tables = { codes: codesTable, small: smallTable, declining: decliningTable, ranking: rankingTable };
for (const [name, make] of Object.entries(tables)) {
  if (values.only === undefined || values.only === name) await make();
}
