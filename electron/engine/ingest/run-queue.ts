// Runs of indexing follow one another; work that needs the library to itself waits its turn among them.
import { AppError } from '../../../shared/errors.js';

export class RunQueue {
  #last: Promise<unknown> = Promise.resolve();
  readonly #controllers = new Set<AbortController>();
  #isClosed = false;

  /** Runs `work` when everything asked for before it has ended. `signal` and {@link RunQueue.cancelAll} abort it. */
  run<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
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

  /** Runs `work` in its turn; it is not aborted half way. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.run(undefined, work);
  }

  /** Aborts everything, and resolves when nothing runs any more. Nothing can be asked for after it. */
  async cancelAll(): Promise<void> {
    this.#isClosed = true;
    for (const controller of this.#controllers) controller.abort();
    await this.#last;
  }
}
