// How far an export or import is, told a few times a second.
import type { CarryProgress } from '../../../../shared/domain/carry.js';

/** Told after each step; whether that is passed on is its own affair. */
export type CarryMeter = (done: number, total: number) => void;

const intervalMs = 250;
/** Sooner the rate is chance. */
const secondsToTrust = 2;

export function carryMeter(kind: CarryProgress['kind'], tell: (progress: CarryProgress) => void): CarryMeter {
  const startedMs = performance.now();
  let toldMs = Number.NEGATIVE_INFINITY;
  return (done, total) => {
    const nowMs = performance.now();
    if (nowMs - toldMs < intervalMs) return;
    toldMs = nowMs;
    const seconds = (nowMs - startedMs) / 1_000;
    const isKnown = seconds >= secondsToTrust && done > 0;
    tell({
      kind,
      done,
      total,
      secondsLeft: isKnown ? Math.round(((total - done) * seconds) / done) : null,
    });
  };
}
