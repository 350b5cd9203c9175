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
import { launchPacked, launchPackedAsPlainUser, packedBinary, rendererProcesses } from '../../helpers/packed-app.js';

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
