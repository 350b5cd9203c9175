// The long form of test/engine/many-files.test.ts: a hundred thousand tiny files, half of them in one folder.
import { it } from 'vitest';
import { indexManyFiles } from '../helpers/many-files.js';

it('a hundred thousand tiny files are documents, each once, and fifty thousand of them lie in one folder', async () => {
  await indexManyFiles({ scattered: 50_000, together: 50_000 });
});
