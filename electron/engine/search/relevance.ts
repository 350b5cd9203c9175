// Says how relevant each passage is, and whether the library holds the answer at all: never the plain cosine.
import { openModelFolder } from '../embed/model-files.js';
import { type ModelBackground, noBackground, openBackground } from './background.js';
import { type Calibration, openCalibration, probabilityOf } from './calibration.js';
import { type Evidence, type EvidenceSource, evidenceOf } from './evidence.js';
import { fallingFit } from './falling-fit.js';
import { hitFeatures, questionFeatures } from './features.js';
import type { JudgedHits } from './hits.js';
import type { Judge } from './search.js';

/** What a model brings along to judge a search by. */
export interface ModelJudgement {
  readonly background: ModelBackground;
  readonly judge: Judge;
}

/**
 * Opens the files beside a model's manifest. A model without a calibration judges nothing: the cosine is all there is; and so does one
 * that is gone (null).
 * @throws AppError `model-missing`, `model-corrupt`
 */
export async function openJudgement(folder: string | null): Promise<ModelJudgement> {
  if (folder === null) return { background: noBackground, judge: judgeBy(null, []) };
  const model = openModelFolder(folder);
  const [background, calibration] = await Promise.all([openBackground(model), openCalibration(model)]);
  return { background, judge: judgeBy(calibration, background.vectors) };
}

/** A judge that uses this calibration; without one it says null for everything and declines nothing. */
export function judgeBy(calibration: Calibration | null, background: readonly Float32Array[]): Judge {
  return (source) => {
    const evidence = calibration === null ? null : evidenceOf(source, background);
    if (calibration === null || evidence === null) return notJudged(source);
    return judged(calibration, evidence, source);
  };
}

function notJudged({ ranked }: EvidenceSource): JudgedHits {
  return { relevances: ranked.map(() => null), answerable: null, threshold: 0 };
}

/**
 * A passage's relevance is its own probability, as a share of the best passage's, of `answerable`: so the best one
 * has just that, no passage is likelier to answer than the library is, and both figures are on one scale. Its place in
 * the default order tells too, more than its figures alone: so relevance falls along that order and never rises.
 */
function judged(calibration: Calibration, evidence: Evidence, { ranked }: EvidenceSource): JudgedHits {
  const features = questionFeatures(evidence);
  const answerable = features === null ? 0 : probabilityOf(calibration.answerable, features);
  const fitted = fallingFit(
    evidence.hits.map((hit) => probabilityOf(calibration.relevance, hitFeatures(evidence, hit))),
  );
  const own = new Map(evidence.hits.map(({ id }, at) => [id, fitted[at]]));
  const best = fitted[0] ?? 0;
  return {
    relevances: ranked.map(({ candidate }) => {
      const probability = own.get(candidate.passage.id);
      if (probability === undefined) return null;
      return best === 0 ? 0 : answerable * (probability / best);
    }),
    answerable,
    threshold: calibration.threshold,
  };
}
