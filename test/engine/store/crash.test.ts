// The process is killed again and again while it replaces documents: nothing is lost, doubled or mixed.
import { expect, test } from 'vitest';
import type { StoreMethods } from '../../../electron/engine/store/store-methods.js';
import { openTestStore } from '../../helpers/open-test-store.js';
import { startStoreProcess } from '../../helpers/store-process.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

/** The versions that a document's passages name: one, if it was replaced as a whole. */
function versionsOf(store: StoreMethods, documentId: string): ReadonlySet<string> {
  const { text, passages } = store.text({ documentId });
  return new Set(passages.map(({ start, end }) => text.slice(start, end).replace(/ part \d+$/, '')));
}

test('after each kill the library opens whole, with every document in exactly one version', async () => {
  const folder = temporaryFolder();
  for (const steps of [3, 17, 8, 29, 12, 41]) {
    const writer = startStoreProcess(folder, 'rewrite');
    await writer.lines(steps);
    await writer.kill();
    const { store } = openTestStore({ folder });
    expect(store.verify(null)).toMatchObject({ damage: [], repaired: [] });
    const { documents } = store.documents({ offset: 0, limit: 100 });
    expect(documents.length).toBeGreaterThanOrEqual(4);
    for (const { documentId, chunks, state } of documents) {
      expect(state).not.toBe('reading');
      expect(versionsOf(store, documentId).size).toBe(chunks === 0 ? 0 : 1);
    }
    store.close(null);
  }
});
