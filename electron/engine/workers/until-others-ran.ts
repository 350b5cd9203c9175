// Long work on a thread's own loop gives way, slice by slice.

/** Resolves when messages and timers that were waiting have had their turn. */
export function untilOthersRan(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
