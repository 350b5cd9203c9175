// What is removed is gone from the disk too: no word of it in any file of the library.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeRoot } from '../../../electron/engine/store/folders.js';
import { freeFile } from '../../../electron/engine/store/reset.js';
import { openWriter, transaction } from '../../../electron/engine/store/sqlite.js';
import type { StoreMethods } from '../../../electron/engine/store/store-methods.js';
import { noteRemoved } from '../../../electron/engine/store/unfreed.js';
import { filesWith } from '../../helpers/carried-library.js';
import { hashOf, makeChunks, makeDocument } from '../../helpers/make-document.js';
import { countMatches, entriesOf, indexFolder, openTestStore } from '../../helpers/open-test-store.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

const canary = 'xanthophyllcanary';

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
  expect(store.freeing({ isGoingOn: true })).toBe(true);
  expect(() => store.retry({ folderId: null })).toThrow(expect.objectContaining({ code: 'library-locked' }));
  freeFile(folder);
  expect(store.freeing({ isGoingOn: false })).toBe(false);
  expect(filesWith(folder, canary)).toEqual([]);
  expect(store.status(null)).toMatchObject({ documents: { ready: 30 }, folders: [{ path: plain, documents: 30 }] });
  expect(store.verify(null)).toMatchObject({ damage: [], repaired: [] });
});

test('resetting one collection removes its roots and nothing else', () => {
  const { store, folder } = openTestStore();
  const { plain } = twoCollections(store);
  expect(store.reset({ collection: 'no such collection' })).toEqual({ documents: 0 });
  expect(store.reset({ collection: 'secret' })).toEqual({ documents: 30 });
  freeFile(folder);
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
  freeFile(folder);
  expect(filesWith(folder, canary)).toEqual([]);
  expect(filesWith(folder, 'oak')).toEqual([]);
  expect(store.status(null)).toMatchObject({ chunks: 0, vectors: 0, bytes: { text: 0, graph: 0 }, folders: [] });
  expect(indexFolder(store, secret).embedded).toBeGreaterThan(0);
  expect(store.verify(null).damage).toEqual([]);
});

test('what a document said before it was read again by force is gone from every file', () => {
  const { store, folder } = openTestStore();
  const { secret } = twoCollections(store);
  writeFileSync(join(secret, `${canary}-3.txt`), 'nothing to hide any more');
  for (const name of readdirSync(secret)) writeFileSync(join(secret, name), `nothing to hide in ${name.length}`);
  const root = store.addRoot({ path: secret, isFile: false, collection: 'secret' });
  const { checkId } = store.beginCheck({ folderId: root.folderId, under: '' });
  for (const target of store.planBatch({ checkId, entries: entriesOf(secret), force: true }).toRead) {
    const text = readFileSync(join(secret, target.relativePath), 'utf8');
    const place = {
      row: target.row,
      contentHash: hashOf(text),
      sizeBytes: target.sizeBytes,
      modifiedMs: target.modifiedMs,
    };
    store.planContent({ ...place, force: true });
    store.saveWords({ ...place, document: makeDocument(text), chunks: makeChunks(text), embedAgain: true });
  }
  store.endCheck({ checkId, keepUnder: [] });
  freeFile(folder);
  // Its name is still there: the files have it.
  expect(filesWith(folder, `of the ${canary}`)).toEqual([]);
  expect(countMatches(join(folder, 'library.db'), `passage : ${canary}`)).toBe(0);
});

test('a process that is killed between removing and freeing leaves no word behind after the next start', () => {
  const first = openTestStore();
  const { secret } = twoCollections(first.store);
  const folderId = first.store.roots(null).find(({ path }) => path === secret)?.folderId ?? 0;
  first.store.close(null);
  const db = openWriter(first.file);
  transaction(db, () => {
    removeRoot(db, folderId);
    noteRemoved(db);
  });
  db.close();
  expect(filesWith(first.folder, canary)).not.toEqual([]);
  // It is known after the next start, and done then.
  const { store } = openTestStore({ folder: first.folder });
  expect(store.freeing({ isGoingOn: true })).toBe(true);
  freeFile(first.folder);
  expect(filesWith(first.folder, canary)).toEqual([]);
});

test('a damaged file that was put aside goes with the folder that is removed', () => {
  const { store, folder } = openTestStore();
  const { secret } = twoCollections(store);
  writeFileSync(join(folder, 'library.db.damaged-2020-01-01'), canary);
  const folderId = store.roots(null).find(({ path }) => path === secret)?.folderId ?? 0;
  store.removeRoot({ folderId });
  freeFile(folder);
  expect(filesWith(folder, canary)).toEqual([]);
});
