// How hard the library works, as a person and the machine want it.

export interface Steering {
  /** One thing at a time, with a rest after each: asked for, or because the machine runs on its battery. */
  readonly isSlow: boolean;
  /** Cores to use at most; null: as many as are useful. */
  readonly threads: number | null;
}

/** Cores that can be chosen; more than this many help no more. */
export const threadLimits = [1, 2, 3, 4] as const;
