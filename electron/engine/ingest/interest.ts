// The document that a person looks at: whatever has to be done for it is done before all else.

export class Interest {
  #row: number | null = null;
  #onChange: (() => void) | null = null;

  /** The store's own id of the document; null: nobody looks at any. */
  get row(): number | null {
    return this.#row;
  }

  look(row: number | null): void {
    if (row === this.#row) return;
    this.#row = row;
    this.#onChange?.();
  }

  /** Called at each change until the next call of this; there is one run at a time that embeds. */
  follow(onChange: (() => void) | null): void {
    this.#onChange = onChange;
  }
}
