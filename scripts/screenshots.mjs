// Pictures of every view of the real app with the sample library: both themes, two sizes, both languages.
// `xvfb-run -a -s "-screen 0 1600x1000x24" node scripts/screenshots.mjs FOLDER [part of a name …]`
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
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
  nothing: '"quantum chromodynamics"',
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
  await indexSample(page);
  await pictures(page, {
    library: showLibrary,
    'library-open': openFirstFolder,
    'search-start': (p) => search(p, ''),
    'search-markdown': (p) => search(p, questions.markdown),
    'search-pdf': (p) => search(p, questions.pdf),
    'search-why': openWhy,
    'search-nothing': (p) => search(p, questions.nothing),
    settings: (p) => p.keyboard.press('Control+3'),
  });
} finally {
  await app.close();
  rmSync(data, { recursive: true, force: true });
}

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
          await views[view](page);
          await page.waitForTimeout(settleMs);
          await page.screenshot({ path: join(folder, `${view}-${suffix}.png`) });
          process.stdout.write(`${view}-${suffix}.png\n`);
        }
      }
    }
  }
}

function isWanted(name) {
  return wanted.length === 0 || wanted.some((part) => name.includes(part));
}

async function emptyLibrary(page) {
  await page.keyboard.press('Control+2');
  await page.getByTestId('empty-library').waitFor();
}

async function indexSample(page) {
  await page.evaluate(() => globalThis.acervo.library.addSample());
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
  await page.keyboard.press('Control+2');
}

async function openFirstFolder(page) {
  await showLibrary(page);
  const closed = page.locator('main button[aria-expanded="false"]:not([aria-haspopup])').filter({ visible: true });
  if ((await closed.count()) > 0) await closed.first().click();
}

async function search(page, question) {
  await page.keyboard.press('Control+1');
  await page.getByRole('searchbox').fill(question);
  if (question === '') return;
  await page.waitForTimeout(settleMs);
  const first = page.getByTestId('results').locator('[data-chunk]').first();
  if (await first.isVisible()) await first.click();
}

async function openWhy(page) {
  await search(page, questions.pdf);
  await page.getByTestId('results').locator('article button[aria-expanded]').first().click();
}
