// How far a generation is that is being built, and how long the rest will take: from tokens, and from time that was worked.
import type { BuildProgress, BuildReport, ChunkSettings } from '../../../shared/domain/models.js';
import type { BuiltDocument } from '../chunk/text-methods.js';
import type { BuildState } from '../store/build-methods.js';

/** Sooner the rate is chance. */
const secondsToTrust = 3;

export class BuildMeter {
  readonly #model: string;
  readonly #chunking: ChunkSettings;
  readonly #state: BuildState;
  #documents = 0;
  /** Cut since this process began, and embedded by it. */
  #passages = 0;
  #embedded = 0;
  #passagesWaiting = 0;
  #tokensCut = 0;
  #tokensWaiting = 0;
  #tokensEmbedded = 0;
  #workedMs = 0;
  #sinceMs: number | null = null;

  constructor(model: string, chunking: ChunkSettings, state: BuildState) {
    this.#model = model;
    this.#chunking = chunking;
    this.#state = state;
  }

  goOn(): void {
    this.#sinceMs ??= performance.now();
  }

  rest(): void {
    if (this.#sinceMs !== null) this.#workedMs += performance.now() - this.#sinceMs;
    this.#sinceMs = null;
  }

  built({ chunks, tokens, waiting }: BuiltDocument): void {
    this.#documents += 1;
    this.#passages += chunks;
    this.#tokensCut += tokens;
    this.#tokensWaiting += waiting.tokenIds.length;
    this.#passagesWaiting += waiting.ends.length;
  }

  embedded(chunks: number, tokens: number): void {
    this.#embedded += chunks;
    this.#passagesWaiting -= chunks;
    this.#tokensWaiting -= tokens;
    this.#tokensEmbedded += tokens;
  }

  get tokensPerSecond(): number | null {
    const seconds = this.#workedSeconds;
    return seconds < secondsToTrust || this.#tokensEmbedded === 0 ? null : this.#tokensEmbedded / seconds;
  }

  get progress(): BuildProgress {
    const { documents, documentsDone, passages, passagesWaiting } = this.#state;
    return {
      model: this.#model,
      chunking: this.#chunking,
      documents: Math.max(documents, documentsDone + this.#documents),
      documentsDone: documentsDone + this.#documents,
      passagesDone: Math.max(0, passages - passagesWaiting + this.#passages - this.#passagesWaiting),
      secondsLeft: this.#secondsLeft,
    };
  }

  get report(): BuildReport {
    const { documentsDone, passages } = this.#state;
    return {
      model: this.#model,
      chunking: this.#chunking,
      documents: documentsDone + this.#documents,
      passages: passages + this.#passages,
      embedded: this.#embedded,
    };
  }

  get #workedSeconds(): number {
    const now = this.#sinceMs === null ? 0 : performance.now() - this.#sinceMs;
    return (this.#workedMs + now) / 1_000;
  }

  get #secondsLeft(): number | null {
    const { tokens, tokensDone } = this.#state;
    const done = this.#tokensCut - this.#tokensWaiting;
    const seconds = this.#workedSeconds;
    if (seconds < secondsToTrust || done <= 0) return null;
    return Math.round(Math.max(0, tokens - tokensDone - done) / (done / seconds));
  }
}
