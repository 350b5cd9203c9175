// Passages that were not chosen for a question: how near do they come all the same? A sample of the library's own vectors.
import { type Background, backgroundOf } from './fuse.js';
import type { HeldVectors } from './held-vectors.js';
import { dot } from './vector-index.js';

const sampleSize = 1_000;
/** The sample is drawn anew when the library has grown or shrunk by this share. */
const staleShare = 0.05;

export class BackgroundSample {
  readonly #vectors: HeldVectors;
  readonly #outside: readonly Float32Array[];
  #own: readonly Float32Array[] = [];
  #drawnFrom = -1;

  /** `outside` are the vectors that come with the model, without their languages; none where it has none. */
  constructor(vectors: HeldVectors, outside: readonly Float32Array[]) {
    this.#vectors = vectors;
    this.#outside = outside;
  }

  /** Null where there is nothing to compare with. */
  of(question: Float32Array): Background | null {
    this.#draw();
    const nearnesses = (vectors: readonly Float32Array[]): readonly number[] =>
      vectors.map((vector) => dot(question, vector));
    return backgroundOf(nearnesses(this.#own), nearnesses(this.#outside), sampleSize);
  }

  #draw(): void {
    const size = this.#vectors.size;
    if (this.#drawnFrom >= 0 && Math.abs(size - this.#drawnFrom) <= this.#drawnFrom * staleShare) return;
    this.#own = [...this.#vectors.read(this.#vectors.sample(sampleSize)).values()];
    this.#drawnFrom = size;
  }
}
