// A value that lives behind the bridge, kept fresh for all components that look at it.
import { useSyncExternalStore } from 'react';

export interface RemoteStore<T> {
  /** Undefined until the first value has come. */
  readonly get: () => T | undefined;
  readonly set: (value: T) => void;
  /** Asks again; calls while one is under way become one further call. */
  readonly refresh: () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** The least time between two loads, so that a busy engine is not asked for the same list again and again. */
const defaultPauseMs = 400;

/**
 * `load` fetches the whole value. A failed load keeps the last value: the engine's state, which has a place of its own
 * on screen, says what is wrong.
 */
export function createRemoteStore<T>(load: () => Promise<T>, pauseMs = defaultPauseMs): RemoteStore<T> {
  let value: T | undefined;
  let isLoading = false;
  let isWanted = false;
  const listeners = new Set<() => void>();

  function set(next: T): void {
    value = next;
    for (const listener of listeners) listener();
  }

  async function run(): Promise<void> {
    isLoading = true;
    while (isWanted) {
      isWanted = false;
      const loaded = await load().then(
        (result) => ({ result }),
        () => null,
      );
      if (loaded !== null) set(loaded.result);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    isLoading = false;
  }

  return {
    get: () => value,
    set,
    refresh: () => {
      isWanted = true;
      if (!isLoading) void run();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store's value, following its changes. */
export function useRemote<T>(store: RemoteStore<T>): T | undefined {
  return useSyncExternalStore(store.subscribe, store.get);
}
