// What an interrupted run left is told as waiting where nobody can be reading it.
import { statfsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentAtRest, queryAtRest, statusAtRest } from '../../../electron/engine/store/at-rest.js';
import { isDiskFull } from '../../../electron/engine/store/full-disk.js';
import { entriesOf, openTestStore } from '../../helpers/open-test-store.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

test('documents that are being read are counted, listed and asked for as waiting', () => {
  const documents = temporaryFolder();
  writeFiles(documents, { 'a.txt': 'alpha', 'b.txt': 'beta' });
  const { store } = openTestStore();
  const { folderId } = store.addRoot({ path: documents, isFile: false, collection: 'default' });
  const { checkId } = store.beginCheck({ folderId, under: '' });
  store.planBatch({ checkId, entries: entriesOf(documents), force: false });
  const status = store.status(null);
  const open = status.documents.waiting + status.documents.reading;
  const interrupted = {
    ...status,
    documents: { ...status.documents, waiting: open - 1, reading: 1 },
    folders: status.folders.map((folder) => ({ ...folder, byState: { ...folder.byState, waiting: 1, reading: 1 } })),
  };
  expect(statusAtRest(interrupted)).toMatchObject({
    documents: { waiting: open, reading: 0 },
    folders: [{ byState: { waiting: 2, reading: 0 } }],
  });
  const [first] = store.documents({ offset: 0, limit: 1 }).documents;
  if (first === undefined) throw new Error('A document was expected.');
  expect(documentAtRest({ ...first, state: 'reading' }).state).toBe('waiting');
  expect(documentAtRest({ ...first, state: 'ready' }).state).toBe('ready');
  expect(queryAtRest({ states: ['waiting', 'ready'], offset: 0, limit: 9 }).states).toEqual([
    'waiting',
    'reading',
    'ready',
  ]);
  expect(queryAtRest({ states: ['reading'], offset: 0, limit: 9 }).states).toEqual([]);
});

test('a disk with room is not full, and one that is not there is not said to be', () => {
  const folder = temporaryFolder();
  const { bavail, bsize } = statfsSync(folder);
  expect(isDiskFull(folder)).toBe(bavail * bsize < 256 * 1_024);
  expect(isDiskFull('/nowhere/at/all')).toBe(false);
});
