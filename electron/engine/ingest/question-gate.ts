// Questions come in at any time, but for the moment in which the library changes its model: that waits until none is being answered.

export class QuestionGate {
  #inside = 0;
  #shut: Promise<void> | null = null;
  #onEmpty: (() => void)[] = [];

  /** May be called inside of itself. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    while (this.#shut !== null) await this.#shut;
    this.#inside += 1;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      if (this.#inside === 0) for (const wake of this.#onEmpty.splice(0)) wake();
    }
  }

  /** One at a time. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.#inside > 0) await new Promise<void>((resolve) => this.#onEmpty.push(resolve));
    const working = work();
    this.#shut = working.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await working;
    } finally {
      this.#shut = null;
    }
  }
}
