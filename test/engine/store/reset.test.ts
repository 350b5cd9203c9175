// What is removed is gone from the disk too: no word of it in any file of the library.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StoreMethods } from '../../../electron/engine/store/store-methods.js';
import { indexFolder, openTestStore } from '../../helpers/open-test-store.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

const canary = 'xanthophyllcanary';

/** Files of the library that hold the bytes of a word. */
function filesWith(folder: string, word: string): readonly string[] {
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(word));
}

/** Two roots in collections of their own: one whose texts and names hold the canary, and a larger one beside it. */
function twoCollections(store: StoreMethods): { readonly secret: string; readonly plain: string } {
  const [secret, plain] = [temporaryFolder(), temporaryFolder()];
  const paragraph = (index: number) => `paragraph ${index} of the ${canary} ${index} ${'and more '.repeat(40)}`;
  const texts = Array.from({ length: 30 }, (_, file) => {
    const text = Array.from({ length: 12 }, (__, index) => paragraph(file * 100 + index)).join('\n\n');
    return [`${canary}-${file}.txt`, text] as const;
  });
  writeFiles(secret, Object.fromEntries(texts));
  writeFiles(
    plain,
    Object.fromEntries(texts.map(([, text], index) => [`${index}.txt`, text.replaceAll(canary, 'oak')])),
  );
  store.addRoot({ path: secret, isFile: false, collection: 'secret' });
  store.addRoot({ path: plain, isFile: false, collection: 'plain' });
  indexFolder(store, secret);
  indexFolder(store, plain);
  return { secret, plain };
}

test('removing a root frees its words, names and texts from every file, and keeps the rest', () => {
  const { store, folder } = openTestStore();
  const { secret, plain } = twoCollections(store);
  expect(filesWith(folder, canary)).not.toEqual([]);
  const folderId = store.roots(null).find(({ path }) => path === secret)?.folderId ?? 0;
  expect(store.removeRoot({ folderId })).toEqual({ documents: 30 });
  expect(filesWith(folder, canary)).toEqual([]);
  expect(store.status(null)).toMatchObject({ documents: { ready: 30 }, folders: [{ path: plain, documents: 30 }] });
  expect(store.verify(null)).toMatchObject({ damage: [], repaired: [] });
});

test('resetting one collection removes its roots and nothing else', () => {
  const { store, folder } = openTestStore();
  const { plain } = twoCollections(store);
  expect(store.reset({ collection: 'no such collection' })).toEqual({ documents: 0 });
  expect(store.reset({ collection: 'secret' })).toEqual({ documents: 30 });
  expect(filesWith(folder, canary)).toEqual([]);
  expect(store.roots(null)).toMatchObject([{ path: plain, collection: 'plain' }]);
  expect(store.verify(null).damage).toEqual([]);
});

test('resetting everything leaves an empty library that can be used at once', () => {
  const { store, folder } = openTestStore();
  const { secret } = twoCollections(store);
  writeFileSync(join(folder, 'library.db.damaged-2020-01-01'), canary);
  writeFileSync(join(folder, 'graph-1.hnsw'), canary);
  expect(store.reset({ collection: null })).toEqual({ documents: 60 });
  expect(filesWith(folder, canary)).toEqual([]);
  expect(filesWith(folder, 'oak')).toEqual([]);
  expect(store.status(null)).toMatchObject({ chunks: 0, vectors: 0, bytes: { text: 0, graph: 0 }, folders: [] });
  expect(indexFolder(store, secret).embedded).toBeGreaterThan(0);
  expect(store.verify(null).damage).toEqual([]);
});
