// One document at a time: a filter that the question may mean, letters that come out wrong and are mended, the text as it was
// read of a PDF and of a file that could not be read, and how long a document is given.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
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
import { slowPdf } from '../../helpers/slow-pdf.js';

const samples = join(import.meta.dirname, '..', '..', '..', 'resources', 'sample-library');
const russian = 'Съешь же ещё этих мягких французских булок, да выпей чаю.';

let running: TestApp;
let page: Page;

function makeFolder(): string {
  const folder = join(temporaryFolder('documents'), 'papers');
  mkdirSync(folder);
  cpSync(join(samples, 'bike-manual.pdf'), join(folder, 'bike-manual.pdf'));
  const guide = (version: number, words: string) =>
    `---\nversion: ${version}\nauthor: Ana Pérez\n---\n\n# Pump guide\n\nThe pump is started with the ${words} lever.\n`;
  writeFileSync(join(folder, 'guide-1.md'), guide(1, 'red'));
  writeFileSync(join(folder, 'guide-2.md'), guide(2, 'blue'));
  writeFileSync(join(folder, 'broken-keys.md'), '---\ntitle: [a, b\n---\n\nThe ladder stands in the shed.\n');
  writeFileSync(join(folder, 'letter.txt'), iconv.encode(russian, 'koi8-r'));
  const days = Array.from(
    { length: 90 },
    (_, day) => `2024-${day},The chain was oiled and the tyre pumped,${day * 3}\n`,
  );
  writeFileSync(join(folder, 'ledger.csv'), `day,work,minutes\n${days.join('')}`);
  const walks = Array.from(
    { length: 30 },
    (_, day) => `## Walk ${day}\n\nWe saw ${day} herons at the weir, and it rained.\n`,
  );
  writeFileSync(join(folder, 'walks.md'), `# Walks\n\n${walks.join('\n')}`);
  writeFileSync(join(folder, 'broken.pdf'), '%PDF-1.7\nthis is no PDF at all\n%%EOF\n');
  return folder;
}

keepPicturesOfFailures(() => page);

const card = (name: string) => page.getByRole('article', { name, exact: true });
const pane = () => page.getByRole('region', { name: 'Reading pane' }).filter({ visible: true });
const row = (name: string) => page.getByRole('row').filter({ hasText: name });

/** Nothing else is found. */
async function onlyCard(name: string): Promise<void> {
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  await card(name).waitFor();
}

beforeAll(async () => {
  running = await launchApp();
  page = running.page;
});

afterAll(async () => {
  await running.quit();
  removeTemporaryFolders();
});

describe('a filter that the question may mean', () => {
  const offer = () => page.getByRole('button', { name: 'Search only 1 document with version: 2' });
  const chosen = () => page.getByRole('button', { name: 'Filter on: version: 2. Take it away' });

  it('needs documents that have keys', async () => {
    await page.getByRole('heading', { name: /Drop your folders here/u }).waitFor();
    await dropFiles(page, [makeFolder()]);
    await allRead(page, 120_000);
  });

  it('is offered, and changes nothing by itself', async () => {
    await searchFor(page, 'How is the pump started in version 2?');
    await offer().waitFor();
    await card('guide-1.md').waitFor();
    await card('guide-2.md').waitFor();
  });

  it('leaves only those documents when it is clicked, and goes again', async () => {
    await offer().click();
    await chosen().waitFor();
    await onlyCard('guide-2.md');
    expect(await offer().count()).toBe(0);
    await chosen().click();
    await card('guide-1.md').waitFor();
  });

  it('can be typed', async () => {
    await searchFor(page, 'pump meta:version=1');
    await onlyCard('guide-1.md');
    await card('guide-1.md').locator('[data-chunk]').first().click();
    await pane().getByRole('button', { name: 'Details' }).click();
    await pane().getByTestId('document-details').getByText('Ana Pérez').waitFor();
  });

  it('is not to be had where the keys are broken, which is said, and the text is found', async () => {
    await searchFor(page, 'Where is the ladder?');
    await card('broken-keys.md').locator('[data-chunk]').first().click();
    await pane().getByText('can’t be read as keys').waitFor();
    await pane().getByRole('button', { name: 'Details' }).click();
  });
});

describe('the encoding of a document', () => {
  const encoding = () => pane().getByTestId('document-details').getByLabel('Encoding').first();

  async function choose(name: string): Promise<void> {
    await encoding().click();
    await encoding().fill(name);
    await page.getByRole('option', { name }).first().click();
  }

  it('is shown and can be chosen: the text comes out with it at once', async () => {
    await page.keyboard.press('Control+3');
    await row('letter.txt').click();
    await pane().getByRole('button', { name: 'Details' }).click();
    await choose('ISO-8859-1');
    await pane().locator('[data-line="1"]').filter({ hasText: 'óßÅÛØ' }).waitFor();
    await choose('KOI8-R');
    await pane().locator('[data-line="1"]').filter({ hasText: russian }).waitFor();
    await allRead(page, 60_000);
    const found = await page.evaluate(() => (globalThis as AppGlobal).acervo.search.query({ query: 'булок' }));
    expect(found).toMatchObject({ value: { hits: [{ text: russian }] } });
  });

  it('is kept until it is set back', async () => {
    await page.evaluate(() => (globalThis as AppGlobal).acervo.library.check({ folderId: null }));
    await allRead(page, 60_000);
    expect(await encoding().inputValue()).toBe('KOI8-R');
    await encoding().click();
    await encoding().fill('Automatic');
    await page.getByRole('option', { name: 'Automatic' }).click();
    await expect.poll(() => encoding().inputValue()).toMatch(/^Automatic \(/u);
    await pane().getByRole('button', { name: 'Details' }).click();
  });
});

describe('the text as Acervo read it', () => {
  async function seeAsRead(name: string): Promise<void> {
    await row(name)
      .getByRole('button', { name: `Actions for ${name}` })
      .click();
    await page.getByRole('menuitem', { name: 'See the text as Acervo read it' }).click();
  }

  it('of a PDF has its pages, its lines, and its passages on demand', async () => {
    await seeAsRead('bike-manual.pdf');
    await pane().getByTestId('as-read').waitFor();
    await pane().locator('[data-page-mark="1"]').waitFor();
    await pane().locator('[data-line="1"]').waitFor();
    await pane().locator('[data-page-mark="2"]').first().waitFor();
    expect(await pane().locator('[data-passage-mark]').count()).toBe(0);
    await pane()
      .getByRole('switch', { name: /^Show its \d+ passages/u })
      .click();
    await pane().locator('[data-passage-mark="2"]').waitFor();
  });

  it('of a file that could not be read is its reason, what was tried, and the next step', async () => {
    await seeAsRead('broken.pdf');
    const notes = pane().getByTestId('reading-notes');
    await notes.getByText('Failed.').waitFor();
    await notes.getByText('The file is damaged or cut short.').waitFor();
    await notes.getByText(/Tried: to read it as PDF/u).waitFor();
    await notes.getByText('Open it in its own app and save it again, then retry.').waitFor();
    await pane().getByText('Acervo has no text of this document.').waitFor();
    await notes.getByRole('button', { name: 'Read again' }).click();
    await notes.getByText('Failed.').waitFor();
  });
});

describe('going to the other views and coming back', () => {
  /** How far each list and text in view is scrolled. */
  const offsets = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((element) => element.scrollHeight > element.clientHeight && element.checkVisibility())
        .filter((element) => /auto|scroll/u.test(getComputedStyle(element).overflowY))
        .map((element) => Math.round(element.scrollTop)),
    );

  /** What follows a change of sizes is done some frames later. */
  const frames = () =>
    page.evaluate(
      () =>
        new Promise((done) => {
          let left = 12;
          const next = (): void => void (left-- > 0 ? requestAnimationFrame(next) : done(null));
          next();
        }),
    );

  async function goRound(): Promise<void> {
    for (const view of ['Ask', 'Library', 'Settings', 'Search']) {
      await page.getByRole('navigation').getByRole('button', { name: view }).click();
      await frames();
    }
  }

  async function openFound(question: string, name: string): Promise<void> {
    await searchFor(page, question);
    await page.locator('[data-testid="results"][data-reranked="true"]').waitFor();
    await card(name).locator('[data-chunk]').first().click();
  }

  /** All that can be scrolled, and some of it is. */
  async function staysThrough(): Promise<void> {
    await frames();
    const before = await offsets();
    expect(Math.max(...before)).toBeGreaterThan(50);
    await goRound();
    expect(await offsets()).toStrictEqual(before);
  }

  it('leaves a PDF at its mark, and the list where it was', async () => {
    await openFound('How is the bicycle chain oiled?', 'bike-manual.pdf');
    await pane().getByRole('img', { name: 'The passage found' }).waitFor();
    await staysThrough();
  });

  it('leaves a table at its row', async () => {
    await openFound('How many minutes was the tyre pumped on 2024-71?', 'ledger.csv');
    await pane().locator('mark').first().waitFor();
    await pane()
      .locator('[data-scrolls]')
      .evaluate((element) => element.scrollTo({ top: 700 }));
    await staysThrough();
  });

  it('leaves formatted text and the text as read where they were', async () => {
    await openFound('How many herons were at the weir on walk 27?', 'walks.md');
    await pane().locator('.passage').first().waitFor();
    const scroll = () =>
      pane()
        .locator('[data-scrolls]')
        .evaluate((element) => element.scrollTo({ top: 300 }));
    await frames();
    await scroll();
    await staysThrough();
    await pane().getByText('As read').click();
    await pane().locator('[data-line="1"]').or(pane().locator('.passage')).first().waitFor();
    await frames();
    await scroll();
    await staysThrough();
  });
});

describe('the time for one document', () => {
  it('is what a document is given, which is told where it was too short', async () => {
    const change = (timeLimitSeconds: number) =>
      page.evaluate(
        (seconds) => (globalThis as AppGlobal).acervo.settings.change({ timeLimitSeconds: seconds }),
        timeLimitSeconds,
      );
    await change(1);
    const slow = join(temporaryFolder('slow'), 'slow.pdf');
    writeFileSync(slow, slowPdf());
    await dropFiles(page, [slow]);
    await page.keyboard.press('Control+3');
    await page.getByRole('button', { name: 'Show the documents in slow.pdf' }).click();
    await row('slow.pdf').getByText('Reading it took longer than 1 second').waitFor();
    await change(20);
  });

  it('is told in the settings, and can be changed for good', async () => {
    await page.keyboard.press('Control+4');
    const limit = page.getByLabel('Time for one document').first();
    expect(await limit.inputValue()).toBe('20 seconds');
    await limit.click();
    await page.getByRole('option', { name: '5 minutes', exact: true }).click();
    await expect.poll(() => limit.inputValue()).toBe('5 minutes');
    await running.quit();
    running = await launchApp({ dataFolder: running.dataFolder });
    page = running.page;
    await allRead(page, 60_000);
    const settings = await page.evaluate(() => (globalThis as AppGlobal).acervo.settings.get());
    expect(settings).toMatchObject({ value: { timeLimitSeconds: 300 } });
  });
});
