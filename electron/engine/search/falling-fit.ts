// Keeps figures in the order of a ranking: what stands higher is never said to be less likely. Pure.

/**
 * The nearest figures (by least squares) that never rise from one place to the next: neighbours that rise are given
 * their mean. This is isotonic regression by pooling adjacent violators (Ayer, Brunk, Ewing, Reid and Silverman 1955).
 * @param values one for each place, first place first
 */
export function fallingFit(values: readonly number[]): readonly number[] {
  const pools: { mean: number; size: number }[] = [];
  for (const value of values) {
    let pool = { mean: value, size: 1 };
    for (let above = pools.at(-1); above !== undefined && above.mean < pool.mean; above = pools.at(-1)) {
      const size = above.size + pool.size;
      pool = { mean: (above.mean * above.size + pool.mean * pool.size) / size, size };
      pools.pop();
    }
    pools.push(pool);
  }
  return pools.flatMap(({ mean, size }) => Array.from({ length: size }, () => mean));
}
