// Counts what a run of indexing has done, and tells the time left from measured tokens.
import { type IndexProgress, idleProgress } from '../../../shared/domain/library.js';

/** The rate is that of the last half minute, so that it follows a machine that gets busy. */
const windowMs = 30_000;
/** Below this many tokens a rate says nothing yet. */
const minimumTokens = 2_000;

function emptyCounts() {
  return {
    total: 0,
    skipped: 0,
    failed: 0,
    words: 0,
    ready: 0,
    chunksDone: 0,
    chunksTotal: 0,
    bytesRead: 0,
    bytesTotal: 0,
    tokensFound: 0,
    tokensDone: 0,
  };
}

export class ProgressTracker {
  #phase: 'idle' | 'scanning' | 'indexing' = 'idle';
  #counts = emptyCounts();
  #samples: { readonly atMs: number; readonly tokens: number }[] = [];
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  begin(): void {
    this.#counts = emptyCounts();
    this.#samples = [{ atMs: this.#now(), tokens: 0 }];
    this.#phase = 'scanning';
  }

  /** Documents that have to be read. */
  found(documents: number, bytes: number): void {
    this.#counts.total += documents;
    this.#counts.bytesTotal += bytes;
  }

  reading(): void {
    this.#phase = 'indexing';
  }

  /** A document is through without words. */
  notRead(state: 'skipped' | 'failed', bytes: number): void {
    this.#counts[state] += 1;
    this.#counts.bytesRead += bytes;
  }

  /** A document is searchable by words; `waiting` are its chunks that still have to be embedded. */
  wordsDone(bytes: number, waiting: { readonly chunks: number; readonly tokens: number }, reusedChunks: number): void {
    this.#counts.words += 1;
    this.#counts.bytesRead += bytes;
    this.#counts.chunksDone += reusedChunks;
    this.#counts.chunksTotal += reusedChunks;
    this.foundWaiting(waiting.chunks, waiting.tokens);
  }

  /** Chunks that wait for a vector. */
  foundWaiting(chunks: number, tokens: number): void {
    this.#counts.chunksTotal += chunks;
    this.#counts.tokensFound += tokens;
  }

  embedded(chunks: number, tokens: number): void {
    this.#counts.chunksDone += chunks;
    this.#counts.tokensDone += tokens;
    const atMs = this.#now();
    this.#samples.push({ atMs, tokens: this.#counts.tokensDone });
    while (this.#samples.length > 2 && atMs - (this.#samples[0]?.atMs ?? atMs) > windowMs) this.#samples.shift();
  }

  documentReady(): void {
    this.#counts.ready += 1;
  }

  end(): void {
    this.#phase = 'idle';
  }

  get tokensDone(): number {
    return this.#counts.tokensDone;
  }

  #tokensPerSecond(): number {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.atMs <= first.atMs) return 0;
    return ((last.tokens - first.tokens) * 1_000) / (last.atMs - first.atMs);
  }

  #secondsLeft(rate: number): number | null {
    const { tokensDone, tokensFound, bytesRead, bytesTotal } = this.#counts;
    if (rate <= 0 || tokensDone < minimumTokens) return null;
    // What is not read yet is taken to hold as many tokens a byte as what was read.
    const tokensPerByte = bytesRead > 0 ? tokensFound / bytesRead : 0;
    const tokensLeft = tokensFound - tokensDone + (bytesTotal - bytesRead) * tokensPerByte;
    return Math.max(0, Math.round(tokensLeft / rate));
  }

  snapshot(isPaused: boolean): IndexProgress {
    if (this.#phase === 'idle') return isPaused ? { ...idleProgress, phase: 'paused' } : idleProgress;
    const { total, skipped, failed, words, ready, chunksDone, chunksTotal } = this.#counts;
    const rate = this.#tokensPerSecond();
    return {
      phase: isPaused ? 'paused' : this.#phase,
      total,
      done: words + skipped + failed,
      skipped,
      failed,
      words,
      ready,
      chunksDone,
      chunksTotal,
      tokensPerSecond: Math.round(rate),
      secondsLeft: isPaused ? null : this.#secondsLeft(rate),
      recognition: null,
    };
  }
}
