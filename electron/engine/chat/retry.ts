// Asking again: how often, how long between, and what a host says about it.
import type { ErrorCode } from '../../../shared/errors.js';
import { Fault, faultOf } from './faults.js';
import type { Timers } from './timers.js';

export interface RetryPolicy {
  /** Attempts in all. */
  readonly attempts: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** A host that asks for a longer pause is not waited for. */
  readonly longestRetryAfterMs: number;
}

export const answerRetries: RetryPolicy = {
  attempts: 4,
  firstDelayMs: 1_000,
  longestDelayMs: 16_000,
  longestRetryAfterMs: 60_000,
};
/** A rewriting is a help, not a need: without it the question is searched as it is. */
export const rewriteRetries: RetryPolicy = {
  attempts: 2,
  firstDelayMs: 500,
  longestDelayMs: 2_000,
  longestRetryAfterMs: 3_000,
};

/** Doubles from try to try; the upper half of it by chance, so that many askers do not come back at once. */
export function backoffMs(failures: number, policy: RetryPolicy, chance: number): number {
  const full = Math.min(policy.longestDelayMs, policy.firstDelayMs * 2 ** (failures - 1));
  return Math.round(full / 2 + (full / 2) * chance);
}

/** Seconds, or an HTTP date; null for anything else. Never negative. */
export function retryAfterMs(value: string | null, nowMs: number): number | null {
  if (value === null) return null;
  const text = value.trim();
  if (/^\d{1,9}(\.\d{1,6})?$/u.test(text)) return Math.round(Number(text) * 1_000);
  // A date of HTTP begins with the name of a day; Date.parse takes far more than that.
  const date = /^[A-Z][a-z]{2,8}, /u.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}

export interface RetryOptions {
  readonly policy: RetryPolicy;
  readonly timers: Timers;
  readonly signal: AbortSignal;
  readonly onWait: (delayMs: number, reason: ErrorCode) => void;
}

/**
 * Runs `attempt` until one succeeds; it gets the fault of the one before. The host's own word on when to come back goes
 * before the backoff.
 * @throws Fault the last one; what an attempt throws after the signal was aborted is thrown as it is
 */
export async function withRetries<T>(
  attempt: (before: Fault | null, failures: number) => Promise<T>,
  { policy, timers, signal, onWait }: RetryOptions,
): Promise<T> {
  let before: Fault | null = null;
  for (let failures = 0; ; ) {
    try {
      return await attempt(before, failures);
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      const fault = faultOf(thrown);
      failures += 1;
      const most = fault.retry === 'never' ? 1 : fault.retry === 'once' ? 2 : policy.attempts;
      if (failures >= Math.min(most, policy.attempts)) throw fault;
      const asked = retryAfterMs(fault.retryAfter, timers.now());
      if (asked !== null && asked > policy.longestRetryAfterMs) throw longPause(fault, asked);
      const delayMs = asked ?? backoffMs(failures, policy, timers.chance());
      onWait(delayMs, fault.code);
      await timers.sleep(delayMs, signal);
      if (signal.aborted) throw fault;
      before = fault;
    }
  }
}

function longPause(fault: Fault, askedMs: number): Fault {
  const minutes = Math.ceil(askedMs / 60_000);
  return new Fault(fault.code, `The host asks for a pause of ${minutes} min. Ask again after that.`, {
    status: fault.status,
  });
}
