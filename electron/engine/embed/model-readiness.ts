// Whether questions can be embedded: by the model that was there at the start, or by one that took its place.

export class ModelReadiness {
  #tokenizer: Promise<void>;
  readonly #embedder: () => Promise<void>;
  #ready: Promise<void> | null = null;
  #isReady = false;

  /** @param embedder begins to load the model, if nothing has, and resolves when it is there */
  constructor(tokenizer: Promise<void>, embedder: () => Promise<void>) {
    this.#tokenizer = tokenizer;
    this.#embedder = embedder;
    // Whoever needs the model is told by awaiting it; until then a failure is not an unhandled one.
    tokenizer.catch(() => null);
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get tokenizer(): Promise<void> {
    return this.#tokenizer;
  }

  /** @throws AppError `model-missing`, `model-corrupt` */
  whenReady(): Promise<void> {
    this.#ready ??= Promise.all([this.#tokenizer, this.#embedder()]).then(() => {
      this.#isReady = true;
    });
    return this.#ready;
  }

  /** Another model is in use, and loaded, whatever became of the one before it. */
  replaced(): void {
    this.#tokenizer = Promise.resolve();
    this.#ready = Promise.resolve();
    this.#isReady = true;
  }
}
