// A small set through the whole engine: what it measures is what a person searching the same texts as files would find.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runEvaluation, trecRun } from '../../../electron/engine/evaluate/run-evaluation.js';
import type { Library } from '../../../electron/engine/library.js';
import { openTestLibrary } from '../../helpers/open-library.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

const texts: Readonly<Record<string, string>> = {
  bees: 'Bees visit lavender from June to August. A hive of forty thousand gathers about thirty kilos of honey in a good year. 🐝',
  bread:
    'Knead the dough for ten minutes and let it rise overnight in the fridge. Bake it at 240 degrees for half an hour.',
  bridge:
    'The bridge was closed in 1987 after engineers found cracks in two of its pillars, and opened again three years later.',
  cheese:
    'El queso se cura seis meses en una cueva húmeda. Cada semana se le da la vuelta y se unta con aceite de oliva.',
  comet: 'A comet grows its tail only near the sun, when ice turns to gas and carries dust away with it.',
  lease:
    'Der Mietvertrag endet nach drei Monaten Kündigungsfrist. Die Kaution wird innerhalb von sechzig Tagen zurückgezahlt.',
  owls: 'Owls hear mice under the snow because one ear sits higher in the skull than the other.',
  piano: 'The piano has to be tuned twice a year, best in spring and autumn, when the heating is switched on or off.',
  rain: 'El domingo lloverá en toda la costa y el viento del sur llegará a ochenta kilómetros por hora.',
  visa: 'Das Visum gilt für neunzig Tage und kann einmal um denselben Zeitraum verlängert werden.',
};
const questions: Readonly<Record<string, readonly [string, string, string]>> = {
  q1: ['How much honey does a hive give in a year?', 'bees', 'thirty kilos'],
  q2: ['¿Cuánto tiempo reposa la masa del pan?', 'bread', 'overnight'],
  q3: ['Why was the bridge shut?', 'bridge', 'cracks in two of its pillars'],
  q4: ['How long does the cheese mature?', 'cheese', 'seis meses'],
  q5: ['Wann bekomme ich die Kaution zurück?', 'lease', 'sechzig Tagen'],
  q6: ['"owls" -snow', 'owls', 'one ear sits higher'],
  q7: ['¿Cada cuánto se afina el piano?', 'piano', 'twice a year'],
  q8: ['How long is the visa valid?', 'visa', 'neunzig Tage'],
};

function jsonLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

function writeSet(folder: string): void {
  const entries = Object.entries(questions);
  writeFiles(folder, {
    'corpus.jsonl': jsonLines(Object.entries(texts).map(([id, text]) => ({ id, title: '', text }))),
    'queries.jsonl': jsonLines(entries.map(([id, [text]]) => ({ id, text }))),
    'qrels.tsv': `query-id\tdoc-id\tgrade\n${entries.map(([id, [, document]]) => `${id}\t${document}\t1\n`).join('')}`,
    'answers.jsonl': jsonLines(
      entries.map(([id, [, doc, text]]) => {
        const [before = ''] = (texts[doc] ?? '').split(text);
        return { id, doc, start: [...before].length, text };
      }),
    ),
  });
}

const folder = mkdtempSync(join(tmpdir(), 'acervo-eval-'));
const set = join(folder, 'small-set');
let library: Library;

beforeAll(async () => {
  writeSet(set);
  library = await openTestLibrary({ folder: join(folder, 'library'), embedThreads: 1 });
});
afterAll(async () => {
  await library.close();
  rmSync(folder, { recursive: true });
});

describe('runEvaluation', () => {
  it('finds the documents and passages that answer, and judges both', async () => {
    const { result, run } = await runEvaluation(library, { setFolder: set });
    expect(result).toMatchObject({ set: 'small-set', questionsFrom: 'small-set', mode: 'hybrid', fusion: 'default' });
    expect(result).toMatchObject({ queries: 8, documents: 10, thresholdCurve: null });
    expect(result['recall@3']).toBe(1);
    expect(result['ndcg@10']).toBeGreaterThan(0.9);
    expect(result.byPassage).toMatchObject({ queries: 8, 'recall@3': 1 });
    expect(result.confidence['ndcg@10'].low).toBeLessThanOrEqual(result['ndcg@10']);
    // Every document once for every question: nothing is hidden by a threshold.
    expect(
      run
        .filter(({ questionId }) => questionId === 'q1')
        .map(({ documentId }) => documentId)
        .sort(),
    ).toEqual(Object.keys(texts));
  });

  it('takes questions literally: quotes and minus signs are no operators', async () => {
    const { run } = await runEvaluation(library, { setFolder: set });
    const [first] = run.filter(({ questionId }) => questionId === 'q6');
    expect(first?.documentId).toBe('owls');
  });

  it('gives the same in every run, and embeds nothing the second time', async () => {
    const one = await runEvaluation(library, { setFolder: set });
    const before = (await library.status()).vectors;
    const other = await runEvaluation(library, { setFolder: set });
    expect({ ...other.result, seconds: 0 }).toEqual({ ...one.result, seconds: 0 });
    expect(trecRun(other.run)).toBe(trecRun(one.run));
    expect((await library.status()).vectors).toBe(before);
  });

  it('ranks just as a search does in a library that was made from the same texts as files', async () => {
    const files = temporaryFolder();
    writeFiles(files, Object.fromEntries(Object.entries(texts).map(([id, text]) => [`${id}.txt`, text])));
    const fromFiles = await openTestLibrary({ folder: temporaryFolder(), embedThreads: 1 });
    onTestFinished(() => fromFiles.close());
    await fromFiles.index({ paths: [files] });
    const { run } = await runEvaluation(library, { setFolder: set });
    for (const [id, [query]] of Object.entries(questions)) {
      const { hits } = await fromFiles.search({ query, k: 100, all: true, literal: true });
      const ofFiles = hits.map(({ path }) => basename(path, '.txt'));
      const ofSet = run.filter(({ questionId }) => questionId === id).map(({ documentId }) => documentId);
      expect(ofSet, query).toEqual(ofFiles);
    }
  });

  it('reranks when it is told to: the same passages in another order, and the question as well answered as before', async () => {
    const { result, run } = await runEvaluation(library, { setFolder: set, rerank: true });
    expect(result).toMatchObject({ rerank: true, queries: 8, 'recall@3': 1 });
    let moved = 0;
    for (const [id, [query]] of Object.entries(questions)) {
      const request = { query, k: 100, all: true, literal: true };
      const [found, again] = [await library.search(request), await library.search({ ...request, rerank: true })];
      const idOf = ({ path }: { readonly path: string }): string => basename(path);
      expect(again.hits.map(idOf).toSorted()).toEqual(found.hits.map(idOf).toSorted());
      expect(again).toMatchObject({ answerable: found.answerable, threshold: found.threshold });
      expect(again.hits.map(({ relevance }) => relevance)).toEqual(found.hits.map(({ relevance }) => relevance));
      expect(run.filter(({ questionId }) => questionId === id).map(({ documentId }) => documentId)).toEqual(
        again.hits.map(idOf),
      );
      if (again.hits.map(idOf).join() !== found.hits.map(idOf).join()) moved++;
    }
    expect(moved).toBeGreaterThan(0);
  });

  it('looks for no more by reranking than by words alone, and can be stopped', async () => {
    const byWords = { query: 'honey hive', mode: 'words' } as const;
    expect((await library.search({ ...byWords, rerank: true })).hits).toEqual((await library.search(byWords)).hits);
    const controller = new AbortController();
    const stopped = library.search({ query: 'How is honey made in winter?', rerank: true }, controller.signal);
    controller.abort();
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
    expect((await library.search({ query: 'How is honey made in winter?', rerank: true })).hits).not.toEqual([]);
  });

  it('counts what is declined once documents are left out, each question once at every threshold', async () => {
    const { result } = await runEvaluation(library, { setFolder: set, withThresholdCurve: true });
    const curve = result.thresholdCurve;
    // Every fifth in order: the comet, which nobody asks for, and the visa.
    expect(curve).toMatchObject({ documentsLeftOut: 2, answerable: 7, unanswerable: 1 });
    for (const { answeredRight, answeredWrong, refusedRight, refusedWrong } of curve?.points ?? []) {
      expect(answeredRight + answeredWrong + refusedRight + refusedWrong).toBe(8);
    }
    expect(curve?.points[0]).toMatchObject({ threshold: 0, refusedRight: 0, refusedWrong: 0 });
  });

  it('judges one set among others in a library by its own documents only', async () => {
    const others = temporaryFolder();
    writeFiles(others, { 'honey.txt': 'How much honey does a hive give in a year? Nobody knows.' });
    await library.index({ paths: [others] });
    const { result, run } = await runEvaluation(library, { setFolder: set });
    expect(result.documents).toBe(10);
    expect(new Set(run.map(({ documentId }) => documentId))).toEqual(new Set(Object.keys(texts)));
  });

  it('says what is wrong with a set that has no judged question', async () => {
    const foreign = temporaryFolder();
    writeFiles(foreign, { 'queries.jsonl': jsonLines([{ id: 'unknown', text: 'What?' }]) });
    await expect(runEvaluation(library, { setFolder: set, questionsFolder: foreign })).rejects.toThrow(
      /None of the questions/,
    );
  });
});
