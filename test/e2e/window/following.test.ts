// The window follows the disk: nobody clicks anything, and what happens to the files is seen. Much that is gone is asked about.
import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AppGlobal,
  allRead,
  dropFiles,
  keepPicturesOfFailures,
  launchApp,
  removeTemporaryFolders,
  searchFor,
  type TestApp,
  temporaryFolder,
} from '../../helpers/electron-app.js';

let running: TestApp;
let page: Page;
let folder: string;

keepPicturesOfFailures(() => page);

const card = (name: string) => page.getByRole('article', { name, exact: true });
const notice = () => page.getByTestId('missing-notice');

/** Words that the library finds now, asked past the window's list, so that nothing is typed. */
const found = (query: string) =>
  page.evaluate(async (words) => {
    const reply = await (globalThis as AppGlobal).acervo.search.query({
      query: words,
      mode: 'words',
      all: true,
      k: 50,
    });
    return reply.kind === 'value' ? reply.value.hits.map(({ path }) => path.split('/').at(-1)) : [];
  }, query);

const untilFound = (query: string, names: readonly string[]) =>
  expect.poll(async () => (await found(query)).toSorted(), { timeout: 60_000 }).toEqual(names);

function note(index: number): string {
  return `apunte-${String(index).padStart(2, '0')}.txt`;
}

beforeAll(async () => {
  folder = join(temporaryFolder('documents'), 'Cuadernos');
  mkdirSync(folder);
  for (let index = 0; index < 20; index += 1)
    writeFileSync(join(folder, note(index)), `Apunte ${index} de la tahona.\n`);
  running = await launchApp();
  page = running.page;
  await page.getByRole('heading', { name: /Drop your folders here/u }).waitFor();
  await dropFiles(page, [folder]);
});

afterAll(async () => {
  await running.quit();
  removeTemporaryFolders();
});

describe('following the disk', () => {
  it('finds a new file, an edit and a rename without a click', async () => {
    await allRead(page, 120_000);
    writeFileSync(join(folder, 'carta.txt'), 'La carta habla de un estanque helado.\n');
    await untilFound('estanque', ['carta.txt']);
    appendFileSync(join(folder, 'carta.txt'), 'Y de un molino de chocolate.\n');
    await untilFound('chocolate', ['carta.txt']);
    renameSync(join(folder, 'carta.txt'), join(folder, 'carta vieja.txt'));
    await untilFound('chocolate', ['carta vieja.txt']);
    await searchFor(page, 'estanque helado');
    await card('carta vieja.txt').waitFor();
  });

  it('asks when most of a folder is gone, keeps it searchable meanwhile, and keeps it when told to', async () => {
    await page.keyboard.press('Control+3');
    const aside = temporaryFolder('aside');
    for (let index = 0; index < 15; index += 1) renameSync(join(folder, note(index)), join(aside, note(index)));
    await notice().getByText('15 of 21 documents are gone from “Cuadernos”.').waitFor({ timeout: 60_000 });
    expect(await found('tahona')).toHaveLength(20);
    await notice().getByRole('button', { name: 'Keep them' }).click();
    await page.getByText('15 documents stay searchable, marked as offline.').first().waitFor();
    await notice().waitFor({ state: 'detached' });
    expect(await found('tahona')).toHaveLength(20);
    // Back again, they are as they were.
    for (let index = 0; index < 15; index += 1) renameSync(join(aside, note(index)), join(folder, note(index)));
    await page.getByText('all ready').waitFor({ timeout: 60_000 });
  });

  it('forgets them when they were deleted', async () => {
    for (let index = 0; index < 15; index += 1) rmSync(join(folder, note(index)));
    await notice().getByRole('button', { name: 'They were deleted' }).click({ timeout: 60_000 });
    await page.getByText('15 documents were removed from the library.').first().waitFor();
    await notice().waitFor({ state: 'detached' });
    expect((await found('tahona')).toSorted()).toEqual([15, 16, 17, 18, 19].map(note));
  });
});
