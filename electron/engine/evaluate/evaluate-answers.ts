// Asks the questions of a set whose answers are known, and judges the answers: what they quote, what they cite, what they decline.
import { randomUUID } from 'node:crypto';
import { basename, resolve } from 'node:path';
import type { Answer, AnswerMode } from '../../../shared/domain/chat.js';
import { costUsdOf } from '../../../shared/domain/chat-models.js';
import { AppError } from '../../../shared/errors.js';
import type { Library } from '../library.js';
import { recordPath } from '../library.js';
import { documentsOfSet, type EvaluationDoor } from './ask-set.js';
import { mean } from './metrics.js';
import { type GoldPlace, goldPlaces } from './passage-figures.js';
import { readAnswers, readPart, readQuestions, readRecords, type SetQuestion } from './read-set.js';

export interface AnswerEvaluationOptions {
  /** Folder with corpus and gold answers, and questions unless `questionsFolder` is given. */
  readonly setFolder: string;
  readonly questionsFolder?: string | undefined;
  /** Every so many documents one is left out: its questions have no answer. 0 leaves none out. */
  readonly dropEvery: number;
  /** Only the questions that `split.tsv` puts into this part. */
  readonly part?: string | undefined;
  readonly mode: AnswerMode;
  /** Asks each answerable question of its document as a whole, too. */
  readonly comparesWhole?: boolean | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface AnswerFigures {
  readonly set: string;
  readonly questionsFrom: string;
  readonly questions: number;
  /** Questions whose document is there, and those whose document was left out. */
  readonly answerable: number;
  readonly unanswerable: number;
  /** Of the answerable ones: answered with a quote that holds the gold answer; and declined. */
  readonly goldQuoted: number;
  readonly declinedWrongly: number;
  readonly declinedRightly: number;
  /** `goldQuoted` as a share of the answerable questions that were answered. */
  readonly goldQuotedShare: number;
  readonly declinedWronglyShare: number;
  readonly declinedRightlyShare: number;
  readonly meanAnswerCharacters: number;
  /** Of the answered answerable questions: share of cited passages that hold the gold answer; and of questions with one that does. */
  readonly citationPrecision: number;
  readonly citationRecall: number;
  /** Mean of a question that a model was asked; null where none was. */
  readonly tokens: MeanTokens | null;
  /** US dollars a question, as it was and as it would be if the host kept nothing; null without a known price. */
  readonly costUsd: number | null;
  readonly costUsdWithoutCaching: number | null;
  /** The answerable questions asked once more, each of its own document as a whole; null where that was not asked for. */
  readonly wholeDocument: WholeDocumentFigures | null;
  readonly seconds: number;
}

interface MeanTokens {
  /** In full or into the host's cache, read from it, and answered. */
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

type Costs = Pick<AnswerFigures, 'tokens' | 'costUsd' | 'costUsdWithoutCaching'>;

export interface WholeDocumentFigures extends Costs {
  readonly questions: number;
  /** Of these the document was too long for the model, or was refused: its passages were read. */
  readonly tooLong: number;
  readonly goldQuoted: number;
  readonly citationPrecision: number;
}

interface Outcome {
  readonly answer: Answer;
  readonly gold: readonly GoldPlace[];
  readonly hasAnswer: boolean;
}

type Door = EvaluationDoor & Pick<Library, 'chat'>;

const questionsAtOnce = 2;

/** @throws AppError `wrong-use` for a set that cannot be read or has no gold answers */
export async function evaluateAnswers(
  door: Door,
  options: AnswerEvaluationOptions,
  signal?: AbortSignal,
): Promise<AnswerFigures> {
  const startedMs = performance.now();
  const { setFolder, questionsFolder = setFolder, dropEvery } = options;
  const answers = await readAnswers(setFolder);
  if (answers === null)
    throw new AppError('wrong-use', `${setFolder} has no answers.jsonl: there is nothing to judge by.`);
  const places = await goldPlaces(answers, readRecords(setFolder));
  const part = options.part === undefined ? null : await readPart(questionsFolder, options.part);
  const questions = (await readQuestions(questionsFolder)).filter(
    ({ id }) => places.has(id) && (part === null || part.has(id)),
  );
  if (questions.length === 0)
    throw new AppError('wrong-use', `None of the questions in ${questionsFolder} has a gold answer.`);

  const name = basename(resolve(setFolder));
  await door.indexRecords({ name, records: readRecords(setFolder) }, signal);
  const documents = await documentsOfSet(door, name);
  const recordIds = [...documents.keys()].sort();
  const leftOut = new Set(recordIds.filter((_, at) => dropEvery > 0 && at % dropEvery === dropEvery - 1));
  const scope =
    leftOut.size === 0
      ? { paths: [recordPath(name, '').slice(0, -1)] }
      : { documentIds: recordIds.filter((id) => !leftOut.has(id)).map((id) => documents.get(id) ?? '') };

  const outcomes: Outcome[] = [];
  const wholes: Outcome[] = [];
  let next = 0;
  const askOn = async (): Promise<void> => {
    for (let at = next++; at < questions.length; at = next++) {
      const question = questions[at] as SetQuestion;
      const asked = { question: question.text, mode: options.mode };
      const answer = await door.chat.answer({ askId: randomUUID(), ...asked, scope }, undefined, signal);
      signal?.throwIfAborted();
      const all = places.get(question.id) ?? [];
      const gold = all
        .filter(({ documentId }) => !leftOut.has(documentId))
        .map((place) => ({ ...place, documentId: documents.get(place.documentId) ?? '' }));
      outcomes[at] = { answer, gold, hasAnswer: gold.length > 0 };
      const [place] = gold;
      if (options.comparesWhole === true && place !== undefined) {
        const own = { scope: { documentIds: [place.documentId] }, reading: 'document' } as const;
        const whole = await door.chat.answer({ askId: randomUUID(), ...asked, ...own }, undefined, signal);
        signal?.throwIfAborted();
        wholes.push({ answer: whole, gold, hasAnswer: true });
      }
      options.onProgress?.(outcomes.filter((one) => one !== undefined).length, questions.length);
    }
  };
  await Promise.all(Array.from({ length: questionsAtOnce }, askOn));
  return {
    set: name,
    questionsFrom: basename(resolve(questionsFolder)),
    ...judgeAnswers(outcomes),
    wholeDocument: options.comparesWhole === true ? judgeWhole(wholes) : null,
    seconds: (performance.now() - startedMs) / 1_000,
  };
}

/** The figures of answers that were given. */
export function judgeAnswers(
  outcomes: readonly Outcome[],
): Omit<AnswerFigures, 'set' | 'questionsFrom' | 'seconds' | 'wholeDocument'> {
  const isDeclined = ({ answer }: Outcome): boolean => answer.kind === 'not-found';
  const withAnswer = outcomes.filter(({ hasAnswer }) => hasAnswer);
  const without = outcomes.filter(({ hasAnswer }) => !hasAnswer);
  const answered = withAnswer.filter((one) => !isDeclined(one));
  const goldQuoted = answered.filter(isGoldQuoted).length;
  const cited = answered.map(({ answer, gold }) =>
    answer.sources.map((source) => gold.some((place) => isInside(place, source.documentId, source))),
  );
  const declinedWrongly = withAnswer.filter(isDeclined).length;
  const declinedRightly = without.filter(isDeclined).length;
  return {
    questions: outcomes.length,
    answerable: withAnswer.length,
    unanswerable: without.length,
    goldQuoted,
    declinedWrongly,
    declinedRightly,
    goldQuotedShare: shareOf(goldQuoted, answered.length),
    declinedWronglyShare: shareOf(declinedWrongly, withAnswer.length),
    declinedRightlyShare: shareOf(declinedRightly, without.length),
    meanAnswerCharacters: mean(answered.map(({ answer }) => answer.answer.length)),
    citationPrecision: mean(cited.flat().map(Number)),
    citationRecall: mean(cited.map((one) => Number(one.includes(true)))),
    ...costsOf(outcomes),
  };
}

function judgeWhole(outcomes: readonly Outcome[]): WholeDocumentFigures {
  const { goldQuoted, citationPrecision } = judgeAnswers(outcomes);
  const isTooLong = ({ answer }: Outcome): boolean => answer.steps.some(({ kind }) => kind === 'too-long');
  const tooLong = outcomes.filter(isTooLong).length;
  return { questions: outcomes.length, tooLong, goldQuoted, citationPrecision, ...costsOf(outcomes) };
}

/** Of the questions that a model was asked. */
function costsOf(outcomes: readonly Outcome[]): Costs {
  const sent = outcomes.flatMap(({ answer }) => answer.sent ?? []);
  if (sent.length === 0) return { tokens: null, costUsd: null, costUsdWithoutCaching: null };
  const plain = sent.map(({ model, usage }) =>
    costUsdOf(model, {
      ...{ input: usage.input + usage.cacheRead + usage.cacheWritten, cacheRead: 0, cacheWritten: 0 },
      output: usage.output,
    }),
  );
  return {
    tokens: {
      input: mean(sent.map(({ usage }) => usage.input + usage.cacheWritten)),
      cached: mean(sent.map(({ usage }) => usage.cacheRead)),
      output: mean(sent.map(({ usage }) => usage.output)),
    },
    costUsd: meanOfKnown(sent.map(({ costUsd }) => costUsd)),
    costUsdWithoutCaching: meanOfKnown(plain),
  };
}

/** Null where one of them is not known: a mean of the others would be none of these questions. */
function meanOfKnown(costs: readonly (number | null)[]): number | null {
  const known = costs.flatMap((cost) => cost ?? []);
  return known.length === costs.length ? mean(known) : null;
}

function isGoldQuoted({ answer, gold }: Outcome): boolean {
  const documents = new Map(answer.sources.map(({ n, documentId }) => [n, documentId]));
  return answer.citations.some((citation) =>
    gold.some((place) => isInside(place, documents.get(citation.n) ?? '', citation)),
  );
}

function isInside(
  place: GoldPlace,
  documentId: string,
  { start, end }: { readonly start: number | null; readonly end: number | null },
): boolean {
  return start !== null && end !== null && documentId === place.documentId && start <= place.start && place.end <= end;
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
