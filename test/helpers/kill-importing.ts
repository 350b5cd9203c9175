// Imports that are killed at random moments: each leaves all of the export in the library, or nothing.
import { expect } from 'vitest';
import { filesWith, sourceLibrary } from './carried-library.js';
import { openTestStore } from './open-test-store.js';
import { startStoreProcess } from './store-process.js';
import { temporaryFolder } from './temporary-folder.js';

/** Every passage holds it. */
const canary = 'zanzibarcanary';

/** Gives how often the process was killed before the import was whole. */
export async function killImporting(options: {
  readonly documents: number;
  readonly times: number;
  readonly random: () => number;
}): Promise<number> {
  const { documents, times, random } = options;
  const text = (document: number): string =>
    Array.from({ length: 12 }, (_, part) => `${canary} ${document} ${part} ${random()}`).join('\n\n');
  const from = sourceLibrary(
    Object.fromEntries(Array.from({ length: documents }, (_, document) => [`${document}.txt`, text(document)])),
  );
  await from.store.exportLibrary({ file: from.target, withText: true });
  let killed = 0;
  for (let time = 0; time < times; time++) {
    const folder = temporaryFolder();
    const process = startStoreProcess(folder, ['import', from.target]);
    await process.lines(1);
    await killSoon(process, random() * documents * 0.8);
    const { store } = openTestStore({ folder });
    const { documents: states, chunks, vectors } = store.status(null);
    expect([0, documents], `documents after kill ${time}`).toContain(states.ready);
    expect({ chunks, vectors }).toEqual({ chunks: states.ready * 12, vectors: states.ready * 12 });
    expect(store.verify(null)).toMatchObject({ damage: [], repaired: [] });
    store.close(null);
    if (states.ready > 0) continue;
    killed += 1;
    expect(filesWith(folder, canary)).toEqual([]);
  }
  return killed;
}

async function killSoon(process: ReturnType<typeof startStoreProcess>, afterMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  await process.kill();
}
