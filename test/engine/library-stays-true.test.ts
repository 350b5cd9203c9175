// What happens to a library when folders go, drives are pulled out, parts fail and other work comes in between.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Library, OpenLibraryOptions } from '../../electron/engine/library.js';
import { forkParser } from '../../electron/engine/load/fork-parser.js';
import { openTestLibrary } from '../helpers/open-library.js';
import { temporaryFolder, writeFiles } from '../helpers/temporary-folder.js';

async function open(options: Partial<OpenLibraryOptions> = {}): Promise<Library> {
  const library = await openTestLibrary({ folder: temporaryFolder(), ...options });
  onTestFinished(() => library.close());
  return library;
}

function notes(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`part-${index % 3}/note-${index}.txt`, `Note ${index} about tea.`]),
  );
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Resolves when indexing has listed its files and waits at the gate before it reads the first; gives its end. */
async function listThenWait(library: Library, root: string, options: { force?: boolean; signal?: AbortSignal } = {}) {
  library.pause();
  const end = library.index({ paths: [root], force: options.force }, options.signal);
  end.catch(() => null);
  while (library.progress().total === 0) await turn();
  return { end };
}

describe('a library stays true', () => {
  it('forgets a part of a folder that is gone when that part is checked, and keeps the rest at hand', async () => {
    const root = temporaryFolder();
    writeFiles(root, notes(6));
    const library = await open();
    await library.index({ paths: [root] });
    rmSync(join(root, 'part-1'), { recursive: true });
    const { documents } = await library.index({ paths: [join(root, 'part-1')] });
    expect(documents).toMatchObject({ removed: 2, offline: 0 });
    expect((await library.status()).documents).toMatchObject({ ready: 4, offline: 0 });
  });

  it('keeps everything of a drive that is pulled out while its files are read', async () => {
    const parent = temporaryFolder();
    const root = join(parent, 'drive');
    writeFiles(root, notes(12));
    const library = await open();
    await library.index({ paths: [root] });
    const { end } = await listThenWait(library, root, { force: true });
    renameSync(root, join(parent, 'pulled-out'));
    library.resume();
    const away = await end;
    expect(away.documents).toMatchObject({ offline: 12, removed: 0, failed: 0 });
    expect(away.problems).toMatchObject([{ path: root, state: 'offline' }]);
    expect((await library.search({ query: 'note about tea', all: true })).hits[0]?.offline).toBe(true);
    renameSync(join(parent, 'pulled-out'), root);
    const back = await library.index({ paths: [root] });
    expect(back).toMatchObject({ tokens: 0, documents: { failed: 0, removed: 0 } });
    expect((await library.status()).documents).toMatchObject({ ready: 12, offline: 0 });
  });

  it('takes the empty folder on which a drive was mounted for the drive being away, and an emptied one for empty', async () => {
    const parent = temporaryFolder();
    const root = join(parent, 'drive');
    writeFiles(root, notes(3));
    const library = await open();
    await library.index({ paths: [root] });
    renameSync(root, join(parent, 'the drive itself'));
    mkdirSync(root);
    expect((await library.index({ paths: [root] })).documents).toMatchObject({ offline: 3, removed: 0 });
    rmSync(root, { recursive: true });
    renameSync(join(parent, 'the drive itself'), root);
    expect((await library.index({ paths: [root] })).documents).toMatchObject({ offline: 0, unchanged: 3 });
    for (const part of ['part-0', 'part-1', 'part-2']) rmSync(join(root, part), { recursive: true });
    expect((await library.index({ paths: [root] })).documents).toMatchObject({ offline: 0, removed: 3 });
  });

  it('keeps what it knows of a file that cannot be read for the moment', async () => {
    const root = temporaryFolder();
    writeFiles(root, { 'a.txt': 'The old words of this note are about lighthouses.' });
    const library = await open();
    await library.index({ paths: [root] });
    const { end } = await listThenWait(library, root, { force: true });
    renameSync(join(root, 'a.txt'), join(root, '.hidden'));
    library.resume();
    expect((await end).problems).toMatchObject([{ reason: 'vanished' }]);
    expect((await library.search({ query: 'lighthouses' })).hits).toHaveLength(1);
    expect((await library.verify()).damage).toEqual([]);
    renameSync(join(root, '.hidden'), join(root, 'a.txt'));
    expect(await library.index({ paths: [root] })).toMatchObject({ tokens: 0, problems: [] });
  });

  it('removes a folder, checks itself and resets while indexing goes on or is paused, and then goes on', async () => {
    const [kept, removed] = [temporaryFolder(), temporaryFolder()];
    writeFiles(kept, notes(9));
    writeFiles(removed, { 'b.txt': 'Another text.' });
    const library = await open();
    await library.index({ paths: [removed] });
    const folderId = (await library.status()).folders[0]?.folderId ?? 0;
    const { end } = await listThenWait(library, kept);
    expect(await library.removeFolder(folderId)).toEqual({ documents: 1 });
    expect((await library.verify()).damage).toEqual([]);
    library.resume();
    expect((await end).documents).toMatchObject({ indexed: 9, failed: 0 });
    expect((await library.status()).documents.ready).toBe(9);
  });

  it.each([
    ['removed', async (library: Library) => library.removeFolder((await library.status()).folders[0]?.folderId ?? 0)],
    ['reset', (library: Library) => library.reset()],
  ])('does not bring back what is %s while it is being read, or waits to be read', async (_, takeOut) => {
    const [root, next] = [temporaryFolder(), temporaryFolder()];
    writeFiles(root, notes(9));
    writeFiles(next, { 'b.txt': 'Another text.' });
    const library = await open();
    const { end } = await listThenWait(library, root);
    expect(await takeOut(library)).toEqual({ documents: 9 });
    library.resume();
    await end;
    expect(await library.status()).toMatchObject({ folders: [], chunks: 0 });

    await library.index({ paths: [next], wordsOnly: true });
    const first = await listThenWait(library, root);
    const waiting = library.index({ paths: [next, join(next, 'b.txt')], wordsOnly: true });
    for (const { folderId } of (await library.status()).folders) await library.removeFolder(folderId);
    library.resume();
    await Promise.all([first.end, waiting]);
    expect(await library.status()).toMatchObject({ folders: [], chunks: 0 });
  });

  it('passes over what no folder of the library holds where only that is asked for', async () => {
    const root = temporaryFolder();
    writeFiles(root, { 'a.txt': 'One.' });
    const library = await open();
    await library.index({ paths: [join(root, 'a.txt'), join(root, 'gone.txt')], onlyKnown: true });
    expect((await library.status()).folders).toEqual([]);
  });

  it('counts once what is named twice, and refuses a mistyped part of a folder', async () => {
    const root = temporaryFolder();
    writeFiles(root, notes(6));
    const library = await open();
    const part = join(root, 'part-0');
    const paths = [part, root, root, part];
    expect((await library.index({ paths, wordsOnly: true })).documents).toMatchObject({ found: 6, indexed: 6 });
    expect((await library.index({ paths, wordsOnly: true })).documents).toMatchObject({ found: 6, unchanged: 6 });
    await expect(library.index({ paths: [join(root, 'prat-0')] })).rejects.toMatchObject({ code: 'vanished' });
  });

  it('refuses a search for what is no number of passages', async () => {
    const library = await open();
    for (const k of [Number.NaN, 0, 1.5]) {
      await expect(library.search({ query: 'tea', k })).rejects.toMatchObject({ code: 'wrong-use' });
    }
  });

  it('stops when it is told to while it is paused', async () => {
    const root = temporaryFolder();
    writeFiles(root, notes(3));
    const library = await open();
    const stop = new AbortController();
    const { end } = await listThenWait(library, root, { signal: stop.signal });
    stop.abort();
    await expect(end).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('checks the other folders when one was removed while the check waited its turn', async () => {
    const [one, two] = [temporaryFolder(), temporaryFolder()];
    writeFiles(one, { 'a.txt': 'One.' });
    writeFiles(two, { 'b.txt': 'Two.' });
    const library = await open();
    await library.index({ paths: [one, two] });
    const first = (await library.status()).folders.find(({ path }) => path === one)?.folderId ?? 0;
    const removal = library.removeFolder(first);
    const check = library.check(null);
    await removal;
    expect((await check).documents).toMatchObject({ unchanged: 1 });
    await expect(library.check(first)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('goes on when a folder around the one being indexed is added', async () => {
    const outer = temporaryFolder();
    writeFiles(outer, { ...notes(6), 'top.txt': 'On top.' });
    const library = await open();
    const inner = await listThenWait(library, join(outer, 'part-0'));
    // At once, as the window does, though the first run goes on.
    await library.addRoots([outer]);
    const around = library.index({ paths: [outer] });
    library.resume();
    await Promise.all([inner.end, around]);
    const status = await library.status();
    expect(status.folders.map(({ path }) => path)).toEqual([outer]);
    expect(status.documents).toMatchObject({ ready: 7, failed: 0 });
    expect((await library.verify()).damage).toEqual([]);
  });

  it('leaves a document alone that took its reader down twice, and reads it again when its content changes', async () => {
    const root = temporaryFolder();
    writeFiles(root, { 'bad.txt': 'This one ends its reader.', 'good.txt': 'This one is fine.' });
    let isDeadly = true;
    const library = await open({
      async startParser() {
        const connection = await forkParser();
        const { channel } = connection;
        const post: typeof channel.post = (message, transfer) => {
          const { method, payload } = message as { method?: string; payload?: { path?: string } };
          // Ended instead of asked: after the question a quick reader may have answered before it is gone.
          if (isDeadly && method === 'load' && payload?.path?.endsWith('bad.txt')) connection.kill();
          else channel.post(message, transfer);
        };
        return { ...connection, channel: { ...channel, post } };
      },
    });
    const reasonOf = async (report: Promise<{ problems: readonly { reason: string | null }[] }>) =>
      (await report).problems.map(({ reason }) => reason);
    expect(await reasonOf(library.index({ paths: [root] }))).toEqual(['damaged']);
    expect(await reasonOf(library.retry(null))).toEqual(['quarantined']);
    expect((await library.index({ paths: [root] })).documents).toMatchObject({ unchanged: 2 });
    isDeadly = false;
    writeFileSync(join(root, 'bad.txt'), 'This one has become harmless.');
    expect(await library.index({ paths: [root] })).toMatchObject({ problems: [], documents: { indexed: 1 } });
  });

  it('lists a file whose name is no text, and what it knows of the others', async () => {
    const root = temporaryFolder();
    writeFiles(root, { 'a.txt': 'A note.' });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9]), Buffer.from('.txt')]), 'Lost.');
    const library = await open();
    const report = await library.index({ paths: [root] });
    expect(report.documents).toMatchObject({ found: 2, indexed: 1, failed: 1 });
    expect(report.problems).toMatchObject([
      { reason: 'unreadable', message: expect.stringContaining('Give it another one') },
    ]);
  });

  it('never indexes itself', async () => {
    const root = temporaryFolder();
    writeFiles(root, { 'a.txt': 'A note.' });
    const library = await open({ folder: join(root, 'library') });
    expect((await library.index({ paths: [root] })).documents).toMatchObject({ found: 1, indexed: 1 });
  });
});
