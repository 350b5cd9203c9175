// Counts and the time left, by a clock of the test's own.
import { describe, expect, it } from 'vitest';
import { ProgressTracker } from '../../../electron/engine/ingest/progress-tracker.js';

function trackerAt() {
  let nowMs = 0;
  const tracker = new ProgressTracker(() => nowMs);
  return {
    tracker,
    wait(ms: number) {
      nowMs += ms;
    },
  };
}

describe('ProgressTracker', () => {
  it('is idle before a run and after it', () => {
    const { tracker } = trackerAt();
    expect(tracker.snapshot(false).phase).toBe('idle');
    tracker.begin();
    expect(tracker.snapshot(false).phase).toBe('scanning');
    tracker.end();
    expect(tracker.snapshot(false)).toMatchObject({ phase: 'idle', total: 0, done: 0 });
  });

  it('counts documents with words, skipped and failed ones as done', () => {
    const { tracker } = trackerAt();
    tracker.begin();
    tracker.found(4, 4_000);
    tracker.reading();
    tracker.wordsDone(1_000, { chunks: 3, tokens: 600 }, 1);
    tracker.notRead('skipped', 1_000);
    tracker.notRead('failed', 1_000);
    expect(tracker.snapshot(false)).toMatchObject({
      phase: 'indexing',
      total: 4,
      done: 3,
      skipped: 1,
      failed: 1,
      words: 1,
      ready: 0,
      chunksDone: 1,
      chunksTotal: 4,
    });
  });

  it('tells the time left from measured tokens and from the bytes that are still unread', () => {
    const { tracker, wait } = trackerAt();
    tracker.begin();
    tracker.found(2, 20_000);
    tracker.reading();
    wait(2_000);
    tracker.wordsDone(10_000, { chunks: 10, tokens: 5_000 }, 0);
    tracker.expect({ tokensPerSecond: 2_500, bytesPerSecond: 1 });
    // 10,000 tokens, half of them only to be expected, at the speed of an earlier run; and two seconds to read the other half.
    expect(tracker.snapshot(false)).toMatchObject({ tokensPerSecond: 0, secondsLeft: 6 });
    tracker.wordsDone(10_000, { chunks: 10, tokens: 5_000 }, 0);
    tracker.readingDone();
    tracker.embedding({ chunks: 20, tokens: 10_000 });
    wait(1_000);
    tracker.embedded(5, 2_500);
    expect(tracker.snapshot(false)).toMatchObject({ tokensPerSecond: 2_500, secondsLeft: 3 });
  });

  it('counts what waits as the store does, so that it knows of what earlier runs left', () => {
    const { tracker, wait } = trackerAt();
    tracker.begin();
    tracker.reading();
    tracker.readingDone();
    tracker.embedding({ chunks: 1_000, tokens: 100_000 });
    wait(10_000);
    tracker.embedded(100, 10_000);
    expect(tracker.snapshot(false)).toMatchObject({ chunksDone: 100, chunksTotal: 1_000, secondsLeft: 90 });
  });

  it('is not misled by a pause: neither the time before it nor the pause itself slows the rate down', () => {
    const { tracker, wait } = trackerAt();
    tracker.begin();
    tracker.readingDone();
    tracker.embedding({ chunks: 100, tokens: 100_000 });
    wait(10_000);
    tracker.embedded(10, 10_000);
    tracker.pause();
    wait(3_600_000);
    tracker.resume();
    expect(tracker.snapshot(false).secondsLeft).toBe(90);
    wait(10_000);
    tracker.embedded(10, 10_000);
    expect(tracker.snapshot(false)).toMatchObject({ tokensPerSecond: 1_000, secondsLeft: 80 });
  });

  it('adds up runs that follow one another without rest, and takes back what an interrupted one had counted', () => {
    const { tracker } = trackerAt();
    tracker.begin();
    tracker.found(3, 3);
    const before = tracker.begin();
    tracker.found(5, 5);
    expect(tracker.snapshot(false).total).toBe(8);
    tracker.takeBack(before);
    expect(tracker.snapshot(false).total).toBe(3);
    tracker.end();
    tracker.begin();
    expect(tracker.snapshot(false).total).toBe(0);
  });

  it('tells how fast the machine was once enough was done', () => {
    const { tracker, wait } = trackerAt();
    tracker.begin();
    tracker.found(1, 10_000_000);
    tracker.reading();
    wait(5_000);
    tracker.wordsDone(10_000_000, { chunks: 1, tokens: 1 }, 0);
    tracker.readingDone();
    expect(tracker.seen).toEqual({ bytesPerSecond: 2_000_000 });
    tracker.embedding({ chunks: 100, tokens: 30_000 });
    wait(10_000);
    tracker.embedded(100, 30_000);
    expect(tracker.seen).toEqual({ bytesPerSecond: 2_000_000, tokensPerSecond: 3_000 });
  });

  it('says nothing of the time left while too little was measured, or while paused', () => {
    const { tracker, wait } = trackerAt();
    tracker.begin();
    tracker.found(1, 1_000);
    tracker.reading();
    tracker.wordsDone(1_000, { chunks: 100, tokens: 50_000 }, 0);
    tracker.readingDone();
    tracker.embedding({ chunks: 100, tokens: 50_000 });
    wait(100);
    tracker.embedded(1, 500);
    expect(tracker.snapshot(false).secondsLeft).toBeNull();
    wait(900);
    tracker.embedded(4, 2_000);
    expect(tracker.snapshot(false).secondsLeft).not.toBeNull();
    expect(tracker.snapshot(true)).toMatchObject({ phase: 'paused', secondsLeft: null });
  });
});
