// The passages that ship with a model, as vectors: what a question is compared with while a library is small.
import { AppError } from '../../../shared/errors.js';
import { type ModelFolder, readModelFile } from '../embed/model-files.js';

/**
 * Unit vectors of some hundred short passages about everyday things, in a dozen languages, embedded by the model as
 * passages are. The file is float32, little endian, one vector after the other; `scripts/make-background.ts` makes it.
 * Empty where the model comes without.
 * @throws AppError `model-missing`, `model-corrupt`
 */
export async function openBackground(model: ModelFolder): Promise<readonly Float32Array[]> {
  const { dimension, files } = model.manifest;
  if (!files.some(({ role }) => role === 'background')) return [];
  const bytes = await readModelFile(model, 'background');
  const vectorBytes = dimension * Float32Array.BYTES_PER_ELEMENT;
  if (bytes.length === 0 || bytes.length % vectorBytes !== 0) {
    throw new AppError('model-corrupt', "The model's background has another dimension. Install Acervo again.");
  }
  const numbers = new Float32Array(bytes.length / Float32Array.BYTES_PER_ELEMENT);
  for (let i = 0; i < numbers.length; i++) numbers[i] = bytes.readFloatLE(i * Float32Array.BYTES_PER_ELEMENT);
  return Array.from({ length: bytes.length / vectorBytes }, (_, row) =>
    numbers.subarray(row * dimension, (row + 1) * dimension),
  );
}
