// What documents carry and what persons chose for them, in the store: from the shape before, through copies and moves.
import { renameSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../../../electron/engine/store/migrate.js';
import { documentMeta } from '../../../electron/engine/store/migrations/0005-document-meta.js';
import { openWriter } from '../../../electron/engine/store/sqlite.js';
import { hashOf, makeChunks, makeDocument } from '../../helpers/make-document.js';
import { indexFolder, openTestStore } from '../../helpers/open-test-store.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

test('a library of the shape before keeps its documents, and those that may have keys are read again', () => {
  const database = openWriter(join(temporaryFolder(), 'library.db'));
  onTestFinished(() => database.close());
  migrate(database, migrations.slice(0, migrations.indexOf(documentMeta)));
  database.exec(`INSERT INTO collections (name) VALUES ('default');
    INSERT INTO folders (path, collection) VALUES ('/a', 1);
    INSERT INTO documents (document_id, folder, relative_path, state, size_bytes, modified_ms, type, chunker)
    VALUES ('d1', 1, 'a.md', 'ready', 1, 1, 'md', 'c'), ('d2', 1, 'b.txt', 'ready', 1, 1, 'txt', 'c')`);
  migrate(database);
  expect(
    database.all('SELECT relative_path, state, chunker, chosen_encoding, limit_seconds, meta_problem FROM documents'),
  ).toEqual([
    {
      relative_path: 'a.md',
      state: 'ready',
      chunker: null,
      chosen_encoding: null,
      limit_seconds: null,
      meta_problem: null,
    },
    {
      relative_path: 'b.txt',
      state: 'ready',
      chunker: 'c',
      chosen_encoding: null,
      limit_seconds: null,
      meta_problem: null,
    },
  ]);
});

test('keys are kept in their order, replaced with the document, and go with it', () => {
  const { store } = openTestStore();
  const { folderId } = store.addRoot({ path: '/notes', isFile: false, collection: 'default' });
  const save = (meta: readonly { key: string; value: string }[]): string => {
    const { checkId } = store.beginCheck({ folderId, under: '' });
    const entry = { relativePath: 'a.md', sizeBytes: 1, modifiedMs: 1 };
    const [target] = store.planBatch({ checkId, entries: [entry], force: true }).toRead;
    const document = makeDocument('Words.', { type: 'md', meta, metaProblem: 'cut-short' });
    store.saveWords({
      ...entry,
      row: target?.row ?? 0,
      contentHash: hashOf('a'),
      document,
      chunks: makeChunks('Words.'),
    });
    store.endCheck({ checkId, keepUnder: [] });
    return store.documents({ offset: 0, limit: 1 }).documents[0]?.documentId ?? '';
  };
  save([{ key: 'old', value: '1' }]);
  const documentId = save([
    { key: 'Zeta', value: 'Ñu\0\ud800' },
    { key: 'alpha', value: '2' },
  ]);
  expect(store.document({ documentId })).toMatchObject({
    meta: [
      { key: 'Zeta', value: 'Ñu \ufffd' },
      { key: 'alpha', value: '2' },
    ],
    metaProblem: 'cut-short',
  });
  store.removeRoot({ folderId });
  expect(store.verify(null)).toMatchObject({ damage: [], documents: 0 });
});

test('the encoding that a person chose stays with a document that is moved, and is no matter of its copies', () => {
  const { store } = openTestStore();
  const root = temporaryFolder();
  writeFiles(root, { 'a.txt': 'Words of a note.', 'copy.txt': 'Words of a note.' });
  indexFolder(store, root);
  const idOf = (name: string) => store.documents({ name, offset: 0, limit: 1 }).documents[0];
  store.readAgain({ documentId: idOf('a.txt')?.documentId ?? '', encoding: 'koi8-r' });
  expect(idOf('a.txt')).toMatchObject({ state: 'waiting', chosenEncoding: 'koi8-r' });
  // Not taken from the copy, which was read otherwise.
  expect(indexFolder(store, root).plans).toEqual({ 'a.txt': 'read' });
  renameSync(join(root, 'a.txt'), join(root, 'b.txt'));
  expect(indexFolder(store, root).plans).toEqual({ 'b.txt': 'moved' });
  expect(idOf('b.txt')).toMatchObject({ chosenEncoding: 'koi8-r' });
  unlinkSync(join(root, 'copy.txt'));
  writeFiles(root, { 'new copy.txt': 'Words of a note.' });
  indexFolder(store, root);
  expect(idOf('new copy.txt')).toMatchObject({ chosenEncoding: null });
  store.readAgain({ documentId: idOf('b.txt')?.documentId ?? '', encoding: null });
  expect(indexFolder(store, root).plans).toEqual({ 'b.txt': 'copied' });
  expect(idOf('b.txt')).toMatchObject({ chosenEncoding: null, state: 'ready' });
});
