// Pictures of every view of the real app with the sample library: both themes, two sizes, both languages.
// `xvfb-run -a -s "-screen 0 1600x1000x24" node scripts/screenshots.mjs FOLDER [part of a name …]`
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron } from 'playwright-core';
import { buildStale } from './build.mjs';
import { findElectron } from './electron-binary.mjs';

const [target, ...wanted] = process.argv.slice(2);
if (target === undefined) {
  process.stderr.write('Say where the pictures go: node scripts/screenshots.mjs FOLDER\n');
  process.exit(2);
}

const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
];
const themes = ['light', 'dark'];
const languages = ['en', 'es'];
const questions = {
  markdown: '¿cuándo me devuelven la fianza?',
  pdf: 'how often is the chain replaced?',
  csv: '¿cuánto costó la calefacción de gas en enero?',
  filtered: 'warranty',
  nothing: '"quantum chromodynamics"',
  followUp: '¿y cuánto era?',
  foreign: '¿Quién ganó el mundial de fútbol de 1998?',
};
const settleMs = 700;

const folder = resolve(target);
const data = mkdtempSync(join(tmpdir(), 'acervo-pictures-'));
mkdirSync(folder, { recursive: true });

await buildStale();
const electron = await findElectron();
const app = await _electron.launch({
  executablePath: electron.executable,
  args: [
    ...electron.appArguments,
    ...(process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : []),
    `--user-data-dir=${data}`,
  ],
});
try {
  const page = await app.firstWindow();
  await pictures(page, { empty: emptyLibrary });
  await pausedSample(page);
  await pictures(page, { 'library-paused': showLibrary });
  await indexSample(page);
  await pictures(page, {
    library: showLibrary,
    'library-open': openFirstDocument,
    'library-remove': openRemoveDialog,
    'search-start': (p) => search(p, ''),
    'search-help': openHelp,
    'search-markdown': (p) => search(p, questions.markdown),
    'search-pdf': (p) => search(p, questions.pdf),
    'search-as-read': openAsRead,
    'search-csv': openTable,
    'search-why': openWhy,
    'search-filtered': searchFiltered,
    'search-nothing': (p) => search(p, questions.nothing),
    'ask-start': newConversation,
    'ask-answer': (p) => ask(p, questions.markdown),
    'ask-cited': openCitation,
    'ask-follow-up': (p) => ask(p, questions.followUp),
    'ask-declined': (p) => ask(p, questions.foreign),
    'ask-conversations': openConversations,
    settings: (p) => openSettings(p, 0),
    'settings-middle': (p) => openSettings(p, 0.5),
    'settings-end': (p) => openSettings(p, 1),
  });
  await addProblems(page);
  await pictures(page, { 'library-problems': openProblems });
} finally {
  await app.close();
  rmSync(data, { recursive: true, force: true });
}

/** `views` by name: each goes to what is to be seen, and may give a function that leaves it again. */
async function pictures(page, views) {
  for (const language of languages) {
    for (const theme of themes) {
      for (const size of sizes) {
        const suffix = `${theme}-${size.width}x${size.height}-${language}`;
        const names = Object.keys(views).filter((view) => isWanted(`${view}-${suffix}`));
        if (names.length === 0) continue;
        await page.evaluate((change) => globalThis.acervo.settings.change(change), { language, theme });
        await app.evaluate(({ BrowserWindow }, { width, height }) => {
          BrowserWindow.getAllWindows()[0]?.setBounds({ x: 0, y: 0, width, height });
        }, size);
        for (const view of names) {
          const leave = await views[view](page);
          // Nothing is drawn as if the pointer were over it.
          await page.mouse.move(0, 0);
          await page.waitForTimeout(settleMs);
          await page.screenshot({ path: join(folder, `${view}-${suffix}.png`) });
          process.stdout.write(`${view}-${suffix}.png\n`);
          await leave?.();
        }
      }
    }
  }
}

function isWanted(name) {
  return wanted.length === 0 || wanted.some((part) => name.includes(part));
}

async function emptyLibrary(page) {
  await page.keyboard.press('Control+3');
  await page.getByTestId('empty-library').waitFor();
}

/** The strip while nothing is read: it shows the same counts at every start. */
async function pausedSample(page) {
  await page.evaluate(async () => {
    await globalThis.acervo.library.pause();
    await globalThis.acervo.library.addSample();
  });
  await page.getByTestId('progress').waitFor();
}

async function indexSample(page) {
  await page.evaluate(() => globalThis.acervo.library.resume());
  await allRead(page);
}

/** A second folder with what cannot be read: no text, a PDF that is none, bytes under a text's name. */
async function addProblems(page) {
  const problems = join(data, 'Cartas y facturas');
  mkdirSync(problems);
  writeFileSync(join(problems, 'vacío.txt'), '');
  writeFileSync(join(problems, 'factura-dañada.pdf'), '%PDF-1.7\nnothing that follows is a page\n');
  writeFileSync(join(problems, 'scan.txt'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]));
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
  }, problems);
  await page.evaluate(() => globalThis.acervo.library.pickFolders());
  await page.getByTestId('problems').waitFor({ state: 'attached' });
  await allRead(page);
}

async function allRead(page) {
  while (!(await page.evaluate(isAllRead))) await page.waitForTimeout(1_000);
}

/** Runs in the page. */
async function isAllRead() {
  const { value } = await globalThis.acervo.library.status();
  const { ready, skipped, failed } = value.documents;
  const all = Object.values(value.documents).reduce((sum, count) => sum + count, 0);
  return all > 0 && ready + skipped + failed === all;
}

async function showLibrary(page) {
  await page.keyboard.press('Control+3');
}

async function openFirstDocument(page) {
  await showLibrary(page);
  const folderRow = page.locator('[data-kind="folder"]').first();
  if ((await folderRow.getAttribute('aria-expanded')) === 'false') await folderRow.getByRole('button').first().click();
  await page.locator('[data-kind="document"]').first().click();
  const pane = page.getByTestId('reading-pane').filter({ visible: true });
  await pane.waitFor();
  return async () => {
    await pane.focus();
    await page.keyboard.press('Escape');
  };
}

async function openRemoveDialog(page) {
  await showLibrary(page);
  await page.locator('[data-kind="folder"] button[aria-haspopup]').first().click();
  await page.getByRole('menuitem').last().click();
  await page.getByRole('dialog').waitFor();
  return () => page.keyboard.press('Escape');
}

async function openProblems(page) {
  await showLibrary(page);
  const closed = page.getByTestId('problems').locator('button[aria-expanded="false"]');
  if ((await closed.count()) > 0) await closed.click();
}

async function search(page, question) {
  await page.keyboard.press('Control+1');
  await page.getByRole('searchbox').fill(question);
  if (question === '') return;
  await page.waitForTimeout(settleMs);
  const first = page.getByTestId('results').locator('[data-chunk]').first();
  if (await first.isVisible()) await first.click();
}

async function openHelp(page) {
  await search(page, '');
  await page.locator('search button').last().click();
  await page.getByRole('dialog').waitFor();
  return () => page.keyboard.press('Escape');
}

async function openWhy(page) {
  await search(page, questions.pdf);
  await page.getByTestId('results').locator('article button[aria-expanded]').first().click();
}

async function openTable(page) {
  await search(page, questions.csv);
  await page.getByRole('article', { name: 'presupuesto-2025.csv' }).locator('[data-chunk]').first().click();
}

async function openAsRead(page) {
  await search(page, questions.pdf);
  const faces = page.getByTestId('reading-pane').filter({ visible: true }).getByRole('radiogroup').locator('label');
  await faces.last().click();
  return () => faces.first().click();
}

async function newConversation(page) {
  await page.keyboard.press('Control+2');
  await page.keyboard.press('Control+n');
}

/** In the conversation that is open; waits for the whole answer. */
async function ask(page, question) {
  await page.keyboard.press('Control+2');
  const turns = page.locator('article[data-turn]');
  const before = await turns.count();
  await page.getByTestId('question').fill(question);
  await page.getByTestId('question').press('Enter');
  await turns.nth(before).waitFor();
}

async function openCitation(page) {
  await page.keyboard.press('Control+2');
  await page.locator('[data-chip]').last().click();
  const pane = page.getByTestId('reading-pane').filter({ visible: true });
  await pane.waitFor();
  return async () => {
    await pane.focus();
    await page.keyboard.press('Escape');
  };
}

/** A button in a narrow window; beside the conversation in a wide one. */
async function openConversations(page) {
  await page.keyboard.press('Control+2');
  const button = page.getByRole('button', { name: /^(Conversations|Conversaciones)$/u });
  if (!(await button.isVisible())) return undefined;
  await button.click();
  return () => page.keyboard.press('Escape');
}

/** @param share how far down, 0 to 1 */
async function openSettings(page, share) {
  await page.keyboard.press('Control+4');
  await page.evaluate((far) => {
    for (const element of document.querySelectorAll('main *')) {
      const room = element.scrollHeight - element.clientHeight;
      if (room > 50 && getComputedStyle(element).overflowY !== 'visible') element.scrollTop = room * far;
    }
  }, share);
}

async function searchFiltered(page) {
  await search(page, questions.filtered);
  const menu = page.locator('main button[aria-haspopup="menu"]').filter({ visible: true });
  await menu.nth(1).click();
  await page.getByRole('menuitemcheckbox', { name: 'MD' }).click();
  await page.keyboard.press('Escape');
  await menu.nth(3).click();
  await page.getByRole('menuitemradio').last().click();
  return () =>
    page
      .getByRole('button', { name: /Clear filters|Quitar filtros/u })
      .filter({ visible: true })
      .click();
}
