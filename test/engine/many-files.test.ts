// Many tiny files, many in one folder, and very long paths. The full counts: test/long/many-files.test.ts.
import { expect, it } from 'vitest';
import { indexManyFiles, longPaths } from '../helpers/many-files.js';

it('many tiny files, many in one folder and paths of more than three hundred characters are documents, each once', async () => {
  expect(longPaths.map((path) => path.length > 300)).toEqual([true, true]);
  await indexManyFiles({ scattered: 200, together: 300 });
});
