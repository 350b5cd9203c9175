// `acervo model`: which models there are, a new one from a folder, and the change to another model or other passages.
import { resolve } from 'node:path';
import {
  type BuildReport,
  type ChunkSettings,
  chunkRanges,
  type GenerationChange,
  type GenerationEstimate,
  type ModelInfo,
  type ModelsState,
  poolings,
} from '../../shared/domain/models.js';
import { type ModelHints, modelHintsSchema } from '../../shared/domain/models-schema.js';
import { AppError } from '../../shared/errors.js';
import type { Library } from '../engine/library.js';
import { choiceOf, numberOf, optionOf, type ParsedArguments } from './arguments.js';
import { usageOf } from './help.js';
import { durationOf, type Output, table } from './output.js';
import { sizeOf } from './text-results.js';

const done = 0;

type Open = (work: (library: Library, signal: AbortSignal) => Promise<number>) => Promise<number>;

/** The library that is meant: only a model that is added makes one that is not there. */
interface Opening {
  readonly make: Open;
  readonly find: Open;
}

/** @throws AppError `wrong-use` for an action that there is not, or without what it needs */
export function runModel(parsed: ParsedArguments, output: Output, { make, find }: Opening): Promise<number> {
  const [action, word] = parsed.words;
  const needsWord = action === 'add' || action === 'use' || action === 'remove';
  if (needsWord !== (word !== undefined) || word === '') throw new AppError('wrong-use', usageOf('model'));
  switch (action) {
    case 'list':
      return find(async ({ models }) => {
        const state = await models.state();
        output.result(state, () => stateText(state));
        return done;
      });
    case 'add': {
      const hints = hintsOf(parsed);
      return make(async ({ models }, signal) => {
        const model = await models.add(resolve(word ?? ''), hints, signal);
        output.result(model, () => addedText(model));
        return done;
      });
    }
    case 'use':
      return find((library, signal) => use(parsed, word ?? '', output, library, signal));
    case 'remove':
      return find(async ({ models }) => {
        await models.remove(word ?? '');
        output.result({ removed: word }, () => `Removed the model “${word}”.\n`);
        return done;
      });
    case 'cancel':
      return find(async ({ models }) => {
        const isCancelled = await models.cancel();
        output.result({ cancelled: isCancelled }, () =>
          isCancelled ? 'Given up; what was prepared is gone.\n' : 'Nothing was being prepared.\n',
        );
        return done;
      });
    default:
      throw new AppError('wrong-use', usageOf('model'));
  }
}

function hintsOf(parsed: ParsedArguments): ModelHints {
  const hints = modelHintsSchema.safeParse({
    name: optionOf(parsed, 'name'),
    pooling: choiceOf(parsed, 'pooling', poolings),
    dimension: numberOf(parsed, 'dimension', 8, 4_096, 'whole'),
    maxInputTokens: numberOf(parsed, 'max-tokens', 64, 8_192, 'whole'),
    questionPrefix: optionOf(parsed, 'question-prefix'),
    passagePrefix: optionOf(parsed, 'passage-prefix'),
    weights: optionOf(parsed, 'weights'),
  });
  if (hints.success) return hints.data;
  throw new AppError(
    'wrong-use',
    'A name is made of letters, digits, dots and dashes; a prefix has at most 200 characters.',
  );
}

async function use(
  parsed: ParsedArguments,
  model: string,
  output: Output,
  library: Library,
  signal: AbortSignal,
): Promise<number> {
  const { chunking: now } = await library.models.state();
  const change: GenerationChange = { model, chunking: chunkingOf(parsed, now) };
  const estimate = await library.models.estimate(change);
  if (parsed.flags.has('estimate')) {
    output.result({ ...change, ...estimate }, () => estimateText(estimate));
    return done;
  }
  if (estimate.isChange) output.message(estimateText(estimate).trimEnd());
  const report = await library.models.change(change, signal);
  output.endProgress();
  output.result(report, () => reportText(report, estimate.isChange));
  return done;
}

/** What is not given stays as it is. */
function chunkingOf(parsed: ParsedArguments, now: ChunkSettings): ChunkSettings {
  const number = (name: string, { least, most }: { readonly least: number; readonly most: number }, before: number) =>
    numberOf(parsed, name, least, most, 'whole') ?? before;
  return {
    size: number('chunk-size', chunkRanges.size, now.size),
    overlap: number('overlap', chunkRanges.overlap, now.overlap),
    minimum: number('min-characters', chunkRanges.minimum, now.minimum),
  };
}

function stateText({ models, chunking, building }: ModelsState): string {
  const rows = models.map((model) => [
    model.isInUse ? '*' : '',
    model.name,
    `${model.dimension} numbers`,
    model.pooling,
    model.isMissing ? 'its files are gone' : sizeOf(model.bytes),
    model.isCalibrated ? 'calibrated' : 'not calibrated: similarity only',
  ]);
  const lines = [table(rows).trimEnd(), `Passages: ${chunkingText(chunking)}.`];
  if (building !== null) {
    lines.push(
      `Being prepared: ${building.model}, ${chunkingText(building.chunking)}; “acervo model use” goes on with it.`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function chunkingText({ size, overlap, minimum }: ChunkSettings): string {
  return `${size} tokens, ${overlap} % repeated, at least ${minimum} characters`;
}

function addedText({ name, dimension, isCalibrated }: ModelInfo): string {
  const calibration = isCalibrated ? '' : ' It is not calibrated: searches will show the similarity only.';
  return `Added “${name}” (${dimension} numbers a vector).${calibration} “acervo model use ${name}” puts it to use.\n`;
}

function estimateText({ isChange, documents, passages, seconds, isMeasured }: GenerationEstimate): string {
  if (!isChange) return 'That is what the library has already.\n';
  const speed = isMeasured ? 'at the speed that this machine has shown' : 'at the speed of a usual machine';
  return `${documents} documents, about ${passages} passages, about ${durationOf(seconds)} ${speed}.\n`;
}

function reportText({ model, documents, passages, embedded }: BuildReport, isChange: boolean): string {
  if (!isChange) return 'That is what the library has already.\n';
  return `Now in use: “${model}”, ${documents} documents, ${passages} passages, ${embedded} of them embedded.\n`;
}
