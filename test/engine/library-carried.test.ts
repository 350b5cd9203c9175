// A library that is carried to another machine through the one door: nothing is embedded there, with its text or without.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Library } from '../../electron/engine/library.js';
import { makeZip } from '../helpers/make-zip.js';
import { openTestLibrary } from '../helpers/open-library.js';
import { temporaryFolder, writeFiles } from '../helpers/temporary-folder.js';

const note = 'The heron nests above the old mill, and the miller counts its young every spring.';
const documents = {
  'garantia.md': '# Garantía\n\n## Plazo\n\nLa garantía cubre los defectos de fabricación durante tres años.\n',
  'garden/compost.txt': 'Compost needs air, water and a mix of green and brown material.\n',
  'mill.zip': makeZip({ 'note.txt': note, 'deeper.zip': makeZip({ 'other.txt': 'The weir was mended in May.' }) }),
  'empty.txt': '',
};
const question = '¿Qué pájaro cría sobre el molino?';

async function open(folder: string): Promise<Library> {
  const library = await openTestLibrary({ folder });
  onTestFinished(() => library.close());
  return library;
}

/** A library of the documents, its folder, and an export of it. */
async function exported(withText: boolean) {
  const [root, folder] = [temporaryFolder(), temporaryFolder()];
  writeFiles(root, documents);
  const library = await open(folder);
  await library.index({ paths: [root] });
  const file = join(temporaryFolder(), 'library.acervo');
  await library.exportTo(file, { withText });
  return { library, root, file };
}

async function hitsOf(library: Library, root: string) {
  const { hits } = await library.search({ query: question, all: true });
  return hits.map(({ path, text, cosine, chunkId }) => ({ path: path.slice(root.length), text, cosine, chunkId }));
}

describe('a library that is carried', () => {
  it('answers the same questions at once where its folder is not, and goes on following it where it comes', async () => {
    const { library, root, file } = await exported(true);
    const before = await hitsOf(library, root);
    const there = join(temporaryFolder(), 'papers');
    const other = await open(temporaryFolder());
    await other.importFrom(file, [{ from: root, to: there }]);
    const result = await other.search({ query: question });
    expect(result.hits[0]).toMatchObject({ path: join(there, 'mill.zip!/note.txt'), offline: true });
    expect(await hitsOf(other, there)).toEqual(before);
    // Nothing is lost by a check while it is away.
    expect((await other.check(null)).documents).toMatchObject({ offline: 7, removed: 0 });

    cpSync(root, there, { recursive: true });
    const report = await other.check(null);
    expect(report).toMatchObject({ tokens: 0, documents: { removed: 0, indexed: 0 } });
    expect((await other.search({ query: question })).hits[0]).toMatchObject({ offline: false });
    expect(await hitsOf(other, there)).toEqual(before);
    expect(await other.verify()).toMatchObject({ damage: [] });
  });

  it('embeds nothing when it came without its text and is read again, also what lies inside files', async () => {
    const { library, root, file } = await exported(false);
    const before = await hitsOf(library, root);
    const there = join(temporaryFolder(), 'papers');
    const other = await open(temporaryFolder());
    await other.importFrom(file, [{ from: root, to: there }]);
    expect((await other.search({ query: question })).hits).toEqual([]);
    // A file that has another name by now finds its vectors too.
    cpSync(root, there, { recursive: true });
    renameSync(join(there, 'garden', 'compost.txt'), join(there, 'garden', 'heap.txt'));
    const report = await other.check(null);
    expect(report.tokens).toBe(0);
    expect((await other.status()).documents).toMatchObject({ ready: 6, skipped: 1, waiting: 0 });
    expect(await hitsOf(other, there)).toHaveLength(before.length);
    expect((await other.status()).vectors).toBe((await library.status()).vectors);
    expect(await other.verify()).toMatchObject({ damage: [], repaired: [] });
  });

  it('stays as it was when the folder that it is mapped to turns out to be empty', async () => {
    const { root, file } = await exported(true);
    const empty = temporaryFolder();
    const other = await open(temporaryFolder());
    await other.importFrom(file, [{ from: root, to: empty }]);
    expect((await other.check(null)).documents).toMatchObject({ removed: 0, offline: 7 });
    expect((await other.search({ query: question })).hits.length).toBeGreaterThan(0);
  });

  it('leaves no half of an export behind when the library is closed meanwhile', async () => {
    const { library, file } = await exported(true);
    const target = `${file}-again`;
    const written = library.exportTo(target);
    await Promise.all([library.close(), written.catch(() => null)]);
    expect(readdirSync(join(file, '..')).filter((name) => name.includes('partial'))).toEqual([]);
    expect(existsSync(target) ? readFileSync(target).subarray(0, 6).toString() : 'ACERVO').toBe('ACERVO');
  });
});
