// Runs of indexing follow one another: first what all of them have to read, then what is left to embed. Work that needs the
// library to itself goes between them, and into them.
import { AppError } from '../../../shared/errors.js';
import { Gate } from './gate.js';

interface Task {
  readonly controller: AbortController;
  readonly isOnce: boolean;
  /** False when only its second part is left. */
  isReading: boolean;
  /** Does the part that is next. Gives what settles the task when it was the last one. */
  step: (signal: AbortSignal) => Promise<(() => void) | null>;
  readonly reject: (error: unknown) => void;
}

interface RunParts<R, T> {
  /** It can't be called a second time, so nothing interrupts it. */
  readonly isOnce?: boolean;
  /** The second part, given what the first one gave: it waits until nobody reads any more. */
  readonly after?: (value: R, signal: AbortSignal) => Promise<T>;
}

export class RunQueue {
  /** Shut while somebody reads: second parts that have begun pass it before each of their steps. */
  readonly afterGate = new Gate();
  readonly #onIdle: () => void;
  readonly #tasks: Task[] = [];
  readonly #exclusive: (() => Promise<void>)[] = [];
  /** Interrupts what goes on now: a reading, and a second part that is held meanwhile. */
  readonly #active = new Set<() => void>();
  #pumping: Promise<void> | null = null;
  #wake: () => void = () => undefined;
  #isClosed = false;

  /** @param onIdle called when the last of everything that was asked for has ended */
  constructor(onIdle: () => void = () => undefined) {
    this.#onIdle = onIdle;
  }

  /**
   * Runs `work` when everything asked for before it was read. `signal` and {@link RunQueue.cancelAll} abort it.
   * {@link RunQueue.alone} may interrupt it: then the part that it was in is called once more, which is cheap, since it
   * plans from what is stored.
   */
  run<R, T = R>(
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<R>,
    { isOnce = false, after }: RunParts<R, T> = {},
  ): Promise<T> {
    if (this.#isClosed) return Promise.reject(closedError());
    if (signal?.aborted) return Promise.reject(cancelledError());
    return new Promise<T>((resolve, reject) => {
      const controller = new AbortController();
      // One that waits for its turn is given up when that comes.
      const onAbort = (): void => controller.abort();
      signal?.addEventListener('abort', onAbort, { once: true });
      const settled = (settle: () => void) => (): void => {
        signal?.removeEventListener('abort', onAbort);
        settle();
      };
      const task: Task = {
        controller,
        isOnce,
        isReading: true,
        reject: (error) => settled(() => reject(error))(),
        step: async (attempt) => {
          const value = await work(attempt);
          // Without a second part both types are one.
          if (after === undefined) return settled(() => resolve(value as unknown as T));
          task.isReading = false;
          task.step = async (second) => {
            const result = await after(value, second);
            return settled(() => resolve(result));
          };
          return null;
        },
      };
      this.#tasks.push(task);
      this.#pump();
    });
  }

  /** Runs `work` between two runs, or in the midst of the one that is going on; it is not aborted half way. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(closedError());
    return new Promise((resolve, reject) => {
      this.#exclusive.push(() =>
        work().then(
          (value) => this.#settle(() => resolve(value)),
          (error: unknown) => this.#settle(() => reject(error)),
        ),
      );
      for (const interrupt of this.#active) interrupt();
      this.#pump();
    });
  }

  /** Resolves when nothing runs and nothing waits for its turn. */
  async idle(): Promise<void> {
    while (this.#pumping !== null) await this.#pumping;
  }

  /** Aborts everything, and resolves when nothing runs any more. Nothing can be asked for after it. */
  async cancelAll(): Promise<void> {
    this.#isClosed = true;
    for (const { controller } of this.#tasks) controller.abort();
    await this.idle();
  }

  #pump(): void {
    this.#wake();
    this.#pumping ??= this.#work();
  }

  async #work(): Promise<void> {
    // Whoever asks for several things in one go has asked for all of them.
    await Promise.resolve();
    for (;;) {
      const exclusive = this.#exclusive.shift();
      if (exclusive !== undefined) {
        await exclusive();
        continue;
      }
      const task = this.#nextToRead() ?? this.#tasks[0];
      if (task === undefined) {
        // At once: whoever asks for something from now on has to find that nobody works.
        this.#pumping = null;
        return;
      }
      if (task.isReading) await this.#read(task);
      else await this.#second(task);
    }
  }

  #nextToRead(): Task | undefined {
    return this.#tasks.find(({ isReading }) => isReading);
  }

  async #read(task: Task): Promise<void> {
    this.afterGate.shut();
    await this.#attempt(task);
  }

  /** While it goes on, others may come to read: it is held until they have. */
  async #second(task: Task): Promise<void> {
    this.afterGate.open();
    let isOver = false;
    const attempt = this.#attempt(task).finally(() => {
      isOver = true;
      this.#wake();
    });
    while (!isOver) {
      const reading = this.#exclusive.length > 0 ? undefined : this.#nextToRead();
      if (reading !== undefined) {
        await this.#read(reading);
        continue;
      }
      this.afterGate.open();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    await attempt;
  }

  async #attempt(task: Task): Promise<void> {
    const attempt = new AbortController();
    const outer = task.controller.signal;
    let isInterrupted = false;
    const onAbort = (): void => attempt.abort();
    const interrupt = (): void => {
      if (task.isOnce && task.isReading) return;
      isInterrupted = true;
      attempt.abort();
    };
    if (outer.aborted) return this.#end(task, () => task.reject(cancelledError()));
    outer.addEventListener('abort', onAbort, { once: true });
    this.#active.add(interrupt);
    try {
      const settle = await task.step(attempt.signal);
      if (settle !== null) this.#end(task, settle);
    } catch (error) {
      if (!isInterrupted || outer.aborted) this.#end(task, () => task.reject(error));
    } finally {
      this.#active.delete(interrupt);
      outer.removeEventListener('abort', onAbort);
    }
  }

  #end(task: Task, settle: () => void): void {
    const at = this.#tasks.indexOf(task);
    if (at < 0) return;
    this.#tasks.splice(at, 1);
    this.#settle(settle);
  }

  /** Whoever hears that a run has ended finds the library at rest if it was the last one. */
  #settle(settle: () => void): void {
    if (this.#tasks.length === 0 && this.#exclusive.length === 0) this.#onIdle();
    settle();
  }
}

function closedError(): AppError {
  return new AppError('engine-stopped', 'The library is closed.');
}

function cancelledError(): AppError {
  return new AppError('cancelled', 'Cancelled.');
}
