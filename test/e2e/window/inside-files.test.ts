// A page of a PDF that lies in an archive: found, listed under its archive, and opened in its place with the passage marked.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
import { makeMail } from '../../helpers/make-mail.js';
import { linesAt, makePdf } from '../../helpers/make-pdf.js';
import { makeZip } from '../../helpers/make-zip.js';

let running: TestApp;
let page: Page;
let folder: string;

const pane = () => page.getByRole('region', { name: 'Reading pane' }).filter({ visible: true });

keepPicturesOfFailures(() => page);

beforeAll(async () => {
  folder = temporaryFolder('documents');
  const plan = makePdf([
    { texts: linesAt(72, 100, ['The bridge is painted every ninth year.']) },
    { texts: linesAt(72, 100, ['The lighthouse keeper counts puffins at dawn.']) },
  ]);
  const archive = makeZip({
    'site/plan.pdf': plan,
    'site/notes.txt': 'The ferry leaves at noon on Sundays.',
    'old.mp3': 'x',
  });
  writeFileSync(join(folder, 'papers.zip'), archive);
  const mail = makeMail('The island', 'All papers are attached.', [{ name: 'papers.zip', content: archive }]);
  writeFileSync(join(folder, 'island.eml'), mail);
  running = await launchApp();
  page = running.page;
});

afterAll(async () => {
  await running.quit();
  removeTemporaryFolders();
});

/** Command lines of the processes that Chromium started for Node. */
function nodeProcesses(): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name) && existsSync(`/proc/${name}/cmdline`))
    .map((name) => readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' '))
    .filter((command) => command.includes('node.mojom.NodeService') && command.includes(running.dataFolder));
}

describe('documents inside files', () => {
  it('stand in the list under the file that holds them', async () => {
    await page.getByRole('heading', { name: /Drop your folders here/u }).waitFor();
    await dropFiles(page, [folder]);
    await allRead(page, 120_000);
    if (process.platform === 'linux') {
      // The engine has no limit but the system's own; what reads documents has one.
      const limited = nodeProcesses().filter((command) => command.includes('--js-flags=--max-old-space-size='));
      expect(limited.length).toBeGreaterThan(0);
      expect(limited.length).toBeLessThan(nodeProcesses().length);
    }
    await page.getByText('site/plan.pdf').first().waitFor();
    const names = await page.locator('[data-kind="document"] bdi').allTextContents();
    expect(names).toEqual([
      'island.eml',
      'papers.zip',
      'old.mp3',
      'site/notes.txt',
      'site/plan.pdf',
      'papers.zip',
      'old.mp3',
      'site/notes.txt',
      'site/plan.pdf',
    ]);
  });

  it('say what holds them where that is filtered away', async () => {
    await page.getByRole('textbox', { name: 'Filter by name' }).fill('old.mp3');
    await page.getByText('papers.zip › old.mp3').first().waitFor();
    await expect
      .poll(() => page.locator('[data-kind="document"] bdi').allTextContents())
      .toEqual(['papers.zip › old.mp3', 'papers.zip › old.mp3']);
    await page.getByRole('textbox', { name: 'Filter by name' }).fill('');
  });

  it('open at the page of the passage, marked, with words that are true of them', async () => {
    await searchFor(page, 'Who counts the puffins at the lighthouse?');
    await page
      .getByRole('article', { name: 'papers.zip › site/plan.pdf', exact: true })
      .first()
      .locator('[data-chunk]')
      .first()
      .click();
    const marked = pane().locator('[data-page="2"]').getByRole('img', { name: 'The passage found' });
    await marked.waitFor();
    const box = await marked.locator('div').first().boundingBox();
    expect(box?.width).toBeGreaterThan(20);
    await expect
      .poll(async () => (await pane().locator('[data-page="2"]').textContent())?.replaceAll(/\s+/gu, ' '))
      .toMatch(/puffins/u);
    await pane().getByRole('button', { name: 'Show the file it is in' }).waitFor();
    expect(await pane().getByRole('button', { name: 'Open in its app' }).count()).toBe(0);
  });

  it('are given as bytes by their id alone, and never opened by the system', async () => {
    const replies = await page.evaluate(async () => {
      const { acervo } = globalThis as AppGlobal;
      const found = await acervo.library.documents({ offset: 0, limit: 50 });
      const inside = found.kind === 'value' ? found.value.documents.filter(({ type }) => type === 'pdf') : [];
      const id = inside[0]?.documentId ?? '';
      const reply = await fetch(`/document/${id}`);
      return {
        status: reply.status,
        type: reply.headers.get('content-type'),
        start: (await reply.text()).slice(0, 5),
        opened: await acervo.document.openInApp({ documentId: id }),
      };
    });
    expect(replies).toMatchObject({ status: 200, type: 'application/pdf', start: '%PDF-' });
    expect(replies.opened).toMatchObject({ kind: 'error', error: { code: 'unsupported' } });
  });
});
