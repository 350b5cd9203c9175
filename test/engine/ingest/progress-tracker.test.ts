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
    tracker.wordsDone(10_000, { chunks: 10, tokens: 5_000 }, 0);
    wait(1_000);
    tracker.embedded(5, 2_500);
    // 2,500 tokens a second; 2,500 left of the first document and 5,000 to be expected of the second.
    expect(tracker.snapshot(false)).toMatchObject({ tokensPerSecond: 2_500, secondsLeft: 3 });
  });

  it('says nothing of the time left while too little was measured, or while paused', () => {
    const { tracker, wait } = trackerAt();
    tracker.begin();
    tracker.found(1, 1_000);
    tracker.wordsDone(1_000, { chunks: 100, tokens: 50_000 }, 0);
    wait(100);
    tracker.embedded(1, 500);
    expect(tracker.snapshot(false).secondsLeft).toBeNull();
    wait(900);
    tracker.embedded(4, 2_000);
    expect(tracker.snapshot(false).secondsLeft).not.toBeNull();
    expect(tracker.snapshot(true)).toMatchObject({ phase: 'paused', secondsLeft: null });
  });
});
