// How long something still takes, rounded so that the figure does not jitter.

export type TimeLeft =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'soon' }
  | { readonly kind: 'seconds'; readonly count: number }
  | { readonly kind: 'minutes'; readonly count: number }
  | { readonly kind: 'hours'; readonly count: number };

/** Seconds in tens below a minute, minutes below an hour and a half, then hours. Null: it cannot be told. */
export function timeLeft(seconds: number | null): TimeLeft {
  if (seconds === null || !Number.isFinite(seconds) || seconds < 0) return { kind: 'unknown' };
  if (seconds < 10) return { kind: 'soon' };
  if (seconds < 55) return { kind: 'seconds', count: Math.ceil(seconds / 10) * 10 };
  if (seconds < 5_400) return { kind: 'minutes', count: Math.max(1, Math.round(seconds / 60)) };
  return { kind: 'hours', count: Math.round(seconds / 3_600) };
}
