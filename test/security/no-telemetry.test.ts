// The model's runtime is made by others, and would report its use to them: it must not, from the first run on.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../helpers/temporary-folder.js';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'engine', 'cli.mjs');
const execute = promisify(execFile);

it('leaves nothing in the home folder, no device id and no events to be sent', async () => {
  const [home, root, library] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  writeFiles(root, { 'a.txt': 'The tenant may give notice with a period of thirty days.' });
  const env = { PATH: process.env.PATH ?? '', HOME: home, USERPROFILE: home, TMPDIR: process.env.TMPDIR ?? '/tmp' };
  const indexed = await execute(process.execPath, [cli, 'index', root, '--library', library], { env });
  expect(indexed.stdout).toContain('tokens embedded');
  const found = await execute(process.execPath, [cli, 'search', 'notice period', '--library', library], { env });
  expect(found.stdout).toContain('a.txt');
  expect(readdirSync(home, { recursive: true })).toEqual([]);
});
