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
  let phase: 'running' | 'stopping' | 'stopped' = 'running';
  app.on('second-instance', () => {
    // Started again while this one is on its way out: it comes back as soon as it is gone.
    if (phase === 'running') openWindow();
    else app.relaunch();
  });
  app.on('activate', openWindow);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    if (phase === 'stopped') return;
    event.preventDefault();
    if (phase === 'stopping') return;
    phase = 'stopping';
    void stop().finally(() => {
      phase = 'stopped';
      // Not at once: while this very event is being handled a second quit is not heard.
      setImmediate(() => app.quit());
    });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
}
