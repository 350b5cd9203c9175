// The long form of test/engine/killed.test.ts: five seeds, more documents, forty kills each.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../electron/engine/evaluate/metrics.js';
import { killAgainAndAgain, writeNotes } from '../helpers/kill-indexing.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';

describe('runs of indexing that are killed forty times', () => {
  it.each([1, 2, 3, 4, 5])('lose and double nothing, with seed %i', async (seed) => {
    const [root, libraryFolder] = [temporaryFolder(), temporaryFolder()];
    const random = seededRandom(seed);
    const documents = 300;
    writeNotes(root, documents, random);
    const { killed } = await killAgainAndAgain({ libraryFolder, root, documents, times: 40, random });
    expect(killed).toBeGreaterThanOrEqual(20);
  });
});
