// What the shell does around the page: one app at a time, places remembered, dialogs, and an engine that will not live.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  type AppGlobal,
  allRead,
  appEnvironment,
  keepPicturesOfFailures,
  launchApp,
  logLines,
  removeTemporaryFolders,
  rootArguments,
  type TestApp,
  temporaryFolder,
} from '../../helpers/electron-app.js';

let running: TestApp;

beforeAll(async () => {
  running = await launchApp({ systemLocale: 'es_ES' });
});

afterAll(async () => {
  await running.quit();
  removeTemporaryFolders();
});

keepPicturesOfFailures(() => running.page);

/** The next dialog for a folder is answered with this one, as if a person had chosen it. */
async function answerFolderDialog(folder: string | null): Promise<void> {
  await running.app.evaluate(({ dialog }, chosen) => {
    Object.assign(dialog, {
      showOpenDialog: async () => ({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] }),
    });
  }, folder);
}

const appState = () => running.page.evaluate(() => (globalThis as AppGlobal).acervo.app.state());
const windowBounds = () =>
  running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.getBounds()));

describe('the window', () => {
  it('speaks the language of the system until another is chosen', async () => {
    await running.page.getByRole('button', { name: 'Probar la biblioteca de muestra' }).waitFor();
    expect(await running.page.evaluate(() => document.documentElement.lang)).toBe('es');
  });

  it('cannot be made smaller than its views need', async () => {
    const minimum = await running.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.getMinimumSize(),
    );
    expect(minimum).toStrictEqual([900, 600]);
  });

  it('is the only one: a second start brings it to the front and ends', async () => {
    const electron = inject('electron');
    const words = [...electron.appArguments, ...rootArguments, `--user-data-dir=${running.dataFolder}`];
    const second = spawn(electron.executable, words, { env: appEnvironment('es_ES'), stdio: 'ignore' });
    expect(await once(second, 'exit')).toStrictEqual([0, null]);
    expect(await windowBounds()).toHaveLength(1);
  });

  it('comes back at the place and size it had', async () => {
    const place = { x: 40, y: 60, width: 1010, height: 640 };
    await running.app.evaluate(({ BrowserWindow }, bounds) => {
      BrowserWindow.getAllWindows()[0]?.setBounds(bounds);
    }, place);
    await expect.poll(windowBounds).toMatchObject([{ width: place.width, height: place.height }]);
    const before = await windowBounds();
    await running.quit();
    running = await launchApp({ dataFolder: running.dataFolder, systemLocale: 'es_ES' });
    expect(await windowBounds()).toMatchObject(before.map(({ width, height }) => ({ width, height })));
  });
});

describe('folders that are chosen in a dialog', () => {
  it('are added; leaving the dialog adds nothing', async () => {
    await answerFolderDialog(null);
    const pick = () => running.page.evaluate(() => (globalThis as AppGlobal).acervo.library.pickFolders());
    expect(await pick()).toStrictEqual({ kind: 'value', value: { added: 0 } });
    const folder = join(temporaryFolder('chosen'), 'Notas');
    mkdirSync(folder);
    writeFileSync(join(folder, 'nota.txt'), 'La llave del trastero está en el cajón de la cocina.\n');
    await answerFolderDialog(folder);
    expect(await pick()).toStrictEqual({ kind: 'value', value: { added: 1 } });
    await allRead(running.page, 60_000);
  });

  it('hold the library from then on, and the old library is untouched', async () => {
    const elsewhere = temporaryFolder('elsewhere');
    await answerFolderDialog(elsewhere);
    const reply = await running.page.evaluate(() => (globalThis as AppGlobal).acervo.settings.pickLibraryFolder());
    expect(reply).toMatchObject({ kind: 'value', value: { libraryFolder: elsewhere } });
    expect(await appState()).toMatchObject({ value: { libraryFolder: elsewhere, engine: { kind: 'ready' } } });
    const status = () => running.page.evaluate(() => (globalThis as AppGlobal).acervo.library.status());
    expect(await status()).toMatchObject({ value: { chunks: 0, folders: [] } });

    await answerFolderDialog(join(running.dataFolder, 'library'));
    await running.page.evaluate(() => (globalThis as AppGlobal).acervo.settings.pickLibraryFolder());
    expect(await status()).toMatchObject({ value: { documents: { ready: 1 } } });
  });

  it('are refused for the library when they cannot be written to, and the old one stays open', async () => {
    const file = join(temporaryFolder('blocked'), 'file');
    writeFileSync(file, 'no folder');
    await answerFolderDialog(file);
    const reply = await running.page.evaluate(() => (globalThis as AppGlobal).acervo.settings.pickLibraryFolder());
    expect(reply).toMatchObject({ kind: 'error', error: { code: 'read-only' } });
    await expect.poll(appState).toMatchObject({
      value: { libraryFolder: join(running.dataFolder, 'library'), engine: { kind: 'ready' } },
    });
  });
});

describe('an engine that dies again and again', () => {
  it('is given up after three restarts, which the window says, and lives again when the person asks', async () => {
    const enginePid = () =>
      running.app.evaluate(
        ({ app }) => app.getAppMetrics().find((metric) => metric.name === 'Acervo engine')?.pid ?? null,
      );
    const killed = new Set<number>();
    while ((await appState()).kind === 'value' && killed.size < 4) {
      const pid = await enginePid();
      if (pid === null || killed.has(pid)) continue;
      killed.add(pid);
      process.kill(pid, 'SIGKILL');
    }
    const alert = running.page.getByRole('alert');
    await alert.waitFor();
    expect(await appState()).toMatchObject({
      value: { engine: { kind: 'failed', error: { code: 'engine-stopped' } } },
    });
    expect(logLines(running.dataFolder).filter((line) => line.event === 'engine-exited')).toHaveLength(4);

    await alert.getByRole('button').first().click();
    await alert.waitFor({ state: 'hidden' });
    await expect.poll(appState).toMatchObject({ value: { engine: { kind: 'ready' } } });
  });
});
