// Order and cancelling of runs.
import { describe, expect, it } from 'vitest';
import { RunQueue } from '../../../electron/engine/ingest/run-queue.js';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('RunQueue', () => {
  it('lets runs follow one another, also after one that failed', async () => {
    const queue = new RunQueue();
    const events: string[] = [];
    const first = queue.run(undefined, async () => {
      events.push('first begins');
      await turn();
      events.push('first fails');
      throw new Error('no');
    });
    const second = queue.run(undefined, async () => {
      events.push('second');
      return 2;
    });
    await expect(first).rejects.toThrow('no');
    expect(await second).toBe(2);
    expect(events).toEqual(['first begins', 'first fails', 'second']);
  });

  it('aborts a run when its caller does, and never starts one that was aborted while it waited', async () => {
    const queue = new RunQueue();
    const controller = new AbortController();
    const running = queue.run(controller.signal, async (signal) => {
      while (!signal.aborted) await turn();
      return 'stopped';
    });
    let hasStarted = false;
    const waiting = queue.run(controller.signal, async () => {
      hasStarted = true;
    });
    await turn();
    controller.abort();
    expect(await running).toBe('stopped');
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    expect(hasStarted).toBe(false);
  });

  it('lets other work in between, and begins the interrupted run again after all of it', async () => {
    const queue = new RunQueue();
    const events: string[] = [];
    let attempts = 0;
    const run = queue.run(undefined, async (signal) => {
      attempts += 1;
      events.push(`attempt ${attempts}`);
      while (!signal.aborted && attempts === 1) await turn();
      if (signal.aborted) throw new Error('interrupted');
      return 'done';
    });
    await turn();
    const first = queue.alone(async () => {
      await turn();
      events.push('first');
    });
    const failing = queue.alone(async () => {
      throw new Error('its own');
    });
    await first;
    await expect(failing).rejects.toThrow('its own');
    expect(await run).toBe('done');
    expect(events).toEqual(['attempt 1', 'first', 'attempt 2']);
    expect(await queue.alone(async () => 'later')).toBe('later');
  });

  it('does not interrupt a run that can be made only once', async () => {
    const queue = new RunQueue();
    let isFree = false;
    const run = queue.run(
      undefined,
      async (signal) => {
        while (!isFree) await turn();
        return signal.aborted;
      },
      { isOnce: true },
    );
    await turn();
    const alone = queue.alone(async () => 'after');
    isFree = true;
    expect(await run).toBe(false);
    expect(await alone).toBe('after');
  });

  it('ends everything on close, and takes nothing after it', async () => {
    const queue = new RunQueue();
    const running = queue.run(undefined, async (signal) => {
      while (!signal.aborted) await turn();
      return 'stopped';
    });
    const waiting = queue.run(undefined, async () => 'never');
    await turn();
    const ends = await Promise.allSettled([queue.cancelAll(), running, waiting]);
    expect(ends.slice(1)).toMatchObject([
      { status: 'fulfilled', value: 'stopped' },
      { status: 'rejected', reason: { code: 'cancelled' } },
    ]);
    await expect(queue.run(undefined, async () => 1)).rejects.toMatchObject({ code: 'engine-stopped' });
  });
});
