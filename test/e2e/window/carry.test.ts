// The library leaves one window in a file and comes into another, whose folders lie elsewhere.
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AppGlobal,
  allRead,
  keepPicturesOfFailures,
  launchApp,
  removeTemporaryFolders,
  type TestApp,
  temporaryFolder,
} from '../../helpers/electron-app.js';

let running: TestApp;
let papers: string;
let file: string;

beforeAll(async () => {
  running = await launchApp({ systemLocale: 'en_US' });
  papers = join(temporaryFolder('origin'), 'Papers');
  file = join(temporaryFolder('stick'), 'My library.acervo');
  mkdirSync(papers);
  writeFileSync(join(papers, 'mill.txt'), 'The heron nests above the old mill, and the miller counts its young.\n');
});

afterAll(async () => {
  await running.quit();
  removeTemporaryFolders();
});

keepPicturesOfFailures(() => running.page);

interface Answers {
  readonly open?: string | null;
  readonly save?: string | null;
}

/** The next dialogs are answered so, as if a person had chosen. */
async function answerDialogs({ open = null, save = null }: Answers): Promise<void> {
  await running.app.evaluate(
    ({ dialog }, chosen) => {
      Object.assign(dialog, {
        showOpenDialog: async () => ({ canceled: chosen.open === null, filePaths: [chosen.open ?? ''] }),
        showSaveDialog: async () => ({ canceled: chosen.save === null, filePath: chosen.save ?? '' }),
      });
    },
    { open, save },
  );
}

const status = () => running.page.evaluate(() => (globalThis as AppGlobal).acervo.library.status());
const button = (name: string | RegExp) => running.page.getByRole('button', { name });
const openSettings = () => button('Settings').click();

describe('a library on its way to another computer', () => {
  it('is written into a file where the person says', async () => {
    await answerDialogs({ open: papers });
    await running.page.evaluate(() => (globalThis as AppGlobal).acervo.library.pickFolders());
    await allRead(running.page, 60_000);
    await openSettings();
    await answerDialogs({ save: null });
    await button('Export library…').click();
    await expect.poll(() => button('Export library…').isEnabled()).toBe(true);
    expect(existsSync(file)).toBe(false);
    await answerDialogs({ save: file });
    await button('Export library…').click();
    await running.page.getByText('The library is in “My library.acervo”').waitFor();
    expect(existsSync(file)).toBe(true);
  });

  it('comes into an empty library, with its folder where that lies there, and can be searched', async () => {
    const there = join(temporaryFolder('other-computer'), 'Papeles');
    cpSync(papers, there, { recursive: true });
    await running.quit();
    rmSync(papers, { recursive: true });
    running = await launchApp({ systemLocale: 'en_US' });
    await openSettings();
    await answerDialogs({ open: file });
    await button('Import library…').click();
    const dialog = running.page.getByRole('dialog');
    await dialog.getByText('1 document, exported on').waitFor();
    await dialog.getByText('not on this computer: its documents are marked as offline').waitFor();
    await answerDialogs({ open: there });
    await dialog.getByRole('button', { name: 'Choose where “Papers” is' }).click();
    await dialog.getByText(`now at ${there}`).waitFor();
    // Called off it leaves nothing. The engine is held, so that there is time for that.
    const engine = await running.app.evaluate(
      ({ app }) => app.getAppMetrics().find(({ name }) => name === 'Acervo engine')?.pid ?? 0,
    );
    process.kill(engine, 'SIGSTOP');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByText('Importing…').waitFor();
    await dialog.getByRole('button', { name: 'Cancel the import' }).click();
    process.kill(engine, 'SIGCONT');
    await running.page.getByText('The import was cancelled. The library is as it was.').waitFor();
    expect(await status()).toMatchObject({ value: { chunks: 0, folders: [] } });

    await answerDialogs({ open: file });
    await button('Import library…').click();
    await answerDialogs({ open: there });
    await dialog.getByRole('button', { name: 'Choose where “Papers” is' }).click();
    await dialog.getByText(`now at ${there}`).waitFor();
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await running.page.getByText('1 document imported.').waitFor();
    expect(await status()).toMatchObject({ value: { chunks: 1, vectors: 1, folders: [{ path: there, state: 'ok' }] } });
    await allRead(running.page, 60_000);
    expect(await status()).toMatchObject({
      value: { documents: { ready: 1 }, folders: [{ path: there, state: 'ok' }] },
    });
  });

  it('is refused in words when it is no whole export, or is here already', async () => {
    await answerDialogs({ open: file });
    await button('Import library…').click();
    const dialog = running.page.getByRole('dialog');
    const here = await status();
    const [folder] = here.kind === 'value' ? here.value.folders : [];
    await answerDialogs({ open: folder?.path ?? null });
    await dialog.getByRole('button', { name: 'Choose where “Papers” is' }).click();
    await dialog.getByText('now at').waitFor();
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByText('A folder of the export is already in this library').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    const letter = join(temporaryFolder('letters'), 'letter.acervo');
    writeFileSync(letter, 'Dear all');
    await answerDialogs({ open: letter });
    await button('Import library…').click();
    await running.page.getByText('This file is not a whole export of a library.').waitFor();
    expect(await status()).toMatchObject({ value: { documents: { ready: 1 } } });
  });

  it('takes only numbers that main has given out', async () => {
    const reply = await running.page.evaluate(() =>
      (globalThis as AppGlobal).acervo.carry.importLibrary({ importId: 4_711 }),
    );
    expect(reply).toMatchObject({ kind: 'error', error: { code: 'not-found' } });
  });
});
