// Ridge logistic regression over centred features and their squares, by Newton's method. Deterministic.
import type { LogisticFormula } from '../../electron/engine/search/calibration.js';
import { standardised } from '../../electron/engine/search/calibration.js';

export interface Example<Name extends string> {
  readonly features: Readonly<Record<Name, number>>;
  readonly isPositive: boolean;
  readonly weight: number;
}

const maxSteps = 40;
const smallStep = 1e-6;

/**
 * Fits P(positive). The penalty is `ridge` × the squared length of all weights but the intercept, with the examples'
 * weights taken as they are.
 */
export function fitLogistic<Name extends string>(
  names: readonly Name[],
  examples: readonly Example<Name>[],
  ridge: number,
): LogisticFormula {
  const scales = names.map((name) => centreAndScale(examples, name));
  const rows = examples.map(({ features }) => {
    const values = names.map((name, i) => standardised(features[name], scales[i]?.centre ?? 0, scales[i]?.scale ?? 1));
    return Float64Array.from([1, ...values, ...values.map((value) => value ** 2)]);
  });
  const weights = newton(rows, examples, ridge);
  const count = names.length;
  return {
    intercept: rounded(weights[0] ?? 0),
    terms: Object.fromEntries(
      names.map((name, i) => [
        name,
        {
          centre: scales[i]?.centre ?? 0,
          scale: scales[i]?.scale ?? 1,
          weight: rounded(weights[1 + i] ?? 0),
          square: rounded(weights[1 + count + i] ?? 0),
        },
      ]),
    ),
  };
}

function centreAndScale<Name extends string>(
  examples: readonly Example<Name>[],
  name: Name,
): { readonly centre: number; readonly scale: number } {
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const centre = examples.reduce((sum, { features, weight }) => sum + weight * features[name], 0) / total;
  const variance = examples.reduce((sum, { features, weight }) => sum + weight * (features[name] - centre) ** 2, 0);
  const scale = Math.sqrt(variance / total);
  return { centre: rounded(centre), scale: scale > 0 ? rounded(scale) : 1 };
}

function newton(
  rows: readonly Float64Array[],
  examples: readonly { readonly isPositive: boolean; readonly weight: number }[],
  ridge: number,
): Float64Array {
  const size = rows[0]?.length ?? 0;
  const weights = new Float64Array(size);
  for (let step = 0; step < maxSteps; step++) {
    const gradient = new Float64Array(size);
    const hessian = Array.from({ length: size }, () => new Float64Array(size));
    for (const [i, row] of rows.entries()) addExample(row, examples[i], weights, gradient, hessian);
    for (let j = 0; j < size; j++) {
      const penalty = j === 0 ? 1e-9 : ridge;
      add(gradient, j, j === 0 ? 0 : -penalty * (weights[j] ?? 0));
      add(hessian[j], j, penalty);
    }
    const change = solve(hessian, gradient);
    for (let j = 0; j < size; j++) add(weights, j, change[j] ?? 0);
    if (change.every((one) => Math.abs(one) < smallStep)) break;
  }
  return weights;
}

function addExample(
  row: Float64Array,
  example: { readonly isPositive: boolean; readonly weight: number } | undefined,
  weights: Float64Array,
  gradient: Float64Array,
  hessian: readonly Float64Array[],
): void {
  if (example === undefined) return;
  let sum = 0;
  for (let j = 0; j < row.length; j++) sum += (row[j] ?? 0) * (weights[j] ?? 0);
  const probability = 1 / (1 + Math.exp(-sum));
  const error = ((example.isPositive ? 1 : 0) - probability) * example.weight;
  const curvature = Math.max(1e-6, probability * (1 - probability)) * example.weight;
  for (let j = 0; j < row.length; j++) {
    const value = row[j] ?? 0;
    add(gradient, j, error * value);
    for (let k = 0; k < row.length; k++) add(hessian[j], k, curvature * value * (row[k] ?? 0));
  }
}

function add(values: Float64Array | undefined, at: number, amount: number): void {
  if (values !== undefined) values[at] = (values[at] ?? 0) + amount;
}

/** By Cholesky's decomposition: the matrix is symmetric and positive definite. */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  const at = (row: Float64Array | undefined, column: number): number => row?.[column] ?? 0;
  const lower = matrix.map(() => new Float64Array(size));
  for (const [i, row] of lower.entries()) {
    for (let j = 0; j <= i; j++) {
      let rest = at(matrix[i], j);
      for (let k = 0; k < j; k++) rest -= at(row, k) * at(lower[j], k);
      row[j] = i === j ? Math.sqrt(rest) : rest / at(lower[j], j);
    }
  }
  const forward = new Float64Array(size);
  for (const [i, row] of lower.entries()) {
    let rest = at(right, i);
    for (let k = 0; k < i; k++) rest -= at(row, k) * at(forward, k);
    forward[i] = rest / at(row, i);
  }
  const solution = new Float64Array(size);
  for (let i = size - 1; i >= 0; i--) {
    let rest = at(forward, i);
    for (let k = i + 1; k < size; k++) rest -= at(lower[k], i) * at(solution, k);
    solution[i] = rest / at(lower[i], i);
  }
  return solution;
}

/** Short enough to read, exact enough to matter nowhere. */
function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
