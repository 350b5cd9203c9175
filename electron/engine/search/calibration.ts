// A model's calibration: weights of two logistic formulas, fitted by scripts/calibrate.ts and kept beside the model.
import { z } from 'zod';
import { AppError } from '../../../shared/errors.js';
import { type ModelFolder, readModelFile } from '../embed/model-files.js';
import { featuresVersion, hitFeatureNames, questionFeatureNames } from './features.js';

/** One feature's part in a formula: centred, scaled, held within bounds, then weighed with its square. */
const termSchema = z.object({
  centre: z.number(),
  scale: z.number().positive(),
  weight: z.number(),
  square: z.number(),
});

const formulaSchema = z.object({ intercept: z.number(), terms: z.record(z.string(), termSchema) });

const calibrationSchema = z.object({
  /** Identity of the model whose vectors it was fitted on. */
  model: z.string(),
  featuresVersion: z.number().int(),
  /** The least relevance, and the least `answerable`, that counts as found, unless a search says otherwise. */
  threshold: z.number().min(0).max(1),
  /** Does the library hold the answer at all? Over the features of a question. */
  answerable: formulaSchema,
  /** Over a passage's own features. */
  relevance: formulaSchema,
  /** Where it was fitted and what it measured there: for readers, not for the program. */
  fittedOn: z.array(z.string()),
  figures: z.record(z.string(), z.unknown()),
});

export type Calibration = Readonly<z.infer<typeof calibrationSchema>>;
export type LogisticFormula = Readonly<z.infer<typeof formulaSchema>>;

/**
 * The model's calibration; null where it has none, or one of another model or of other features.
 * @throws AppError `model-missing`, `model-corrupt`
 */
export async function openCalibration(model: ModelFolder): Promise<Calibration | null> {
  if (!model.manifest.files.some(({ role }) => role === 'calibration')) return null;
  const text = (await readModelFile(model, 'calibration')).toString('utf8');
  const calibration = parseCalibration(text);
  const isForThis = calibration.model === model.identity.id && calibration.featuresVersion === featuresVersion;
  return isForThis ? calibration : null;
}

/** @throws AppError `model-corrupt` */
export function parseCalibration(text: string): Calibration {
  let calibration: Calibration;
  try {
    calibration = calibrationSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw corrupt(cause);
  }
  const isWhole =
    calibration.featuresVersion !== featuresVersion ||
    (hasTerms(calibration.answerable, questionFeatureNames) && hasTerms(calibration.relevance, hitFeatureNames));
  if (!isWhole) throw corrupt();
  return calibration;
}

function hasTerms(formula: LogisticFormula, names: readonly string[]): boolean {
  return names.every((name) => formula.terms[name] !== undefined);
}

function corrupt(cause?: unknown): AppError {
  return new AppError('model-corrupt', "The model's calibration cannot be understood. Install Acervo again.", {
    cause,
  });
}

/** How far from its centre, in scales, a feature still counts: beyond what was fitted nothing is known. */
export const featureBound = 3;

/** A feature as the formulas take it; one that is no number says nothing. */
export function standardised(value: number, centre: number, scale: number): number {
  if (Number.isNaN(value)) return 0;
  return Math.max(-featureBound, Math.min(featureBound, (value - centre) / scale));
}

/** The formula's value, 0 to 1. */
export function probabilityOf(formula: LogisticFormula, features: Readonly<Record<string, number>>): number {
  let sum = formula.intercept;
  for (const [name, { centre, scale, weight, square }] of Object.entries(formula.terms)) {
    const value = standardised(features[name] ?? Number.NaN, centre, scale);
    sum += weight * value + square * value ** 2;
  }
  return 1 / (1 + Math.exp(-sum));
}
