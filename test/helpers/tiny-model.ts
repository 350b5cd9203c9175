// A real, very small model in the layout of transformers.js: words have a vector each, and those of a text are averaged.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TinyModel {
  /** Other vectors for each. */
  readonly seed?: number;
  readonly dimension?: number;
  readonly outputName?: string;
  readonly inputNames?: readonly [string, string];
  /** Each run gives something else. */
  readonly isUnsteady?: boolean;
  /** All words have the same vector. */
  readonly isMeaningless?: boolean;
  readonly weightsName?: string;
  /** Of sentence-transformers; null: the folder does not say how its vectors are pooled. */
  readonly pooling?: 'mean' | 'cls' | null;
}

/** What the trial says, and what the tests ask about; other words are spelled. */
const words =
  'cat sleeps sleeping red sofa interest rates raised again last month return returned shoes thirty days snow fell mountains train berlin leaves nine boil potatoes salt harbour mill lighthouse orchard quarry bakery bridge market river garden heron miller flour boats ships fog lamp apples stone bread night tower'.split(
    ' ',
  );
const smallWords = 'the a is on you can within may be for to at with some were one in of and it that'.split(' ');
const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789.,;:!?-_#()\'"/'];
const specials = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];

/** Writes the model's folder. */
export function writeTinyModel(folder: string, model: TinyModel = {}): string {
  const { pooling = 'mean', dimension = 32, weightsName = 'model.onnx' } = model;
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  const vocabulary = [...specials, ...smallWords, ...words, ...letters, ...letters.map((letter) => `##${letter}`)];
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(tokenizerOf(vocabulary)));
  writeFileSync(join(folder, 'tokenizer_config.json'), JSON.stringify({ tokenizer_class: 'BertTokenizer' }));
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({ model_type: 'bert', hidden_size: dimension, max_position_embeddings: 512 }),
  );
  writeFileSync(join(folder, 'onnx', weightsName), onnxOf(vocabulary, { ...model, dimension }));
  if (pooling === null) return folder;
  mkdirSync(join(folder, '1_Pooling'), { recursive: true });
  writeFileSync(
    join(folder, '1_Pooling', 'config.json'),
    JSON.stringify({
      word_embedding_dimension: dimension,
      pooling_mode_cls_token: pooling === 'cls',
      pooling_mode_mean_tokens: pooling === 'mean',
    }),
  );
  return folder;
}

/** The same with a manifest, as a model that ships has one. */
export function writeShippedTinyModel(folder: string, model: TinyModel = {}): string {
  writeTinyModel(folder, model);
  const files = [
    ['weights', 'onnx/model.onnx'],
    ['tokenizer', 'tokenizer.json'],
    ['tokenizer-config', 'tokenizer_config.json'],
    ['model-config', 'config.json'],
  ].map(([role, path = '']) => ({
    role,
    path,
    sha256: createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex'),
  }));
  const manifest = {
    name: 'tiny',
    licence: 'MIT',
    source: 'made for tests',
    dimension: model.dimension ?? 32,
    maxInputTokens: 512,
    prefixes: { question: '', passage: '' },
    inputs: { tokenIds: 'input_ids', attentionMask: 'attention_mask' },
    output: { name: 'last_hidden_state', pooling: 'mean', normalised: false },
    files,
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return folder;
}

function tokenizerOf(vocabulary: readonly string[]): object {
  const special = (token: string): object => ({ id: token, ids: [vocabulary.indexOf(token)], tokens: [token] });
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: specials.map((content, id) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [
        { SpecialToken: { id: '[CLS]', type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '[SEP]', type_id: 0 } },
      ],
      pair: [],
      special_tokens: { '[CLS]': special('[CLS]'), '[SEP]': special('[SEP]') },
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((token, id) => [token, id])),
    },
  };
}

/** The graph: one table, and the rows of it that the ids name. See onnx.proto for the numbers of the fields. */
function onnxOf(vocabulary: readonly string[], model: TinyModel & { readonly dimension: number }): Buffer {
  const { dimension, outputName = 'last_hidden_state', inputNames = ['input_ids', 'attention_mask'] } = model;
  const [ids, mask] = inputNames;
  const nodes = model.isUnsteady
    ? [node('Gather', ['table', ids], ['rows']), node('RandomNormalLike', ['rows'], [outputName])]
    : [node('Gather', ['table', ids], [outputName])];
  const graph = Buffer.concat([
    ...nodes.map((one) => field(1, one)),
    field(2, Buffer.from('tiny')),
    field(5, tableOf(vocabulary, model)),
    ...[ids, mask].map((name) => field(11, tensorInfo(name, 7, ['batch', 'tokens']))),
    field(12, tensorInfo(outputName, 1, ['batch', 'tokens', dimension])),
  ]);
  return Buffer.concat([
    number(1, 8),
    field(7, graph),
    field(8, Buffer.concat([field(1, Buffer.alloc(0)), number(2, 13)])),
  ]);
}

function tableOf(vocabulary: readonly string[], model: TinyModel & { readonly dimension: number }): Buffer {
  const { dimension, seed = 1, isMeaningless = false } = model;
  const numbers = new Float32Array(vocabulary.length * dimension);
  let state = seed;
  vocabulary.forEach((token, row) => {
    const length = words.includes(token) ? 1 : smallWords.includes(token) ? 0.1 : 0.02;
    for (let column = 0; column < dimension; column++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      numbers[row * dimension + column] = isMeaningless ? 1 : (state / 0xffffffff - 0.5) * length;
    }
  });
  return Buffer.concat([
    number(1, vocabulary.length),
    number(1, dimension),
    number(2, 1),
    field(8, Buffer.from('table')),
    field(9, Buffer.from(numbers.buffer)),
  ]);
}

function node(type: string, inputs: readonly string[], outputs: readonly string[]): Buffer {
  return Buffer.concat([
    ...inputs.map((name) => field(1, Buffer.from(name))),
    ...outputs.map((name) => field(2, Buffer.from(name))),
    field(3, Buffer.from(`${type}-${outputs[0]}`)),
    field(4, Buffer.from(type)),
  ]);
}

function tensorInfo(name: string, elementType: number, shape: readonly (string | number)[]): Buffer {
  const dimensions = shape.map((size) =>
    field(1, typeof size === 'number' ? number(1, size) : field(2, Buffer.from(size))),
  );
  const tensor = Buffer.concat([number(1, elementType), field(2, Buffer.concat(dimensions))]);
  return Buffer.concat([field(1, Buffer.from(name)), field(2, field(1, tensor))]);
}

function field(id: number, content: Buffer): Buffer {
  return Buffer.concat([varint(id * 8 + 2), varint(content.length), content]);
}

function number(id: number, value: number): Buffer {
  return Buffer.concat([varint(id * 8), varint(value)]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}
