// A model's weights, loaded and run: one sequence to one unit vector. It blocks the thread that calls it.
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { AppError } from '../../../shared/errors.js';
import type { ModelManifest } from './model-files.js';

type VectorManifest = Pick<ModelManifest, 'maxInputTokens' | 'inputs' | 'output' | 'dimension'>;

/** @param weights a verified file */
export function openSession(weights: string): Promise<InferenceSession> {
  // Tried beside these and no faster: no arena, no memory pattern, no prepacking, no spinning, flushing denormals.
  return InferenceSession.create(weights, {
    executionProviders: ['cpu'],
    graphOptimizationLevel: 'all',
    executionMode: 'sequential',
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
}

/** @throws AppError `model-corrupt` where the model gives something else than its manifest says */
export async function vectorOf(
  manifest: VectorManifest,
  session: InferenceSession,
  tokenIds: Int32Array,
): Promise<Float32Array> {
  return textVector(await outputOf(manifest, session, tokenIds), manifest);
}

/** All numbers of the output: one vector, or one a token. @throws AppError `model-corrupt` */
export async function outputOf(
  { maxInputTokens, inputs, output }: Omit<VectorManifest, 'dimension'>,
  session: InferenceSession,
  tokenIds: Int32Array,
  name = output.name,
): Promise<Float32Array> {
  const length = Math.min(tokenIds.length, maxInputTokens);
  const ids = BigInt64Array.from(tokenIds.subarray(0, length), BigInt);
  const dims = [1, length];
  const feeds: Record<string, Tensor> = {
    [inputs.tokenIds]: new Tensor('int64', ids, dims),
    [inputs.attentionMask]: new Tensor('int64', new BigInt64Array(length).fill(1n), dims),
  };
  if (inputs.tokenTypes !== undefined) {
    feeds[inputs.tokenTypes] = new Tensor('int64', new BigInt64Array(length), dims);
  }
  const { [name]: result } = await session.run(feeds, [name]);
  if (result === undefined || !(result.data instanceof Float32Array)) {
    throw new AppError('model-corrupt', `The model gave no ${name}. Install Acervo again.`);
  }
  return result.data;
}

/** The vector of a text from the output that the manifest names. */
export function textVector(
  data: Float32Array,
  { dimension, output }: Pick<VectorManifest, 'dimension' | 'output'>,
): Float32Array {
  return unit(pooled(data, dimension, output.pooling));
}

/** One vector of those of the tokens, not of length 1 yet. */
function pooled(data: Float32Array, dimension: number, pooling: VectorManifest['output']['pooling']): Float32Array {
  if (pooling === 'cls') return data.slice(0, dimension);
  if (pooling === 'last') return data.slice(-dimension);
  const vector = new Float32Array(dimension);
  for (let at = 0; at < data.length; at++) {
    const index = at % dimension;
    vector[index] = (vector[index] ?? 0) + (data[at] ?? 0);
  }
  return vector;
}

/** To length 1, in place; which also makes a sum of token vectors their mean. */
function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? vector : vector.map((value) => value / length);
}
