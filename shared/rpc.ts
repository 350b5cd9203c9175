// One request-and-reply protocol over anything that posts messages: worker threads, child and utility processes, ports.
// No caller waits for ever: when the other side goes, every waiting call is rejected.
import { AppError, fromPlainError, type PlainError, toPlainError } from './errors.js';

/** What the protocol needs of a channel. Adapters live beside the channels they adapt. */
export interface MessageChannelEnd {
  post(message: unknown, transfer?: readonly ArrayBuffer[]): void;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
}

type Message =
  | { readonly kind: 'call'; readonly id: number; readonly method: string; readonly payload: unknown }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'reply'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: PlainError }
  | { readonly kind: 'event'; readonly name: string; readonly payload: unknown };

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && typeof (value as { kind?: unknown }).kind === 'string';
}

/** A method takes one value and gives one value. */
export type Methods = { readonly [method: string]: (payload: never) => unknown };
/** Event name to payload. */
export type Events = { readonly [event: string]: unknown };

export interface CallContext {
  readonly signal: AbortSignal;
}

export type Handlers<M extends Methods> = {
  readonly [K in keyof M]: (
    payload: Parameters<M[K]>[0],
    context: CallContext,
  ) => Awaited<ReturnType<M[K]>> | Promise<Awaited<ReturnType<M[K]>>>;
};

const transferLists = new WeakMap<object, readonly ArrayBuffer[]>();

/** Marks buffers in a reply or payload that are handed over, not copied. */
export function withTransfer<T extends object>(value: T, buffers: readonly ArrayBuffer[]): T {
  transferLists.set(value, buffers);
  return value;
}

function transferOf(value: unknown): readonly ArrayBuffer[] | undefined {
  return typeof value === 'object' && value !== null ? transferLists.get(value) : undefined;
}

export interface RpcServer<E extends Events> {
  emit<K extends keyof E & string>(name: K, payload: E[K]): void;
}

/** Answers calls on `channel`. A handler's thrown error reaches the caller as an `AppError` with its code. */
export function serve<M extends Methods, E extends Events = Record<never, never>>(
  channel: MessageChannelEnd,
  handlers: Handlers<M>,
): RpcServer<E> {
  const running = new Map<number, AbortController>();

  function reply(message: Message, transfer?: readonly ArrayBuffer[]): void {
    try {
      channel.post(message, transfer);
    } catch (error) {
      // A value that cannot be cloned must still end the caller's wait.
      if (message.kind === 'reply') {
        channel.post({ kind: 'error', id: message.id, error: toPlainError(error) } satisfies Message);
      }
    }
  }

  async function run(id: number, method: string, payload: unknown): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const handler = Object.hasOwn(handlers, method) ? handlers[method as keyof M] : undefined;
      if (handler === undefined) throw new AppError('bug', `No such method: ${method}`);
      const value = await handler(payload as never, { signal: controller.signal });
      reply({ kind: 'reply', id, value }, transferOf(value));
    } catch (error) {
      reply({ kind: 'error', id, error: toPlainError(error) });
    } finally {
      running.delete(id);
    }
  }

  channel.onMessage((message) => {
    if (!isMessage(message)) return;
    if (message.kind === 'call') void run(message.id, message.method, message.payload);
    else if (message.kind === 'cancel') running.get(message.id)?.abort();
  });
  channel.onClose(() => {
    for (const controller of running.values()) controller.abort();
  });

  return { emit: (name, payload) => channel.post({ kind: 'event', name, payload } satisfies Message) };
}

export interface RpcClient<M extends Methods, E extends Events> {
  /** Rejects with `cancelled` when `signal` aborts and with `engine-stopped` when the other side goes. */
  call<K extends keyof M & string>(
    method: K,
    payload: Parameters<M[K]>[0],
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<M[K]>>>;
  on<K extends keyof E & string>(name: K, listener: (payload: E[K]) => void): void;
  readonly isClosed: boolean;
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: AppError) => void;
}

/** Calls methods served at the other end of `channel`. */
export function connect<M extends Methods, E extends Events = Record<never, never>>(
  channel: MessageChannelEnd,
): RpcClient<M, E> {
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, ((payload: never) => void)[]>();
  let nextId = 1;
  let isClosed = false;

  channel.onMessage((message) => {
    if (!isMessage(message)) return;
    if (message.kind === 'event') {
      for (const listener of listeners.get(message.name) ?? []) listener(message.payload as never);
    } else if (message.kind === 'reply') {
      waiting.get(message.id)?.resolve(message.value as never);
      waiting.delete(message.id);
    } else if (message.kind === 'error') {
      waiting.get(message.id)?.reject(fromPlainError(message.error));
      waiting.delete(message.id);
    }
  });
  channel.onClose(() => {
    isClosed = true;
    for (const { reject } of waiting.values()) reject(new AppError('engine-stopped', 'It stopped before it answered.'));
    waiting.clear();
  });

  return {
    get isClosed() {
      return isClosed;
    },
    call(method, payload, signal) {
      return new Promise((resolve, reject) => {
        if (isClosed) return reject(new AppError('engine-stopped', 'It is not running.'));
        if (signal?.aborted) return reject(new AppError('cancelled', 'Cancelled.'));
        const id = nextId++;
        const onAbort = (): void => {
          if (!waiting.delete(id)) return;
          if (!isClosed) channel.post({ kind: 'cancel', id } satisfies Message);
          reject(new AppError('cancelled', 'Cancelled.'));
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        const settle = (): void => signal?.removeEventListener('abort', onAbort);
        waiting.set(id, {
          resolve: (value) => {
            settle();
            resolve(value);
          },
          reject: (error) => {
            settle();
            reject(error);
          },
        });
        try {
          channel.post({ kind: 'call', id, method, payload } satisfies Message, transferOf(payload));
        } catch (error) {
          waiting.get(id)?.reject(fromPlainError(toPlainError(error)));
          waiting.delete(id);
        }
      });
    },
    on(name, listener) {
      const list = listeners.get(name) ?? [];
      list.push(listener as (payload: never) => void);
      listeners.set(name, list);
    },
  };
}
