// The smallest libraries are where a threshold fails first: four short documents, and questions about anything else.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Library } from '../../electron/engine/library.js';
import { isAnswered, openIndexedLibrary } from '../helpers/indexed-library.js';
import { writeFiles } from '../helpers/temporary-folder.js';

const { documents, answerable, foreign } = z
  .object({
    documents: z.array(z.object({ file: z.string(), text: z.string() })),
    answerable: z.array(z.object({ question: z.string(), document: z.string() })),
    foreign: z.array(z.string()),
  })
  .parse(JSON.parse(readFileSync('test/quality/four-documents.json', 'utf8')));

const folder = mkdtempSync(join(tmpdir(), 'acervo-four-'));
let library: Library;
let close: () => Promise<void>;

beforeAll(async () => {
  writeFiles(folder, Object.fromEntries(documents.map(({ file, text }) => [file, text])));
  ({ library, close } = await openIndexedLibrary([folder]));
});
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

describe('a library of four short documents', () => {
  it('finds the right document for each question that it can answer', async () => {
    const wrong: string[] = [];
    for (const { question, document } of answerable) {
      const { hits } = await library.search({ query: question });
      if (basename(hits[0]?.path ?? '') !== document) wrong.push(question);
    }
    expect(wrong).toEqual([]);
  });

  it('declines at least eight of ten foreign questions', async () => {
    const passed: string[] = [];
    for (const question of foreign) {
      if (isAnswered(await library.search({ query: question }))) passed.push(question);
    }
    expect(foreign).toHaveLength(10);
    expect(passed.length, passed.join('\n')).toBeLessThanOrEqual(2);
  });

  it('does not decline most of what it can answer', async () => {
    const passed: string[] = [];
    for (const { question } of answerable) {
      if (isAnswered(await library.search({ query: question }))) passed.push(question);
    }
    expect(passed.length, passed.join('\n')).toBeGreaterThanOrEqual(6);
  });
});
