// The long form of test/engine/killed.test.ts: five seeds of indexing, forty kills each, and a hundred over everything.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../electron/engine/evaluate/metrics.js';
import { killAgainAndAgain, writeNotes } from '../helpers/kill-indexing.js';
import { killLibrary, taskKinds } from '../helpers/kill-library.js';
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

describe('a library that is killed a hundred times', () => {
  it('loses and doubles nothing, whatever it was doing: so many passages that a graph is written', async () => {
    const killed = await killLibrary({
      documents: 160,
      guests: 30,
      passages: 30,
      times: 100,
      random: seededRandom(77),
    });
    expect([...killed.keys()].sort()).toEqual([...taskKinds].sort());
    expect([...killed.values()].reduce((sum, times) => sum + times, 0)).toBeGreaterThanOrEqual(35);
  });
});
