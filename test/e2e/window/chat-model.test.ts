// A language model in the real window, played by a server on this machine: what is said before anything is sent, an answer that
// streams, its chips, what was sent and what it cost, stopping, a host that fails, and staying offline.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AppGlobal,
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

it('changes the page no oftener than it is told, and only where the answer grows; the scroll stays where the person put it', async () => {
  const question = 'In what state must a product be to be returned?';
  const words = Array.from({ length: 300 }, (_, at) => `word${at} `);
  server.play(
    streams(says(question)),
    streams(
      { kind: 'text', deltas: words.map((word) => `${word}\n\n`) },
      { kind: 'gate' },
      { kind: 'text', deltas: words.map((word) => `more${word}`) },
      { kind: 'gate' },
      { kind: 'text', deltas: ['The', ' end.'], cites: [{ result: 0 }] },
    ),
  );
  await send(question);
  await live().getByText('word299').waitFor();
  const thread = page.getByTestId('thread').filter({ visible: true });
  await thread.evaluate((element) => {
    element.scrollTop = 120;
    element.dispatchEvent(new Event('scroll'));
    const counted = { told: 0, changes: 0, elsewhere: 0 };
    const live = element.querySelector('[data-testid="live-answer"]');
    new MutationObserver((records) => {
      counted.changes += 1;
      const isElsewhere = ({ target }: MutationRecord) => target instanceof Element && target.closest('[data-turn]');
      counted.elsewhere += live?.isConnected === true ? records.filter(isElsewhere).length : 0;
    }).observe(element, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { counted });
    (globalThis as AppGlobal).acervo.chat.onAnswerProgress(() => {
      counted.told += 1;
    });
  });
  server.openGate();
  await live().getByText('moreword299').waitFor();
  await server.atGate();
  server.openGate();
  await answered(question).locator('[data-chip="1"]').first().waitFor();
  const counted = await page.evaluate(() => (globalThis as unknown as { counted: Record<string, number> }).counted);
  expect(counted.told).toBeGreaterThan(0);
  // One for each that was told, the end of the answer, and the list of sources.
  expect(counted.changes).toBeLessThanOrEqual((counted.told ?? 0) + 6);
  expect(counted.elsewhere).toBe(0);
  expect(await thread.evaluate((element) => element.scrollTop)).toBe(120);
});

it('gives the same answer again without asking, says so, and asks when it is asked again', async () => {
  const question = 'In what state must a product be to be returned?';
  const before = server.requests.length;
  await page.keyboard.press('Control+n');
  await send('In what state must a product be to be returned, please');
  const again = answered('In what state must a product be to be returned, please');
  await again.getByText(`to “${question}”`).waitFor();
  await again.getByText('nothing was sent').waitFor();
  expect(server.requests.length).toBe(before);
  await again.getByRole('button', { name: 'Ask again', exact: true }).click();
  await again.getByRole('button', { name: 'what was sent' }).waitFor();
  expect(server.requests.length).toBe(before + 1);
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

it('reads one document whole, tells what its passages alone would cost, and asks them where that is wanted', async () => {
  await page.keyboard.press('Control+3');
  await page.getByRole('row').filter({ hasText: 'returns.md' }).click();
  await page
    .getByRole('region', { name: 'Reading pane' })
    .filter({ visible: true })
    .getByRole('button', { name: 'Ask about this document' })
    .click();
  const question = 'Within how many days may a product come back?';
  await send(question);
  await answered(question).getByText('whole document read').waitFor();
  expect(server.requests.at(-1)?.body.tools).toBeUndefined();
  await answered(question).getByRole('button', { name: 'Ask its passages alone' }).click();
  await answered(question).getByRole('button', { name: 'Ask the whole document' }).waitFor();
  expect(server.requests.at(-1)?.body.tools).toBeDefined();
});

it('costs what the person says that it costs, and a log is kept and cleared as they like', async () => {
  await page.keyboard.press('Control+4');
  const price = page.getByLabel('Price of a million tokens sent to Claude Opus 5.5');
  await price.fill('1000');
  await price.press('Enter');
  await page.getByRole('button', { name: 'As it was' }).waitFor();
  await page.getByRole('switch', { name: 'Keep a log of how questions were answered' }).click();
  await page.getByText('The log is empty.').waitFor();
  const question = 'How must a product be packed to be returned to you?';
  await page.keyboard.press('Control+2');
  await page.keyboard.press('Control+n');
  await send(question);
  // 120 tokens at a dollar a thousand and 900 from the cache at a tenth of it; 40 answered at 20 dollars a million.
  await answered(question).getByText('0.21 USD').waitFor();
  await page.keyboard.press('Control+4');
  await page.getByRole('button', { name: 'Clear log' }).click();
  await page.getByText('The log is empty.').waitFor();
  await page.getByRole('button', { name: 'As it was' }).click();
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
