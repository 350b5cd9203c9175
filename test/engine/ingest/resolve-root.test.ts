// A path that a person named, looked up on disk.
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { resolveRoot } from '../../../electron/engine/ingest/resolve-root.js';
import { noRules } from '../../../shared/domain/folder-rules.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

const nothingKnown = { roots: async () => [], holds: async () => false };

it('is found where it is, and where nothing is nobody says that something ever was', async () => {
  const folder = realpathSync(temporaryFolder());
  mkdirSync(join(folder, 'papers'));
  expect(await resolveRoot(join(folder, 'papers'), nothingKnown)).toEqual({
    real: join(folder, 'papers'),
    isFile: false,
  });
  const nowhere = join(folder, 'paper');
  const refused = await resolveRoot(nowhere, nothingKnown).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'vanished', message: expect.stringContaining(`nothing at “${nowhere}”`) });
  expect(refused).not.toMatchObject({ message: expect.stringContaining('any more') });
});

it('is taken where nothing is now when it is a root, or documents lie there, and else is mistyped', async () => {
  const path = join(realpathSync(temporaryFolder()), 'gone');
  const root = {
    folderId: 1,
    path,
    isFile: false,
    collection: 'default',
    state: 'ok',
    inode: null,
    rules: noRules,
  } as const;
  const known = { roots: async () => [root], holds: async (one: string) => one === join(path, 'part') };
  expect(await resolveRoot(path, known)).toEqual({ real: path, isFile: false });
  expect(await resolveRoot(join(path, 'part'), known)).toEqual({ real: join(path, 'part'), isFile: false });
  await expect(resolveRoot(join(path, 'prat'), known)).rejects.toMatchObject({ code: 'vanished' });
});
