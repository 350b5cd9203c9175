// The passages that ship with a model, as vectors: what a question is compared with while a library is small.
import { AppError } from '../../../shared/errors.js';
import { type ModelFolder, readModelFile } from '../embed/model-files.js';
import { LanguageShift } from './language-shift.js';

export interface ModelBackground {
  /** Of some hundred short passages about everyday things, each less its language's shift. */
  readonly vectors: readonly Float32Array[];
  readonly shift: LanguageShift;
}

export const noBackground: ModelBackground = { vectors: [], shift: LanguageShift.none };

/**
 * Reads the file beside the manifest: unit vectors of passages in a dozen languages, embedded by the model as passages
 * are, float32, little endian, one after the other; `scripts/make-background.ts` makes it. Empty where the model comes without.
 * @throws AppError `model-missing`, `model-corrupt`
 */
export async function openBackground(model: ModelFolder): Promise<ModelBackground> {
  const { dimension, files } = model.manifest;
  const entry = files.find(({ role }) => role === 'background');
  if (entry === undefined) return noBackground;
  const bytes = await readModelFile(model, 'background');
  const vectorBytes = dimension * Float32Array.BYTES_PER_ELEMENT;
  const languages = entry.languages ?? [];
  const count = bytes.length / vectorBytes;
  if (count === 0 || !Number.isInteger(count) || count % Math.max(1, languages.length) !== 0) {
    throw new AppError('model-corrupt', "The model's background has another dimension. Install Acervo again.");
  }
  const numbers = new Float32Array(count * dimension);
  for (let i = 0; i < numbers.length; i++) numbers[i] = bytes.readFloatLE(i * Float32Array.BYTES_PER_ELEMENT);
  const vectors = Array.from({ length: count }, (_, row) => numbers.subarray(row * dimension, (row + 1) * dimension));
  const each = count / Math.max(1, languages.length);
  const byLanguage = new Map(languages.map((language, at) => [language, vectors.slice(at * each, (at + 1) * each)]));
  const shift = LanguageShift.of(byLanguage);
  return { vectors: vectors.map((vector) => shift.without(vector)), shift };
}
