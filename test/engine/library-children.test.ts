// Documents inside documents, through the whole engine: found, kept through changes and moves, removed with what held them.
import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Library } from '../../electron/engine/library.js';
import { makeMail, makeMailbox } from '../helpers/make-mail.js';
import { linesAt, makePdf } from '../helpers/make-pdf.js';
import { makeArchive, makeZip } from '../helpers/make-zip.js';
import { openTestLibrary } from '../helpers/open-library.js';
import { temporaryFolder, writeFiles } from '../helpers/temporary-folder.js';

const plan = makePdf([
  { texts: linesAt(72, 100, ['The bridge is painted every ninth year.']) },
  { texts: linesAt(72, 100, ['The lighthouse keeper counts puffins at dawn.']) },
]);
const cellar = 'In the cellar stand forty barrels of quince wine.';
const attic = 'In the attic hangs a map of the Danube delta.';

async function open(folder = temporaryFolder()): Promise<Library> {
  const library = await openTestLibrary({ folder });
  onTestFinished(() => library.close());
  return library;
}

async function documentsOf(library: Library, root: string): Promise<Record<string, string>> {
  const { documents } = await library.documents({ offset: 0, limit: 1_000 });
  return Object.fromEntries(
    documents.map(({ path, state, reason }) => [
      path.slice(root.length + 1),
      reason === null ? state : `${state}: ${reason}`,
    ]),
  );
}

async function firstHit(library: Library, query: string) {
  const { hits } = await library.search({ query, k: 1 });
  return hits[0];
}

describe('what lies inside a file', () => {
  it('is found at its place, opened as bytes, and read again only when it changes', async () => {
    const root = temporaryFolder();
    const inner = makeZip({ 'rooms/attic.txt': attic });
    const mail = makeMail('The house', 'See what is attached.', [
      { name: 'plan.pdf', content: plan, type: 'application/pdf' },
      { name: 'old.zip', content: inner, type: 'application/zip' },
      { name: 'logo.png', content: 'no picture', type: 'image/png', isInText: true },
    ]);
    writeFiles(root, { 'house.eml': mail, 'papers/all.zip': makeZip({ 'cellar.txt': cellar, 'plan.pdf': plan }) });
    const library = await open();

    const first = await library.index({ paths: [root] });
    expect(await documentsOf(library, root)).toEqual({
      'house.eml': 'ready',
      'house.eml!/plan.pdf': 'ready',
      'house.eml!/old.zip': 'ready',
      'house.eml!/old.zip!/rooms/attic.txt': 'ready',
      'papers/all.zip': 'ready',
      'papers/all.zip!/cellar.txt': 'ready',
      'papers/all.zip!/plan.pdf': 'ready',
    });
    expect(first.documents).toMatchObject({ found: 7, indexed: 7, failed: 0, skipped: 0 });
    expect(first.problems).toEqual([]);

    const puffins = await firstHit(library, 'Who counts the puffins?');
    expect(puffins).toMatchObject({ type: 'pdf', locator: { page: 2 } });
    expect(puffins?.path).toMatch(/!\/plan\.pdf$/);
    expect(puffins?.copies).toHaveLength(1);
    const info = await library.document(puffins?.documentId ?? '');
    expect(Buffer.from(await library.partBytes(info.documentId)).equals(plan)).toBe(true);
    expect(info).toMatchObject(await library.documentAtPath(info.path));
    expect((await library.marks(puffins?.chunkId ?? '', [])) ?? null).toMatchObject({ page: 2 });

    const map = await firstHit(library, 'Where is the map of the Danube?');
    expect(map?.path).toBe(join(root, 'house.eml!/old.zip!/rooms/attic.txt'));
    const inFolder = await library.search({ query: 'map in:old.zip', k: 3 });
    expect(inFolder.hits.map(({ path }) => path)).toEqual([map?.path]);
    const underFile = await library.search({ query: 'map', filter: { paths: [join(root, 'house.eml')] } });
    expect(underFile.hits.every(({ path }) => path.startsWith(join(root, 'house.eml')))).toBe(true);
    expect(underFile.hits[0]?.path).toBe(map?.path);

    // The names in an archive answer nothing, whatever is asked; what lies in it does.
    for (const query of ['flurb zonkle cellar.txt', 'rooms attic txt', 'plan.pdf cellar']) {
      const { hits } = await library.search({ query, k: 20, all: true });
      expect(hits.length).toBeGreaterThan(0);
      expect(hits.filter(({ type }) => type === 'zip')).toEqual([]);
    }
    const archives = await library.search({ query: 'cellar type:zip', all: true });
    expect(archives.hits[0]).toMatchObject({ path: join(root, 'papers/all.zip'), type: 'zip' });

    const second = await library.index({ paths: [root] });
    expect(second).toMatchObject({
      tokens: 0,
      documents: { found: 7, unchanged: 7, indexed: 0 },
      seconds: { load: 0 },
    });
    expect((await library.verify()).damage).toEqual([]);
  });

  it('keeps its vectors when the file that holds it changes, and goes when it is gone from it', async () => {
    const root = temporaryFolder();
    const path = join(root, 'all.zip');
    writeFileSync(path, makeZip({ 'cellar.txt': cellar, 'attic.txt': attic, 'plan.pdf': plan }));
    const library = await open();
    await library.index({ paths: [root] });
    const before = await firstHit(library, 'barrels of quince wine');

    writeFileSync(path, makeZip({ 'below/cellar.txt': cellar, 'plan.pdf': plan, 'garden.txt': 'Two pear trees.' }));
    const { documents } = await library.index({ paths: [root] });
    expect(documents).toMatchObject({ indexed: 2, unchanged: 2, removed: 1 });
    expect(await documentsOf(library, root)).toEqual({
      'all.zip': 'ready',
      'all.zip!/below/cellar.txt': 'ready',
      'all.zip!/garden.txt': 'ready',
      'all.zip!/plan.pdf': 'ready',
    });
    const after = await firstHit(library, 'barrels of quince wine');
    expect(after?.path).toBe(join(root, 'all.zip!/below/cellar.txt'));
    expect(after?.documentId).toBe(before?.documentId);
    const words = await library.search({ query: 'Danube delta', mode: 'words' });
    expect(words.hits).toEqual([]);
    expect((await library.verify()).damage).toEqual([]);
  });

  it('that lies there twice is opened once, and at the other place when the first is gone', async () => {
    const root = temporaryFolder();
    const path = join(root, 'all.zip');
    const inner = makeZip({ 'attic.txt': attic });
    writeFileSync(path, makeZip({ 'a.zip': inner, 'b/b.zip': makeZip({ 'again.zip': inner }) }));
    const library = await open();
    await library.index({ paths: [root] });
    expect(await documentsOf(library, root)).toEqual({
      'all.zip': 'ready',
      'all.zip!/a.zip': 'ready',
      'all.zip!/a.zip!/attic.txt': 'ready',
      'all.zip!/b/b.zip': 'ready',
      'all.zip!/b/b.zip!/again.zip': 'ready',
    });
    writeFileSync(path, makeZip({ 'b/b.zip': makeZip({ 'again.zip': inner }) }));
    await library.index({ paths: [root] });
    expect(await documentsOf(library, root)).toEqual({
      'all.zip': 'ready',
      'all.zip!/b/b.zip': 'ready',
      'all.zip!/b/b.zip!/again.zip': 'ready',
      'all.zip!/b/b.zip!/again.zip!/attic.txt': 'ready',
    });
    expect((await firstHit(library, 'map of the Danube'))?.path).toBe(
      join(root, 'all.zip!/b/b.zip!/again.zip!/attic.txt'),
    );
    expect((await library.verify()).damage).toEqual([]);
  });

  it('moves with the file that holds it, and is copied with it, without embedding again', async () => {
    const root = temporaryFolder();
    const archive = makeZip({ 'cellar.txt': cellar, 'deep.zip': makeZip({ 'attic.txt': attic }) });
    writeFiles(root, { 'a/all.zip': archive });
    const library = await open();
    await library.index({ paths: [root] });
    const before = await firstHit(library, 'map of the Danube');

    renameSync(join(root, 'a'), join(root, 'b'));
    const moved = await library.index({ paths: [root] });
    expect(moved).toMatchObject({ tokens: 0, documents: { moved: 1, indexed: 0, removed: 0 } });
    const after = await firstHit(library, 'map of the Danube');
    expect(after?.path).toBe(join(root, 'b/all.zip!/deep.zip!/attic.txt'));
    expect(after?.documentId).toBe(before?.documentId);

    writeFiles(root, { 'copy.zip': archive });
    const copied = await library.index({ paths: [root] });
    expect(copied).toMatchObject({ documents: { indexed: 4, removed: 0 } });
    // Only the list of names is embedded for its own name's sake, if at all.
    expect(copied.chunks.added).toBe(0);
    expect(Object.values(await documentsOf(library, root))).toEqual(Array(8).fill('ready'));
    expect((await library.verify()).damage).toEqual([]);
  });

  it('is gone with the file that held it, with the folder, and with everything', async () => {
    const root = temporaryFolder();
    writeFiles(root, {
      'one.zip': makeZip({ 'cellar.txt': cellar, 'deep.zip': makeZip({ 'attic.txt': attic }) }),
      'two/mail.mbox': makeMailbox([
        makeMail('One', 'Hello', [{ name: 'a.txt', content: 'The first of two apples.' }]),
      ]),
    });
    const library = await open();
    await library.index({ paths: [root] });
    expect((await library.status()).folders[0]).toMatchObject({ documents: 6, bytes: expect.any(Number) });
    rmSync(join(root, 'one.zip'));
    expect((await library.index({ paths: [root] })).documents).toMatchObject({ removed: 4, unchanged: 2 });
    expect(await documentsOf(library, root)).toEqual({ 'two/mail.mbox': 'ready', 'two/mail.mbox!/a.txt': 'ready' });
    const [folder] = (await library.status()).folders;
    expect(await library.removeFolder(folder?.folderId ?? 0)).toEqual({ documents: 2 });
    expect(await library.status()).toMatchObject({ chunks: 0, vectors: 0, folders: [] });
    expect((await library.verify()).damage).toEqual([]);
  });

  it('that cannot be read is a problem of its own, and is tried again without its file being read', async () => {
    const root = temporaryFolder();
    const bomb = Buffer.alloc(40 * 1024 * 1024);
    writeFileSync(
      join(root, 'mixed.zip'),
      makeArchive([
        { name: 'bomb.txt', content: bomb },
        { name: 'good.txt', content: cellar },
        { name: 'secret.txt', content: 'no', isEncrypted: true },
        { name: 'broken.pdf', content: '%PDF-1.4 1 0 obj nothing' },
        { name: 'song.mp3', content: 'no words' },
        { name: 'empty.txt', content: '' },
        { name: 'last.txt', content: attic },
      ]),
    );
    const library = await open();
    const report = await library.index({ paths: [root] });
    expect(await documentsOf(library, root)).toEqual({
      'mixed.zip': 'ready',
      'mixed.zip!/bomb.txt': 'skipped: too-large',
      'mixed.zip!/good.txt': 'ready',
      'mixed.zip!/secret.txt': 'skipped: password-protected',
      'mixed.zip!/broken.pdf': 'failed: damaged',
      'mixed.zip!/song.mp3': 'skipped: unsupported',
      'mixed.zip!/empty.txt': 'skipped: empty',
      'mixed.zip!/last.txt': 'ready',
    });
    expect(report.problems).toHaveLength(5);
    expect(report.problems.map(({ path }) => path)).toContain(join(root, 'mixed.zip!/secret.txt'));
    const again = await library.index({ paths: [root] });
    expect(again).toMatchObject({ documents: { unchanged: 8, failed: 0, skipped: 0 }, seconds: { load: 0 } });
    expect(again.problems).toHaveLength(5);
    expect((await library.retry(null)).documents).toMatchObject({ unchanged: 3, failed: 1, skipped: 4 });
  });

  it('of a file whose own pages cannot be read is read all the same', async () => {
    const root = temporaryFolder();
    const scan = makePdf([{ hasPicture: true }], { files: [{ name: 'cellar.txt', content: cellar }] });
    writeFiles(root, { 'scan.pdf': scan });
    const library = await open();
    await library.index({ paths: [root] });
    expect(await documentsOf(library, root)).toEqual({
      'scan.pdf': 'skipped: needs-recognition',
      'scan.pdf!/cellar.txt': 'ready',
    });
    expect((await library.index({ paths: [root] })).documents).toMatchObject({ unchanged: 2 });
  });

  it('is read again alone, with another encoding where a person chooses one', async () => {
    const root = temporaryFolder();
    const letter = Buffer.from('Se\u00f1ora Nu\u00f1ez: la ni\u00f1a ma\u00f1ana vuelve a Espa\u00f1a.', 'latin1');
    writeFiles(root, { 'all.zip': makeZip({ 'letter.txt': letter, 'cellar.txt': cellar }) });
    const library = await open();
    await library.index({ paths: [root] });
    const { documentId } = await library.documentAtPath(join(root, 'all.zip!/letter.txt'));
    const again = await library.readAgain(documentId, 'koi8-r');
    expect(again).toMatchObject({ encoding: 'koi8-r', state: 'words' });
    expect((await library.text(documentId)).text).toContain('SeЯora');
    await library.readAgain(documentId, null);
    expect((await library.text(documentId)).text).toContain('Señora');
    expect((await library.index({ paths: [root] })).documents).toMatchObject({ found: 3, unchanged: 3 });
  });

  it('stays as it is when its file is only touched, and when a folder around its root is added', async () => {
    const parent = temporaryFolder();
    const root = join(parent, 'papers');
    writeFiles(root, { 'all.zip': makeZip({ 'cellar.txt': cellar }) });
    const library = await open();
    await library.index({ paths: [join(root, 'all.zip')] });
    expect((await library.documentAtPath(join(root, 'all.zip!/cellar.txt'))).state).toBe('ready');
    const problemsOf = await library.index({ paths: [join(root, 'all.zip')] });
    expect(problemsOf.documents).toMatchObject({ found: 2, unchanged: 2 });
    utimesSync(join(root, 'all.zip'), new Date(), new Date(Date.now() - 60_000));
    expect(await library.index({ paths: [parent] })).toMatchObject({
      tokens: 0,
      documents: { unchanged: 2, removed: 0 },
    });
    expect(await documentsOf(library, parent)).toEqual({
      'papers/all.zip': 'ready',
      'papers/all.zip!/cellar.txt': 'ready',
    });
    const hit = await firstHit(library, 'quince wine');
    expect(hit?.path).toBe(join(root, 'all.zip!/cellar.txt'));
  });

  it('follows a drive that is away and comes back', async () => {
    const parent = temporaryFolder();
    const root = join(parent, 'drive');
    writeFiles(root, { 'all.zip': makeZip({ 'cellar.txt': cellar }) });
    const library = await open();
    await library.index({ paths: [root] });
    renameSync(root, join(parent, 'away'));
    expect((await library.index({ paths: [root] })).documents).toMatchObject({ offline: 2, removed: 0 });
    renameSync(join(parent, 'away'), root);
    expect(await library.index({ paths: [root] })).toMatchObject({ tokens: 0, documents: { unchanged: 2 } });
    expect((await library.status()).documents).toMatchObject({ ready: 2, offline: 0 });
  });
});
