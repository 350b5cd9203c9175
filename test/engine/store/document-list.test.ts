// The document list: filters, pages, and names as a person types them.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DocumentQuery } from '../../../shared/engine/engine-methods.js';
import { indexFolder, openTestStore } from '../../helpers/open-test-store.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

function listed(query: Partial<DocumentQuery>): { readonly names: readonly string[]; readonly total: number } {
  const { store } = openTestStore();
  const folder = temporaryFolder();
  writeFiles(folder, {
    'Año/Straßenplan.txt': 'first',
    'Año/notas.txt': 'second',
    'cafe.txt': 'third',
    'Menü 100%.txt': 'fourth',
  });
  indexFolder(store, folder, { under: 'Año' });
  indexFolder(store, folder, { wordsOnly: true });
  const { documents, total } = store.documents({ offset: 0, limit: 10, ...query });
  return { names: documents.map(({ path }) => path.slice(folder.length + 1)), total };
}

test.each([
  ['ano', ['Año/Straßenplan.txt', 'Año/notas.txt']],
  ['CAFÉ', ['cafe.txt']],
  ['menu 100%', ['Menü 100%.txt']],
  ['%', ['Menü 100%.txt']],
  ['nothing like it', []],
])('a name part %s is found whatever its accents and case', (name, names) => {
  expect(listed({ name })).toEqual({ names, total: names.length });
});

test('states filter, and a page is cut from the whole, whose size is told', () => {
  expect(listed({ states: ['words'] })).toEqual({ names: ['Menü 100%.txt', 'cafe.txt'], total: 2 });
  expect(listed({ states: ['failed'] })).toEqual({ names: [], total: 0 });
  expect(listed({ offset: 1, limit: 2 })).toEqual({ names: ['Año/notas.txt', 'Menü 100%.txt'], total: 4 });
  expect(listed({ folderId: 99 }).total).toBe(0);
});

test('what is not there is not found, with a next step', () => {
  const { store } = openTestStore();
  const notFound = expect.objectContaining({ code: 'not-found' });
  expect(() => store.document({ documentId: 'd0' })).toThrow(notFound);
  expect(() => store.text({ documentId: 'd0' })).toThrow(notFound);
  expect(() => store.chunkPlace({ chunkId: 'c0' })).toThrow(notFound);
  expect(() => store.documentAtPath({ path: join('/', 'nowhere') })).toThrow(notFound);
});
