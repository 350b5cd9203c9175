// A language model in the real window, played by a server on this machine: what is said before anything is sent, an answer that
// streams, its chips, what was sent and what it cost, stopping, a host that fails, and staying offline.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  allRead,
  dropFiles,
  keepPicturesOfFailures,
  launchApp,
  removeTemporaryFolders,
  type TestApp,
  temporaryFolder,
} from '../../helpers/electron-app.js';
import { fails, type MessagesServer, says, startMessagesServer, streams } from '../../helpers/messages-server.js';

const policies = `# Returns

## Costs

The shop pays the way back if the parcel arrived broken. In all other cases the customer pays it.

## Time

You have 30 days from delivery to return a product. It must be unused and in its original packaging.
`;

let running: TestApp;
let page: Page;
let server: MessagesServer;

keepPicturesOfFailures(() => page);

const box = () => page.getByTestId('question');
const live = () => page.getByTestId('live-answer');
const mode = () => page.getByRole('radiogroup', { name: 'Who answers' }).filter({ visible: true });
const answered = (question: string) =>
  page.getByRole('article', { name: question, exact: true }).and(page.locator('[data-turn]')).last();

async function send(question: string): Promise<void> {
  await box().fill(question);
  await box().press('Enter');
}

beforeAll(async () => {
  server = await startMessagesServer();
  running = await launchApp();
  page = running.page;
});

afterAll(async () => {
  await running.quit();
  await server.close();
  removeTemporaryFolders();
});

it('needs documents and an address', async () => {
  const folder = join(temporaryFolder('documents'), 'shop');
  mkdirSync(folder);
  writeFileSync(join(folder, 'returns.md'), policies);
  await page.getByRole('heading', { name: /Drop your folders here/u }).waitFor();
  await dropFiles(page, [folder]);
  await allRead(page, 120_000);
  await page.keyboard.press('Control+4');
  await page.getByLabel('Address').fill('http://example.org');
  await page.getByText('Write an address that begins with https://').waitFor();
  await page.getByLabel('Address').fill(server.url);
  await page.getByLabel('Address').press('Enter');
});

it('is asked only after the person has read what is sent and agreed', async () => {
  await page.keyboard.press('Control+2');
  await mode().getByText('Claude Opus 5.5').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Each question is sent together with the passages found for it').waitFor();
  await dialog.getByText('The address is on this computer').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await send('Who pays the way back if the parcel arrived broken?');
  await answered('Who pays the way back if the parcel arrived broken?').getByText('nothing was sent').waitFor();
  expect(server.requests).toEqual([]);
  await mode().getByText('Claude Opus 5.5').click();
  await dialog.getByRole('button', { name: 'Use it' }).click();
  await mode().getByRole('radio', { name: 'Claude Opus 5.5', checked: true }).waitFor({ state: 'attached' });
});

it('streams its answer, with chips while it does, and shows what was sent', async () => {
  const question = 'Until when can a product be returned?';
  server.play(
    streams(
      says('**Thirty days** from delivery.', {
        result: 0,
        quote: 'You have 30 days from delivery to return a product.',
      }),
      { kind: 'gate' },
      says(' It must be unused. <b>raw</b> ![x](https://example.org/x.png)', {
        result: 0,
        quote: 'not in the passage at all',
      }),
    ),
  );
  await page.keyboard.press('Control+n');
  await send(question);
  await live().getByText('Thirty days').waitFor();
  await live().locator('[data-chip="1"]').waitFor();
  expect(await live().getAttribute('data-phase')).toBe('answering');
  server.openGate();
  await answered(question).getByText('It must be unused. <b>raw</b>').waitFor();
  expect(await answered(question).locator('img').count()).toBe(0);
  await answered(question).getByRole('button', { name: 'what was sent' }).click();
  const sent = page.getByTestId('sent-panel');
  await sent.getByText(new URL(server.url).host).or(sent.getByText('127.0.0.1')).first().waitFor();
  await sent.getByText('returns.md').first().waitFor();
  expect(server.requests).toHaveLength(1);
  // The place on the disk stays here.
  expect(server.requests[0]?.raw).not.toContain('acervo-documents-');
});

it('marks a quote that the passage does not hold', async () => {
  await page
    .getByRole('button', { name: /The quoted words are not in it$/u })
    .first()
    .waitFor();
});

it('stops at once, and keeps what was said', async () => {
  const question = 'Who pays the way back in all other cases?';
  server.play(streams(says('The customer pays it.', { result: 0 }), { kind: 'gate' }, says(' And more.')));
  await page.keyboard.press('Control+n');
  await send(question);
  await live().getByText('The customer pays it.').first().waitFor();
  await box().press('Escape');
  await answered(question).getByText('Stopped here.').waitFor();
  await answered(question).getByText('The customer pays it.').first().waitFor();
  server.openGate();
});

it('is not asked about what the documents do not hold', async () => {
  const before = server.requests.length;
  const question = 'Who won the football world cup of 1998?';
  await page.keyboard.press('Control+n');
  await send(question);
  await answered(question).getByText('The nearest passages').waitFor();
  expect(server.requests.length).toBe(before);
});

it('that refuses leaves the quotes, and says why', async () => {
  const question = 'How must a product be packed to be returned?';
  server.play(fails(401));
  await page.keyboard.press('Control+n');
  await send(question);
  await answered(question).getByText('Quotes instead of an answer:').waitFor();
  await answered(question).locator('[data-chip]').first().waitFor();
});

it('is never asked while the person stays offline', async () => {
  await page.keyboard.press('Control+4');
  await page.getByRole('switch', { name: 'Ask no language model at all' }).click();
  const before = server.requests.length;
  const question = 'How many days from delivery do I have?';
  await page.keyboard.press('Control+2');
  await page.keyboard.press('Control+n');
  await send(question);
  await answered(question).getByText('nothing was sent').waitFor();
  await answered(question).locator('[data-chip]').first().waitFor();
  expect(server.requests.length).toBe(before);
});
