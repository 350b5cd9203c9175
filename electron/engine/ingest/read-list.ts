// What a run still has to read, in order: what a person looks at, then what lies in the file just read, then the newest.

import { isInside } from '../store/paths.js';
import type { ToRead } from '../store/store-methods.js';
import { type Gate, passGates } from './gate.js';
import type { Interest } from './interest.js';
import type { Pace } from './pace.js';

interface Task {
  readonly target: Pick<ToRead, 'row' | 'relativePath' | 'modifiedMs'>;
}

export function newestFirst<T extends Task>(tasks: readonly T[]): T[] {
  return [...tasks].sort((one, other) => other.target.modifiedMs - one.target.modifiedMs);
}

export class ReadList<T extends Task> {
  /** The next one is the last one. */
  readonly #tasks: T[];
  readonly #interest: Interest;
  #askedFor: number | null = null;

  constructor(tasks: readonly T[], interest: Interest) {
    this.#tasks = [...tasks].reverse();
    this.#interest = interest;
  }

  get isEmpty(): boolean {
    return this.#tasks.length === 0;
  }

  next(): T | undefined {
    const { row } = this.#interest;
    // Looked for once, so that a long list is not searched for each document.
    if (row !== null && row !== this.#askedFor) {
      this.#askedFor = row;
      const at = this.#tasks.findIndex(({ target }) => target.row === row);
      if (at >= 0) return this.#tasks.splice(at, 1)[0];
    }
    return this.#tasks.pop();
  }

  /**
   * What lies inside a file comes right after it, while it is still open in the parse process; what lies deeper comes last,
   * so that archives in archives without end keep nobody waiting.
   */
  addInside({ target }: T, inside: readonly T[]): void {
    const added = [...inside].reverse();
    if (isInside(target.relativePath)) this.#tasks.unshift(...added);
    else this.#tasks.push(...added);
  }
}

export interface ReadTools<T> {
  /** How many documents are worked on side by side. */
  readonly lanes: number;
  readonly gate: Gate;
  readonly pace: Pace;
  /** Aborted by whoever ends the run, and here when one document ends it: the others must not work on. */
  readonly stop: AbortController;
  /** Gives what lies inside and is to be read next. */
  readonly readOne: (task: T) => Promise<readonly T[]>;
}

/** Reads everything of a list. All lanes end before it does, also when one fails. */
export function readSideBySide<T extends Task>(
  list: ReadList<T>,
  tools: ReadTools<T>,
): Promise<PromiseSettledResult<void>[]> {
  const { lanes, gate, pace, stop, readOne } = tools;
  const { signal } = stop;
  // A lane that rests at a slow pace is not waited for when the list is at its end.
  const end = new AbortController();
  const resting = AbortSignal.any([signal, end.signal]);
  const read = async (lane: number): Promise<void> => {
    for (;;) {
      await pace.lane(lane, resting);
      // Whoever has nothing to read waits at no gate: a paused run keeps nobody else from listing folders.
      if (!list.isEmpty) await passGates([gate], signal);
      const task = signal.aborted ? undefined : list.next();
      if (task === undefined) break;
      const startMs = performance.now();
      list.addInside(task, await readOne(task));
      await pace.rest(performance.now() - startMs, signal);
    }
    end.abort();
  };
  return Promise.allSettled(
    Array.from({ length: lanes }, (_, lane) =>
      read(lane).catch((error: unknown) => {
        stop.abort();
        throw error;
      }),
    ),
  );
}
