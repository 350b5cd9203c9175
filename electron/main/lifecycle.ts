// One app at a time, quick to quit: the engine is asked to close, and what it has not stored it plans again next time.
import type { App } from 'electron';

export interface Lifecycle {
  readonly app: App;
  readonly openWindow: () => void;
  /** Resolves when everything that must end has ended. */
  readonly stop: () => Promise<void>;
}

/** False when another Acervo with the same data is running; it has come to the front, and this one must go. */
export function isOnlyOne(app: App): boolean {
  return app.requestSingleInstanceLock();
}

export function keepLifecycle({ app, openWindow, stop }: Lifecycle): void {
  let isStopped = false;
  app.on('second-instance', openWindow);
  app.on('activate', openWindow);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    if (isStopped) return;
    event.preventDefault();
    void stop().finally(() => {
      isStopped = true;
      // Not at once: while this very event is being handled a second quit is not heard.
      setImmediate(() => app.quit());
    });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
}
