// The sample library answers the questions that ship with it, whatever language they are asked in, and admits the one it cannot.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Library } from '../../electron/engine/library.js';
import type { IndexReport } from '../../shared/domain/library.js';
import { isAnswered, openIndexedLibrary, withPlainSpaces } from '../helpers/indexed-library.js';

const questionFile = z
  .object({
    folder: z.string(),
    questions: z.array(
      z.object({
        question: z.string(),
        language: z.string(),
        document: z.string(),
        documentLanguage: z.string(),
        quote: z.string(),
      }),
    ),
    withoutAnswer: z.array(z.object({ question: z.string(), language: z.string() })),
  })
  .parse(JSON.parse(readFileSync('test/quality/sample-questions.json', 'utf8')));

const folder = resolve(questionFile.folder);
let library: Library;
let report: IndexReport;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ library, report, close } = await openIndexedLibrary([folder]));
});
afterAll(() => close());

/** From 1, the place of the first hit from `document` that holds `quote`; Infinity if there is none. */
async function rankOf(question: string, document: string, quote: string): Promise<number> {
  const { hits } = await library.search({ query: question, k: 10, all: true });
  const hit = hits.find(({ path, text }) => basename(path) === document && withPlainSpaces(text).includes(quote));
  return hit?.rank ?? Number.POSITIVE_INFINITY;
}

describe('the sample library', () => {
  it('is read whole, without a problem', () => {
    expect(report.problems).toEqual([]);
    expect(report.documents).toMatchObject({ found: 12, indexed: 12, skipped: 0, failed: 0 });
  });

  it('ships ten questions, most of them in another language than their document', () => {
    const { questions } = questionFile;
    expect(questions).toHaveLength(10);
    expect(questions.filter((item) => item.language !== item.documentLanguage).length).toBeGreaterThanOrEqual(5);
    expect(questions.filter((item) => !existsSync(join(folder, item.document)))).toEqual([]);
  });

  it('has the right passage first for nine questions, and among the first three for all', async () => {
    const ranks: Record<string, number> = {};
    for (const { question, document, quote } of questionFile.questions) {
      ranks[question] = await rankOf(question, document, quote);
    }
    expect(Object.entries(ranks).filter(([, rank]) => rank > 3)).toEqual([]);
    expect(Object.values(ranks).filter((rank) => rank === 1).length, JSON.stringify(ranks)).toBeGreaterThanOrEqual(9);
  });

  it('is answerable for those ten, and not for a question about something else', async () => {
    const declined: string[] = [];
    for (const { question } of questionFile.questions) {
      if (!isAnswered(await library.search({ query: question }))) declined.push(question);
    }
    expect(declined.length, declined.join('\n')).toBeLessThanOrEqual(1);
    for (const { question } of questionFile.withoutAnswer) {
      expect(isAnswered(await library.search({ query: question })), question).toBe(false);
    }
  });
});
