// Folders of very many small files, of one folder that holds most of them, and of very long paths: each document is there once.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openTestLibrary } from './open-library.js';
import { temporaryFolder } from './temporary-folder.js';
import { writeShippedTinyModel } from './tiny-model.js';

export interface ManyFiles {
  /** Tiny files, ten in a folder. */
  readonly scattered: number;
  /** Tiny files in one folder. */
  readonly together: number;
}

const words = 'river bridge garden market lamp night heron boats stone flour apples fog tower ships bread mill'.split(
  ' ',
);

function tinyText(index: number): string {
  return `${index} ${words[index % words.length]} ${words[Math.floor(index / words.length) % words.length]}`;
}

/** Three hundred characters below the root, and more than a thousand: no name is longer than a file system takes. */
export const longPaths = [290, 1_100].map((length) => {
  const folders: string[] = [];
  while (folders.join('/').length < length) folders.push(`${folders.length} ${'long name '.repeat(9)}`.trim());
  return `${folders.join('/')}/note.txt`;
});

/** Indexes all of it, then once more, then after a part has moved: nothing is read twice, lost or doubled. */
export async function indexManyFiles({ scattered, together }: ManyFiles): Promise<void> {
  const root = temporaryFolder();
  const write = (path: string, index: number): void => writeFileSync(join(root, path), tinyText(index));
  for (let index = 0; index < scattered; index += 1) {
    const folder = `tens/${Math.floor(index / 1_000)}/${Math.floor(index / 10)}`;
    if (index % 10 === 0) mkdirSync(join(root, folder), { recursive: true });
    write(`${folder}/${index}.txt`, index);
  }
  mkdirSync(join(root, 'together'));
  for (let index = 0; index < together; index += 1) write(`together/${index}.txt`, scattered + index);
  for (const path of longPaths) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), `${path.length} heron by the river`);
  }
  const count = scattered + together + longPaths.length;
  const modelFolder = writeShippedTinyModel(join(temporaryFolder(), 'tiny'));
  const library = await openTestLibrary({ folder: temporaryFolder(), modelFolder });
  const expectAll = async (): Promise<void> => {
    expect((await library.status()).documents).toMatchObject({ ready: count, failed: 0, skipped: 0, waiting: 0 });
    const paths = new Set<string>();
    for (let offset = 0; offset < count; offset += 10_000) {
      for (const { path } of (await library.documents({ offset, limit: 10_000 })).documents) paths.add(path);
    }
    expect(paths.size).toBe(count);
    for (const path of longPaths) expect(paths.has(join(root, path))).toBe(true);
  };
  expect(await library.index({ paths: [root] })).toMatchObject({
    documents: { found: count, indexed: count, failed: 0 },
  });
  await expectAll();
  const again = await library.index({ paths: [root] });
  expect(again).toMatchObject({ tokens: 0, documents: { unchanged: count, indexed: 0, removed: 0 } });
  renameSync(join(root, 'together'), join(root, 'moved'));
  rmSync(join(root, longPaths[0] ?? ''));
  writeFileSync(join(root, longPaths[0] ?? ''), 'another bridge of stone');
  expect(await library.index({ paths: [root] })).toMatchObject({
    documents: { moved: together, indexed: 1, removed: 0, failed: 0 },
  });
  await expectAll();
  const { hits } = await library.search({ query: 'heron by the river', mode: 'words', k: 5 });
  expect(hits[0]?.path).toBe(join(root, longPaths[1] ?? ''));
  expect(await library.verify()).toMatchObject({ damage: [], repaired: [], documents: count });
  await library.close();
}
