// Starts the real app from the checkout, with data of its own, and does with it what a person does.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ElectronApplication, _electron as electronDriver, errors, type Page } from 'playwright-core';
import { afterEach, expect, inject } from 'vitest';
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
  // Names of files are UTF-8 on every machine; a locale that is not installed here would make them something else.
  const environment: Record<string, string> = { LANG: 'C.UTF-8', LANGUAGE: locale };
  for (const name of kept) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}

export async function launchApp({ dataFolder, systemLocale = 'en_US' }: LaunchOptions = {}): Promise<TestApp> {
  const electron = inject('electron');
  const folder = dataFolder ?? temporaryFolder('data');
  const app = await launchPatiently({
    executablePath: electron.executable,
    args: [...electron.appArguments, ...rootArguments, `--user-data-dir=${folder}`],
    env: appEnvironment(systemLocale),
    timeout: 40_000,
  });
  const page = await app.firstWindow();
  page.setDefaultTimeout(30_000);
  return { app, page, dataFolder: folder, quit: () => app.close() };
}

/**
 * The driver's own connection to a starting Electron hangs now and then, while the app itself is up and well: only
 * that is tried again.
 */
async function launchPatiently(options: Parameters<typeof electronDriver.launch>[0]): Promise<ElectronApplication> {
  for (let attempt = 1; attempt < 3; attempt++) {
    const app = await electronDriver.launch(options).catch((error: unknown) => {
      if (error instanceof errors.TimeoutError) return null;
      throw error;
    });
    if (app !== null) return app;
  }
  return electronDriver.launch(options);
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
  // The session stays open: the page takes the drop in only after the call has been answered.
  const session = await page.context().newCDPSession(page);
  const { x, y } = await page.evaluate(() => ({ x: innerWidth / 2, y: innerHeight / 2 }));
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x, y, data });
  await drag('dragEnter');
  await drag('dragOver');
  await page.getByTestId('drop-overlay').waitFor();
  await drag('drop');
}

/** The lines that the app has logged so far. */
export function logLines(dataFolder: string): readonly Record<string, unknown>[] {
  const text = readFileSync(join(dataFolder, 'logs', 'acervo.log'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Waits until every document of a library that is not empty is searchable by meaning or has a reason why not. */
export async function allRead(page: Page, timeoutMs: number): Promise<void> {
  const isRead = () =>
    page.evaluate(async () => {
      const [status, progress] = await Promise.all([
        (globalThis as AppGlobal).acervo.library.status(),
        (globalThis as AppGlobal).acervo.library.progress(),
      ]);
      if (status.kind !== 'value' || progress.kind !== 'value') return false;
      const { ready, skipped, failed } = status.value.documents;
      const all = Object.values(status.value.documents).reduce((sum, count) => sum + count, 0);
      return all > 0 && ready + skipped + failed === all && progress.value.phase === 'idle';
    });
  await expect.poll(isRead, { timeout: timeoutMs, interval: 250 }).toBe(true);
}

/** Types a question into the search box and waits until the list has settled. */
export async function searchFor(page: Page, question: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill(question);
  await page.locator('[data-testid="results"][data-phase="settled"]').waitFor();
}

/** Keeps a picture of the window for each test of this file that fails, in `test-results/`. */
export function keepPicturesOfFailures(page: () => Page): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    const name = task.name.replaceAll(/[^a-z0-9]+/giu, '-').slice(0, 80);
    await page().screenshot({ path: join('test-results', `${name}.png`) });
  });
}
