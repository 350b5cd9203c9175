// Whether a document was read to its end, so that only a change makes it be read again.
import { isPassing } from './passing-reasons.js';

export interface KnownState {
  readonly state: string;
  readonly reason: string | null;
  readonly chunker: string | null;
}

const settledStates: ReadonlySet<string> = new Set(['words', 'ready', 'skipped', 'failed']);

export function isSettled({ state, reason, chunker }: KnownState, chunkerInUse: string): boolean {
  return (
    chunker === chunkerInUse &&
    settledStates.has(state) &&
    !((state === 'failed' || state === 'skipped') && isPassing(reason))
  );
}
