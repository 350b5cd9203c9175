// The whole engine through its one door: real files, real model, real store, real graph.
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Library, openLibrary } from '../../electron/engine/library.js';
import { linesAt, makePdf } from '../helpers/make-pdf.js';
import { temporaryFolder, writeFiles } from '../helpers/temporary-folder.js';

async function open(folder: string): Promise<Library> {
  const library = await openLibrary({ folder });
  onTestFinished(() => library.close());
  return library;
}

const documents = {
  'garantia.md':
    '# Garantía\n\n## Plazo\n\nLa garantía cubre los defectos de fabricación durante tres años desde la entrega.\n\n## Exclusiones\n\nNo cubre los golpes ni el desgaste normal de la batería.\n',
  'garden/compost.txt':
    'Compost needs air, water and a mix of green and brown material.\n\nTurn the heap every two weeks so that it heats evenly.\n',
  'küche.html':
    '<html lang="de"><head><title>Brot backen</title></head><body><h1>Brot backen</h1><p>Der Teig muss zwölf Stunden im Kühlschrank ruhen.</p></body></html>',
  'prices.csv': 'product,price\nlamp,20\nchair,45\n',
};

describe('a library', () => {
  it('indexes a folder and finds passages by meaning across languages, each an exact slice of its document', async () => {
    const root = temporaryFolder();
    writeFiles(root, {
      ...documents,
      'contract.pdf': makePdf([
        { texts: linesAt(72, 80, ['Page one talks about the weather.']) },
        { texts: linesAt(72, 80, ['The tenant may give notice with a period of thirty days.']) },
      ]),
    });
    const library = await open(temporaryFolder());
    const report = await library.index({ paths: [root] });
    expect(report.documents).toMatchObject({ found: 5, indexed: 5, failed: 0, skipped: 0 });
    expect(report.problems).toEqual([]);
    expect(report.tokens).toBeGreaterThan(50);

    const questions: readonly (readonly [string, string, number | null])[] = [
      ['How long am I covered if the product was made badly?', 'garantia.md', null],
      ['¿Qué materiales necesita el compost?', 'garden/compost.txt', null],
      ['¿cuánto tiempo descansa la masa de pan?', 'küche.html', null],
      ['¿Con cuánto tiempo tiene que avisar el inquilino?', 'contract.pdf', 2],
    ];
    for (const [query, file, page] of questions) {
      const { hits, vectorSource } = await library.search({ query });
      const [first] = hits;
      expect(first?.path, query).toBe(join(root, file));
      expect(first?.locator.page ?? null, query).toBe(page);
      expect(first?.cosine, query).toBeGreaterThan(0.75);
      expect(vectorSource).toBe('exact');
      for (const hit of hits) {
        const { text } = await library.text(hit.documentId);
        expect(text.slice(hit.start, hit.end)).toBe(hit.text);
      }
    }
  });

  it('reads no content and embeds nothing when nothing changed', async () => {
    const root = temporaryFolder();
    writeFiles(root, documents);
    const library = await open(temporaryFolder());
    await library.index({ paths: [root] });
    const atimes = () => Object.keys(documents).map((name) => statSync(join(root, name)).atimeMs);
    for (const name of Object.keys(documents))
      utimesSync(join(root, name), 1, statSync(join(root, name)).mtimeMs / 1_000);
    const before = atimes();
    // Setting the time of access touched the date of change by a rounding: take that in first.
    await library.index({ paths: [root] });
    for (const name of Object.keys(documents))
      utimesSync(join(root, name), 1, statSync(join(root, name)).mtimeMs / 1_000);
    const report = await library.index({ paths: [root] });
    expect(report.documents).toMatchObject({ found: 4, unchanged: 4, indexed: 0 });
    expect(report.tokens).toBe(0);
    expect(atimes()).toEqual(before);
  });

  it('keeps everything across a restart, and finishes what an earlier run left without vectors', async () => {
    const root = temporaryFolder();
    const folder = temporaryFolder();
    writeFiles(root, documents);
    const first = await openLibrary({ folder });
    const words = await first.index({ paths: [root], wordsOnly: true });
    expect(words.tokens).toBe(0);
    expect((await first.status()).documents).toMatchObject({ words: 4, ready: 0 });
    expect((await first.search({ query: 'heap', mode: 'words' })).hits[0]?.path).toBe(join(root, 'garden/compost.txt'));
    await first.close();

    const second = await open(folder);
    expect(second.isWhole).toBe(true);
    const report = await second.check(null);
    expect(report.documents).toMatchObject({ unchanged: 4, indexed: 0 });
    expect(report.tokens).toBeGreaterThan(0);
    expect((await second.status()).documents).toMatchObject({ words: 0, ready: 4 });
    expect((await second.verify()).damage).toEqual([]);
    // Nothing that a library keeps on disk is a document, where its own folder is indexed, too.
    writeFiles(folder, { 'mine.txt': 'A note that lies beside the library.' });
    expect((await second.index({ paths: [folder], wordsOnly: true })).documents).toMatchObject({
      found: 1,
      indexed: 1,
    });
  });

  it('follows a move, a rename and a copy without embedding, and an edit by embedding what changed', async () => {
    const root = temporaryFolder();
    writeFiles(root, documents);
    const library = await open(temporaryFolder());
    await library.index({ paths: [root] });
    const before = await library.documentAtPath(join(root, 'garantia.md'));

    mkdirSync(join(root, 'elsewhere'));
    renameSync(join(root, 'garantia.md'), join(root, 'elsewhere', 'papeles.md'));
    writeFiles(root, { 'copy.txt': readFileSync(join(root, 'garden/compost.txt')) });
    const moved = await library.index({ paths: [root] });
    expect(moved.documents).toMatchObject({ moved: 1, removed: 0, failed: 0 });
    expect(moved.tokens).toBe(0);
    const after = await library.documentAtPath(join(root, 'elsewhere', 'papeles.md'));
    expect(after.documentId).toBe(before.documentId);
    const { hits } = await library.search({ query: 'how long does the guarantee last' });
    expect(hits[0]?.path).toBe(join(root, 'elsewhere', 'papeles.md'));

    appendFileSync(
      join(root, 'elsewhere', 'papeles.md'),
      '\n## Contacto\n\nEscribe a la tienda con el número de pedido y una fotografía.\n',
    );
    const edited = await library.index({ paths: [root] });
    expect(edited.documents).toMatchObject({ indexed: 1, unchanged: 4 });
    expect(edited.chunks.added).toBeGreaterThan(0);
    expect((await library.verify()).damage).toEqual([]);
  });

  it('forgets a deleted file, but keeps the documents of a folder that is gone and marks them offline', async () => {
    const parent = temporaryFolder();
    const root = join(parent, 'drive');
    writeFiles(root, documents);
    const library = await open(temporaryFolder());
    await library.index({ paths: [root] });
    rmSync(join(root, 'prices.csv'));
    expect((await library.index({ paths: [root] })).documents).toMatchObject({ removed: 1, unchanged: 3 });

    renameSync(root, join(parent, 'unplugged'));
    const report = await library.index({ paths: [root] });
    expect(report.documents).toMatchObject({ offline: 3, removed: 0 });
    const [hit] = (await library.search({ query: 'wie lange ruht der Teig' })).hits;
    expect(hit).toMatchObject({ offline: true, path: join(root, 'küche.html') });
    expect((await library.status()).documents.offline).toBe(3);

    renameSync(join(parent, 'unplugged'), root);
    expect((await library.index({ paths: [root] })).documents).toMatchObject({ unchanged: 3, offline: 0 });
    expect((await library.status()).documents).toMatchObject({ ready: 3, offline: 0 });
  });

  it('lists what cannot be read with its reason, and indexes the rest', async () => {
    const root = temporaryFolder();
    writeFiles(root, {
      ...documents,
      'empty.txt': '',
      'blank.md': '  \n\n ',
      'really-a-program.txt': new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1, 2, 0, 0, 0, 3]),
      'broken.pdf': '%PDF-1.7\nnothing of the kind',
      'film.mp4': new Uint8Array(100),
    });
    const library = await open(temporaryFolder());
    const report = await library.index({ paths: [root] });
    expect(report.documents).toMatchObject({ found: 9, indexed: 4 });
    const reasons = Object.fromEntries(
      report.problems.map(({ path, reason }) => [path.slice(root.length + 1), reason]),
    );
    expect(reasons).toEqual({
      'empty.txt': 'empty',
      'blank.md': 'empty',
      'really-a-program.txt': 'unsupported',
      'broken.pdf': 'damaged',
      'film.mp4': 'unsupported',
    });
    for (const problem of report.problems) expect(problem.message).not.toBe('');
    expect(await library.problemGroups()).toEqual(
      expect.arrayContaining([
        { reason: 'empty', documents: 2 },
        { reason: 'unsupported', documents: 2 },
      ]),
    );
  });

  it('refuses a path that is not there, a second opening, and an unknown document', async () => {
    const folder = temporaryFolder();
    const library = await open(folder);
    await expect(library.index({ paths: [join(folder, 'nowhere')] })).rejects.toMatchObject({ code: 'vanished' });
    await expect(openLibrary({ folder })).rejects.toMatchObject({ code: 'library-locked' });
    await expect(library.document('d0123456789abcd')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('removes a folder and resets, and then holds no word of it on disk', async () => {
    const root = temporaryFolder();
    const folder = temporaryFolder();
    writeFiles(root, {
      'a.txt': 'The zanzibarcanary sings in the quiet garden every single morning.',
      'b.txt': 'Another text.',
    });
    const library = await open(folder);
    await library.index({ paths: [root] });
    const status = await library.status();
    const [only] = status.folders;
    expect(only?.documents).toBe(2);
    expect(await library.removeFolder(only?.folderId ?? 0)).toEqual({ documents: 2 });
    expect((await library.search({ query: 'canary' })).hits).toEqual([]);
    await library.reset();
    expect(await library.status()).toMatchObject({ chunks: 0, vectors: 0, folders: [] });
    for (const name of readdirSync(folder)) {
      expect(readFileSync(join(folder, name)).includes('zanzibarcanary'), name).toBe(false);
    }
  });

  it('pauses and goes on', async () => {
    const root = temporaryFolder();
    writeFiles(root, documents);
    const library = await open(temporaryFolder());
    library.pause();
    let isDone = false;
    const running = library.index({ paths: [root] }).finally(() => {
      isDone = true;
    });
    while (library.progress().total === 0) await new Promise((resolve) => setImmediate(resolve));
    // Long enough for documents this small to be read, were they not held back.
    for (const query of ['anything', 'something', 'nothing']) await library.search({ query });
    expect(library.progress().phase).toBe('paused');
    const { documents: counts } = await library.status();
    expect(counts).toMatchObject({ words: 0, ready: 0 });
    expect(isDone).toBe(false);
    library.resume();
    expect((await running).documents.indexed).toBe(4);
    expect(library.progress().phase).toBe('idle');
  });

  it('puts a collection apart, and searches only in it when asked to', async () => {
    const [one, two] = [temporaryFolder(), temporaryFolder()];
    writeFiles(one, { 'a.txt': 'The meeting about the roof is on Monday.' });
    writeFiles(two, { 'b.txt': 'The meeting about the roof is on Friday.' });
    const library = await open(temporaryFolder());
    await library.index({ paths: [one], collection: 'house' });
    await library.index({ paths: [two], collection: 'office' });
    const { hits } = await library.search({ query: 'roof meeting', filter: { collection: 'office' }, all: true });
    expect(hits.map((hit) => hit.path)).toEqual([join(two, 'b.txt')]);
    expect(await library.reset('house')).toEqual({ documents: 1 });
    expect((await library.status()).documents.ready).toBe(1);
  });

  it('stops when it is told to, and goes on from there', async () => {
    const root = temporaryFolder();
    const names = Array.from({ length: 40 }, (_, index) => `note-${index}.txt`);
    writeFiles(root, Object.fromEntries(names.map((name) => [name, `Note ${name}. `.repeat(60)])));
    const folder = temporaryFolder();
    const first = await openLibrary({ folder });
    const controller = new AbortController();
    const running = first.index({ paths: [root] }, controller.signal);
    running.catch(() => null);
    while ((await first.status()).vectors < 2) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    await first.close();

    const second = await open(folder);
    await second.index({ paths: [root] });
    expect((await second.status()).documents.ready).toBe(40);
    expect((await second.verify()).damage).toEqual([]);
  });
});
