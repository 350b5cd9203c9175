// Search as a whole, over a real store: what is found, what a filter does, and how a hit says why.
import { expect, test } from 'vitest';
import { makeLibrary, nameOf, wordsVector } from '../../helpers/made-library.js';

const animals = {
  'cats.txt': 'The cat sleeps on the warm roof.\n\nCats hunt mice at night.',
  'dogs.txt': 'The dog barks at the postman.\n\nDogs need a long walk.',
  'fish.txt': 'The fish swims in the cold river.',
  'wine.txt': 'Wine is made of grapes from the southern hills.',
};

test('the passage that shares words and meaning comes first, with everything known of it', async () => {
  const { ask } = await makeLibrary(animals);
  const result = ask('Which cat sleeps on a roof?');
  const [hit] = result.hits;
  expect(hit).toMatchObject({
    rank: 1,
    path: '/library/cats.txt',
    text: 'The cat sleeps on the warm roof.',
    start: 0,
    end: 32,
    locator: { line: 1, page: null },
    offline: false,
    modified: '2024-01-01T12:00:00.000Z',
    wordsRank: 1,
    vectorRank: 1,
    matchedTerms: ['cat', 'sleeps', 'on', 'roof'],
    missingTerms: ['Which', 'a'],
    copies: [],
  });
  expect(hit?.cosine).toBeGreaterThan(0.5);
  expect(hit?.matches.map(({ start, end }) => hit.text.slice(start, end))).toEqual(['cat', 'sleeps', 'on', 'roof']);
  expect(result).toMatchObject({ query: 'Which cat sleeps on a roof?', vectorSource: 'exact', chunksWithoutVector: 0 });
});

test('each mode alone: by words only passages with the words, by meaning all of them', async () => {
  const { ask } = await makeLibrary(animals);
  const words = ask('barks postman', { mode: 'words' });
  expect(words.hits.map(nameOf)).toEqual(['dogs.txt']);
  expect(words).toMatchObject({ vectorSource: 'none', answerable: null });
  expect(words.hits[0]).toMatchObject({ cosine: null, relevance: null, vectorRank: null, wordsRank: 1 });
  const vector = ask('barks postman', { mode: 'vector' });
  expect(vector.hits).toHaveLength(6);
  expect(vector.hits.map((hit) => hit.vectorRank)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(vector.hits[0]?.wordsRank).toBeNull();
});

test('a document without vectors is found by its words, and the result says that vectors are missing', async () => {
  const { add, ask } = await makeLibrary(animals);
  await add({ 'new.txt': { text: 'A hedgehog eats snails.', wordsOnly: true } });
  const result = ask('hedgehog snails');
  expect(result.hits[0]).toMatchObject({ path: '/library/new.txt', cosine: null, vectorRank: null, wordsRank: 1 });
  expect(result.chunksWithoutVector).toBe(1);
});

test('a document that says the same a thousand times does not hide the others', async () => {
  const log = Array.from({ length: 4_000 }, (_, line) => `The heron landed at minute ${line % 7}.`).join('\n\n');
  const others = Object.fromEntries(
    ['lake', 'river', 'garden'].map((place) => [`z-${place}.txt`, `A heron was seen in the ${place} of the museum.`]),
  );
  const { ask } = await makeLibrary({ 'a-log.txt': log, ...others });
  for (const mode of ['words', 'hybrid'] as const) {
    const names = ask('heron', { mode, all: true, k: 12 }).hits.map(nameOf);
    expect(names, mode).toEqual(expect.arrayContaining(Object.keys(others)));
    expect(new Set(names).size).toBeGreaterThan(3);
  }
});

test('a mistyped and an inflected word find their passage by words alone, and are marked in it', async () => {
  const { ask } = await makeLibrary({
    'one.txt': 'The government signed contracts.',
    'two.txt': 'Nothing of this is in here.',
  });
  const { hits } = ask('goverment contract', { mode: 'hybrid' });
  expect(hits[0]).toMatchObject({ path: '/library/one.txt', matchedTerms: ['goverment', 'contract'] });
  expect(hits[0]?.matches.map(({ start, end }) => hits[0]?.text.slice(start, end))).toEqual([
    'government',
    'contracts',
  ]);
});

test('an exact phrase must stand there, an excluded word must not, in both lists', async () => {
  const { names } = await makeLibrary({
    'a.txt': 'The annual report of the company.',
    'b.txt': 'The report is annual.',
    'c.txt': 'An annual report, but only a draft.',
  });
  for (const mode of ['hybrid', 'vector', 'words'] as const) {
    expect(names('"annual report"', { mode }).toSorted()).toEqual(['a.txt', 'c.txt']);
    expect(names('"annual report" -draft', { mode })).toEqual(['a.txt']);
    expect(names('annual -company -draft', { mode })).toEqual(['b.txt']);
  }
  expect(names('"annual report" -draft', { mode: 'words', literal: true }).toSorted()).toEqual([
    'a.txt',
    'b.txt',
    'c.txt',
  ]);
});

test('words of languages without spaces are found inside sentences', async () => {
  const { names } = await makeLibrary({
    'zh.txt': '北京大学是中国的一所综合性大学。',
    'ja.txt': '東京タワーは日本の観光名所です。',
    'ko.txt': '한국어를 배우는 학생들이 많다.',
    'th.txt': 'ประเทศไทยมีอาหารอร่อย',
  });
  const options = { mode: 'words' } as const;
  expect(names('中国大学', options)[0]).toBe('zh.txt');
  expect(names('東京タワー', options)[0]).toBe('ja.txt');
  expect(names('한국어', options)[0]).toBe('ko.txt');
  expect(names('อาหาร', options)[0]).toBe('th.txt');
  expect(names('"综合性大学"', options)).toEqual(['zh.txt']);
});

test('a question that only narrows lists the documents that fit, newest first, each once', async () => {
  const { ask, names } = await makeLibrary({
    'old.md': { text: 'The first passage.\n\nThe second one.', type: 'md', modified: '2021-01-01T00:00:00Z' },
    'new.md': { text: 'A heron.', type: 'md', modified: '2024-01-01T00:00:00Z' },
    'middle.md': { text: 'A draft.', type: 'md', modified: '2022-01-01T00:00:00Z' },
    'other.txt': { text: 'Something else.', modified: '2025-01-01T00:00:00Z' },
    'all.zip': { text: 'old.md\nnew.md', type: 'zip', modified: '2025-01-01T00:00:00Z' },
  });
  for (const mode of ['hybrid', 'vector', 'words'] as const) {
    expect(names('type:md', { mode })).toEqual(['new.md', 'middle.md', 'old.md']);
  }
  const { hits, ...result } = ask('type:md');
  expect(result).toMatchObject({ listed: true, answerable: null, vectorSource: 'none' });
  expect(hits[2]).toMatchObject({
    rank: 3,
    text: 'The first passage.',
    ...{ cosine: null, relevance: null, belowThreshold: false, wordsRank: null, vectorRank: null, matches: [] },
  });
  expect(names('since:2022', { k: 2 })).toEqual(['other.txt', 'new.md']);
  expect(names('type:md -draft')).toEqual(['new.md', 'old.md']);
  expect(names('-draft')).toEqual(['other.txt', 'new.md', 'old.md']);
  expect(names('type:zip')).toEqual(['all.zip']);
  expect(ask('type:pdf')).toMatchObject({ hits: [], listed: true });
  expect(ask('heron type:md').listed).toBe(false);
  expect(ask('  ', { mode: 'words' })).toMatchObject({ hits: [], listed: false });
});

const filtered = {
  'work/Contratos 2021/a.txt': { text: 'alpha one', type: 'pdf', language: 'es', modified: '2021-03-04T05:06:07Z' },
  'work/b.md': { text: 'alpha two', type: 'md', language: 'en', modified: '2022-12-31T23:59:59Z' },
  'home/Camión/c.txt': { text: 'alpha three', type: 'txt', language: 'de', modified: '2023-01-01T00:00:00Z' },
  'notes.log': { text: 'alpha four', root: '/other place', collection: 'second', type: 'txt' },
};

test.each([
  ['alpha type:pdf', ['a.txt']],
  ['alpha type:pdf,markdown', ['a.txt', 'b.md']],
  ['alpha type:log', ['notes.log']],
  ['alpha lang:es', ['a.txt']],
  ['alpha until:2021', ['a.txt']],
  ['alpha since:2022-12-31 until:2022-12-31', ['b.md']],
  ['alpha since:2023-01-01 until:2023', ['c.txt']],
  ['alpha in:work', ['a.txt', 'b.md']],
  ['alpha in:contratos', ['a.txt']],
  ['alpha in:CAMION', ['c.txt']],
  ['alpha in:"other place"', ['notes.log']],
  ['alpha in:work/contratos', ['a.txt']],
  ['alpha in:contrato', []],
  ['alpha in:work type:md lang:en', ['b.md']],
])('%s finds %j', async (query, expected) => {
  const { names } = await makeLibrary(filtered);
  for (const mode of ['hybrid', 'vector', 'words'] as const) {
    expect(names(query, { mode }).toSorted()).toEqual(expected);
  }
});

test('what found nothing says how many documents it searched, and which typed filter none of them fits', async () => {
  const { ask } = await makeLibrary(filtered);
  const words = { mode: 'words' } as const;
  expect(ask('alpha').searched).toBeNull();
  expect(ask('zebra', words).searched).toEqual({ documents: 4, isNarrowed: false, misfits: [] });
  expect(ask('zebra in:work', words).searched).toEqual({ documents: 2, isNarrowed: true, misfits: [] });
  expect(ask('alpha type:pdff').searched).toMatchObject({ documents: 0, misfits: ['type:pdff'] });
  expect(ask('alpha type:md in:"no where" meta:a=1').searched).toMatchObject({
    documents: 0,
    misfits: ['in:"no where"', 'meta:a=1'],
  });
  expect(ask('type:pdff').searched).toMatchObject({ documents: 0, misfits: ['type:pdff'] });
  // Each fits some, and none fits both.
  expect(ask('alpha type:pdf lang:en').searched).toMatchObject({ documents: 0, misfits: [] });
  expect(ask('alpha type:pdf', { filter: { collection: 'second' } }).searched).toMatchObject({
    documents: 0,
    misfits: [],
  });
});

test('a folder whose name ends in an exclamation mark is not inside the one without', async () => {
  const { names } = await makeLibrary({ 'b!/x.txt': 'alpha one', 'b/y.txt': 'alpha two' });
  expect(names('alpha', { filter: { paths: ['/library/b'] } })).toEqual(['y.txt']);
  expect(names('alpha', { filter: { paths: ['/library/b!'] } })).toEqual(['x.txt']);
});

test('filters given beside the question hold together with those typed', async () => {
  const { names, ask } = await makeLibrary(filtered);
  const documentId = ask('alpha three').hits[0]?.documentId ?? '';
  expect(names('alpha', { filter: { collection: 'second' } })).toEqual(['notes.log']);
  expect(names('alpha', { filter: { collection: 'unknown' } })).toEqual([]);
  expect(names('alpha', { filter: { documentIds: [documentId] } })).toEqual(['c.txt']);
  expect(names('alpha', { filter: { languages: ['ES'] } })).toEqual(['a.txt']);
  expect(() => names('alpha', { filter: { languages: ['español'] } })).toThrow(/two letters/);
  expect(names('alpha', { filter: { paths: ['/library/work'] } }).toSorted()).toEqual(['a.txt', 'b.md']);
  expect(names('alpha', { filter: { paths: ['/library/wor'] } })).toEqual([]);
  expect(names('alpha', { filter: { paths: ['/library/work/b.md', '/other place'] } }).toSorted()).toEqual([
    'b.md',
    'notes.log',
  ]);
  expect(names('alpha type:md', { filter: { paths: ['/library/work'] } })).toEqual(['b.md']);
  expect(() => ask('alpha', { filter: { since: '2021-02-31' } })).toThrow('There is no date 2021-02-31');
});

test('a root is told by its id from others with the same words in their names', async () => {
  const { names, store } = await makeLibrary({
    'one.txt': { text: 'alpha one', root: '/a/Leases' },
    'two.txt': { text: 'alpha two', root: '/b/Leases' },
    'Leases/three.txt': { text: 'alpha three', root: '/c' },
  });
  const { folderId } = store.roots(null).find((root) => root.path === '/b/Leases') ?? { folderId: 0 };
  for (const mode of ['hybrid', 'vector', 'words'] as const) {
    expect(names('alpha', { mode, filter: { folderIds: [folderId] } })).toEqual(['two.txt']);
  }
  expect(names('alpha', { filter: { folderIds: [] } })).toEqual([]);
});

test('a filter never empties a page that should be full', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 400 }, (_, at) => [
      `${at}.txt`,
      { text: `common words number ${at}`, type: at % 20 === 0 ? 'pdf' : 'txt' },
    ]),
  );
  const { ask } = await makeLibrary(many);
  for (const mode of ['hybrid', 'vector', 'words'] as const) {
    const { hits } = ask('common words', { mode, filter: { types: ['pdf'] }, k: 15 });
    expect(hits).toHaveLength(15);
    expect(hits.every(({ type }) => type === 'pdf')).toBe(true);
  }
});

test('copies of a passage fold into one hit and do not take the places of others', async () => {
  const copies = Object.fromEntries(
    Array.from({ length: 90 }, (_, at) => [`copy ${at}.txt`, 'The same old sentence about cats.']),
  );
  const { ask } = await makeLibrary({ ...copies, 'spaced.txt': 'The  same old sentence about CATS!', ...animals });
  const { hits } = ask('old sentence about cats', { k: 5 });
  expect(hits).toHaveLength(5);
  expect(hits[0]?.text.toLowerCase()).toContain('same old sentence');
  expect(hits[0]?.copies.length).toBeGreaterThan(10);
  expect(new Set([hits[0], ...(hits[0]?.copies ?? [])].map((one) => one?.path)).size).toBe(
    (hits[0]?.copies.length ?? 0) + 1,
  );
  expect(hits.slice(1).some(({ text }) => text.toLowerCase().includes('same old'))).toBe(false);
});

test('equal passages keep one order, whenever they came', async () => {
  const { names, add } = await makeLibrary({ 'b.txt': 'alpha two', 'c.txt': 'alpha six' });
  await add({ 'a.txt': 'alpha one' });
  const first = names('alpha', { mode: 'words' });
  expect(first).toEqual(['a.txt', 'b.txt', 'c.txt']);
  expect(names('alpha', { mode: 'words' })).toEqual(first);
});

test('the library follows its documents: changed, removed, renamed', async () => {
  const { names, add, search, store } = await makeLibrary(animals);
  await add({ 'cats.txt': 'Tigers live in the jungle.' });
  expect(names('cat roof', { mode: 'words' })).toEqual([]);
  expect(names('tigers jungle')[0]).toBe('cats.txt');
  const [root] = store.roots(null);
  store.removeRoot({ folderId: root?.folderId ?? 0 });
  search.refresh();
  expect(await search.settle()).toMatchObject({ vectors: 0, source: 'exact' });
  expect(names('tigers jungle')).toEqual([]);
});

test('after a reset nothing is found, and what comes then is', async () => {
  const { names, add, search, store } = await makeLibrary(animals);
  store.reset({ collection: null });
  await search.reset();
  expect(names('cat roof')).toEqual([]);
  await add({ 'again.txt': 'The cat is back on the roof.' });
  expect(names('cat roof')).toEqual(['again.txt']);
});

test('a question of nothing but signs is no error', async () => {
  const { ask } = await makeLibrary(animals);
  for (const query of ['', '   ', '???', '🎉', '"']) expect(ask(query, { mode: 'words' }).hits).toEqual([]);
  expect(ask('???', { k: 3 }).hits).toHaveLength(3);
});

test('a vector of another length is refused in words', async () => {
  const { search } = await makeLibrary(animals);
  const questionVector = wordsVector('cat').slice(0, 10);
  expect(() => search.search({ request: { query: 'cat' }, questionVector })).toThrow('384');
});

test('a search that was begun before its vector was there finds the same, without what was removed meanwhile', async () => {
  const { store, search, ask } = await makeLibrary({
    ...animals,
    'gone.txt': { text: 'Two cats on a roof.', root: '/gone' },
  });
  const request = { query: 'cats on a roof', all: true };
  const finish = (searchId: number) =>
    search.search({ request, questionVector: wordsVector(request.query), searchId }).hits;
  search.prepare({ searchId: 1, request });
  expect(finish(1)).toEqual(ask(request.query).hits);
  search.prepare({ searchId: 2, request });
  const { folderId = 0 } = store.roots(null).find(({ path }) => path === '/gone') ?? {};
  store.removeRoot({ folderId });
  search.refresh();
  const left = finish(2);
  const now = ask(request.query).hits;
  expect(left.map(({ chunkId }) => chunkId)).toEqual(now.map(({ chunkId }) => chunkId));
  expect(left.map(nameOf)).not.toContain('gone.txt');
  // Six were begun and given up: the first is forgotten, and found out again.
  for (const searchId of [3, 4, 5, 6, 7, 8]) search.prepare({ searchId, request });
  expect(finish(3)).toEqual(now);
  expect(finish(8)).toEqual(now);
});
