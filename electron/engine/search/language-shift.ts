// Takes the language out of the comparison: the model holds passages in the question's own language for nearer than they are.

/**
 * How much of a language's own direction is taken away. Measured on passages in three and in six languages, a third or
 * a sixth of each: nDCG@10 of Spanish questions by vectors alone rose from .750 to .936 and from .628 to .867; the few
 * answers in the question's own language lost at most .03. See docs/retrieval.md.
 */
const share = 0.9;

/**
 * The vector that passages of one language have in common, as far as it sets them apart from other languages. A passage
 * less its shift is compared with the question by meaning alone; among passages of one language the order does not change.
 */
export class LanguageShift {
  readonly #shifts: ReadonlyMap<string, Float32Array>;
  /** Names what was taken away, for those who keep shifted vectors. */
  readonly id: string;

  private constructor(shifts: ReadonlyMap<string, Float32Array>, id: string) {
    this.#shifts = shifts;
    this.id = id;
  }

  static readonly none = new LanguageShift(new Map(), 'none');

  /** @param byLanguage unit vectors of passages about the same subjects in each language */
  static of(byLanguage: ReadonlyMap<string, readonly Float32Array[]>): LanguageShift {
    if (byLanguage.size < 2) return LanguageShift.none;
    const means = new Map([...byLanguage].map(([language, vectors]) => [language, meanOf(vectors)]));
    const overall = meanOf([...means.values()]);
    const shifts = new Map(
      [...means].map(([language, mean]) => [
        language,
        mean.map((value, index) => share * (value - (overall[index] ?? 0))),
      ]),
    );
    return new LanguageShift(shifts, `${share}:${[...shifts.keys()].join(',')}`);
  }

  /** The vector without its language; itself where the language is unknown. */
  without(vector: Float32Array, language: string | null): Float32Array {
    const shift = language === null ? undefined : this.#shifts.get(language);
    return shift === undefined ? vector : vector.map((value, index) => value - (shift[index] ?? 0));
  }
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) {
    for (let index = 0; index < mean.length; index++) {
      mean[index] = (mean[index] ?? 0) + (vector[index] ?? 0) / vectors.length;
    }
  }
  return mean;
}
