// A vector for each token of a text, small enough to be remembered, and how well two such texts fit. Pure.

export interface TokenVectors {
  readonly dimension: number;
  /** The vectors one after the other, each in whole numbers from -127 to 127. */
  readonly values: Int8Array;
  /** One for each vector: what brings its length to 1. */
  readonly scales: Float32Array;
}

const largest = 127;

/**
 * Takes a model's output of one vector a token. A quarter of the size in floats: cosines move by less than .003.
 * @param data the vectors one after the other, of any length
 */
export function packTokenVectors(data: Float32Array, dimension: number): TokenVectors {
  const count = Math.floor(data.length / dimension);
  const values = new Int8Array(count * dimension);
  const scales = new Float32Array(count);
  for (let token = 0; token < count; token++) {
    const from = token * dimension;
    let peak = 0;
    for (let at = from; at < from + dimension; at++) peak = Math.max(peak, Math.abs(data[at] ?? 0));
    if (peak === 0) continue;
    let squares = 0;
    for (let at = from; at < from + dimension; at++) {
      const value = Math.round(((data[at] ?? 0) / peak) * largest);
      values[at] = value;
      squares += value * value;
    }
    scales[token] = 1 / Math.sqrt(squares);
  }
  return { dimension, values, scales };
}

/** Those of the tokens from `from` to before `to`. */
export function someTokens({ dimension, values, scales }: TokenVectors, from: number, to: number): TokenVectors {
  return { dimension, values: values.slice(from * dimension, to * dimension), scales: scales.slice(from, to) };
}

export function bytesOf({ values, scales }: TokenVectors): number {
  return values.byteLength + scales.byteLength;
}

/**
 * How well a passage fits a question, -1 to 1: for each of the question's tokens the cosine of the passage's token that is
 * nearest to it, averaged (MaxSim of ColBERT, Khattab and Zaharia 2020). 0 where one of them has no tokens.
 */
export function lateInteraction(question: TokenVectors, passage: TokenVectors): number {
  const { dimension } = question;
  const { values, scales } = passage;
  if (question.scales.length === 0 || scales.length === 0) return 0;
  let sum = 0;
  for (const [asked, scale] of question.scales.entries()) {
    const own = question.values.subarray(asked * dimension, (asked + 1) * dimension);
    let best = Number.NEGATIVE_INFINITY;
    // Millions of steps: no calls in between.
    for (let said = 0, from = 0; said < scales.length; said++, from += dimension) {
      let product = 0;
      for (let at = 0; at < dimension; at++) product += (own[at] as number) * (values[from + at] as number);
      const cosine = product * (scales[said] as number);
      if (cosine > best) best = cosine;
    }
    sum += best * scale;
  }
  return sum / question.scales.length;
}
