// A shop's policy with six sections, and everyday questions that share few words with the section that answers them.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Library } from '../../electron/engine/library.js';
import { openIndexedLibrary } from '../helpers/indexed-library.js';

const { document, questions } = z
  .object({ document: z.string(), questions: z.array(z.object({ question: z.string(), heading: z.string() })) })
  .parse(JSON.parse(readFileSync('test/quality/policy-questions.json', 'utf8')));

let library: Library;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ library, close } = await openIndexedLibrary([resolve(document)]));
});
afterAll(() => close());

/** The sections in the order of their best passages. */
async function sectionsFor(question: string): Promise<string[]> {
  const { hits } = await library.search({ query: question, k: 20, all: true });
  return [...new Set(hits.map(({ locator }) => locator.headingPath?.at(-1) ?? ''))];
}

describe('a policy document', () => {
  it('keeps its six sections apart', async () => {
    const sections = new Set(questions.map(({ heading }) => heading));
    expect(sections.size).toBe(6);
    expect(new Set(await sectionsFor('tarta'))).toEqual(sections);
  });

  it('has the right section first for nine of ten questions, and among the first three for all', async () => {
    const ranks: Record<string, number> = {};
    for (const { question, heading } of questions) {
      const place = (await sectionsFor(question)).indexOf(heading);
      ranks[question] = place < 0 ? Number.POSITIVE_INFINITY : place + 1;
    }
    expect(Object.keys(ranks)).toHaveLength(10);
    expect(Object.entries(ranks).filter(([, rank]) => rank > 3)).toEqual([]);
    expect(Object.values(ranks).filter((rank) => rank === 1).length, JSON.stringify(ranks)).toBeGreaterThanOrEqual(9);
  });
});
