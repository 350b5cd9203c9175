/** Builds the named bundles where they are stale; resolves to the names that were built. */
export function buildStale(names?: readonly string[]): Promise<string[]>;
