// A person's first day: drop a folder, see it read, find things in another language, read them in place, quit, come back.
// Where the system can give it, all of it runs in a network namespace with nothing in it but the machine's own loop.
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AppGlobal,
  allRead,
  dropFiles,
  keepPicturesOfFailures,
  launchApp,
  logLines,
  removeTemporaryFolders,
  searchFor,
  type TestApp,
  temporaryFolder,
} from '../../helpers/electron-app.js';

const samples = join(import.meta.dirname, '..', '..', '..', 'resources', 'sample-library');
/** A word that is nowhere but in the question and in one document: it must never get into a log. */
const canary = 'zumaqueras';

let running: TestApp;
let page: Page;
let folder: string;

function makeFolder(): string {
  const made = join(temporaryFolder('documents'), 'Mis papeles ñ 📚');
  mkdirSync(join(made, 'Verträge'), { recursive: true });
  for (const name of ['bike-manual.pdf', 'contrato-alquiler.md', 'project-meeting.txt', 'lisbon-trip.md']) {
    cpSync(join(samples, name), join(made, name));
  }
  cpSync(join(samples, 'garantiebedingungen.md'), join(made, 'Verträge', 'Garantie & Bedingungen.md'));
  cpSync(join(samples, 'stadtbibliothek.txt'), join(made, 'stadtbibliothek.txt'));
  writeFileSync(
    join(made, 'huerto.txt'),
    `En el huerto del abuelo crecen ${canary} y membrillos junto a la acequia.\n`,
  );
  writeFileSync(join(made, 'empty.txt'), '');
  return made;
}

keepPicturesOfFailures(() => page);

const card = (name: string) => page.getByRole('article', { name, exact: true });
const colorScheme = () => page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'));
const pane = () => page.getByRole('region', { name: 'Reading pane' }).filter({ visible: true });

beforeAll(async () => {
  folder = makeFolder();
  running = await launchApp();
  page = running.page;
});

afterAll(async () => {
  await running.quit();
  removeTemporaryFolders();
});

describe('the network', () => {
  it.skipIf(process.platform !== 'linux' || process.env.ACERVO_TEST_NETWORK !== 'none')(
    'is not there for any process of this test',
    () => {
      expect(Object.keys(networkInterfaces())).toStrictEqual(['lo']);
    },
  );
});

describe('adding a folder', () => {
  it('says what Acervo does as long as the library is empty', async () => {
    await page.getByRole('heading', { name: /Drop your folders here/u }).waitFor();
    await page.getByRole('button', { name: 'Try the sample library' }).waitFor();
  });

  it('takes a real drop anywhere on the window and shows how far it is', async () => {
    await dropFiles(page, [folder]);
    await page.getByText('Added 1 item to the library.').waitFor();
    await page.getByTestId('progress').or(page.getByText('all ready')).first().waitFor();
    await allRead(page, 120_000);
  });

  it('lists every document with its honest state, and the empty one with a reason', async () => {
    await page.getByRole('button', { name: /Show the documents in/u, expanded: true }).waitFor();
    const status = await page.evaluate(async () => (globalThis as AppGlobal).acervo.library.status());
    expect(status).toMatchObject({
      kind: 'value',
      value: { documents: { ready: 7, skipped: 1, failed: 0, waiting: 0 } },
    });
    await page.getByText('Garantie & Bedingungen.md').waitFor();
    await page.getByTestId('problems').getByText('1 problem').waitFor();
    await page.getByTestId('problems').getByText('Empty 1').waitFor();
  });
});

describe('finding', () => {
  it('finds an English manual by a Spanish question and opens it at its page with the passage marked', async () => {
    await searchFor(page, '¿Cómo se limpia y se engrasa la cadena de la bicicleta?');
    await card('bike-manual.pdf').locator('[data-chunk]').first().click();
    const marked = pane().locator('[data-page="2"]').getByRole('img', { name: 'The passage found' });
    await marked.waitFor();
    const box = await marked.locator('div').first().boundingBox();
    expect(box?.width).toBeGreaterThan(20);
    expect(box?.height).toBeGreaterThan(5);
    expect(await pane().getByRole('textbox', { name: 'Page number' }).inputValue()).toBe('2');
    // The page is really drawn, and its text can be selected: pdf.js and its worker run under the policy.
    await expect
      .poll(async () => (await pane().locator('[data-page="2"]').textContent())?.replaceAll(/\s+/gu, ' '))
      .toMatch(/chain/iu);
  });

  it('finds a German text by an English question and opens it at the passage', async () => {
    await searchFor(page, 'How long does the guarantee of the washing machine last?');
    await card('Garantie & Bedingungen.md').locator('[data-chunk]').first().click();
    await pane().getByRole('heading', { name: 'Garantie & Bedingungen.md' }).waitFor();
    await pane().locator('[data-passage-start]').first().waitFor();
  });

  it('shows the similarity of each passage, as a number between -1 and 1', async () => {
    const text = await page
      .getByTestId('results')
      .getByText(/cosine/u)
      .first()
      .textContent();
    expect(Number(/[\d.]+/u.exec(text ?? '')?.[0])).toBeGreaterThan(0.5);
  });

  it('compares the best once more when the person pauses, and leaves beside the list what may be read already', async () => {
    await searchFor(page, 'Was tun, wenn die Waschmaschine im zweiten Jahr kaputtgeht?');
    await expect.poll(() => pane().getAttribute('data-shown-document')).not.toBeNull();
    const shown = await pane().getAttribute('data-shown-document');
    await page.locator('[data-testid="results"][data-reranked="true"]').waitFor();
    await card('Garantie & Bedingungen.md').waitFor();
    expect(await pane().getAttribute('data-shown-document')).toBe(shown);
  });

  it('finds a rare word exactly', async () => {
    await searchFor(page, canary);
    await card('huerto.txt').getByText(canary).first().waitFor();
  });

  it('says that nothing was found without an older passage beside it, and takes quotation marks away when asked', async () => {
    await page.getByRole('searchbox').fill(`"${canary} y zanahorias"`);
    await page.getByRole('heading', { name: `Nothing found for “${canary} y zanahorias”` }).waitFor();
    await pane().getByText('The passage you choose opens here, in its document.').waitFor();
    await page.getByRole('button', { name: 'Take away quotation marks and words with a minus.' }).click();
    await card('huerto.txt').getByText(canary).first().waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe(`${canary} y zanahorias`);
  });

  it('works by keys alone, from anywhere and back', async () => {
    await page.keyboard.press('Control+3');
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('fianza del alquiler');
    await page.locator('[data-testid="results"][data-phase="settled"]').waitFor();
    await card('contrato-alquiler.md').waitFor();
    await page.keyboard.press('ArrowDown');
    const focusedChunk = () => page.evaluate(() => document.activeElement?.getAttribute('data-chunk') ?? null);
    await expect.poll(focusedChunk).toMatch(/^c/u);
    await page.keyboard.press('Enter');
    await pane().locator('[data-passage-start]').first().waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null))
      .toBe('Reading pane');
    await page.keyboard.press('Escape');
    await expect.poll(focusedChunk).toMatch(/^c/u);
  });
});

describe('settings', () => {
  it('change the language of the window and of the menus at once', async () => {
    await page.keyboard.press('Control+4');
    await page
      .getByRole('combobox', { name: 'Language' })
      .or(page.getByRole('textbox', { name: 'Language' }))
      .first()
      .click();
    await page.getByRole('option', { name: 'Español' }).click();
    await page.getByRole('heading', { name: 'Ajustes' }).waitFor();
    const menus = await running.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map((item) => item.label));
    expect(menus).toStrictEqual(['Archivo', 'Edición', 'Ver', 'Ventana']);
  });

  it('change the theme of the page and of the window behind it', async () => {
    await page.getByText('Oscuro').click();
    await expect.poll(colorScheme).toBe('dark');
    const behind = await running.app.evaluate(({ BrowserWindow, nativeTheme }) => [
      nativeTheme.shouldUseDarkColors,
      BrowserWindow.getAllWindows()[0]?.getBackgroundColor().toLowerCase(),
    ]);
    expect(behind).toStrictEqual([true, '#1f2021']);
  });
});

describe('coming back', () => {
  it('quits, starts again, and everything is still there, in the language and theme that were chosen', async () => {
    await running.quit();
    running = await launchApp({ dataFolder: running.dataFolder });
    page = running.page;
    await page.getByRole('button', { name: 'Biblioteca' }).waitFor();
    expect(await colorScheme()).toBe('dark');
    await allRead(page, 60_000);
    const status = await page.evaluate(async () => (globalThis as AppGlobal).acervo.library.status());
    expect(status).toMatchObject({ kind: 'value', value: { documents: { ready: 7, skipped: 1 } } });
    await page.evaluate(() => (globalThis as AppGlobal).acervo.settings.change({ language: 'en', theme: 'light' }));
    await searchFor(page, canary);
    await card('huerto.txt').getByText(canary).first().waitFor();
  });
});

describe('what fails', () => {
  it('in one run is said in the library, and the window goes on searching', async () => {
    await page.evaluate(() => (globalThis as AppGlobal).acervo.library.check({ folderId: 12_345 }));
    await page.keyboard.press('Control+3');
    const notice = page.getByRole('alert').filter({ hasText: 'Reading your documents stopped early.' });
    await notice.waitFor();
    const state = await page.evaluate(() => (globalThis as AppGlobal).acervo.app.state());
    expect(state).toMatchObject({
      value: { engine: { kind: 'ready', runError: { code: 'not-found' } } },
    });
    await searchFor(page, canary);
    await card('huerto.txt').waitFor();
    await page.keyboard.press('Control+3');
    await notice.getByRole('button', { name: 'Try again' }).click();
    await notice.waitFor({ state: 'detached' });
  });

  it('on a document that is nested too deeply to be drawn is shown as its text', async () => {
    writeFileSync(join(folder, 'nested.md'), `${'>'.repeat(4_000)} Zwetschgenkuchen`);
    await page.evaluate(() => (globalThis as AppGlobal).acervo.library.check({ folderId: null }));
    await expect
      .poll(() =>
        page.evaluate(() =>
          (globalThis as AppGlobal).acervo.library.documents({ name: 'nested', offset: 0, limit: 1 }),
        ),
      )
      .toMatchObject({ value: { documents: [{ state: 'ready' }] } });
    await searchFor(page, 'Zwetschgenkuchen');
    await card('nested.md').waitFor();
    await pane().getByText('nested too deeply').waitFor();
    await pane().getByText('Zwetschgenkuchen').first().waitFor();
  });

  it('while a document is drawn leaves the rest of the window, and two ways on', async () => {
    await breakMarks(true);
    await searchFor(page, 'fianza');
    await card('contrato-alquiler.md').getByText('fianza').first().click();
    const broken = pane().getByRole('alert').filter({ hasText: 'This document could not be drawn.' });
    await broken.getByRole('button', { name: 'As read' }).click();
    await pane().locator('.passage').first().waitFor();
    await pane().getByText('Formatted').click();
    await broken.waitFor();
    await breakMarks(false);
    await broken.getByRole('button', { name: 'Try again' }).click();
    await pane().locator('.passage').first().waitFor();
  });
});

/** Whatever the fault is: here the marks in a rendered document make the drawing fail. */
async function breakMarks(isBroken: boolean): Promise<void> {
  await page.evaluate((wanted) => {
    const kept = globalThis as { findIndex?: typeof Array.prototype.findIndex };
    kept.findIndex ??= Array.prototype.findIndex;
    const whole = kept.findIndex;
    const broken = function (this: readonly unknown[], ...all: Parameters<typeof whole>): number {
      if (typeof this[0] === 'number') throw new Error('broken');
      return whole.apply(this, all);
    };
    Object.assign(Array.prototype, { findIndex: wanted ? broken : whole });
  }, isBroken);
}

describe('an engine that dies', () => {
  it('comes back by itself after a kill, and the window says what is going on', async () => {
    const pids = await running.app.evaluate(({ app }) =>
      app.getAppMetrics().flatMap((metric) => (metric.name === 'Acervo engine' ? [metric.pid] : [])),
    );
    expect(pids).toHaveLength(1);
    const states = page.evaluate(
      () =>
        new Promise<readonly string[]>((resolve) => {
          const seen: string[] = [];
          (globalThis as AppGlobal).acervo.app.onStateChanged(({ engine }) => {
            seen.push(engine.kind);
            if (engine.kind !== 'starting') resolve(seen);
          });
        }),
    );
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    expect(await states).toStrictEqual(['starting', 'ready']);
    await searchFor(page, canary);
    await card('huerto.txt').waitFor();
    expect(logLines(running.dataFolder)).toContainEqual(expect.objectContaining({ event: 'engine-exited' }));
  });
});

describe('removing a folder', () => {
  it('forgets its documents, and leaves the files alone', async () => {
    await page.keyboard.press('Control+3');
    await page.getByRole('button', { name: /^More for /u }).click();
    await page.getByRole('menuitem', { name: 'Remove from library…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from library' }).click();
    await page.getByTestId('empty-library').waitFor();
    expect(existsSync(join(folder, 'bike-manual.pdf'))).toBe(true);
    const found = await page.evaluate((query) => (globalThis as AppGlobal).acervo.search.query({ query }), canary);
    expect(found).toMatchObject({ kind: 'value', value: { hits: [] } });
  });
});

describe('what is left behind', () => {
  it('has no word of the person in the log, and no request that had to be refused', () => {
    const lines = logLines(running.dataFolder);
    expect(lines.length).toBeGreaterThan(3);
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${canary}|huerto|Mis papeles|cadena|fianza`, 'iu'));
    expect(lines.filter((line) => line.event === 'request-refused')).toStrictEqual([]);
    expect(lines.filter((line) => line.event === 'uncaught-error')).toStrictEqual([]);
  });
});
