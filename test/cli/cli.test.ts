// The built command line as a person or a script runs it: results, names in the JSON, exit codes.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeZip } from '../helpers/make-zip.js';
import { acervo, json } from '../helpers/run-cli.js';
import { temporaryFolder, writeFiles } from '../helpers/temporary-folder.js';

const documents = {
  'devoluciones.md': '# Devoluciones\n\n## Plazo\n\nTienes treinta días naturales para devolver el artículo.\n',
  'notes.txt': 'Order AB-1234 was delivered to the neighbour on Tuesday.\n',
};

/** Where meaning plays no part, the model need not be loaded. */
const byWords = ['--mode', 'words'];

describe('acervo', () => {
  it('indexes, searches, lists, shows, verifies and resets one library, with the names that scripts rely on', async () => {
    const [root, folder] = [temporaryFolder(), temporaryFolder()];
    writeFiles(root, documents);
    const library = ['--library', folder];

    const indexed = await json('index', root, ...library);
    expect(indexed.code).toBe(0);
    expect(indexed.value).toMatchObject({
      documents: { found: 2, indexed: 2, unchanged: 0, moved: 0, skipped: 0, failed: 0, offline: 0, removed: 0 },
      chunks: { reused: 0, removed: 0 },
      problems: [],
    });
    expect(Object.keys(indexed.value.seconds as object).sort()).toEqual(['embed', 'load', 'scan', 'store', 'total']);

    const found = await json(
      'search',
      'how',
      'many',
      'days',
      'to',
      'give',
      'it',
      'back',
      '-k',
      '1',
      '--rerank',
      ...library,
    );
    expect(found.code).toBe(0);
    const [hit] = found.value.hits as Record<string, unknown>[];
    expect(hit).toMatchObject({
      rank: 1,
      path: join(root, 'devoluciones.md'),
      locator: { page: null, sheet: null, row: null, slide: null, part: null },
    });
    for (const name of [
      'documentId',
      'chunkId',
      'text',
      'start',
      'end',
      'cosine',
      'relevance',
      'belowThreshold',
      'wordsRank',
      'vectorRank',
      'matchedTerms',
    ]) {
      expect(hit, name).toHaveProperty(name);
    }

    const text = await json('text', join(root, 'devoluciones.md'), ...library);
    const { start, end } = hit as { start: number; end: number };
    expect((text.value.text as string).slice(start, end)).toBe(hit?.text);
    expect(text.value.locators).toEqual(expect.arrayContaining([expect.objectContaining({ start, end })]));

    const status = await json('status', ...library);
    expect(status.value).toMatchObject({
      documents: { ready: 2 },
      folders: [{ path: root, state: 'ok', documents: 2 }],
    });
    const listed = await json('documents', '--state', 'ready', ...library);
    expect((listed.value.documents as { path: string }[]).map(({ path }) => path).sort()).toEqual(
      Object.keys(documents).map((name) => join(root, name)),
    );
    expect(await json('verify', ...library)).toMatchObject({ code: 0, value: { damage: [], repaired: [] } });

    expect((await json('reset', ...library)).value).toMatchObject({ error: { code: 'wrong-use' } });
    expect(await json('reset', '--yes', ...library)).toMatchObject({ code: 0, value: { documents: 2 } });
    expect((await json('search', 'days', ...library)).value.hits).toEqual([]);
  });

  it('asks before it forgets much of a folder, and takes both answers', async () => {
    const [root, folder] = [temporaryFolder(), temporaryFolder()];
    const names = Array.from({ length: 12 }, (_, index) => `note-${index}.txt`);
    writeFiles(root, Object.fromEntries(names.map((name) => [name, `The words of ${name}.`])));
    const index = ['index', root, '--words-only', '--library', folder];
    await json(...index);
    for (const name of names.slice(4)) rmSync(join(root, name));
    const asked = await json(...index);
    expect(asked).toMatchObject({
      code: 1,
      value: {
        documents: { removed: 0, offline: 8 },
        problems: [{ path: root, state: 'offline', reason: 'vanished' }],
      },
    });
    const told = await acervo(...index);
    expect(told.stdout).toContain('8 of 12 documents are gone');
    expect(told.stderr).toContain('--accept-deletions');
    const status = await json('status', '--library', folder);
    expect(status.value.folders).toMatchObject([{ documents: 12, missing: 8, missingAsked: 8 }]);
    expect(await json(...index, '--keep-missing')).toMatchObject({ code: 0, value: { problems: [] } });
    expect(await json(...index)).toMatchObject({ code: 0, value: { documents: { removed: 0 } } });
    expect(await json(...index, '--accept-deletions')).toMatchObject({ code: 0, value: { documents: { removed: 8 } } });
    expect((await acervo(...index, '--accept-deletions', '--keep-missing')).code).toBe(2);
  });

  it('finds, lists and shows what lies inside a file, and names it by its path there', async () => {
    const [root, folder] = [temporaryFolder(), temporaryFolder()];
    writeFiles(root, { 'papers.zip': makeZip({ 'old/devoluciones.md': documents['devoluciones.md'] }) });
    const library = ['--library', folder];
    const inside = join(root, 'papers.zip!/old/devoluciones.md');
    expect(await json('index', root, '--words-only', ...library)).toMatchObject({
      code: 0,
      value: { documents: { indexed: 2 } },
    });
    const found = await json(
      'search',
      'treinta días para devolver',
      ...byWords,
      '-k',
      '1',
      '--in',
      join(root, 'papers.zip'),
      ...library,
    );
    expect(found.value.hits).toMatchObject([{ path: inside, locator: { headingPath: ['Devoluciones', 'Plazo'] } }]);
    expect(
      (await json('search', 'treinta', ...byWords, '-k', '1', '--in', inside, ...library)).value.hits,
    ).toMatchObject([{ path: inside }]);
    expect((await json('documents', ...library)).value.documents).toMatchObject([
      { path: join(root, 'papers.zip'), type: 'zip', parentId: null },
      { path: inside, type: 'md', parentId: expect.any(String), file: join(root, 'papers.zip') },
    ]);
    expect((await json('text', inside, ...library)).value.text).toBe(documents['devoluciones.md']);
    expect((await json('status', ...library)).value).toMatchObject({ documents: { words: 2 } });
    expect(await json('verify', ...library)).toMatchObject({ code: 0, value: { damage: [], documents: 2 } });
    expect((await json('reset', '--yes', ...library)).value).toEqual({ documents: 2 });
  });

  it('leaves out what patterns and a size limit say, from then on, and says so in the status', async () => {
    const [root, folder] = [temporaryFolder(), temporaryFolder()];
    writeFiles(root, {
      ...documents,
      'drafts/a.txt': 'A draft.',
      'b.log': 'A log.',
      'large.txt': 'large '.repeat(500),
    });
    const library = ['--library', folder];
    const rules = ['--ignore', 'drafts/', '--ignore', '*.log', '--size-limit', '0.002'];
    const indexed = await json('index', root, '--words-only', ...rules, ...library);
    expect(indexed).toMatchObject({ code: 0, value: { documents: { found: 2 } } });
    expect((await json('status', ...library)).value.folders).toMatchObject([
      { rules: { patterns: ['drafts/', '*.log'], letIn: [], maxFileBytes: 2_000 } },
    ]);
    const said = await acervo('status', ...library);
    expect(said.stdout).toContain('leaves out: drafts/, *.log');
    expect(said.stdout).toContain('leaves out files over 2 kB');
    // Said once, it holds; taken back, everything comes in.
    expect((await json('index', root, '--words-only', ...library)).value.documents).toMatchObject({ found: 2 });
    const open = await json('index', root, '--words-only', '--ignore-nothing', '--size-limit', '0', ...library);
    expect(open.value.documents).toMatchObject({ found: 5 });
    expect((await acervo('status', ...library)).stdout).not.toContain('leaves out');
  });

  it.each([
    [['--ignore', '*.log', '--ignore-nothing']],
    [['--size-limit', 'much']],
    [['--size-limit', '-1']],
    [['--ignore', '']],
  ])('refuses rules that make no sense: %j', async (rules) => {
    const [root, folder] = [temporaryFolder(), temporaryFolder()];
    const { code, value } = await json('index', root, ...rules, '--library', folder);
    expect({ code, value }).toMatchObject({ code: 2, value: { error: { code: 'wrong-use' } } });
  });

  it('speaks plainly at a terminal, and keeps progress and messages out of the results', async () => {
    const [root, folder] = [temporaryFolder(), temporaryFolder()];
    writeFiles(root, { ...documents, 'empty.txt': '' });
    const indexed = await acervo('index', root, '--library', folder);
    expect(indexed.code).toBe(1);
    expect(indexed.stdout).toContain('2 indexed');
    expect(indexed.stdout).toContain('empty.txt');
    const found = await acervo('search', 'AB-1234', '--library', folder);
    expect(found.stdout).toMatch(/^1\. .*notes\.txt/u);
    expect(found.stdout).toMatch(/cosine 0\.\d{3}/u);
  });

  it('says that a gone root is offline, accepts no deletions there, and forgets it when told to', async () => {
    const [parent, folder] = [temporaryFolder(), temporaryFolder()];
    const root = join(parent, 'drive');
    writeFiles(root, documents);
    await acervo('index', root, '--words-only', '--library', folder);
    rmSync(root, { recursive: true });
    const gone = await acervo('index', root, '--words-only', '--accept-deletions', '--library', folder);
    expect(gone.code).toBe(1);
    expect(gone.stdout).toContain('2 offline');
    expect(gone.stdout).toContain('cannot be reached');
    expect(gone.stderr).toContain(`No deletion was accepted: the folder is not there.`);
    expect(gone.stderr).toContain(`acervo forget “${root}” --yes`);
    expect((await json('forget', root, '--library', folder)).value).toMatchObject({ error: { code: 'wrong-use' } });
    expect((await json('status', '--library', folder)).value.documents).toMatchObject({ offline: 2 });
    expect(await json('forget', root, '--yes', '--library', folder)).toMatchObject({
      code: 0,
      value: { documents: 2 },
    });
    const unknown = await json('forget', root, '--yes', '--library', folder);
    expect(unknown).toMatchObject({ code: 2, value: { error: { code: 'not-found' } } });
  });

  it('finds documents by a path that goes through a link, and a language however it is written', async () => {
    const [parent, folder] = [temporaryFolder(), temporaryFolder()];
    const [root, link] = [join(parent, 'real'), join(parent, 'link')];
    const library = ['--library', folder];
    writeFiles(root, documents);
    symlinkSync(root, link, 'junction');
    await acervo('index', root, '--words-only', ...library);
    const found = await json('search', 'AB-1234', ...byWords, '--in', link, '--language', 'EN', ...library);
    expect(found.value.hits).toMatchObject([{ path: join(root, 'notes.txt') }]);
    expect(await json('text', join(link, 'notes.txt'), ...library)).toMatchObject({
      code: 0,
      value: { text: documents['notes.txt'] },
    });
    rmSync(root, { recursive: true });
    mkdirSync(join(parent, 'other'));
    symlinkSync(parent, join(parent, 'other', 'up'), 'junction');
    const gone = await json('text', join(parent, 'other', 'up', 'real', 'notes.txt'), ...library);
    expect(gone).toMatchObject({ code: 0, value: { text: documents['notes.txt'] } });
  });

  it.each([
    [['search', 'x', '--collection', 'papers'], { hits: [], answerable: null }],
    [['status'], { chunks: 0, vectors: 0, folders: [], bytes: { text: 0, database: 0, graph: 0 } }],
    [['documents'], { documents: [] }],
  ])(
    'makes no library to be looked into, but says that there is none and answers for an empty one: %j',
    async (words, value) => {
      const folder = join(temporaryFolder(), 'typo');
      expect(await json(...words, '--library', folder)).toMatchObject({ code: 0, value });
      expect((await acervo(...words, '--library', folder)).stderr).toContain(`no library in “${folder}”`);
      expect(existsSync(folder)).toBe(false);
    },
  );

  it('tells its version and explains a command', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'));
    expect(await acervo('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    const { code, stdout } = await acervo('search', '--help');
    expect(code).toBe(0);
    expect(stdout).toContain('--min-relevance SHARE');
    expect(stdout).not.toContain('--passwords');
  });

  it('lets no document and no name write to the terminal', async () => {
    const [root, library] = [temporaryFolder(), temporaryFolder()];
    writeFiles(root, {
      'a\u001b[31mred\n.txt': `${'The heron stands in the water for hours. '.repeat(8)}\u001b[2J\u001b]0;title\u0007 \u202e`,
    });
    await acervo('index', root, '--words-only', '--library', library);
    for (const words of [
      ['search', 'heron', ...byWords],
      ['documents'],
      ['text', join(root, 'a\u001b[31mred\n.txt')],
    ]) {
      const { stdout } = await acervo(...words, '--library', library);
      expect(stdout).toMatch(/heron|red/u);
      for (const sign of ['\u001b', '\u0007', '\u202e']) expect(stdout).not.toContain(sign);
    }
    expect((await acervo('documents', '--library', library)).stdout.trim().split('\n')).toHaveLength(2);
    const { value } = await json('search', 'heron', ...byWords, '--library', library);
    expect(JSON.stringify(value)).toContain('\\u001b[2J');
  });

  it('says that a damaged library was put aside until it is filled again, and names its folders', async () => {
    const [root, library] = [temporaryFolder(), temporaryFolder()];
    writeFiles(root, documents);
    await acervo('index', root, '--words-only', '--library', library);
    writeFileSync(join(library, 'library.db'), 'not a database at all '.repeat(1_000));
    for (const command of [['status'], ['search', 'delivery', ...byWords]]) {
      const { code, stderr } = await acervo(...command, '--library', library);
      expect(code).toBe(1);
      expect(stderr).toContain('was damaged');
    }
    expect((await acervo('status', '--library', library)).stdout).toContain(root);
    await acervo('index', root, '--words-only', '--library', library);
    expect(await acervo('status', '--library', library)).toMatchObject({ code: 0, stderr: '' });
  });

  it('ends with 2 and a coded error for wrong use and what cannot run', async () => {
    const folder = temporaryFolder();
    const good = temporaryFolder();
    writeFiles(good, documents);
    for (const words of [['nonsense'], ['search'], ['index', good, join(folder, 'nowhere'), '--library', folder]]) {
      const { code, value } = await json(...words);
      expect(code, words.join(' ')).toBe(2);
      expect(value.error).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    }
    // One path that is not there leaves the other untouched, as its message says.
    expect((await json('status', '--library', folder)).value.folders).toEqual([]);
    writeFileSync(join(folder, 'a-file'), '');
    const { code, stderr } = await acervo('status', '--library', join(folder, 'a-file'));
    expect(code).toBe(2);
    expect(stderr).toMatch(/^acervo: /u);
  });

  it('evaluates a set of questions, and writes a run that other tools read', async () => {
    const [set, folder] = [temporaryFolder(), temporaryFolder()];
    const corpus = [
      { id: 'a', title: '', text: 'The lighthouse was lit for the first time in 1851.' },
      { id: 'b', title: '', text: 'Beavers build dams that slow the water of a valley.' },
    ];
    const queries = [
      { id: 'q1', text: '¿Qué animales construyen presas?' },
      { id: 'q2', text: 'When did the lighthouse first shine?' },
    ];
    writeFiles(set, {
      'corpus.jsonl': corpus.map((line) => JSON.stringify(line)).join('\n'),
      'queries.jsonl': queries.map((line) => JSON.stringify(line)).join('\n'),
      'qrels.tsv': 'query-id\tdoc-id\tgrade\nq1\tb\t1\nq2\ta\t1\n',
    });
    const run = join(folder, 'run.txt');
    const first = await json('eval', set, '--rerank', '--run', run, '--library', join(folder, 'library'));
    expect(first).toMatchObject({
      code: 0,
      value: { rerank: true, queries: 2, documents: 2, 'recall@1': 1, 'ndcg@10': 1 },
    });
    const { value } = await json('status', '--library', join(folder, 'library'));
    expect(value).toMatchObject({ documents: { ready: 2 } });
  });

  it('filters by the keys that documents carry, and reads a document again with another encoding', async () => {
    const [root, folder] = [temporaryFolder(), temporaryFolder()];
    writeFiles(root, {
      'one.md': '---\nversion: 1\n---\n\nThe pump has a red lever.\n',
      'two.md': '---\nversion: 2\nauthor: Ana Pérez\n---\n\nThe pump has a blue lever.\n',
      'letter.txt': Buffer.from('El ni\xf1o camin\xf3 ma\xf1ana.', 'latin1'),
    });
    const library = ['--library', folder];
    expect((await json('index', root, '--words-only', '--time-limit', '60', ...library)).code).toBe(0);
    expect((await json('index', root, '--time-limit', '0', ...library)).code).toBe(2);

    const namesOf = async (...words: string[]) => {
      const { value } = await json('search', 'pump', '--all', ...byWords, ...words, ...library);
      return (value.hits as { path: string }[]).map(({ path }) => path.slice(root.length + 1));
    };
    expect(await namesOf('--meta', 'version=2')).toEqual(['two.md']);
    expect(await namesOf('--meta', 'AUTHOR=ana perez', '--meta', 'version>1')).toEqual(['two.md']);
    expect(await namesOf('meta:version=1')).toEqual(['one.md']);
    expect((await json('search', 'pump', '--meta', 'version', ...library)).code).toBe(2);

    const letter = join(root, 'letter.txt');
    const read = await json('text', letter, '--encoding', 'cp850', ...library);
    expect(read.value).toMatchObject({
      encoding: 'cp850',
      chosenEncoding: 'cp850',
      state: 'ready',
      meta: [],
    });
    expect(read.value.text).not.toContain('niño');
    expect((await acervo('documents', ...library)).stdout).toContain('cp850 (chosen)');
    const back = await json('text', letter, '--encoding', 'auto', ...library);
    expect(back.value).toMatchObject({ text: 'El niño caminó mañana.', chosenEncoding: null });
    expect((await json('text', letter, '--encoding', 'rot13', ...library)).code).toBe(2);
    expect((await json('text', join(root, 'two.md'), ...library)).value).toMatchObject({
      meta: [
        { key: 'version', value: '2' },
        { key: 'author', value: 'Ana Pérez' },
      ],
      metaProblem: null,
    });
  });
});
