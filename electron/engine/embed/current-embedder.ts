// The embedder in use, for whoever holds on to it while the library changes its model.
import type { TokenVectors } from '../rerank/token-vectors.js';
import type { EmbedderIdentity } from './embedder.js';
import type { LocalEmbedder } from './local-embedder.js';

export class CurrentEmbedder implements LocalEmbedder {
  #current: LocalEmbedder;

  constructor(first: LocalEmbedder) {
    this.#current = first;
  }

  /** Nobody may be asking the old one, which is closed. */
  async replace(next: LocalEmbedder): Promise<void> {
    const old = this.#current;
    this.#current = next;
    await old.close();
  }

  get identity(): EmbedderIdentity {
    return this.#current.identity;
  }

  get parallelism(): number {
    return this.#current.parallelism;
  }

  ready(): Promise<void> {
    return this.#current.ready();
  }

  embedQuestion(text: string, signal?: AbortSignal): Promise<Float32Array> {
    return this.#current.embedQuestion(text, signal);
  }

  embedTokens(tokenIds: Int32Array, signal?: AbortSignal): Promise<Float32Array> {
    return this.#current.embedTokens(tokenIds, signal);
  }

  embedTokensFirst(tokenIds: Int32Array, signal?: AbortSignal): Promise<Float32Array> {
    return this.#current.embedTokensFirst(tokenIds, signal);
  }

  embedEachToken(tokenIds: Int32Array, signal?: AbortSignal): Promise<TokenVectors> {
    return this.#current.embedEachToken(tokenIds, signal);
  }

  setThreads(threads: number | null): void {
    this.#current.setThreads(threads);
  }

  close(): Promise<void> {
    return this.#current.close();
  }
}
