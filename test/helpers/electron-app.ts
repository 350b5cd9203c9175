// Starts the real app from the checkout, with data of its own, and does with it what a person does.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ElectronApplication, _electron as electronDriver, type Page } from 'playwright-core';
import { inject } from 'vitest';
import type { AcervoBridge } from '../../shared/ipc/bridge.js';

/** As the page of the app sees its window. */
export type AppGlobal = typeof globalThis & { readonly acervo: AcervoBridge<File> };

export interface TestApp {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly dataFolder: string;
  /** Quits as a person does, and waits until the process has ended. */
  quit(): Promise<void>;
}

export interface LaunchOptions {
  /** Data of an earlier run; a new temporary folder without it. */
  readonly dataFolder?: string;
  readonly systemLocale?: 'en_US' | 'es_ES';
}

const isRoot = process.getuid?.() === 0;
/** Chromium has no sandbox for root; everybody else runs the tests with it. */
export const rootArguments: readonly string[] = isRoot ? ['--no-sandbox', '--disable-gpu'] : [];

/** The environment of a started app: the display and the language, and no key of the person who runs the tests. */
export function appEnvironment(locale: string): Record<string, string> {
  const kept = ['PATH', 'HOME', 'DISPLAY', 'XAUTHORITY', 'TMPDIR', 'XDG_RUNTIME_DIR'];
  const environment: Record<string, string> = { LANG: `${locale}.UTF-8`, LANGUAGE: locale };
  for (const name of kept) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}

export async function launchApp({ dataFolder, systemLocale = 'en_US' }: LaunchOptions = {}): Promise<TestApp> {
  const electron = inject('electron');
  const folder = dataFolder ?? temporaryFolder('data');
  const app = await electronDriver.launch({
    executablePath: electron.executable,
    args: [...electron.appArguments, ...rootArguments, `--user-data-dir=${folder}`],
    env: appEnvironment(systemLocale),
    timeout: 60_000,
  });
  const page = await app.firstWindow();
  return { app, page, dataFolder: folder, quit: () => app.close() };
}

/** A new folder under the system's temporary one; removed by {@link removeTemporaryFolders}. */
export function temporaryFolder(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `acervo-${purpose}-`));
  madeFolders.push(folder);
  return folder;
}

const madeFolders: string[] = [];

export function removeTemporaryFolders(): void {
  for (const folder of madeFolders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Drops real files or folders on the middle of the window, as a file manager does. */
export async function dropFiles(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { x, y } = await page.evaluate(() => ({ x: innerWidth / 2, y: innerHeight / 2 }));
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  }
  await session.detach();
}

/** The lines that the app has logged so far. */
export function logLines(dataFolder: string): readonly Record<string, unknown>[] {
  const text = readFileSync(join(dataFolder, 'logs', 'acervo.log'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
