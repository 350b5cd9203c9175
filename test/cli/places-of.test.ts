// Places, types and languages that lead nowhere are told, and not taken for a question without an answer.
import { expect, it } from 'vitest';
import { checkPlaces } from '../../electron/cli/places-of.js';
import type { SearchFilter } from '../../shared/domain/search.js';
import { makeLibrary } from '../helpers/made-library.js';

async function libraryOfTwo() {
  const { search } = await makeLibrary({
    'work/a.md': { text: 'alpha', type: 'md', language: 'es' },
    'work/b.log': { text: 'beta', type: 'txt', language: 'en' },
  });
  return { countDocuments: async (filter: SearchFilter) => search.countDocuments(filter) };
}

it.each([
  [{}],
  [{ paths: ['/library'] }],
  [{ paths: ['/library/work', '/library/work/b.log'] }],
  // What documents are, what their names say, and what Acervo reads but has none of here.
  [{ types: ['md', 'log', 'markdown', 'pdf'] }],
  [{ languages: ['es', 'EN', 'fr'] }],
])('takes %j', async (places) => {
  await expect(checkPlaces(await libraryOfTwo(), places)).resolves.toBeUndefined();
});

it.each([
  [{ paths: ['/library/worj'] }, 'not-found', '/library/worj'],
  [{ paths: ['/library/work', '/librar'] }, 'not-found', '/librar'],
  [{ types: ['md', 'pdff'] }, 'not-found', 'pdff'],
  [{ languages: ['es', 'xx'] }, 'not-found', 'xx'],
  [{ languages: ['spanish'] }, 'wrong-use', 'spanish'],
])('refuses %j', async (places, code, named) => {
  await expect(checkPlaces(await libraryOfTwo(), places)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(`“${named}”`),
  });
});
