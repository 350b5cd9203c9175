// The sets that the calibration is fitted on, with opaque ids: a name that gives the answer away would teach nothing.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  readJudgements,
  readQuestions,
  readRecords,
  type SetQuestion,
} from '../../electron/engine/evaluate/read-set.js';
import type { DocumentRecord } from '../../electron/engine/ingest/record-source.js';

export interface CalibrationRecord extends DocumentRecord {
  /** The same for parallel passages of other languages. */
  readonly group: string;
  /** Passages of one article or page: near neighbours of each other. */
  readonly subject: string;
  readonly half: 0 | 1;
}

export interface CalibrationQuestion extends SetQuestion {
  /** Groups of the passages that answer it. */
  readonly answers: ReadonlySet<string>;
  readonly subject: string;
  readonly half: 0 | 1;
}

export interface CalibrationSet {
  readonly name: string;
  readonly records: readonly CalibrationRecord[];
  readonly questions: readonly CalibrationQuestion[];
}

/** Reads the documents of one set and the questions of one (the same, or one with the same judgements). */
export async function readSet(setsFolder: string, corpusName: string, questionsName: string): Promise<CalibrationSet> {
  const corpusFolder = join(setsFolder, corpusName);
  const family = familyOf(corpusName);
  const records: CalibrationRecord[] = [];
  for await (const { id, title, text } of readRecords(corpusFolder)) {
    const group = `${family}/${id}`;
    const subject = subjectOf(group);
    records.push({ id: opaqueId(corpusName, id), title, text, group, subject, half: halfOf(subject) });
  }
  const judgements = await readJudgements(corpusFolder);
  const questions: CalibrationQuestion[] = [];
  for (const question of await readQuestions(join(setsFolder, questionsName))) {
    const grades = [...(judgements.get(question.id) ?? [])].filter(([, grade]) => grade > 0);
    const answers = new Set(grades.map(([id]) => `${family}/${id}`));
    const [first] = answers;
    if (first === undefined) continue;
    const subject = subjectOf(first);
    questions.push({ ...question, answers, subject, half: halfOf(subject) });
  }
  return { name: corpusName === questionsName ? corpusName : `${questionsName} > ${corpusName}`, records, questions };
}

function opaqueId(setName: string, id: string): string {
  return createHash('sha256').update(`${setName}/${id}`).digest('hex').slice(0, 12);
}

/** `xquad` for `xquad-es`: sets of one family have the same ids for the same passages. */
function familyOf(setName: string): string {
  return setName.replace(/-(ar|de|en|es|ru|zh)$/, '');
}

/** `xquad/xq-07` of `xquad/xq-07-3`, `fastapi-docs/tutorial/body` of `fastapi-docs/tutorial/body#a-heading`. */
function subjectOf(group: string): string {
  return group.includes('#') ? group.slice(0, group.indexOf('#')) : group.replace(/-\d+$/, '');
}

/** By subject, so that no passage of a subject is read with what was fitted on its neighbours or translations. */
function halfOf(subject: string): 0 | 1 {
  let hash = 0;
  for (const character of subject) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % 2 === 0 ? 0 : 1;
}
