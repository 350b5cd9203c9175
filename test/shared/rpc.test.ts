// Calls, errors, events and closing of the protocol between processes and threads.
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { portChannel } from '../../electron/engine/workers/node-channels.js';
import { AppError } from '../../shared/errors.js';
import { connect, type Handlers, serve, withTransfer } from '../../shared/rpc.js';

type Methods = {
  readonly add: (request: { readonly a: number; readonly b: number }) => number;
  readonly fail: (request: { readonly code: 'empty' | null }) => null;
  readonly wait: (request: null) => string;
  readonly unclonable: (request: null) => unknown;
  readonly take: (request: { readonly bytes: Uint8Array }) => number;
};
type Events = { readonly news: { readonly count: number } };

function pair(onAbort: () => void = () => undefined) {
  const { port1, port2 } = new MessageChannel();
  const close = (port: MessagePort) => port.close();
  onTestFinished(() => close(port1));
  const handlers: Handlers<Methods> = {
    add: ({ a, b }) => a + b,
    fail({ code }) {
      throw code === null ? new Error('boom') : new AppError(code, 'Nothing in it.');
    },
    wait: (_request, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          onAbort();
          resolve('aborted');
        });
      }),
    unclonable: () => () => undefined,
    take: ({ bytes }) => bytes.length,
  };
  const server = serve<Methods, Events>(portChannel(port1), handlers);
  return { client: connect<Methods, Events>(portChannel(port2)), server, closeServer: () => port1.close() };
}

describe('rpc', () => {
  it('carries calls and replies, many at once', async () => {
    const { client } = pair();
    const sums = await Promise.all(Array.from({ length: 50 }, (_, a) => client.call('add', { a, b: 1 })));
    expect(sums).toEqual(Array.from({ length: 50 }, (_, a) => a + 1));
  });

  it('carries an error with its code, and one without a code as a bug', async () => {
    const { client } = pair();
    await expect(client.call('fail', { code: 'empty' })).rejects.toMatchObject({
      name: 'AppError',
      code: 'empty',
      message: 'Nothing in it.',
    });
    await expect(client.call('fail', { code: null })).rejects.toMatchObject({ code: 'bug', message: 'boom' });
  });

  it('answers an unknown method, also one that every object has', async () => {
    const { client } = pair();
    const call = client.call as (method: string, payload: unknown) => Promise<unknown>;
    await expect(call('nothing', null)).rejects.toMatchObject({ code: 'bug' });
    await expect(call('toString', null)).rejects.toMatchObject({ code: 'bug' });
  });

  it('ends the wait for a reply that cannot be copied', async () => {
    const { client } = pair();
    await expect(client.call('unclonable', null)).rejects.toMatchObject({ code: 'bug' });
  });

  it('rejects at once when the caller gives up, and tells the other side', async () => {
    let isTold = false;
    const { client } = pair(() => {
      isTold = true;
    });
    const controller = new AbortController();
    const waiting = client.call('wait', null, controller.signal);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    await client.call('add', { a: 1, b: 1 });
    expect(isTold).toBe(true);
    await expect(client.call('wait', null, controller.signal)).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('rejects every waiting call when the other side goes, and every later one', async () => {
    const { client, closeServer } = pair();
    const waiting = [client.call('wait', null), client.call('wait', null)];
    closeServer();
    const ends = await Promise.allSettled(waiting);
    expect(ends).toMatchObject([{ reason: { code: 'engine-stopped' } }, { reason: { code: 'engine-stopped' } }]);
    expect(client.isClosed).toBe(true);
    await expect(client.call('add', { a: 1, b: 1 })).rejects.toMatchObject({ code: 'engine-stopped' });
  });

  it('hands buffers over instead of copying them where it is told to', async () => {
    const { client } = pair();
    const bytes = new Uint8Array(64);
    expect(await client.call('take', withTransfer({ bytes }, [bytes.buffer]))).toBe(64);
    expect(bytes.length).toBe(0);
  });

  it('carries events to everyone who listens', async () => {
    const { client, server } = pair();
    const counts: number[] = [];
    client.on('news', ({ count }) => counts.push(count));
    client.on('news', ({ count }) => counts.push(count * 10));
    server.emit('news', { count: 1 });
    server.emit('news', { count: 2 });
    await client.call('add', { a: 0, b: 0 });
    expect(counts).toEqual([1, 10, 2, 20]);
  });
});
