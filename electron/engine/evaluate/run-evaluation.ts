// Runs a set of questions with known answers through the whole engine and judges what came back.
import { basename, resolve } from 'node:path';
import type { FusionName, SearchMode } from '../../../shared/domain/search.js';
import { AppError } from '../../../shared/errors.js';
import { Asker, type EvaluationDoor, type FoundDocuments } from './ask-set.js';
import { bootstrapInterval, type Interval, judgeRanking, mean, type QuestionFigures } from './metrics.js';
import { goldPlaces, judgePassages } from './passage-figures.js';
import {
  type Judgements,
  readAnswers,
  readJudgements,
  readQuestions,
  readRecords,
  type SetQuestion,
} from './read-set.js';
import {
  type AnswerableOutcome,
  type Declined,
  declinedAt,
  declinedAtCost,
  type ThresholdPoint,
  thresholdCurve,
} from './threshold-curve.js';

export interface EvaluationOptions {
  /** Folder with corpus and judgements, and questions unless `questionsFolder` is given. */
  readonly setFolder: string;
  readonly questionsFolder?: string | undefined;
  readonly mode?: SearchMode | undefined;
  readonly fusion?: FusionName | undefined;
  readonly rerank?: boolean | undefined;
  /** Ask again with every fifth document left out, and count what is declined. */
  readonly withThresholdCurve?: boolean | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Means over questions, each 0 to 1. */
export interface RankingFigures {
  readonly 'recall@1': number;
  readonly 'recall@3': number;
  readonly 'recall@5': number;
  readonly 'recall@10': number;
  readonly 'mrr@10': number;
  readonly 'ndcg@10': number;
}

export interface ThresholdFigures {
  /** Documents left out, and the questions that so lost their answer, and those that kept it. */
  readonly documentsLeftOut: number;
  readonly unanswerable: number;
  readonly answerable: number;
  readonly points: readonly ThresholdPoint[];
  /** At the threshold that the app uses by default, and at the one that declines 5 % wrongly. */
  readonly atDefault: Declined;
  readonly atFivePercent: Declined;
}

export interface EvaluationResult extends RankingFigures {
  readonly set: string;
  readonly questionsFrom: string;
  readonly mode: SearchMode;
  readonly fusion: FusionName;
  readonly rerank: boolean;
  /** Questions judged: those of which the set knows a relevant document. */
  readonly queries: number;
  readonly documents: number;
  /** All of it: indexing what was not indexed, and asking. */
  readonly seconds: number;
  /** 95 % by bootstrap over questions. */
  readonly confidence: { readonly 'mrr@10': Interval; readonly 'ndcg@10': Interval };
  /** The same figures for passages that hold the gold answer; null where the set has no answers. */
  readonly byPassage: (RankingFigures & { readonly queries: number }) | null;
  readonly thresholdCurve: ThresholdFigures | null;
}

/** One line of a TREC run file. */
export interface RunLine {
  readonly questionId: string;
  readonly documentId: string;
  readonly rank: number;
}

const leaveOutEvery = 5;

/**
 * Indexes the set's documents (what is indexed already costs nothing), asks every question literally, and judges
 * the documents found: 100 a question, each once by its best passage, without a threshold.
 * @throws AppError `wrong-use` for a set that cannot be read
 */
export async function runEvaluation(
  door: EvaluationDoor,
  options: EvaluationOptions,
  signal?: AbortSignal,
): Promise<{ readonly result: EvaluationResult; readonly run: readonly RunLine[] }> {
  const startedMs = performance.now();
  const { setFolder, questionsFolder = setFolder, mode = 'hybrid', fusion = 'default', rerank = false } = options;
  const judgements = await readJudgements(setFolder);
  const questions = (await readQuestions(questionsFolder)).filter((question) => hasRelevant(judgements, question));
  if (questions.length === 0) {
    throw new AppError('wrong-use', `None of the questions in ${questionsFolder} is judged in ${setFolder}/qrels.tsv.`);
  }
  const answers = await readAnswers(setFolder);
  const places = answers === null ? null : await goldPlaces(answers, readRecords(setFolder));

  const name = basename(resolve(setFolder));
  await door.indexRecords({ name, records: readRecords(setFolder) }, signal);
  const asker = await Asker.open(door, name, { mode, fusion, rerank }, signal);
  const rounds = options.withThresholdCurve ? 2 : 1;
  const onAsked = (done: number): void => options.onProgress?.(done, questions.length * rounds);
  const found = await asker.askAll(questions, null, onAsked);

  const figures = questions.map((question, i) =>
    judgeRanking(found[i]?.documents ?? [], judgements.get(question.id) ?? new Map()),
  );
  const result: EvaluationResult = {
    set: name,
    questionsFrom: basename(resolve(questionsFolder)),
    mode,
    fusion,
    rerank,
    ...meanFigures(figures),
    queries: questions.length,
    documents: asker.documentCount,
    confidence: {
      'mrr@10': bootstrapInterval(figures.map((of) => of.reciprocalRank)),
      'ndcg@10': bootstrapInterval(figures.map((of) => of.ndcg)),
    },
    byPassage: places === null ? null : passageFigures(questions, found, places),
    thresholdCurve: options.withThresholdCurve
      ? await thresholdFigures(asker, questions, judgements, (done) => onAsked(questions.length + done))
      : null,
    seconds: (performance.now() - startedMs) / 1000,
  };
  const run = questions.flatMap((question, i) =>
    (found[i]?.documents ?? []).map((documentId, at) => ({ questionId: question.id, documentId, rank: at + 1 })),
  );
  return { result, run };
}

/** A run in the format of TREC, that its tools and others read. Scores only repeat the order. */
export function trecRun(run: readonly RunLine[]): string {
  return run
    .map(
      ({ questionId, documentId, rank }) => `${questionId} Q0 ${documentId} ${rank} ${(1 / rank).toFixed(6)} acervo\n`,
    )
    .join('');
}

function hasRelevant(judgements: Judgements, question: SetQuestion): boolean {
  return [...(judgements.get(question.id)?.values() ?? [])].some((grade) => grade > 0);
}

function meanFigures(figures: readonly QuestionFigures[]): RankingFigures {
  const recall = (at: number): number => mean(figures.map((of) => of.recall[at] ?? 0));
  return {
    'recall@1': recall(0),
    'recall@3': recall(1),
    'recall@5': recall(2),
    'recall@10': recall(3),
    'mrr@10': mean(figures.map((of) => of.reciprocalRank)),
    'ndcg@10': mean(figures.map((of) => of.ndcg)),
  };
}

function passageFigures(
  questions: readonly SetQuestion[],
  found: readonly FoundDocuments[],
  places: Awaited<ReturnType<typeof goldPlaces>>,
): RankingFigures & { readonly queries: number } {
  const figures = questions.flatMap((question, i) => {
    const gold = places.get(question.id);
    return gold === undefined ? [] : [judgePassages(found[i]?.passages ?? [], gold)];
  });
  return { ...meanFigures(figures), queries: figures.length };
}

async function thresholdFigures(
  asker: Asker,
  questions: readonly SetQuestion[],
  judgements: Judgements,
  onAsked: (done: number) => void,
): Promise<ThresholdFigures | null> {
  const leftOut = new Set(asker.recordIds.filter((_, index) => index % leaveOutEvery === leaveOutEvery - 1));
  const found = await asker.askAll(questions, leftOut, onAsked);
  const outcomes: AnswerableOutcome[] = [];
  for (const [i, question] of questions.entries()) {
    const answerable = found[i]?.answerable ?? null;
    if (answerable === null) return null;
    const relevant = [...(judgements.get(question.id) ?? [])].filter(([, grade]) => grade > 0).map(([id]) => id);
    const kept = relevant.filter((id) => !leftOut.has(id));
    const first = found[i]?.documents[0];
    outcomes.push({
      answerable,
      hasAnswer: kept.length > 0,
      isFirstRight: first !== undefined && kept.includes(first),
    });
  }
  const answerableCount = outcomes.filter((outcome) => outcome.hasAnswer).length;
  return {
    documentsLeftOut: leftOut.size,
    unanswerable: outcomes.length - answerableCount,
    answerable: answerableCount,
    points: thresholdCurve(
      outcomes,
      Array.from({ length: 21 }, (_, step) => step / 20),
    ),
    atDefault: declinedAt(outcomes, found[0]?.threshold ?? 0),
    atFivePercent: declinedAtCost(outcomes),
  };
}
