// The packed app, from its own folder: nothing in it may work from the checkout only.
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type AppGlobal,
  allRead,
  dropFiles,
  logLines,
  removeTemporaryFolders,
  searchFor,
  temporaryFolder,
} from '../../helpers/electron-app.js';
import { makePdf } from '../../helpers/make-pdf.js';
import { launchPacked, launchPackedAsPlainUser, packedBinary, rendererProcesses } from '../../helpers/packed-app.js';
import { pictureOfText } from '../../helpers/picture-of-text.js';
import { writeFiles } from '../../helpers/temporary-folder.js';

const samples = join(import.meta.dirname, '..', '..', '..', 'resources', 'sample-library');

afterAll(removeTemporaryFolders);

function makeFolder(): string {
  const folder = join(temporaryFolder('documents'), 'Papeles');
  for (const name of ['bike-manual.pdf', 'contrato-alquiler.md', 'stadtbibliothek.txt']) {
    cpSync(join(samples, name), join(folder, name));
  }
  return folder;
}

async function hasPdfPage(page: Page): Promise<void> {
  await searchFor(page, '¿Cómo se limpia y se engrasa la cadena de la bicicleta?');
  await page.getByRole('article', { name: 'bike-manual.pdf' }).locator('[data-chunk]').first().click();
  const pane = page.getByRole('region', { name: 'Reading pane' }).filter({ visible: true });
  await pane.locator('[data-page="2"]').getByRole('img', { name: 'The passage found' }).waitFor();
  await expect.poll(() => pane.locator('[data-page="2"]').textContent()).toMatch(/chain/iu);
}

describe('the binary', () => {
  it('has its fuses as they were set', async () => {
    const wire = await getCurrentFuseWire(packedBinary);
    const isOn = (fuse: FuseV1Options): boolean => String.fromCharCode(wire[fuse] ?? 0) === '1';
    expect({
      runAsNode: isOn(FuseV1Options.RunAsNode),
      nodeOptions: isOn(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      inspect: isOn(FuseV1Options.EnableNodeCliInspectArguments),
      onlyFromArchive: isOn(FuseV1Options.OnlyLoadAppFromAsar),
      fileProtocolPrivileges: isOn(FuseV1Options.GrantFileProtocolExtraPrivileges),
    }).toStrictEqual({
      runAsNode: false,
      nodeOptions: false,
      inspect: false,
      onlyFromArchive: true,
      fileProtocolPrivileges: false,
    });
  });
});

describe('the packed app', () => {
  it('reads a dropped folder, finds by meaning, and shows the page of a PDF', async () => {
    const { page, dataFolder, quit } = await launchPacked();
    await page.getByTestId('empty-library').waitFor();
    await dropFiles(page, [makeFolder()]);
    await allRead(page, 90_000);
    const status = await page.evaluate(() => (globalThis as AppGlobal).acervo.library.status());
    expect(status).toMatchObject({ kind: 'value', value: { documents: { ready: 3, skipped: 0, failed: 0 } } });
    await hasPdfPage(page);
    await quit();
    expect(existsSync(join(dataFolder, 'library', 'library.db'))).toBe(true);
    const events = logLines(dataFolder).map((line) => line.event);
    expect(events).not.toContain('uncaught-error');
    expect(events).not.toContain('request-refused');
    expect(events).not.toContain('engine-exited');
  });

  it('recognises the words of a scanned page with nothing but what is packed, and marks them on the picture', async () => {
    const folder = join(temporaryFolder('scans'), 'Escaneados');
    const lines = ['Acta de la junta de primavera', 'La comisión decide reparar el tejado del invernadero.'];
    const scan = pictureOfText(lines);
    writeFiles(folder, { 'acta.pdf': makePdf([{ scan }]), 'acta.png': pictureOfText([...lines, 'Copia']).png });
    const { page, quit } = await launchPacked();
    await page.getByTestId('empty-library').waitFor();
    await dropFiles(page, [folder]);
    await allRead(page, 90_000);
    await page.getByTestId('problems').getByRole('button').first().click();
    await page.getByRole('button', { name: 'Recognise text' }).click();
    await expect
      .poll(() => page.evaluate(() => (globalThis as AppGlobal).acervo.library.problems()), { timeout: 90_000 })
      .toEqual({ kind: 'value', value: [] });
    await searchFor(page, 'tejado del invernadero');
    for (const name of ['acta.pdf', 'acta.png']) {
      const card = page.getByRole('article', { name });
      await expect.poll(() => card.getByTestId('recognised').first().textContent()).toBe('recognised text');
      await card.locator('[data-chunk]').first().click();
      const pane = page.getByRole('region', { name: 'Reading pane' }).filter({ visible: true });
      await pane.getByRole('img', { name: 'The passage found' }).waitFor();
    }
    await quit();
  });

  it('brings its sample library along, and works for a plain user with the sandbox on', async () => {
    const { page, dataFolder, quit } = await launchPackedAsPlainUser();
    await page.getByRole('button', { name: 'Try the sample library' }).click();
    await allRead(page, 120_000);
    const renderers = rendererProcesses(dataFolder);
    expect(renderers.length).toBeGreaterThan(0);
    for (const { command, status } of renderers) {
      expect(command).not.toContain('--no-sandbox');
      // 2: system calls are filtered.
      expect(status).toMatch(/^Seccomp:\s+2$/mu);
    }
    await hasPdfPage(page);
    await quit();
  });
});
