// Asking in the real window, offline: an answer that quotes, chips that lead to the marked passage, a follow-up, what is not in
// the documents, asking again, and conversations that are kept.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allRead,
  dropFiles,
  keepPicturesOfFailures,
  launchApp,
  logLines,
  removeTemporaryFolders,
  type TestApp,
  temporaryFolder,
} from '../../helpers/electron-app.js';

const samples = join(import.meta.dirname, '..', '..', '..', 'resources', 'sample-library');

const policies = `# Políticas de la tienda

## Devoluciones

Tienes 30 días naturales desde la entrega para devolver un producto. El producto tiene que estar sin usar y en su embalaje original.

## Gastos de devolución

La tienda paga el envío de vuelta si el paquete llegó roto. En los demás casos lo paga el cliente.

## Pagos

Aceptamos tarjeta, transferencia y pago contra reembolso. No guardamos los datos de tu tarjeta.
`;

const team = `# Ayuda del equipo

## Invitar a un miembro

Para invitar a un miembro, abre Equipo, pulsa Invitar y escribe su correo. La invitación caduca a los siete días.

## Eliminar a un miembro

Para eliminar a un miembro, abre Equipo, pulsa los tres puntos junto a su nombre y elige Eliminar. Sus documentos pasan al dueño del equipo.
`;

let running: TestApp;
let page: Page;

keepPicturesOfFailures(() => page);

const turn = (question: string) => page.getByRole('article', { name: question, exact: true });
const pane = () => page.getByRole('region', { name: 'Reading pane' }).filter({ visible: true });
const box = () => page.getByTestId('question');

async function ask(question: string): Promise<ReturnType<typeof turn>> {
  await box().fill(question);
  await box().press('Enter');
  const answered = turn(question).and(page.locator('[data-turn]')).last();
  await answered.waitFor({ timeout: 60_000 });
  return answered;
}

beforeAll(async () => {
  running = await launchApp();
  page = running.page;
});

afterAll(async () => {
  await running.quit();
  removeTemporaryFolders();
});

describe('a question', () => {
  it('needs documents', async () => {
    const folder = join(temporaryFolder('documents'), 'shop');
    mkdirSync(folder);
    writeFileSync(join(folder, 'politicas.md'), policies);
    writeFileSync(join(folder, 'equipo.md'), team);
    cpSync(join(samples, 'bike-manual.pdf'), join(folder, 'bike-manual.pdf'));
    await page.getByRole('heading', { name: /Drop your folders here/u }).waitFor();
    await dropFiles(page, [folder]);
    await allRead(page, 120_000);
  });

  it('can be asked from anywhere, and says that nothing leaves the computer', async () => {
    await page.keyboard.press('Control+j');
    await page.getByTestId('who-answers').getByText('Nothing leaves this computer').waitFor();
    await expect.poll(() => box().evaluate((field) => field === document.activeElement)).toBe(true);
  });

  it('is answered with quotes, chips and sources, and nothing was sent', async () => {
    const answered = await ask('¿Quién paga el envío de vuelta si el paquete llegó roto?');
    expect(await answered.getAttribute('data-kind')).toBe('extractive');
    await answered.getByText('La tienda paga el envío de vuelta si el paquete llegó roto.').first().waitFor();
    await answered.getByText('nothing was sent').waitFor();
    await answered.locator('[data-source="1"]').getByText('politicas.md').waitFor();
    await answered.locator('[data-source="1"]').getByText('cosine').waitFor();
  });

  it('is read out in whole sentences when it is answered', async () => {
    await expect
      .poll(() => page.getByTestId('answer-announcer').textContent())
      .toMatch(/La tienda paga el envío.*The answer is complete, with \d source/u);
  });

  it('has chips that show their passage, and open it marked beside the conversation', async () => {
    const chip = page.locator('[data-chip="1"]').first();
    await chip.focus();
    await page.getByText('relevance').first().waitFor();
    await chip.press('Enter');
    await pane().locator('[data-passage-start]').waitFor();
    await pane().locator('mark', { hasText: 'La tienda paga el envío de vuelta' }).first().waitFor();
    await turn('¿Quién paga el envío de vuelta si el paquete llegó roto?').waitFor();
    await pane().press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-chip'))).toBe('1');
  });

  it('whose answer stands in a PDF leads to its page, with the passage marked on it', async () => {
    const answered = await ask('How is the bicycle cleaned after riding on gritted roads?');
    await answered.locator('[data-source]').filter({ hasText: 'bike-manual.pdf' }).first().click();
    await pane().getByTestId('page-marks').first().waitFor();
  });

  it('that the documents do not answer is declined, with the nearest passages to look at', async () => {
    const answered = await ask('¿Quién ganó el mundial de fútbol de 1998?');
    expect(await answered.getAttribute('data-kind')).toBe('not-found');
    await answered.getByText('The nearest passages').waitFor();
    expect(await answered.locator('[data-chip]').count()).toBe(0);
  });
});

describe('a conversation', () => {
  it('understands a follow-up, and shows what it searched for', async () => {
    await page.keyboard.press('Control+n');
    await ask('¿cómo invito a un miembro?');
    const answered = await ask('¿y cómo lo elimino?');
    await answered.getByText('elige Eliminar').first().waitFor();
    await answered.getByTestId('query-used').getByText('miembro').waitFor();
  });

  it('is listed, found by its words, renamed, and there again after a restart', async () => {
    const list = page.getByRole('navigation', { name: 'Conversations' });
    await list.locator('[data-conversation]').nth(1).waitFor();
    await list.getByLabel('Search conversations').fill('invito');
    await expect.poll(() => list.locator('[data-conversation]').count()).toBe(1);
    await list.locator('[data-conversation]').first().press('F2');
    await list.getByLabel('Name of the conversation').fill('El equipo');
    await list.getByLabel('Name of the conversation').press('Enter');
    await list.getByText('El equipo').waitFor();
    await running.quit();
    running = await launchApp({ dataFolder: running.dataFolder });
    page = running.page;
    // Not by a key: what is pressed before the page is there is lost.
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('list').getByText('El equipo').filter({ visible: true }).click();
    await turn('¿y cómo lo elimino?').getByText('elige Eliminar').first().waitFor();
  });

  it('can be asked on after the restart; an edited question replaces what follows it', async () => {
    const first = turn('¿cómo invito a un miembro?');
    await first.getByRole('button', { name: 'Edit the question and ask again' }).click();
    await first.getByLabel('Your question').fill('¿Cuándo caduca la invitación de un miembro?');
    await first.getByText('This and the answer after it are replaced.').waitFor();
    await first.getByLabel('Your question').press('Enter');
    const answered = turn('¿Cuándo caduca la invitación de un miembro?').and(page.locator('[data-turn]'));
    await answered.getByText('La invitación caduca a los siete días.').first().waitFor();
    await expect.poll(() => page.locator('[data-turn]').count()).toBe(1);
  });

  it('is copied with its sources', async () => {
    await page.getByRole('button', { name: 'Copy with sources' }).click();
    await page.getByText('Copied with its sources.').waitFor();
    const copied = await running.app.evaluate(({ clipboard }) => clipboard.readText());
    expect(copied).toMatch(
      /La invitación caduca a los siete días\.?(?: \[\d\])?[\s\S]*\n\nSources?: (?:\[\d\] )?[^\n]*equipo\.md › Invitar a un miembro/u,
    );
  });

  it('is exported to Markdown', async () => {
    const file = join(temporaryFolder('export'), 'equipo.md');
    await running.app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, file);
    await page.getByRole('button', { name: 'Actions for El equipo' }).click();
    await page.getByRole('menuitem', { name: 'Export as Markdown…' }).click();
    await page.getByText('The conversation is in “equipo.md”.').waitFor();
    expect(readFileSync(file, 'utf8')).toMatch(/^# El equipo\n[\s\S]*La invitación caduca a los siete días/u);
  });

  it('about one document looks only there', async () => {
    await page.keyboard.press('Control+3');
    await page.getByRole('row').filter({ hasText: 'equipo.md' }).click();
    await pane().getByRole('button', { name: 'Ask about this document' }).click();
    await expect.poll(() => page.getByTestId('scope').textContent()).toContain('equipo.md');
    const answered = await ask('¿Qué pasa con los documentos de un miembro que se elimina?');
    const names = await answered.locator('[data-source]').allTextContents();
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(name).toContain('equipo.md');
  });

  it('is deleted after a yes', async () => {
    await page.keyboard.press('Control+2');
    await page.getByRole('button', { name: 'Actions for El equipo' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('The conversation is deleted.').waitFor();
    const list = page.getByRole('navigation', { name: 'Conversations' });
    await expect.poll(() => list.getByText('El equipo', { exact: true }).count()).toBe(0);
  });
});

describe('the log', () => {
  it('holds no word of a question', () => {
    expect(JSON.stringify(logLines(running.dataFolder))).not.toMatch(/paquete|invito|miembro|mundial/iu);
  });
});
