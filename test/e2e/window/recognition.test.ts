// Text recognition as a person meets it: asked for, told page by page, its words found and marked on the picture.
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
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
import { linesAt, makePdf } from '../../helpers/make-pdf.js';
import { type PictureOfText, pictureOfText } from '../../helpers/picture-of-text.js';
import { writeFiles } from '../../helpers/temporary-folder.js';

let running: TestApp;
let page: Page;
let folder: string;
let scan: PictureOfText;

const lines = ['Acta de la junta de primavera', 'La comisión decide reparar el tejado del invernadero.'];
const pane = () => page.getByRole('region', { name: 'Reading pane' }).filter({ visible: true });

keepPicturesOfFailures(() => page);

beforeAll(async () => {
  scan = pictureOfText(lines);
  folder = join(temporaryFolder('documents'), 'Escaneados');
  writeFiles(folder, {
    'mixed.pdf': makePdf([{ texts: linesAt(72, 100, ['The ferry leaves at noon on Sundays.']) }, { scan }]),
    'faint.png': pictureOfText(['The heron waits beside the frozen canal.', 'Nobody has seen it fly.'], 0, 3).png,
    'notes.txt': 'The bridge is painted every ninth year.',
  });
  running = await launchApp();
  page = running.page;
});

afterAll(async () => {
  await running.quit();
  removeTemporaryFolders();
});

async function problems() {
  const reply = await page.evaluate(() => (globalThis as AppGlobal).acervo.library.problems());
  return reply.kind === 'value' ? reply.value : reply;
}

async function stateOf(name: string) {
  const reply = await page.evaluate(
    (wanted) => (globalThis as AppGlobal).acervo.library.documents({ name: wanted, offset: 0, limit: 1 }),
    name,
  );
  return reply.kind === 'value' ? reply.value.documents[0]?.state : reply;
}

async function openPassage(question: string, name: string): Promise<Locator> {
  await searchFor(page, question);
  const card = page.getByRole('article', { name }).first();
  await card.locator('[data-chunk]').first().click();
  return card;
}

/** Where the marks stand on the picture, as shares of its width and height. */
async function marksOn(picture: Locator) {
  await pane().getByRole('img', { name: 'The passage found' }).waitFor();
  // All at one moment: the pane may still be scrolling to them.
  return picture.evaluate((shown) => {
    const whole = shown.getBoundingClientRect();
    const boxes = [...document.querySelectorAll('[data-mark]')].map((mark) => mark.getBoundingClientRect());
    return boxes
      .filter(({ width }) => width > 0)
      .map(({ x, bottom }) => ({ x: (x - whole.x) / whole.width, y: (bottom - whole.y) / whole.height }));
  });
}

describe('text recognition', () => {
  it('waits to be asked, while everything else is found already', async () => {
    await page.getByTestId('empty-library').waitFor();
    await dropFiles(page, [folder]);
    await allRead(page, 120_000);
    expect(await problems()).toEqual([{ reason: 'needs-recognition', documents: 2 }]);
    await openPassage('When does the ferry leave?', 'mixed.pdf');
    await searchFor(page, 'tejado del invernadero');
    expect(await page.getByTestId('recognised').count()).toBe(0);
  });

  it('reads all pages that are pictures when it is asked to, and nothing is left to say', async () => {
    await page.keyboard.press('Control+3');
    await page.getByTestId('problems').getByRole('button').first().click();
    await page.getByRole('button', { name: 'Recognise text' }).click();
    await expect.poll(problems, { timeout: 90_000 }).toEqual([]);
  });

  it('marks the words of the passage where they stand on the page', async () => {
    const card = await openPassage('¿Qué se decidió sobre el techo del invernadero?', 'mixed.pdf');
    expect(await card.getByTestId('recognised').first().textContent()).toBe('recognised text');
    const marks = await marksOn(pane().locator('[data-page="2"]'));
    // Where the words were drawn.
    const drawn = scan.words.map(({ x, y }) => ({ x: x / scan.width, y: y / scan.height }));
    for (const { y } of drawn) expect(marks.some((mark) => Math.abs(mark.y - y) < 0.02)).toBe(true);
    expect(Math.min(...marks.map(({ x }) => x))).toBeCloseTo(Math.min(...drawn.map(({ x }) => x)), 1);
  });

  it('says of a faint picture that its words may be wrong', async () => {
    const card = await openPassage('heron beside the canal', 'faint.png');
    expect(await card.getByTestId('recognised').first().textContent()).toBe('recognised text, may hold errors');
    await marksOn(pane().getByRole('img', { name: /faint\.png/u }));
  });

  it('reads a new picture by itself where that is set, and offers nothing where it is off', async () => {
    const setTo = (recognition: 'on' | 'off') =>
      page.evaluate((mode) => (globalThis as AppGlobal).acervo.settings.change({ recognition: mode }), recognition);
    const addPicture = async (name: string, text: string): Promise<void> => {
      writeFiles(folder, { [name]: pictureOfText([text]).png });
      await page.evaluate(() => (globalThis as AppGlobal).acervo.library.check({ folderId: null }));
    };
    await setTo('on');
    await addPicture('copy.png', 'El inventario cuenta doce macetas de barro.');
    await expect.poll(() => stateOf('copy.png'), { timeout: 90_000 }).toBe('ready');
    await openPassage('cuántas macetas de barro', 'copy.png');

    await setTo('off');
    await addPicture('later.png', 'Las llaves cuelgan detrás de la puerta.');
    await expect.poll(problems, { timeout: 60_000 }).toEqual([{ reason: 'needs-recognition', documents: 1 }]);
    await page.keyboard.press('Control+3');
    const panel = page.getByTestId('problems');
    await panel.getByRole('listitem').getByText('Need text recognition').waitFor();
    expect(await page.getByRole('button', { name: 'Recognise text' }).count()).toBe(0);
  });
});
