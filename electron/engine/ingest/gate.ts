// Pause and resume: work passes the gate before each step, and waits while it is shut.

const aborts = new WeakMap<AbortSignal, Promise<void>>();

/** One promise for a signal, however often it is waited for. */
function abortOf(signal: AbortSignal): Promise<void> {
  const known = aborts.get(signal);
  if (known !== undefined) return known;
  const abort = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  aborts.set(signal, abort);
  return abort;
}

export class Gate {
  #opening: Promise<void> | null = null;
  #open: (() => void) | null = null;

  get isShut(): boolean {
    return this.#opening !== null;
  }

  shut(): void {
    this.#opening ??= new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#open?.();
    this.#opening = null;
    this.#open = null;
  }

  /** Resolves at once while the gate is open, or when `signal` aborts: whoever passes looks at it then. */
  async pass(signal: AbortSignal): Promise<void> {
    while (this.#opening !== null && !signal.aborted) await Promise.race([this.#opening, abortOf(signal)]);
  }
}

/** Resolves when all of them are open at once, or when `signal` aborts. */
export async function passGates(gates: readonly Gate[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted && gates.some(({ isShut }) => isShut)) {
    for (const gate of gates) await gate.pass(signal);
  }
}
