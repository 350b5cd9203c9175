// Runs of indexing follow one another; work that needs the library to itself goes between them, and into them.
import { AppError } from '../../../shared/errors.js';

interface Running {
  /** Aborts this attempt alone: the run begins again when the other work is done. */
  readonly interrupt: () => void;
}

export class RunQueue {
  #last: Promise<unknown> = Promise.resolve();
  readonly #controllers = new Set<AbortController>();
  readonly #exclusive: (() => Promise<void>)[] = [];
  #running: Running | null = null;
  #isClosed = false;

  /**
   * Runs `work` when everything asked for before it has ended. `signal` and {@link RunQueue.cancelAll} abort it.
   * {@link RunQueue.alone} may interrupt it: then `work` is called once more, which is cheap, since it plans from what is
   * stored. `isOnce` says that it cannot be.
   */
  run<T>(
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
    { isOnce = false }: { readonly isOnce?: boolean } = {},
  ): Promise<T> {
    return this.#inTurn(signal, async (outer) => {
      for (;;) {
        const attempt = new AbortController();
        let isInterrupted = false;
        const onAbort = (): void => attempt.abort();
        outer.addEventListener('abort', onAbort, { once: true });
        const interrupt = (): void => {
          isInterrupted = true;
          attempt.abort();
        };
        this.#running = isOnce ? null : { interrupt };
        try {
          return await work(attempt.signal);
        } catch (error) {
          if (!isInterrupted || outer.aborted) throw error;
        } finally {
          outer.removeEventListener('abort', onAbort);
          // Whoever comes while these run joins them.
          while (this.#exclusive.length > 0) await this.#exclusive.shift()?.();
          this.#running = null;
        }
      }
    });
  }

  /** Runs `work` between two runs, or in the midst of the one that is going on; it is not aborted half way. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const running = this.#running;
    if (this.#isClosed || running === null) return this.#inTurn(undefined, work);
    return new Promise((resolve, reject) => {
      this.#exclusive.push(() => work().then(resolve, reject));
      running.interrupt();
    });
  }

  /** Resolves when nothing runs and nothing waits for its turn. */
  async idle(): Promise<void> {
    let seen: Promise<unknown> | null = null;
    while (seen !== this.#last) {
      seen = this.#last;
      await seen;
    }
  }

  /** Aborts everything, and resolves when nothing runs any more. Nothing can be asked for after it. */
  async cancelAll(): Promise<void> {
    this.#isClosed = true;
    for (const controller of this.#controllers) controller.abort();
    await this.#last;
  }

  #inTurn<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(new AppError('engine-stopped', 'The library is closed.'));
    const controller = new AbortController();
    this.#controllers.add(controller);
    const onAbort = (): void => controller.abort();
    if (signal?.aborted) controller.abort();
    signal?.addEventListener('abort', onAbort, { once: true });
    const result = this.#last
      .then(() => {
        if (controller.signal.aborted) throw new AppError('cancelled', 'Cancelled.');
        return work(controller.signal);
      })
      .finally(() => {
        signal?.removeEventListener('abort', onAbort);
        this.#controllers.delete(controller);
      });
    // The next run waits for this one to end, however it ends.
    this.#last = result.catch(() => null);
    return result;
  }
}
