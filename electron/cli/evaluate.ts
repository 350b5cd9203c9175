// `acervo eval` and `acervo eval-answers`: a set of questions with known answers, measured in a library of its own.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fusionNames, searchModes } from '../../shared/domain/search.js';
import { AppError } from '../../shared/errors.js';
import { type AnswerFigures, evaluateAnswers } from '../engine/evaluate/evaluate-answers.js';
import { runEvaluation, trecRun } from '../engine/evaluate/run-evaluation.js';
import { chooseAnswerMode } from './answer-settings.js';
import { choiceOf, numberOf, optionOf, type ParsedArguments } from './arguments.js';
import { evaluationCacheFolder } from './library-folder.js';
import { type Output, table } from './output.js';
import { evaluationText } from './text-results.js';
import { withLibrary } from './with-library.js';

const done = 0;

interface ChosenSet {
  readonly setFolder: string;
  readonly questionsFolder: string | undefined;
  /** Of the library that its documents are indexed in. */
  readonly folder: string;
}

/** @throws AppError `wrong-use` where there is no set */
function chosenSet(parsed: ParsedArguments): ChosenSet {
  const [set = ''] = parsed.words;
  const setFolder = resolve(set);
  if (!existsSync(join(setFolder, 'corpus.jsonl'))) {
    throw new AppError(
      'wrong-use',
      `There is no corpus.jsonl in “${set}”. A set is a folder with one; see “acervo help”.`,
    );
  }
  const queries = optionOf(parsed, 'queries');
  const named = optionOf(parsed, 'library');
  return {
    setFolder,
    questionsFolder: queries === undefined ? undefined : resolve(queries),
    folder: named === undefined ? join(evaluationCacheFolder(), encodeURIComponent(setFolder)) : resolve(named),
  };
}

export async function evaluateSet(parsed: ParsedArguments, output: Output): Promise<number> {
  const { folder, ...set } = chosenSet(parsed);
  return withLibrary({ folder, onProgress: output.progress }, output, async (library, signal) => {
    const { result, run } = await runEvaluation(
      library,
      {
        ...set,
        mode: choiceOf(parsed, 'mode', searchModes),
        fusion: choiceOf(parsed, 'fusion', fusionNames),
        rerank: parsed.flags.has('rerank'),
        withThresholdCurve: parsed.flags.has('threshold-curve'),
      },
      signal,
    );
    output.endProgress();
    const file = optionOf(parsed, 'run');
    if (file !== undefined) await writeFile(resolve(file), trecRun(run));
    output.result(result, () => evaluationText(result));
    return done;
  });
}

export async function evaluateSetAnswers(parsed: ParsedArguments, output: Output): Promise<number> {
  const { folder, ...set } = chosenSet(parsed);
  const dropEvery = numberOf(parsed, 'drop', 2, 1_000, 'whole') ?? 0;
  return withLibrary({ folder, onProgress: output.progress }, output, async (library, signal) => {
    const figures = await evaluateAnswers(
      library,
      {
        ...set,
        ...{ dropEvery, part: optionOf(parsed, 'part'), mode: chooseAnswerMode(parsed, library.chat) },
        comparesWhole: parsed.flags.has('whole-document'),
      },
      signal,
    );
    output.endProgress();
    output.result(figures, () => answerFiguresText(figures));
    return done;
  });
}

function answerFiguresText({ set, questionsFrom, questions, ...figures }: AnswerFigures): string {
  const { tokens, costUsd, costUsdWithoutCaching, wholeDocument, ...shares } = figures;
  const rows = Object.entries(shares).map(([name, value]) => [
    name,
    Number.isInteger(value) ? String(value) : value.toFixed(4),
  ]);
  const lines = [`${set}, questions of ${questionsFrom}: ${questions} questions.`, table(rows).trimEnd()];
  lines.push(costLine('A question', { tokens, costUsd, costUsdWithoutCaching }));
  if (wholeDocument !== null) {
    const { questions: asked, tooLong, goldQuoted, citationPrecision } = wholeDocument;
    lines.push(
      costLine('A question of its whole document', wholeDocument),
      `Of ${asked} asked so: ${goldQuoted} gold answers quoted, citation precision ${citationPrecision.toFixed(4)}, ${tooLong} too long.`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function costLine(
  what: string,
  { tokens, costUsd, costUsdWithoutCaching }: Pick<AnswerFigures, 'tokens' | 'costUsd' | 'costUsdWithoutCaching'>,
): string {
  if (tokens === null) return `${what}: no model was asked, so no tokens and no cost.`;
  const dollars = (usd: number | null): string =>
    usd === null ? 'a price that is not known' : `${usd.toFixed(6)} USD`;
  return (
    `${what}: ${tokens.input.toFixed(0)} tokens sent, ${tokens.cached.toFixed(0)} read from the host's cache, ` +
    `${tokens.output.toFixed(0)} answered; ${dollars(costUsd)}, without caching ${dollars(costUsdWithoutCaching)}.`
  );
}
