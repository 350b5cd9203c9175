// The one window: shown within a second of Electron's `ready`, before the engine is, at the place it had.
import { readFileSync } from 'node:fs';
import { BrowserWindow, nativeTheme, screen } from 'electron';
import { appUrl } from './app-protocol.js';
import type { Log } from './log.js';
import { writeJsonWhole } from './settings-store.js';
import { backgroundColors, isReachable, type WindowPlace, windowOptions, windowPlaceSchema } from './window-options.js';

export interface MainWindowParts {
  readonly preload: string;
  readonly icon: string;
  /** Where its place is remembered. */
  readonly placeFile: string;
  readonly log: Log;
}

export interface MainWindow {
  /** Opens it, or brings it to the front. */
  open(): void;
  /** The living window, or null. */
  current(): BrowserWindow | null;
  /** Sends an event to the page, if there is one. */
  send(channel: string, payload: unknown): void;
}

/** A page that is slow to paint is shown empty rather than late. */
const showAtLatestMs = 700;

export function createMainWindow({ preload, icon, placeFile, log }: MainWindowParts): MainWindow {
  let window: BrowserWindow | null = null;

  function open(): void {
    if (window !== null) {
      if (window.isMinimized()) window.restore();
      window.focus();
      return;
    }
    const place = rememberedPlace(placeFile);
    const opened = new BrowserWindow(windowOptions({ preload, icon, isDark: nativeTheme.shouldUseDarkColors, place }));
    window = opened;
    if (place?.isMaximized) opened.maximize();
    showSoon(opened, log);
    opened.on('close', () => rememberPlace(placeFile, opened));
    opened.on('closed', () => {
      window = null;
    });
    opened.webContents.on('render-process-gone', (_event, details) => {
      log.write('page-gone', { exitCode: details.exitCode });
      if (details.reason !== 'clean-exit' && !opened.isDestroyed()) opened.reload();
    });
    void opened.loadURL(appUrl);
  }

  nativeTheme.on('updated', () => {
    window?.setBackgroundColor(backgroundColors[nativeTheme.shouldUseDarkColors ? 'dark' : 'light']);
  });

  return {
    open,
    current: () => window,
    send(channel, payload) {
      if (window !== null && !window.isDestroyed()) window.webContents.send(channel, payload);
    },
  };
}

function showSoon(window: BrowserWindow, log: Log): void {
  const createdAt = performance.now();
  const show = (): void => {
    clearTimeout(timer);
    if (window.isDestroyed() || window.isVisible()) return;
    window.show();
    log.write('window-shown', { afterMs: Math.round(performance.now() - createdAt) });
  };
  const timer = setTimeout(show, showAtLatestMs);
  window.once('ready-to-show', show);
}

function rememberedPlace(file: string): WindowPlace | null {
  try {
    const place = windowPlaceSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    const screens = screen.getAllDisplays().map((display) => display.workArea);
    return isReachable(place, screens) ? place : null;
  } catch {
    // None yet, or one that makes no sense: the window opens where the system puts it.
    return null;
  }
}

function rememberPlace(file: string, window: BrowserWindow): void {
  const { x, y, width, height } = window.getNormalBounds();
  try {
    writeJsonWhole(file, { x, y, width, height, isMaximized: window.isMaximized() } satisfies WindowPlace);
  } catch {
    // Only a convenience: a full disk must not keep the window from closing.
  }
}
