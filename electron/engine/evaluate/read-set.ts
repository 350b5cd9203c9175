// Reads an evaluation set: a folder with corpus.jsonl, queries.jsonl, qrels.tsv and, if it has them, answers.jsonl.
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../shared/errors.js';

const recordSchema = z.object({ id: z.string().min(1), title: z.string().optional(), text: z.string() });
const questionSchema = z.object({ id: z.string().min(1), text: z.string() });
const answerSchema = z.object({
  id: z.string().min(1),
  doc: z.string().min(1),
  start: z.number().int().nonnegative(),
  text: z.string().min(1),
});

/** One document of a set. */
export interface SetRecord {
  readonly id: string;
  /** Empty where the set gives none. */
  readonly title: string;
  readonly text: string;
}

export type SetQuestion = z.infer<typeof questionSchema>;

/** Where a question's answer stands. `start` counts Unicode code points of the document's text, not UTF-16 units. */
export interface GoldAnswer {
  readonly documentId: string;
  readonly start: number;
  readonly text: string;
}

/** Question id to document id to grade. */
export type Judgements = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * The set's documents, one by one, never all in memory.
 * @throws AppError `wrong-use`, with file and line
 */
export async function* readRecords(setFolder: string): AsyncGenerator<SetRecord> {
  const seen = new Set<string>();
  for await (const { value, place } of readJsonLines(join(setFolder, 'corpus.jsonl'), recordSchema)) {
    if (seen.has(value.id)) throw wrongSet(place, `the id ${JSON.stringify(value.id)} was there before`);
    seen.add(value.id);
    yield { id: value.id, title: value.title ?? '', text: value.text };
  }
}

/** @throws AppError `wrong-use`, with file and line */
export async function readQuestions(setFolder: string): Promise<readonly SetQuestion[]> {
  const questions: SetQuestion[] = [];
  for await (const { value } of readJsonLines(join(setFolder, 'queries.jsonl'), questionSchema)) questions.push(value);
  return questions;
}

/**
 * `qrels.tsv`: question, document and grade, split by tabs. A heading line is left out.
 * @throws AppError `wrong-use`, with file and line
 */
export async function readJudgements(setFolder: string): Promise<Judgements> {
  const judgements = new Map<string, Map<string, number>>();
  for await (const { line, number, place } of readLines(join(setFolder, 'qrels.tsv'))) {
    const [questionId, documentId, grade, ...rest] = line.split('\t');
    if (questionId === undefined || documentId === undefined || grade === undefined || rest.length > 0) {
      throw wrongSet(place, 'expected question, document and grade with a tab between them');
    }
    if (!/^\d+$/.test(grade)) {
      if (number === 1) continue;
      throw wrongSet(place, `the grade ${JSON.stringify(grade)} is not a whole number`);
    }
    const ofQuestion = judgements.get(questionId) ?? new Map<string, number>();
    judgements.set(questionId, ofQuestion.set(documentId, Number(grade)));
  }
  return judgements;
}

/**
 * Question id to its gold answers; null where the set has no `answers.jsonl`.
 * @throws AppError `wrong-use`, with file and line
 */
export async function readAnswers(setFolder: string): Promise<ReadonlyMap<string, readonly GoldAnswer[]> | null> {
  const file = join(setFolder, 'answers.jsonl');
  if (!existsSync(file)) return null;
  const answers = new Map<string, GoldAnswer[]>();
  for await (const { value } of readJsonLines(file, answerSchema)) {
    const ofQuestion = answers.get(value.id) ?? [];
    ofQuestion.push({ documentId: value.doc, start: value.start, text: value.text });
    answers.set(value.id, ofQuestion);
  }
  return answers;
}

/**
 * The ids of the questions that `split.tsv` puts into a part: question and part, split by a tab.
 * @throws AppError `wrong-use` where the set has no such file or no such part
 */
export async function readPart(setFolder: string, part: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const { line } of readLines(join(setFolder, 'split.tsv'))) {
    const [id, name] = line.split('\t');
    if (id !== undefined && name === part) ids.add(id);
  }
  if (ids.size === 0) throw new AppError('wrong-use', `split.tsv in ${setFolder} has no part “${part}”.`);
  return ids;
}

async function* readJsonLines<T>(file: string, schema: z.ZodType<T>): AsyncGenerator<{ value: T; place: string }> {
  for await (const { line, place } of readLines(file)) {
    const parsed = schema.safeParse(parseJson(line, place));
    if (!parsed.success) throw wrongSet(place, describe(parsed.error));
    yield { value: parsed.data, place };
  }
}

function parseJson(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw wrongSet(place, 'this is not JSON', cause);
  }
}

function describe(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined ? 'it has another shape' : `${issue.path.join('.') || 'the line'}: ${issue.message}`;
}

/** Lines end with `\n` alone: JSON text may hold the other separators that line readers know. */
async function* readLines(file: string): AsyncGenerator<{ line: string; number: number; place: string }> {
  if (!existsSync(file)) {
    throw new AppError('wrong-use', `There is no ${file}. Name the folder of a set that holds it.`);
  }
  let number = 0;
  const numbered = (line: string): { line: string; number: number; place: string } => {
    number += 1;
    const clean = number === 1 && line.startsWith('\uFEFF') ? line.slice(1) : line;
    return { line: clean.endsWith('\r') ? clean.slice(0, -1) : clean, number, place: `${file}, line ${number}` };
  };
  let rest = '';
  for await (const part of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lines = (rest + String(part)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const next = numbered(line);
      if (next.line.trim() !== '') yield next;
    }
  }
  const last = numbered(rest);
  if (last.line.trim() !== '') yield last;
}

function wrongSet(place: string, what: string, cause?: unknown): AppError {
  return new AppError('wrong-use', `${place}: ${what}. Correct the set and run it again.`, { cause });
}
