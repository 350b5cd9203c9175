// While a person types, each search finds the machine's cores free: what embeds is held for a moment after each one.
import { Gate } from './gate.js';

/** Longer than between two keystrokes, too short to be missed. */
const holdMs = 400;
/** Whoever searches without end (a script, a measurement) does not stop the library: it works for as long as it was held. */
const maxHeldMs = 4_000;

export class TypingHold {
  readonly gate = new Gate();
  #heldSinceMs = 0;
  #restUntilMs = 0;
  #timer: NodeJS.Timeout | undefined;

  /** A question has come. */
  touch(nowMs = performance.now()): void {
    if (nowMs < this.#restUntilMs) return;
    if (!this.gate.isShut) this.#heldSinceMs = nowMs;
    if (nowMs - this.#heldSinceMs >= maxHeldMs) {
      this.#restUntilMs = nowMs + maxHeldMs;
      this.release();
      return;
    }
    this.gate.shut();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.gate.open(), holdMs);
    this.#timer.unref();
  }

  release(): void {
    clearTimeout(this.#timer);
    this.gate.open();
  }
}
