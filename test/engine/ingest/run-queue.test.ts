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

  it('reads for all before it does the second part of any, and holds one that has begun while others read', async () => {
    const queue = new RunQueue();
    const events: string[] = [];
    const work = (name: string, during: () => Promise<void> = async () => undefined) =>
      queue.run(
        undefined,
        async () => {
          events.push(`read ${name}`);
          return name;
        },
        {
          after: async (value, signal) => {
            events.push(`begin ${value}`);
            await during();
            await queue.afterGate.pass(signal);
            events.push(`end ${value}`);
            return value;
          },
        },
      );
    let third: Promise<string> | undefined;
    const first = work('a', async () => {
      third = work('c');
      while (!events.includes('read c')) await turn();
    });
    const second = work('b');
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
    expect(await third).toBe('c');
    expect(events).toEqual(['read a', 'read b', 'begin a', 'read c', 'end a', 'begin b', 'end b', 'begin c', 'end c']);
  });

  it('interrupts a second part for other work and calls only that part again', async () => {
    const queue = new RunQueue();
    const events: string[] = [];
    let seconds = 0;
    const run = queue.run(
      undefined,
      async () => {
        events.push('read');
        return 1;
      },
      {
        after: async (value, signal) => {
          seconds += 1;
          events.push(`second ${seconds}`);
          while (!signal.aborted && seconds === 1) await turn();
          if (signal.aborted) throw new Error('interrupted');
          return value;
        },
      },
    );
    while (seconds === 0) await turn();
    await queue.alone(async () => {
      events.push('alone');
    });
    expect(await run).toBe(1);
    expect(events).toEqual(['read', 'second 1', 'alone', 'second 2']);
  });

  it('interrupts both what reads and what is held for it', async () => {
    const queue = new RunQueue();
    const seen: string[] = [];
    const held = queue.run(undefined, async () => 'held', {
      after: async (value, signal) => {
        seen.push('second');
        while (!seen.includes('alone')) {
          if (signal.aborted) throw new Error('interrupted');
          await turn();
        }
        return value;
      },
    });
    while (!seen.includes('second')) await turn();
    const reading = queue.run(undefined, async (signal) => {
      seen.push('reading');
      while (!seen.includes('alone')) {
        if (signal.aborted) throw new Error('interrupted');
        await turn();
      }
      return 'read';
    });
    while (!seen.includes('reading')) await turn();
    await queue.alone(async () => {
      seen.push('alone');
    });
    expect(await Promise.all([held, reading])).toEqual(['held', 'read']);
    expect(seen.slice(0, 3)).toEqual(['second', 'reading', 'alone']);
  });

  it('says that it is idle when the last of all has ended, before whoever waits for that hears of it', async () => {
    const events: string[] = [];
    const queue = new RunQueue(() => events.push('idle'));
    const runs = [1, 2].map((name) => queue.run(undefined, turn).then(() => events.push(`run ${name}`)));
    await Promise.all(runs);
    await queue.alone(turn).then(() => events.push('alone'));
    await queue.idle();
    expect(events).toEqual(['run 1', 'idle', 'run 2', 'idle', 'alone']);
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
