// A library follows the disk by itself: everything here happens to files only, and is then waited for.
import { appendFileSync, cpSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Library, OpenLibraryOptions } from '../../electron/engine/library.js';
import type { FollowTimes } from '../../electron/engine/watch/follower.js';
import { type CountingParser, countingParser } from '../helpers/counting-parser.js';
import { openTestLibrary } from '../helpers/open-library.js';
import { temporaryFolder, writeFiles } from '../helpers/temporary-folder.js';

const quick: Partial<FollowTimes> = { quietMs: 50, longestWaitMs: 500, freshMs: 0, graceMs: 200, tickMs: 200 };
const patient = { timeout: 60_000, interval: 50 };

interface Followed {
  readonly library: Library;
  readonly root: string;
  readonly parser: CountingParser;
}

/** A library that holds one folder and follows it. */
async function follow(
  files: Readonly<Record<string, string>>,
  { times = quick, ...options }: Partial<OpenLibraryOptions> & { readonly times?: Partial<FollowTimes> } = {},
): Promise<Followed> {
  const root = join(temporaryFolder(), 'documents');
  mkdirSync(root);
  writeFiles(root, files);
  const parser = countingParser();
  const library = await openTestLibrary({ folder: temporaryFolder(), startParser: parser.start, ...options });
  onTestFinished(() => library.close());
  await library.index({ paths: [root] });
  await library.follow(times);
  return { library, root, parser };
}

/** Relative paths of all documents with their states, in order. */
async function listed({ library, root }: Followed): Promise<readonly string[]> {
  const { documents } = await library.documents({ offset: 0, limit: 1_000 });
  return documents.map(({ path, state }) => `${path.slice(root.length + 1)} ${state}`);
}

const untilListed = (followed: Followed, expected: readonly string[]) =>
  expect.poll(() => listed(followed), patient).toEqual(expected);

const idOf = async ({ library, root }: Followed, name: string): Promise<string> =>
  (await library.documentAtPath(join(root, name))).documentId;

function notes(count: number, folder = ''): Record<string, string> {
  const name = (index: number) => `${folder}note-${String(index).padStart(3, '0')}.txt`;
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [name(index), `Note ${index}${folder} about tea.`]),
  );
}

describe('a library that follows the disk', () => {
  it('finds what is new, what was edited, and what lies in a new folder, and forgets what was deleted', async () => {
    const followed = await follow({ 'a.txt': 'The harbour is quiet.', 'b.txt': 'The mill turns.' });
    const { library, root } = followed;
    const edited = await idOf(followed, 'a.txt');
    writeFileSync(join(root, 'a.txt'), 'The lighthouse burns at night.');
    writeFiles(root, { 'deep/er/new.txt': 'Olives are picked in winter.' });
    rmSync(join(root, 'b.txt'));
    await untilListed(followed, ['a.txt ready', 'deep/er/new.txt ready']);
    expect(await idOf(followed, 'a.txt')).toBe(edited);
    const find = async (query: string) => (await library.search({ query, mode: 'words' })).hits.length;
    await expect.poll(() => find('lighthouse'), patient).toBe(1);
    expect([await find('harbour'), await find('mill'), await find('olives')]).toEqual([0, 0, 1]);
    // What came with the new folder is followed too.
    writeFileSync(join(root, 'deep', 'er', 'later.txt'), 'A later word.');
    await untilListed(followed, ['a.txt ready', 'deep/er/later.txt ready', 'deep/er/new.txt ready']);
  });

  it('takes a moved, renamed or copied file for what it is: nothing is parsed or embedded', async () => {
    const followed = await follow({ 'a.txt': 'The harbour is quiet.', 'sub/b.txt': 'The mill turns.' });
    const { library, root, parser } = followed;
    const [a, b] = [await idOf(followed, 'a.txt'), await idOf(followed, 'sub/b.txt')];
    const before = { loads: parser.calls.load, vectors: (await library.status()).vectors };
    renameSync(join(root, 'a.txt'), join(root, 'A.txt'));
    renameSync(join(root, 'sub', 'b.txt'), join(root, 'b.txt'));
    cpSync(join(root, 'b.txt'), join(root, 'sub', 'copy.txt'));
    await untilListed(followed, ['A.txt ready', 'b.txt ready', 'sub/copy.txt ready']);
    expect([await idOf(followed, 'A.txt'), await idOf(followed, 'b.txt')]).toEqual([a, b]);
    expect({ loads: parser.calls.load, vectors: (await library.status()).vectors }).toEqual(before);
  });

  it('reads a file anew that another one took the place of', async () => {
    const followed = await follow({ 'a.txt': 'The harbour is quiet.', 'b.txt': 'The mill turns.' });
    const { library, root } = followed;
    writeFileSync(join(root, 'a.txt.tmp'), 'The lighthouse burns.');
    renameSync(join(root, 'a.txt.tmp'), join(root, 'a.txt'));
    renameSync(join(root, 'b.txt'), join(root, 'c.txt'));
    writeFileSync(join(root, 'b.txt'), 'Olives are picked in winter.');
    await untilListed(followed, ['a.txt ready', 'b.txt ready', 'c.txt ready']);
    const textOf = async (name: string) => (await library.text(await idOf(followed, name))).text;
    await expect.poll(() => textOf('a.txt'), patient).toContain('lighthouse');
    await expect.poll(() => textOf('b.txt'), patient).toContain('Olives');
    expect(await textOf('c.txt')).toContain('mill');
  });

  it('follows a renamed folder with hundreds of documents without a parse or an embedding', async () => {
    const count = 300;
    const followed = await follow(notes(count, 'old name/sub/'));
    const { library, root, parser } = followed;
    const first = await idOf(followed, 'old name/sub/note-000.txt');
    const before = { loads: parser.calls.load, vectors: (await library.status()).vectors };
    renameSync(join(root, 'old name'), join(root, 'new name'));
    const expected = Object.keys(notes(count, 'new name/sub/')).map((name) => `${name} ready`);
    await untilListed(followed, expected);
    expect(await idOf(followed, 'new name/sub/note-000.txt')).toBe(first);
    expect({ loads: parser.calls.load, vectors: (await library.status()).vectors }).toEqual(before);
    // The folder is watched under its new name.
    writeFileSync(join(root, 'new name', 'sub', 'note-000.txt'), 'Something about coffee.');
    await expect.poll(() => parser.calls.load, patient).toBe(before.loads + 1);
    await untilListed(followed, expected);
  });

  it('leaves a file alone while it grows, and temporary files for ever', async () => {
    const followed = await follow({ 'a.txt': 'A.' }, { times: { ...quick, freshMs: 1_500 } });
    const { root, parser } = followed;
    const before = parser.calls.load;
    writeFiles(root, { '~$report.docx': 'x', 'film.txt.crdownload': 'x', '.~lock.a.odt#': 'x', 'grown.txt': 'Half' });
    for (let step = 0; step < 20; step += 1) {
      appendFileSync(join(root, 'grown.txt'), ` and more ${step}`);
      expect(await listed(followed)).toEqual(['a.txt ready']);
    }
    await untilListed(followed, ['a.txt ready', 'grown.txt ready']);
    expect(parser.calls.load).toBe(before + 1);
  });

  it.runIf(process.platform !== 'win32')(
    'does not open a placeholder, and reads it when its content is there',
    async () => {
      const followed = await follow({ 'a.txt': 'A.', 'evicted.txt': 'The harbour is quiet. '.repeat(400) });
      const { library, root, parser } = followed;
      const before = { ...parser.calls };
      writeFileSync(join(root, 'cloud.txt'), '');
      truncateSync(join(root, 'cloud.txt'), 50_000);
      writeFileSync(join(root, 'evicted.txt'), '');
      truncateSync(join(root, 'evicted.txt'), 60_000);
      await untilListed(followed, ['a.txt ready', 'cloud.txt skipped', 'evicted.txt skipped']);
      await expect
        .poll(async () => (await library.problemGroups())[0], patient)
        .toEqual({ reason: 'incomplete', documents: 2 });
      expect(parser.calls).toEqual(before);
      // What was read of it before is still found.
      expect((await library.search({ query: 'harbour', mode: 'words' })).hits).not.toEqual([]);
      writeFileSync(join(root, 'cloud.txt'), 'Here it is at last.');
      await untilListed(followed, ['a.txt ready', 'cloud.txt ready', 'evicted.txt skipped']);
    },
  );

  it('does nothing while it is paused, and everything that was missed afterwards', async () => {
    const followed = await follow({ 'a.txt': 'A.' });
    const { library, root } = followed;
    library.pause();
    writeFileSync(join(root, 'b.txt'), 'The mill turns.');
    // Another library sees the file: whoever watched had time to.
    const other = await openTestLibrary({ folder: temporaryFolder() });
    onTestFinished(() => other.close());
    await other.index({ paths: [root] });
    expect(await listed(followed)).toEqual(['a.txt ready']);
    library.resume();
    await untilListed(followed, ['a.txt ready', 'b.txt ready']);
  });

  it('marks everything as offline when the folder goes, and is as before when it is back', async () => {
    const followed = await follow(notes(3));
    const { library, root, parser } = followed;
    const loads = parser.calls.load;
    const names = Object.keys(notes(3));
    renameSync(root, `${root} away`);
    await untilListed(
      followed,
      names.map((name) => `${name} offline`),
    );
    expect((await library.search({ query: 'tea', mode: 'words' })).hits[0]?.offline).toBe(true);
    renameSync(`${root} away`, root);
    await untilListed(
      followed,
      names.map((name) => `${name} ready`),
    );
    writeFileSync(join(root, 'late.txt'), 'The mill turns.');
    await untilListed(followed, ['late.txt ready', ...names.map((name) => `${name} ready`)]);
    expect(parser.calls.load).toBe(loads + 1);
  });

  it('asks before it forgets much, and follows both answers', async () => {
    const followed = await follow({ ...notes(12), ...notes(12, 'sub/') });
    const { library, root } = followed;
    const [folder] = (await library.status()).folders;
    const folderId = folder?.folderId ?? 0;
    const asked = async () => (await library.status()).folders[0]?.missingAsked;
    rmSync(join(root, 'sub'), { recursive: true });
    await expect.poll(asked, patient).toBe(12);
    expect((await library.search({ query: 'tea', mode: 'words', k: 50, all: true })).hits).toHaveLength(24);
    expect(await library.settleMissing(folderId, 'keep')).toEqual({ documents: 12 });
    expect((await library.status()).folders[0]).toMatchObject({ documents: 24, missing: 12, missingAsked: 0 });
    for (const name of Object.keys(notes(8))) rmSync(join(root, name));
    await expect.poll(asked, patient).toBe(8);
    expect(await library.settleMissing(folderId, 'remove')).toEqual({ documents: 20 });
    expect((await library.status()).folders[0]).toMatchObject({ documents: 4, missing: 0, missingAsked: 0 });
    expect((await library.verify()).damage).toEqual([]);
  });

  it('checks by the clock what cannot be watched', async () => {
    const followed = await follow({ 'a.txt': 'A.' }, { times: { ...quick, timedMs: 50, maxFolders: 0 } });
    writeFileSync(join(followed.root, 'b.txt'), 'The mill turns.');
    await untilListed(followed, ['a.txt ready', 'b.txt ready']);
  });

  it('follows folders that are added later, and no longer those that were removed', async () => {
    const followed = await follow({ 'a.txt': 'A.' });
    const { library, root } = followed;
    const later = temporaryFolder();
    writeFiles(later, { 'one.txt': 'One.' });
    await library.index({ paths: [later] });
    const first = (await library.status()).folders.find(({ path }) => path === root)?.folderId ?? 0;
    await library.removeFolder(first);
    writeFileSync(join(root, 'b.txt'), 'The mill turns.');
    writeFileSync(join(later, 'two.txt'), 'Two.');
    const paths = async () => (await library.documents({ offset: 0, limit: 9 })).documents.map(({ path }) => path);
    await expect.poll(paths, patient).toEqual([join(later, 'one.txt'), join(later, 'two.txt')]);
  });

  it('never looks at itself, though it lies in a folder that it follows', async () => {
    const root = temporaryFolder();
    writeFiles(root, { 'a.txt': 'A note.' });
    const library = await openTestLibrary({ folder: join(root, 'library') });
    onTestFinished(() => library.close());
    await library.index({ paths: [root] });
    await library.follow(quick);
    writeFiles(root, { 'b.txt': 'Another note.' });
    await expect.poll(async () => (await library.status()).documents.ready, patient).toBe(2);
    expect((await library.status()).folders[0]?.documents).toBe(2);
  });
});
