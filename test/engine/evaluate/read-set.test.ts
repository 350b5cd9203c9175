// Evaluation sets are read line by line, and a mistake in one is named by its line.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  readAnswers,
  readJudgements,
  readQuestions,
  readRecords,
  type SetRecord,
} from '../../../electron/engine/evaluate/read-set.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acervo-set-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function put(file: string, content: string): Promise<void> {
  await writeFile(join(folder, file), content);
}

async function allRecords(): Promise<SetRecord[]> {
  const records: SetRecord[] = [];
  for await (const record of readRecords(folder)) records.push(record);
  return records;
}

describe('readRecords', () => {
  it('keeps the text of each line exactly, with separators that other line readers break at', async () => {
    const text = 'one\u2028two\u0085three\r\nfour';
    await put('corpus.jsonl', `${JSON.stringify({ id: 'a', title: 'T', text })}\r\n${'{"id":"b","text":"😀"}'}`);
    expect(await allRecords()).toEqual([
      { id: 'a', title: 'T', text },
      { id: 'b', title: '', text: '😀' },
    ]);
  });

  it('reads lines that are longer than one read of the file, whole', async () => {
    const text = 'ñ'.repeat(2_000_000);
    await put('corpus.jsonl', `${JSON.stringify({ id: 'a', text })}\n${JSON.stringify({ id: 'b', text: 'end' })}\n`);
    const records = await allRecords();
    expect(records.map((record) => record.text.length)).toEqual([2_000_000, 3]);
    expect(records[0]?.text).toBe(text);
  });

  it('names file and line of what is not JSON, has another shape, or was there before', async () => {
    await put('corpus.jsonl', '{"id":"a","text":"x"}\n\n{"id":');
    await expect(allRecords()).rejects.toThrow(/corpus\.jsonl, line 3: this is not JSON/);
    await put('corpus.jsonl', '{"id":"a","text":7}\n');
    await expect(allRecords()).rejects.toThrow(/line 1: text/);
    await put('corpus.jsonl', '{"id":"a","text":"x"}\n{"id":"a","text":"y"}\n');
    await expect(allRecords()).rejects.toThrow(/line 2: the id "a" was there before/);
  });

  it('says which file is missing', async () => {
    await expect(allRecords()).rejects.toMatchObject({ code: 'wrong-use', message: /corpus\.jsonl/ });
  });
});

describe('readQuestions and readJudgements', () => {
  it('read questions in order, and grades with or without a heading line', async () => {
    await put('queries.jsonl', '\uFEFF{"id":"q1","text":"¿Qué?"}\n{"id":"q2","text":"Was?"}\n');
    expect(await readQuestions(folder)).toEqual([
      { id: 'q1', text: '¿Qué?' },
      { id: 'q2', text: 'Was?' },
    ]);
    const expected = new Map([['q1', new Map([['a', 2]])]]);
    await put('qrels.tsv', 'query-id\tdoc-id\tgrade\nq1\ta\t2\n');
    expect(await readJudgements(folder)).toEqual(expected);
    await put('qrels.tsv', 'q1\ta\t2\n');
    expect(await readJudgements(folder)).toEqual(expected);
  });

  it('refuse a judgement without three columns or with a grade that is no number', async () => {
    await put('qrels.tsv', 'q1\ta\t1\nq1\ta\n');
    await expect(readJudgements(folder)).rejects.toThrow(/qrels\.tsv, line 2/);
    await put('qrels.tsv', 'q1\ta\t1\nq1\ta\tyes\n');
    await expect(readJudgements(folder)).rejects.toThrow(/line 2: the grade "yes"/);
  });
});

describe('readAnswers', () => {
  it('is null for a set that has none', async () => {
    expect(await readAnswers(folder)).toBeNull();
  });

  it('keeps several answers of one question', async () => {
    const answer = { id: 'q', doc: 'a', start: 3, text: 'x' };
    await put('answers.jsonl', `${JSON.stringify(answer)}\n${JSON.stringify({ ...answer, start: 9 })}\n`);
    expect(await readAnswers(folder)).toEqual(
      new Map([
        [
          'q',
          [
            { documentId: 'a', start: 3, text: 'x' },
            { documentId: 'a', start: 9, text: 'x' },
          ],
        ],
      ]),
    );
  });
});
