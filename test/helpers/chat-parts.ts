// Passages and timers for tests of answers: no real waiting.
import type { Timers } from '../../electron/engine/chat/timers.js';
import type { AnswerPassage } from '../../shared/domain/chat.js';
import { noLocator } from '../../shared/domain/document.js';

export function passage(text: string, more: Partial<AnswerPassage> = {}): AnswerPassage {
  return {
    documentId: 'd1',
    chunkId: `c-${text.slice(0, 12)}`,
    path: '/home/ana/Secret Folder/shop.md',
    title: 'Shop rules',
    type: 'md',
    offline: false,
    text,
    start: 0,
    end: text.length,
    locator: noLocator,
    recognised: null,
    cosine: 0.87,
    relevance: 0.8,
    ...more,
  };
}

export interface HandTimers extends Timers {
  /** What was slept, in milliseconds. */
  readonly sleeps: readonly number[];
  /** Calls what waits for this many milliseconds. */
  pass(delayMs: number): void;
}

/** Sleeps take no time; deadlines pass when the test says so. */
export function handTimers(now = Date.parse('2026-11-30T12:00:00Z')): HandTimers {
  const sleeps: number[] = [];
  const waiting = new Set<{ readonly delayMs: number; readonly call: () => void }>();
  return {
    sleeps,
    sleep: async (delayMs) => {
      sleeps.push(delayMs);
    },
    after: (delayMs, call) => {
      const one = { delayMs, call };
      waiting.add(one);
      return () => waiting.delete(one);
    },
    now: () => now,
    chance: () => 0.5,
    pass: (delayMs) => {
      for (const one of [...waiting].filter((entry) => entry.delayMs === delayMs)) {
        waiting.delete(one);
        one.call();
      }
    },
  };
}
