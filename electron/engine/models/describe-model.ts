// What a folder in the layout of transformers.js says of its model, and what a person said of it: enough to use it, or an error that asks.
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Pooling } from '../../../shared/domain/models.js';
import type { ModelHints } from '../../../shared/domain/models-schema.js';
import { AppError } from '../../../shared/errors.js';
import { type ModelFileRole, type ModelManifest, parseManifest } from '../embed/model-files.js';

/** A model as its folder describes it, before any of its files was opened. */
export interface DescribedModel {
  readonly name: string;
  readonly licence: string;
  readonly source: string;
  readonly dimension: number;
  readonly maxInputTokens: number;
  readonly prefixes: { readonly question: string; readonly passage: string };
  /** Null: the model is asked. */
  readonly pooling: Pooling | null;
  /** Paths are relative to the folder, with `/`. */
  readonly files: readonly { readonly role: ModelFileRole; readonly path: string }[];
  /** The folder's own manifest, where it is whole: then nothing else is looked at. */
  readonly manifest: ModelManifest | null;
}

const configSchema = z.object({
  hidden_size: z.number().int().positive().optional(),
  d_model: z.number().int().positive().optional(),
  dim: z.number().int().positive().optional(),
  max_position_embeddings: z.number().int().positive().optional(),
  model_type: z.string().optional(),
});
const tokenizerConfigSchema = z.object({ model_max_length: z.number().positive().optional() });
const poolingSchema = z.object({
  word_embedding_dimension: z.number().int().positive().optional(),
  pooling_mode_cls_token: z.boolean().optional(),
  pooling_mode_mean_tokens: z.boolean().optional(),
  pooling_mode_max_tokens: z.boolean().optional(),
  pooling_mode_lasttoken: z.boolean().optional(),
});
const modulesSchema = z.array(z.object({ type: z.string(), path: z.string() }));
const lengthSchema = z.object({ max_seq_length: z.number().int().positive().optional() });
const promptsSchema = z.object({ prompts: z.record(z.string(), z.string()).optional() });

/** Of models that count positions from after the padding token. */
const offsetPositions: ReadonlySet<string> = new Set(['roberta', 'xlm-roberta', 'camembert', 'mpnet', 'longformer']);
const positionsBeforeText = 2;
/** Longer inputs only cost: a passage has some hundred tokens. */
const mostInputTokens = 2_048;
const usualInputTokens = 512;
const leastInputTokens = 64;
/** The smaller file first: the quick one on a processor. */
const usualWeights = ['model_quantized.onnx', 'model_int8.onnx', 'model.onnx', 'model_fp16.onnx'];

/**
 * @param folder absolute
 * @throws AppError `model-incomplete`, `model-unclear`, `model-unfit`; the message says what is missing, and what to do
 */
export async function describeModel(folder: string, hints: ModelHints = {}): Promise<DescribedModel> {
  const info = await stat(folder).catch(() => null);
  if (info === null || !info.isDirectory()) {
    throw incomplete(`There is no folder “${folder}”. Choose the folder that holds config.json`);
  }
  const own = await ownManifest(folder);
  if (own !== null) return ofManifest(own, hints);
  const config = await readJson(folder, 'config.json', configSchema);
  if (config === null)
    throw incomplete('The folder has no config.json. Choose the folder that transformers.js would load');
  if (!(await isFile(folder, 'tokenizer.json'))) {
    throw incomplete('The folder has no tokenizer.json. Export the model with its fast tokenizer');
  }
  const weights = await weightsOf(folder, hints);
  const tokenizerConfig = await readJson(folder, 'tokenizer_config.json', tokenizerConfigSchema);
  const pooling = await poolingOf(folder);
  const lengths = await readJson(folder, 'sentence_bert_config.json', lengthSchema);
  const prompts = await readJson(folder, 'config_sentence_transformers.json', promptsSchema);
  const dimension = hints.dimension ?? pooling?.dimension ?? config.hidden_size ?? config.d_model ?? config.dim;
  if (dimension === undefined) {
    throw unclear('Nothing says how many numbers its vectors have. Say it with the dimension');
  }
  const files: DescribedModel['files'] = [
    { role: 'weights', path: `onnx/${weights}` },
    { role: 'tokenizer', path: 'tokenizer.json' },
    ...(tokenizerConfig === null ? [] : [{ role: 'tokenizer-config' as const, path: 'tokenizer_config.json' }]),
    { role: 'model-config', path: 'config.json' },
  ];
  return {
    name: hints.name ?? nameOf(folder),
    licence: 'not said',
    source: 'added from a folder',
    dimension,
    maxInputTokens:
      hints.maxInputTokens ?? inputTokens(config, tokenizerConfig?.model_max_length, lengths?.max_seq_length),
    prefixes: {
      question: hints.questionPrefix ?? promptOf(prompts?.prompts, ['query', 'question']),
      passage: hints.passagePrefix ?? promptOf(prompts?.prompts, ['passage', 'document']),
    },
    pooling: hints.pooling ?? pooling?.pooling ?? null,
    files,
    manifest: null,
  };
}

/** Null where there is none; one that is ours and broken is told of. */
async function ownManifest(folder: string): Promise<ModelManifest | null> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return parseManifest(text);
  } catch (cause) {
    throw incomplete('Its manifest.json cannot be understood. Correct it, or take it out of the folder', cause);
  }
}

function ofManifest(manifest: ModelManifest, hints: ModelHints): DescribedModel {
  const { licence, source, dimension, maxInputTokens, prefixes, output, files } = manifest;
  if (hints.dimension !== undefined && hints.dimension !== dimension) {
    throw unfit(`Its manifest says ${dimension} numbers a vector, not ${hints.dimension}. Leave the dimension out`);
  }
  const name = hints.name ?? manifest.name;
  return {
    name,
    licence,
    source,
    dimension,
    maxInputTokens,
    prefixes,
    pooling: output.pooling,
    files: files.map(({ role, path }) => ({ role, path })),
    manifest: { ...manifest, name },
  };
}

async function weightsOf(folder: string, { weights }: ModelHints): Promise<string> {
  const names = (await readdir(join(folder, 'onnx')).catch(() => [])).filter((name) => name.endsWith('.onnx')).sort();
  if (names.length === 0) {
    throw incomplete('The folder has no .onnx file in onnx/. Export the model to ONNX, or choose another folder');
  }
  const wanted = weights?.replace(/^onnx[/\\]/u, '');
  if (wanted !== undefined && !names.includes(wanted)) {
    throw incomplete(`There is no ${wanted} in onnx/. There are: ${names.join(', ')}. Name one of them`);
  }
  const chosen =
    wanted ?? usualWeights.find((name) => names.includes(name)) ?? (names.length === 1 ? names[0] : undefined);
  if (chosen === undefined) throw unclear(`There are several models in onnx/: ${names.join(', ')}. Name one of them`);
  for (const data of [`${chosen}_data`, `${chosen}.data`]) {
    if (await isFile(folder, `onnx/${data}`)) {
      throw unfit(
        `Its weights lie in two files (${chosen}, ${data}): it is too large for Acervo. Choose a smaller model`,
      );
    }
  }
  return chosen;
}

/** As sentence-transformers notes it; null where it does not. */
async function poolingOf(
  folder: string,
): Promise<{ readonly pooling: Pooling; readonly dimension: number | undefined } | null> {
  const modules = await readJson(folder, 'modules.json', modulesSchema);
  const path = modules?.find(({ type }) => type.endsWith('.Pooling'))?.path ?? '1_Pooling';
  // A name from a file that somebody else made.
  if (!/^[\w-]+$/u.test(path)) return null;
  const config = await readJson(folder, `${path}/config.json`, poolingSchema);
  if (config === null) return null;
  const dimension = config.word_embedding_dimension;
  if (config.pooling_mode_cls_token === true) return { pooling: 'cls', dimension };
  if (config.pooling_mode_mean_tokens === true) return { pooling: 'mean', dimension };
  if (config.pooling_mode_lasttoken === true) return { pooling: 'last', dimension };
  throw unfit('Its vectors are pooled in a way that Acervo does not know. Choose a model with mean or cls pooling');
}

function inputTokens(
  { max_position_embeddings: positions, model_type: type }: z.infer<typeof configSchema>,
  ...limits: readonly (number | undefined)[]
): number {
  const own =
    positions === undefined
      ? usualInputTokens
      : positions - (offsetPositions.has(type ?? '') ? positionsBeforeText : 0);
  const least = Math.min(own, mostInputTokens, ...limits.map((limit) => limit ?? Number.POSITIVE_INFINITY));
  if (least < leastInputTokens) {
    throw unfit(`It reads only ${least} tokens at a time, too little for a passage. Choose another model`);
  }
  return least;
}

function promptOf(prompts: Readonly<Record<string, string>> | undefined, names: readonly string[]): string {
  return names.map((name) => prompts?.[name]).find((prompt) => prompt !== undefined) ?? '';
}

function nameOf(folder: string): string {
  const name = basename(folder)
    .replaceAll(/[^a-z0-9.-]+/giu, '-')
    .replaceAll(/^[.-]+|[.-]+$/gu, '')
    .slice(0, 64);
  if (name === '') throw unclear('The folder has no name that can be the name of a model. Say its name');
  return name;
}

/** Null where the file is not there. */
async function readJson<T>(folder: string, file: string, schema: z.ZodType<T>): Promise<T | null> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw incomplete(`Its ${file} cannot be understood. Fetch the model once more`, cause);
  }
}

async function isFile(folder: string, file: string): Promise<boolean> {
  return (await stat(join(folder, file)).catch(() => null))?.isFile() === true;
}

function incomplete(words: string, cause?: unknown): AppError {
  return new AppError('model-incomplete', `${words}.`, { cause });
}

function unclear(words: string): AppError {
  return new AppError('model-unclear', `${words}.`);
}

function unfit(words: string): AppError {
  return new AppError('model-unfit', `${words}.`);
}
