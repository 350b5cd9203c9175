// Calls a function soon after it was asked for, and no more often than once an interval.

export class Throttle {
  readonly #intervalMs: number;
  readonly #call: () => void;
  #timer: NodeJS.Timeout | null = null;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(intervalMs: number, call: () => void) {
    this.#intervalMs = intervalMs;
    this.#call = call;
  }

  /** At once when the interval has passed, else when it has. The last request is never lost. */
  poke(): void {
    if (this.#timer !== null) return;
    const waitMs = Math.max(0, this.#lastMs + this.#intervalMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#lastMs = performance.now();
      this.#call();
    }, waitMs);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
