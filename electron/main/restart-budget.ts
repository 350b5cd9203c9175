// How often a process that dies may be started again.

/** Gives a function that says whether one more start is allowed: at most `limit` within `windowMs`. */
export function createRestartBudget(limit: number, windowMs: number): (nowMs: number) => boolean {
  let starts: number[] = [];
  return (nowMs) => {
    starts = starts.filter((at) => nowMs - at < windowMs);
    if (starts.length >= limit) return false;
    starts.push(nowMs);
    return true;
  };
}
