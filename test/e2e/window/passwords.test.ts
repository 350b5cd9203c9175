// Protected PDFs in the real window: asked for once, read, shown in their place, and asked for again after a start.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  allRead,
  dropFiles,
  keepPicturesOfFailures,
  launchApp,
  removeTemporaryFolders,
  searchFor,
  type TestApp,
  temporaryFolder,
} from '../../helpers/electron-app.js';
import { linesAt, makePdf } from '../../helpers/make-pdf.js';

const password = 'martinete-azul-53';
let running: TestApp;
let page: Page;

keepPicturesOfFailures(() => page);

const pane = () => page.getByRole('region', { name: 'Reading pane' }).filter({ visible: true });
const dialog = () => page.getByRole('dialog', { name: 'Enter a password' });

async function openPassage(): Promise<void> {
  await searchFor(page, 'colmenas');
  await page.getByRole('article', { name: 'herencia.pdf', exact: true }).locator('[data-chunk]').first().click();
}

beforeAll(async () => {
  const folder = temporaryFolder('documents');
  const locked = (words: string, own: string) =>
    makePdf([{ texts: linesAt(72, 100, [words]) }], { password: own, cipher: 'aes' });
  writeFileSync(join(folder, 'herencia.pdf'), locked('La herencia reparte las colmenas entre dos hermanas.', password));
  writeFileSync(join(folder, 'otro.pdf'), locked('El diario del faro cuenta las tormentas.', 'otra'));
  running = await launchApp();
  page = running.page;
  await page.getByRole('heading', { name: /Drop your folders here/u }).waitFor();
  await dropFiles(page, [folder]);
});

afterAll(async () => {
  await running.quit();
  removeTemporaryFolders();
});

it('asks once, says that a wrong one opens nothing, and reads what the right one opens', async () => {
  await allRead(page, 120_000);
  await page
    .getByTestId('problems')
    .getByRole('button', { name: /2 problems/u })
    .click();
  await page.getByRole('button', { name: 'Enter a password…' }).click();
  await dialog().getByLabel('Password', { exact: true }).fill('nada');
  await page.keyboard.press('Enter');
  await dialog().getByText('This password opens none of them. 2 documents ask for another password.').waitFor();
  await dialog().getByLabel('Password', { exact: true }).fill(password);
  await dialog().getByRole('button', { name: 'Open', exact: true }).click();
  await dialog()
    .getByText('It opens 1 document, which is being read now. 1 document asks for another password.')
    .waitFor();
  await dialog().getByRole('button', { name: 'Leave them out' }).click();
  await dialog().waitFor({ state: 'hidden' });
  await page
    .getByTestId('problems')
    .getByRole('button', { name: /1 problem/u })
    .waitFor();
  await allRead(page, 60_000);
});

it('shows the page of an unlocked PDF with the passage marked, without asking again', async () => {
  await openPassage();
  const shown = pane().locator('[data-page="1"]');
  await shown.getByRole('img', { name: 'The passage found' }).waitFor();
  await expect.poll(async () => await shown.textContent()).toContain('colmenas');
});

it('finds it after the next start, and asks for the password before the page is shown', async () => {
  const { dataFolder } = running;
  await running.quit();
  running = await launchApp({ dataFolder });
  page = running.page;
  await openPassage();
  await pane()
    .getByText(/can’t be shown without the password/u)
    .waitFor();
  await pane().getByText('La herencia reparte las colmenas').waitFor();
  await pane().getByLabel('Password', { exact: true }).fill('nada');
  await pane().getByRole('button', { name: 'Open', exact: true }).click();
  await pane().getByText('This is not the password of this document.').waitFor();
  await pane().getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await pane().locator('[data-page="1"]').getByRole('img', { name: 'The passage found' }).waitFor();
});

it('writes the password nowhere', async () => {
  const { dataFolder } = running;
  await running.quit();
  for (const entry of readdirSync(dataFolder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    expect(readFileSync(join(entry.parentPath, entry.name)).includes(password), entry.name).toBe(false);
  }
  running = await launchApp({ dataFolder });
});
