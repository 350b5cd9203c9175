// In which order a library does its work: words before meaning, what is looked at before what is new, the new before the old.
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Library } from '../../electron/engine/library.js';
import { openTestLibrary } from '../helpers/open-library.js';
import { temporaryFolder, writeFiles } from '../helpers/temporary-folder.js';

async function open(folder = temporaryFolder()): Promise<Library> {
  const library = await openTestLibrary({ folder, embedThreads: 1 });
  onTestFinished(() => library.close());
  return library;
}

/** Files whose dates are a day apart: the higher the number, the newer. */
function dated(root: string, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const name = `note-${String(index).padStart(2, '0')}.txt`;
    writeFiles(root, { [name]: `Note ${index} tells of lighthouse ${index} and of its keeper. `.repeat(4) });
    utimesSync(join(root, name), 1_600_000_000 + index * 86_400, 1_600_000_000 + index * 86_400);
  }
}

function numberOf(path: string): number {
  return Number(/note-(\d+)/u.exec(path)?.[1]);
}

/** The documents of these states now, by their numbers. */
async function inStates(library: Library, ...states: ('words' | 'ready')[]): Promise<number[]> {
  const { documents } = await library.documents({ states, offset: 0, limit: 500 });
  return documents.map(({ path }) => numberOf(path));
}

/** Looks again and again while `work` goes on, also once when it is over. */
async function during(work: Promise<unknown>, look: () => Promise<void>): Promise<void> {
  let isOver = false;
  const end = work.finally(() => {
    isOver = true;
  });
  while (!isOver) await look();
  await end;
  await look();
}

it('has the words of every folder before it makes one vector, also of a folder that comes while it embeds', async () => {
  const [one, two] = [temporaryFolder(), temporaryFolder()];
  dated(one, 40);
  dated(two, 40);
  const library = await open();
  let second: Promise<unknown> | undefined;
  const first = library.index({ paths: [one] });
  await during(first, async () => {
    const { vectors, documents } = await library.status();
    if (vectors === 0) return;
    if (second === undefined) {
      expect(documents).toMatchObject({ waiting: 0, reading: 0 });
      second = library.index({ paths: [two] });
    }
  });
  await second;
  expect((await library.status()).documents.ready).toBe(80);
});

it('reads the newest first', async () => {
  const root = temporaryFolder();
  dated(root, 30);
  const library = await open();
  await during(library.index({ paths: [root], wordsOnly: true }), async () => {
    const read = await inStates(library, 'words', 'ready');
    // Three are read side by side.
    for (const number of read) expect(30 - number).toBeLessThanOrEqual(read.length + 3);
  });
});

it('embeds first what a person looks at, then the newest, also what an earlier run left', async () => {
  const [root, folder] = [temporaryFolder(), temporaryFolder()];
  dated(root, 30);
  const before = await open(folder);
  await before.index({ paths: [root], wordsOnly: true });
  const old = await before.documentAtPath(join(root, 'note-03.txt'));
  await before.close();
  const library = await open(folder);
  await library.lookAt(old.documentId);
  await during(library.check(null), async () => {
    const ready = await inStates(library, 'ready');
    if (ready.length === 0) return;
    expect(ready).toContain(3);
    // One thread: what is ready is a first part of the order.
    const order = [3, ...Array.from({ length: 30 }, (_, index) => 29 - index).filter((number) => number !== 3)];
    expect([...ready].sort()).toEqual(order.slice(0, ready.length).sort());
  });
  expect(await inStates(library, 'ready')).toHaveLength(30);
});

it('embeds no vector twice and forgets none when it is interrupted while it embeds', async () => {
  const [root, other] = [temporaryFolder(), temporaryFolder()];
  dated(root, 30);
  writeFiles(other, { 'a.txt': 'Another folder.' });
  const library = await open();
  await library.index({ paths: [other] });
  const folderId = (await library.status()).folders[0]?.folderId ?? 0;
  const work = library.index({ paths: [root] });
  let removal: Promise<unknown> | undefined;
  await during(work, async () => {
    if ((await library.status()).vectors > 2) removal ??= library.removeFolder(folderId);
  });
  await removal;
  expect(await work).toMatchObject({ documents: { indexed: 30 }, chunks: { added: 30 } });
  expect(await library.verify()).toMatchObject({ damage: [], documents: 30, chunks: 30, vectors: 30 });
});

it('works on at a slow pace and with another number of threads that are set while it works', async () => {
  const root = temporaryFolder();
  dated(root, 20);
  const library = await open();
  library.setSteering({ isSlow: true, threads: 1 });
  let looks = 0;
  await during(library.index({ paths: [root] }), async () => {
    looks += 1;
    await library.status();
    if (looks === 3) library.setSteering({ isSlow: false, threads: 3 });
  });
  expect((await library.status()).documents.ready).toBe(20);
});
