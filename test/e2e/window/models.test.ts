// Another model in the settings: chosen as a folder, described where the folder says too little, estimated, prepared and put to use.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AppGlobal,
  allRead,
  keepPicturesOfFailures,
  launchApp,
  removeTemporaryFolders,
  searchFor,
  type TestApp,
  temporaryFolder,
} from '../../helpers/electron-app.js';
import { writeTinyModel } from '../../helpers/tiny-model.js';

let running: TestApp;

beforeAll(async () => {
  running = await launchApp({ systemLocale: 'en_US' });
});

afterAll(async () => {
  await running.quit();
  removeTemporaryFolders();
});

keepPicturesOfFailures(() => running.page);

const button = (name: string | RegExp) => running.page.getByRole('button', { name });
const status = () => running.page.evaluate(() => (globalThis as AppGlobal).acervo.library.status());

/** The next dialog is answered so, as if a person had chosen. */
async function answerDialog(folder: string): Promise<void> {
  await running.app.evaluate(({ dialog }, path) => {
    Object.assign(dialog, { showOpenDialog: async () => ({ canceled: false, filePaths: [path] }) });
  }, folder);
}

it('a model is added from a folder, prepared while everything goes on, and used', async () => {
  const { page } = running;
  const papers = join(temporaryFolder('papers'), 'Papers');
  mkdirSync(papers);
  writeFileSync(join(papers, 'mill.txt'), 'The heron nests above the old mill, and the miller counts its young.\n');
  await answerDialog(papers);
  await page.evaluate(() => (globalThis as AppGlobal).acervo.library.pickFolders());
  await allRead(page, 60_000);
  await searchFor(page, 'heron by the mill');
  const found = page.getByRole('article', { name: 'mill.txt' });
  await found.getByText('relevance').waitFor();
  await button('Settings').click();
  const threshold = page.getByRole('slider', { name: 'Threshold' });
  expect(await threshold.getAttribute('aria-disabled')).not.toBe('true');

  // A folder that is none says so, and changes nothing.
  await answerDialog(papers);
  await button('Add model…').click();
  await page.getByText('This folder is no whole search model.').waitFor();

  await answerDialog(writeTinyModel(join(temporaryFolder('model'), 'tiny'), { pooling: null }));
  await button('Add model…').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('About “tiny”').waitFor();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('“tiny” was added.').waitFor();

  const model = page.getByRole('combobox', { name: 'Search model' });
  await model.click();
  await page.getByRole('option', { name: 'tiny' }).click();
  await page.getByText('This model is not calibrated').waitFor();
  const length = page.getByLabel('Length of a passage');
  await length.fill('9');
  await page.getByText('From 48 to 480').waitFor();
  await length.fill('128');
  await length.press('Enter');
  await page.getByTestId('generation-estimate').getByText('1 document').waitFor();
  await page.evaluate(() => (globalThis as AppGlobal).acervo.library.pause());
  await button('Prepare').click();
  // The library says what is being prepared, and how far that is.
  await page.getByRole('button', { name: 'Library', exact: true }).click();
  const preparing = page.getByTestId('preparing');
  await preparing.getByText('Preparing tiny').waitFor();
  await preparing.getByText('0 of 1 documents').waitFor();
  await page.getByTestId('progress').getByRole('button', { name: 'Resume' }).click();
  await expect
    .poll(
      async () => {
        const reply = await status();
        return reply.kind === 'value' ? reply.value.generation : '';
      },
      { timeout: 60_000 },
    )
    .toMatch(/^tiny-.*structure-1-128-/);
  await expect.poll(() => preparing.count(), { timeout: 30_000 }).toBe(0);
  await button('Settings').click();
  await expect.poll(() => model.inputValue(), { timeout: 30_000 }).toBe('tiny (in use)');
  await expect.poll(() => page.getByTestId('generation-progress').count(), { timeout: 30_000 }).toBe(0);

  await page.getByText('no relevance with this model').waitFor();

  // The list that was there is asked again by itself, and what is new comes into it.
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await found.getByText('not calibrated').waitFor();
  writeFileSync(join(papers, 'pond.txt'), 'Another heron fishes by the mill pond.\n');
  await page.evaluate(() => (globalThis as AppGlobal).acervo.library.check({ folderId: null }));
  await page.getByRole('article', { name: 'pond.txt' }).waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('heron by the mill');
});
