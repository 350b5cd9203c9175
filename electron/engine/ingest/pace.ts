// How hard the library works: at full speed, or slowly, one thing at a time with a rest as long as the work after each.

/** A rest is no longer than this, however long the work took, so that a change of pace is soon felt. */
const maxRestMs = 5_000;

export class Pace {
  #isSlow = false;
  #onChange = new Set<() => void>();

  get isSlow(): boolean {
    return this.#isSlow;
  }

  set(isSlow: boolean): void {
    if (isSlow === this.#isSlow) return;
    this.#isSlow = isSlow;
    for (const changed of [...this.#onChange]) changed();
  }

  /** How many of `lanes` work side by side. */
  lanes(lanes: number): number {
    return this.#isSlow ? 1 : lanes;
  }

  /** For the worker in lane `index`: resolves when that lane is in use, or `signal` aborts. */
  async lane(index: number, signal: AbortSignal): Promise<void> {
    while (this.#isSlow && index > 0 && !signal.aborted) await this.#changed(signal);
  }

  /** A rest after work that took so long; none at full speed. */
  async rest(workedMs: number, signal: AbortSignal): Promise<void> {
    if (!this.#isSlow || signal.aborted) return;
    await this.#changed(signal, Math.min(workedMs, maxRestMs));
  }

  /** Resolves when the pace changes, when `signal` aborts, or after `ms`. */
  #changed(signal: AbortSignal, ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#onChange.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = ms === undefined ? undefined : setTimeout(done, ms);
      this.#onChange.add(done);
      signal.addEventListener('abort', done, { once: true });
    });
  }
}
