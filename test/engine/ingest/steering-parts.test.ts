// Pace, the hold while somebody types, and the order of what is read: each by itself, with a clock of the test's own.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Gate } from '../../../electron/engine/ingest/gate.js';
import { Interest } from '../../../electron/engine/ingest/interest.js';
import { Pace } from '../../../electron/engine/ingest/pace.js';
import { newestFirst, ReadList, readSideBySide } from '../../../electron/engine/ingest/read-list.js';
import { TypingHold } from '../../../electron/engine/ingest/typing-hold.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Whether it is settled by now. */
async function isDone(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  void promise.then(() => {
    done = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return done;
}

describe('Pace', () => {
  const { signal } = new AbortController();

  it('rests as long as the work took when it is slow, and not at all at full speed', async () => {
    const pace = new Pace();
    expect(await isDone(pace.rest(1_000, signal))).toBe(true);
    pace.set(true);
    const rest = pace.rest(1_000, signal);
    await vi.advanceTimersByTimeAsync(999);
    expect(await isDone(rest)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isDone(rest)).toBe(true);
  });

  it('ends a rest, and lets the other lanes work, as soon as full speed is wanted or the work is stopped', async () => {
    const pace = new Pace();
    pace.set(true);
    expect(pace.lanes(4)).toBe(1);
    const stop = new AbortController();
    const waiting = [pace.rest(60_000, signal), pace.lane(1, signal)];
    const stopped = pace.lane(2, stop.signal);
    expect(await isDone(pace.lane(0, signal))).toBe(true);
    expect(await isDone(Promise.race(waiting))).toBe(false);
    stop.abort();
    expect(await isDone(stopped)).toBe(true);
    pace.set(false);
    expect(await isDone(Promise.all(waiting))).toBe(true);
    expect(pace.lanes(4)).toBe(4);
  });
});

describe('TypingHold', () => {
  it('holds for a moment after each question, and lets go by itself', async () => {
    const hold = new TypingHold();
    hold.touch(0);
    expect(hold.gate.isShut).toBe(true);
    await vi.advanceTimersByTimeAsync(300);
    hold.touch(300);
    await vi.advanceTimersByTimeAsync(399);
    expect(hold.gate.isShut).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(hold.gate.isShut).toBe(false);
  });

  it('lets work go on for as long as it was held where the questions have no end', async () => {
    const hold = new TypingHold();
    const shut: boolean[] = [];
    for (let ms = 0; ms <= 12_000; ms += 100) {
      hold.touch(ms);
      shut.push(hold.gate.isShut);
      await vi.advanceTimersByTimeAsync(100);
    }
    const share = shut.filter(Boolean).length / shut.length;
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.7);
  });
});

describe('what is read', () => {
  const task = (row: number, modifiedMs = row, relativePath = `${row}.txt`) => ({
    target: { row, modifiedMs, relativePath },
  });
  const rows = (list: ReadList<ReturnType<typeof task>>): number[] => {
    const found: number[] = [];
    for (let one = list.next(); one !== undefined; one = list.next()) found.push(one.target.row);
    return found;
  };

  it('comes newest first', () => {
    expect(rows(new ReadList(newestFirst([task(1, 5), task(2, 9), task(3, 7)]), new Interest()))).toEqual([2, 3, 1]);
  });

  it('is before all else the document that a person looks at, also when that changes', () => {
    const interest = new Interest();
    const list = new ReadList(
      [1, 2, 3, 4, 5].map((row) => task(row)),
      interest,
    );
    interest.look(4);
    expect([list.next(), list.next()].map((one) => one?.target.row)).toEqual([4, 1]);
    interest.look(5);
    expect(rows(list)).toEqual([5, 2, 3]);
  });

  it('goes on with what lies in a file, and leaves what lies deeper for the end', () => {
    const list = new ReadList([task(1), task(2)], new Interest());
    const first = list.next();
    if (first !== undefined) list.addInside(first, [task(11), task(12)]);
    const inside = task(13, 13, 'a.zip//b.zip');
    list.addInside(inside, [task(99)]);
    expect(rows(list)).toEqual([11, 12, 2, 99]);
  });

  it('is read to its end at a slow pace too, by one lane, and by all of them when it gets faster again', async () => {
    const pace = new Pace();
    pace.set(true);
    let [now, most] = [0, 0];
    const list = new ReadList(
      [1, 2, 3, 4, 5, 6].map((row) => task(row)),
      new Interest(),
    );
    const reading = readSideBySide(list, {
      lanes: 3,
      gate: new Gate(),
      pace,
      stop: new AbortController(),
      readOne: async ({ target }) => {
        now += 1;
        most = Math.max(most, now);
        if (target.row === 4) pace.set(false);
        await new Promise((resolve) => setTimeout(resolve, 10));
        now -= 1;
        if (target.row === 3) expect(most).toBe(1);
        return [];
      },
    });
    for (let step = 0; step < 50; step += 1) await vi.advanceTimersByTimeAsync(10);
    expect((await reading).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(list.next()).toBeUndefined();
    expect(most).toBeGreaterThan(1);
  });
});
