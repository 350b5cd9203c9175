// Waiting and chance, in one place, so that tests need neither.

export interface Timers {
  /** Resolves after the time, or at once when the signal is aborted. */
  sleep(delayMs: number, signal: AbortSignal): Promise<void>;
  /** Calls once after the time, unless what it returns is called before. */
  after(delayMs: number, call: () => void): () => void;
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 to 1, without 1. */
  chance(): number;
}

export const realTimers: Timers = {
  sleep: (delayMs, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const wake = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, delayMs);
      signal.addEventListener('abort', wake, { once: true });
    }),
  after: (delayMs, call) => {
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  },
  now: () => Date.now(),
  chance: () => Math.random(),
};
