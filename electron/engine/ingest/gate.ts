// Pause and resume: work passes the gate before each step, and waits while it is shut.

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

  /** Resolves at once while the gate is open. */
  async pass(): Promise<void> {
    while (this.#opening !== null) await this.#opening;
  }
}
