// What is killed at random moments loses and doubles nothing. The long form, with more kills: test/long/killed.test.ts.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../electron/engine/evaluate/metrics.js';
import { killAgainAndAgain, writeArchives, writeNotes } from '../helpers/kill-indexing.js';
import { killLibrary, taskKinds } from '../helpers/kill-library.js';
import { openTestLibrary } from '../helpers/open-library.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';

describe('a run of indexing that is killed', () => {
  it('loses and doubles nothing, at six random moments, and goes on to the same library', async () => {
    const [root, libraryFolder, cleanFolder] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const random = seededRandom(20);
    const documents = 60;
    writeNotes(root, documents, random);
    const { killed } = await killAgainAndAgain({ libraryFolder, root, documents, times: 6, random });
    // Most of the moments lie inside a run; else the test would say nothing.
    expect(killed).toBeGreaterThanOrEqual(3);

    const [clean, healed] = [
      await openTestLibrary({ folder: cleanFolder }),
      await openTestLibrary({ folder: libraryFolder }),
    ];
    await clean.index({ paths: [root] });
    const counts = async (library: typeof clean) => {
      const { chunks, vectors } = await library.status();
      return { chunks, vectors };
    };
    expect(await counts(healed)).toEqual(await counts(clean));
    await clean.close();
    await healed.close();
  }, 400_000);

  it('loses and doubles nothing of what lies inside files', async () => {
    const [root, libraryFolder] = [temporaryFolder(), temporaryFolder()];
    const random = seededRandom(7);
    const documents = writeArchives(root, 4, random);
    const { killed } = await killAgainAndAgain({ libraryFolder, root, documents, times: 4, random });
    expect(killed).toBeGreaterThanOrEqual(2);
  }, 300_000);
});

describe('a library that is killed', () => {
  it('is whole after each, whatever it was doing: indexing, a change of its model, an import, an export, a removal, a reset, a start', async () => {
    const killed = await killLibrary({
      documents: 12,
      guests: 6,
      passages: 4,
      times: taskKinds.length,
      random: seededRandom(31),
    });
    // Else the test would say nothing.
    expect([...killed.values()].reduce((sum, times) => sum + times, 0)).toBeGreaterThanOrEqual(2);
  }, 300_000);
});
