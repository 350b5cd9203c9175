// The middle and the ends of what was measured.
export interface Milliseconds {
  readonly p50: number;
  readonly p95: number;
}

export function spread(values: readonly number[]): Milliseconds {
  return { p50: percentile(values, 0.5), p95: percentile(values, 0.95) };
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Nearest rank; `share` 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}
