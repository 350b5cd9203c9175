// Text to the ids that the model reads. One interface; a fast way for the shipped model, the library for others.
import { type ModelFolder, readModelFile } from '../embed/model-files.js';
import { unigramTokenizer } from './unigram.js';
import { readUnigram } from './unigram-file.js';

export interface Tokenizer {
  /** All ids of the text, with the special tokens around them; never cut. */
  encode(text: string): Int32Array;
  /** How many ids the text has, without the special tokens. */
  count(text: string): number;
  /** How many special tokens `encode` puts around a text. */
  readonly specialTokens: number;
}

/**
 * The tokenizer of a model, from its verified files.
 * @throws AppError `model-missing`, `model-corrupt`
 */
export async function openTokenizer(model: ModelFolder): Promise<Tokenizer> {
  const content = await readModelFile(model, 'tokenizer');
  const unigram = readUnigram(content);
  if (unigram !== null) return unigramTokenizer(unigram);
  const definition: unknown = JSON.parse(content.toString('utf8'));
  // What it says of a tokenizer beside its definition; some models come without.
  const hasConfig = model.manifest.files.some(({ role }) => role === 'tokenizer-config');
  const config: unknown = hasConfig
    ? JSON.parse((await readModelFile(model, 'tokenizer-config')).toString('utf8'))
    : {};
  return libraryTokenizer(definition, config);
}

/** Any other kind of tokenizer, through the library. It is loaded only when it is needed: it is large. */
export async function libraryTokenizer(definition: unknown, config: unknown): Promise<Tokenizer> {
  const { env, PreTrainedTokenizer } = await import('@xenova/transformers');
  env.allowRemoteModels = false;
  const tokenizer = new PreTrainedTokenizer(definition as object, config as object);
  const specialTokens = tokenizer.encode('').length;
  return {
    specialTokens,
    encode: (text) => Int32Array.from(tokenizer.encode(text)),
    count: (text) => tokenizer.encode(text).length - specialTokens,
  };
}
