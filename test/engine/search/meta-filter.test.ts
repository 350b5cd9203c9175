// Filters by a document's own keys: inside both lists, without case and accents; and filters that a question may mean.
import { describe, expect, it } from 'vitest';
import { makeLibrary } from '../../helpers/made-library.js';

const documents = {
  'one.md': {
    text: 'Brakes and gears of the bicycle.',
    meta: [
      { key: 'Version', value: '1' },
      { key: 'tags', value: 'Bicicleta' },
      { key: 'date', value: '2023-11-02' },
    ],
  },
  'two.md': {
    text: 'Brakes and gears of the bicycle, newer.',
    meta: [
      { key: 'version', value: '2' },
      { key: 'tags', value: 'taller' },
      { key: 'tags', value: 'Montaña' },
      { key: 'author.name', value: 'Ana Pérez' },
      { key: 'date', value: '2024-05-01' },
    ],
  },
  'ten.md': { text: 'Brakes and gears of the bicycle, newest.', meta: [{ key: 'version', value: '10' }] },
  'none.txt': 'Brakes and gears of the bicycle, without keys.',
};

describe('meta: in a query', () => {
  it.each([
    ['meta:version=2', ['two.md']],
    ['meta:VERSIÓN=2', ['two.md']],
    ['meta:tags=montana', ['two.md']],
    ['meta:tags=bicicleta,taller', ['one.md', 'two.md']],
    ['meta:tags=taller meta:tags=montaña', ['two.md']],
    ['meta:tags=bicicleta meta:tags=taller', []],
    ['meta:author.name="ana perez"', ['two.md']],
    ['meta:"author.name=Ana Pérez"', ['two.md']],
    ['meta:version=2.0', []],
    ['meta:version>1', ['ten.md', 'two.md']],
    ['meta:version<=2', ['one.md', 'two.md']],
    ['meta:date>2023', ['two.md']],
    ['meta:date<2024-05', ['one.md']],
    ['meta:date>=2023-11', ['one.md', 'two.md']],
    ['meta:tags>a', []],
    ['meta:nobody=1', []],
  ])('%s leaves what it says, by words and by meaning', async (filter, names) => {
    const library = await makeLibrary(documents);
    for (const mode of ['hybrid', 'words', 'vector'] as const) {
      expect([...library.names(`brakes ${filter}`, { mode })].sort()).toEqual(names);
    }
  });

  it('goes together with other filters, and with those of the request', async () => {
    const library = await makeLibrary(documents);
    const meta = [{ key: 'version', comparison: '>' as const, values: ['1'] }];
    expect([...library.names('brakes', { filter: { meta } })].sort()).toEqual(['ten.md', 'two.md']);
    expect(library.names('brakes meta:tags=taller', { filter: { meta } })).toEqual(['two.md']);
    expect(library.names('brakes meta:version=2 type:pdf')).toEqual([]);
  });
});

describe('a filter that a question may mean', () => {
  const guess = async (question: string) => {
    const library = await makeLibrary(documents);
    return library.search.guessFilters(question).map(({ key, value, documents: count }) => `${key}=${value} ${count}`);
  };

  it('is a value beside its key, or a word or name of its own', async () => {
    expect(await guess('How do the brakes work in version 2?')).toEqual(['version=2 1']);
    expect(await guess('¿Y en la versión 10?')).toEqual(['version=10 1']);
    expect(await guess('What did ana pérez write?')).toEqual(['author.name=Ana Pérez 1']);
    expect(await guess('frenos de bicicleta')).toEqual(['tags=Bicicleta 1']);
  });

  it('is no number that stands there by chance, none that is filtered by already, and nothing that leaves all', async () => {
    expect(await guess('2 brakes')).toEqual([]);
    expect(await guess('brakes in version 2 meta:version=1')).toEqual([]);
    expect(await guess('version 3')).toEqual([]);
    expect(await guess('')).toEqual([]);
    const same = { text: 'A note.', meta: [{ key: 'project', value: 'Alpha' }] };
    const library = await makeLibrary({ 'a.md': same, 'b.md': { ...same, text: 'Another note.' } });
    expect(library.search.guessFilters('project alpha')).toEqual([]);
  });

  it('changes nothing of what is found', async () => {
    const library = await makeLibrary(documents);
    expect(library.names('brakes in version 2')).toHaveLength(4);
  });
});
