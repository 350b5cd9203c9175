// Counts what a run of indexing has done, and tells the time left from measured tokens.
import { type IndexProgress, idleProgress } from '../../../shared/domain/library.js';
import type { MeasuredSpeed } from './estimate.js';

/** The rate is that of the last half minute, so that it follows a machine that gets busy. */
const windowMs = 30_000;
/** Below this many tokens a rate says nothing yet. */
const minimumTokens = 2_000;
/** What a run must have done to tell of this machine for later: less is noise. */
const tokensToTell = 20_000;
const bytesToTell = 5_000_000;

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

export type ProgressCounts = Readonly<ReturnType<typeof emptyCounts>>;

export class ProgressTracker {
  #phase: 'idle' | 'scanning' | 'indexing' = 'idle';
  #counts = emptyCounts();
  #samples: { readonly atMs: number; readonly tokens: number }[] = [];
  #expected: MeasuredSpeed | null = null;
  /** How long has been read, up to the moment at which it was last begun. */
  #readMs = 0;
  #readSinceMs: number | null = null;
  #wasReading = false;
  #rateBefore: number | undefined;
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * A run begins. What others have done that go on still counts: it is all one work to whoever looks at it.
   * Gives the counts of before, for {@link ProgressTracker.takeBack}.
   */
  begin(): ProgressCounts {
    if (this.#phase === 'idle') {
      this.#counts = emptyCounts();
      this.#samples = [];
      this.#readMs = 0;
      this.#rateBefore = undefined;
    }
    this.#phase = 'scanning';
    return { ...this.#counts };
  }

  /** A run was interrupted: what it has counted since it began counts no more. */
  takeBack(before: ProgressCounts): void {
    this.#stopClock();
    this.#counts = { ...before };
    this.#sampleAnew();
  }

  /** What is known of this machine's speed before this run has shown one; null: nothing. */
  expect(speed: MeasuredSpeed | null): void {
    this.#expected = speed;
  }

  /** Documents that have to be read. */
  found(documents: number, bytes: number): void {
    this.#counts.total += documents;
    this.#counts.bytesTotal += bytes;
  }

  reading(): void {
    this.#phase = 'indexing';
    this.#readSinceMs = this.#now();
  }

  /** Reading is over, for now: what follows is embedded. `waiting`: all that waits for it, as the store has counted it. */
  embedding(waiting: { readonly chunks: number; readonly tokens: number }): void {
    this.#phase = 'indexing';
    const { chunksDone, tokensDone } = this.#counts;
    this.#counts.chunksTotal = chunksDone + waiting.chunks;
    this.#counts.tokensFound = tokensDone + waiting.tokens;
    this.#sampleAnew();
  }

  /** Nothing is read any more, for now. */
  readingDone(): void {
    this.#stopClock();
    this.#sampleAnew();
  }

  pause(): void {
    this.#wasReading = this.#readSinceMs !== null;
    this.#stopClock();
  }

  resume(): void {
    if (this.#wasReading) this.#readSinceMs = this.#now();
    this.#wasReading = false;
    this.#sampleAnew();
  }

  /** How fast this machine was, where enough was done to tell. */
  get seen(): Partial<MeasuredSpeed> {
    const { bytesRead, tokensDone } = this.#counts;
    const rate = this.#tokensPerSecond();
    return {
      ...(tokensDone >= tokensToTell && rate > 0 ? { tokensPerSecond: rate } : {}),
      ...(bytesRead >= bytesToTell && this.#readMs > 0 ? { bytesPerSecond: (bytesRead * 1_000) / this.#readMs } : {}),
    };
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
    this.#stopClock();
    this.#phase = 'idle';
  }

  #stopClock(): void {
    if (this.#readSinceMs !== null) this.#readMs += this.#now() - this.#readSinceMs;
    this.#readSinceMs = null;
  }

  #tokensPerSecond(): number {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.atMs <= first.atMs) return 0;
    return ((last.tokens - first.tokens) * 1_000) / (last.atMs - first.atMs);
  }

  /** First what is left to be read, then what is left to be embedded: one follows the other. */
  #secondsLeft(): number | null {
    const { tokensDone, tokensFound, bytesRead, bytesTotal } = this.#counts;
    const rate = this.#knownRate();
    if (rate === null || this.#phase === 'scanning') return null;
    const bytesLeft = bytesTotal - bytesRead;
    if (bytesLeft <= 0) return Math.max(0, Math.round((tokensFound - tokensDone) / rate));
    const bytesPerMs = bytesRead / this.#readForMs();
    if (bytesRead === 0 || !Number.isFinite(bytesPerMs)) return null;
    // What is not read yet is taken to hold as many tokens a byte as what was read.
    const tokensLeft = tokensFound - tokensDone + (bytesLeft * tokensFound) / bytesRead;
    return Math.max(0, Math.round(tokensLeft / rate + bytesLeft / bytesPerMs / 1_000));
  }

  /** Tokens a second: of the last half minute, else as it was before that, else as an earlier run has shown. */
  #knownRate(): number | null {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    const sampled = first === undefined || last === undefined ? 0 : last.tokens - first.tokens;
    const rate =
      sampled >= minimumTokens ? this.#tokensPerSecond() : (this.#rateBefore ?? this.#expected?.tokensPerSecond);
    return rate === undefined || rate <= 0 ? null : rate;
  }

  #readForMs(): number {
    return this.#readMs + (this.#readSinceMs === null ? 0 : this.#now() - this.#readSinceMs);
  }

  /** From here on the rate is measured anew: time in which nothing was to be embedded is no part of it. */
  #sampleAnew(): void {
    this.#rateBefore = this.#knownRate() ?? undefined;
    this.#samples = [{ atMs: this.#now(), tokens: this.#counts.tokensDone }];
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
      secondsLeft: isPaused ? null : this.#secondsLeft(),
      recognition: null,
      building: null,
    };
  }
}
