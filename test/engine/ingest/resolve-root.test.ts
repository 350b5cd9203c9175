// A path that a person named, looked up on disk.
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { resolveRoot } from '../../../electron/engine/ingest/resolve-root.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

it('is found where it is, and where nothing is nobody says that something ever was', async () => {
  const folder = realpathSync(temporaryFolder());
  mkdirSync(join(folder, 'papers'));
  expect(await resolveRoot(join(folder, 'papers'), async () => [])).toEqual({
    real: join(folder, 'papers'),
    isFile: false,
  });
  const nowhere = join(folder, 'paper');
  const refused = await resolveRoot(nowhere, async () => []).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'vanished', message: expect.stringContaining(`nothing at “${nowhere}”`) });
  expect(refused).not.toMatchObject({ message: expect.stringContaining('any more') });
});
