// A folder's settings, the question before much work, pace and pause, in the real window and over a restart.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AppGlobal,
  allRead,
  dropFiles,
  keepPicturesOfFailures,
  launchApp,
  removeTemporaryFolders,
  type TestApp,
  temporaryFolder,
} from '../../helpers/electron-app.js';

let running: TestApp;
let page: Page;
let folder: string;

keepPicturesOfFailures(() => page);

const dialog = (name: RegExp | string) => page.getByRole('dialog', { name });
const status = async () => {
  const reply = await page.evaluate(() => (globalThis as AppGlobal).acervo.library.status());
  if (reply.kind !== 'value') throw new Error(reply.error.message);
  return reply.value;
};

beforeAll(async () => {
  folder = join(temporaryFolder('documents'), 'Papeles');
  mkdirSync(join(folder, 'borradores'), { recursive: true });
  writeFileSync(join(folder, 'carta.txt'), 'La carta del farero habla de la niebla.\n');
  writeFileSync(join(folder, 'borradores', 'uno.txt'), 'Un borrador sobre membrillos.\n');
  writeFileSync(join(folder, 'registro.log'), 'Un registro de la caldera.\n');
  running = await launchApp();
  page = running.page;
  await page.getByRole('heading', { name: /Drop your folders here/u }).waitFor();
  await dropFiles(page, [folder]);
});

afterAll(async () => {
  await running.quit();
  removeTemporaryFolders();
});

async function openSettings(): Promise<void> {
  await page.getByRole('button', { name: 'More for Papeles' }).click();
  await page.getByRole('menuitem', { name: 'Folder settings…' }).click();
  await dialog(/Settings of/u).waitFor();
}

it('shows what patterns leave out before they are saved, and takes it out of the library when they are', async () => {
  await allRead(page, 120_000);
  await openSettings();
  const preview = page.getByTestId('rules-preview');
  await preview.getByText('Nothing is left out now.').waitFor();
  await dialog(/Settings of/u)
    .getByLabel('Leave out', { exact: true })
    .fill('borradores/\n*.log');
  await preview.getByText('Left out now: 1 file and 1 folder with all that is in it.').waitFor();
  await preview.getByText('1 document stays').waitFor();
  expect((await status()).documents.ready).toBe(3);
  await dialog(/Settings of/u)
    .getByLabel('Collection', { exact: true })
    .fill('Cartas');
  await dialog(/Settings of/u)
    .getByRole('button', { name: 'Save' })
    .click();
  await dialog(/Settings of/u).waitFor({ state: 'hidden' });
  await expect.poll(async () => (await status()).documents.ready).toBe(1);
  expect((await status()).folders).toMatchObject([
    { collection: 'Cartas', rules: { patterns: ['borradores/', '*.log'] } },
  ]);
  await page.getByText('some left out').waitFor();
  await page.getByText('Cartas', { exact: true }).waitFor();
});

it('lets in again what the patterns left out, and says what is wrong before anything is saved', async () => {
  await openSettings();
  const form = dialog(/Settings of/u);
  await form.getByLabel('Leave out', { exact: true }).fill('');
  await form.getByLabel('Leave out files over').fill('0');
  await form.getByText('Give a number of megabytes, or nothing.').waitFor();
  await form.getByLabel('Leave out files over').fill('');
  await form.getByLabel('Hidden files and folders').uncheck();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'hidden' });
  await expect.poll(async () => (await status()).documents.ready, { timeout: 60_000 }).toBe(3);
  expect((await status()).folders).toMatchObject([{ rules: { patterns: [], letIn: ['hidden'], maxFileBytes: null } }]);
});

it('asks before it begins with a big folder, begins nothing on a no, and adds it on a yes', async () => {
  const big = join(temporaryFolder('big'), 'Archivo');
  mkdirSync(big);
  for (let index = 0; index < 2_100; index += 1) writeFileSync(join(big, `nota-${index}.txt`), `Nota ${index}.\n`);
  await dropFiles(page, [big]);
  const question = dialog('Add this to the library?');
  await question.getByText(/^About 2,100 files, .*kB, /u).waitFor();
  await question.getByText(/measured nothing on this one yet/u).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  expect((await status()).folders).toHaveLength(1);
  // Paused, so that the strip stays as it is.
  await page.evaluate(() => (globalThis as AppGlobal).acervo.library.pause());
  await dropFiles(page, [big]);
  await question.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Added 1 item to the library.').waitFor();
  await expect.poll(async () => (await status()).documents.waiting, { timeout: 60_000 }).toBe(2_100);
});

it('is still paused after the next start, until it is resumed, and can be slowed down', async () => {
  const { dataFolder } = running;
  await running.quit();
  running = await launchApp({ dataFolder });
  page = running.page;
  await page.getByRole('button', { name: 'Library', exact: true }).click();
  const strip = page.getByTestId('progress');
  await strip.getByRole('button', { name: 'Resume' }).waitFor();
  await expect.poll(async () => (await status()).documents.waiting).toBe(2_100);
  await strip.getByRole('button', { name: 'Resume' }).click();
  await strip.getByRole('button', { name: 'Slow down' }).click();
  await strip.getByText(/slowed down/u).waitFor();
  await strip.getByRole('button', { name: 'Full speed' }).waitFor();
  const settings = () => page.evaluate(() => (globalThis as AppGlobal).acervo.settings.get());
  expect(await settings()).toMatchObject({ value: { isSlow: true, isPaused: false } });
  await strip.getByRole('button', { name: 'Full speed' }).click();
  await expect.poll(async () => (await status()).documents.waiting).toBeLessThan(2_100);
  await strip.getByRole('button', { name: 'Pause' }).click();
  await expect.poll(settings).toMatchObject({ value: { isSlow: false, isPaused: true } });
});
