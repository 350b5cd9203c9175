// What is removed, reset or read again by force is in no file of the library's folder: neither words nor vectors.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Library } from '../../electron/engine/library.js';
import { openReader } from '../../electron/engine/store/sqlite.js';
import { openTestLibrary } from '../helpers/open-library.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';

const canary = 'zanzibarcanary';
const secret = `The ${canary} sings in the quiet garden every single morning.`;

interface Kept {
  readonly library: Library;
  readonly folder: string;
  /** The root that holds the canary; another one stays. */
  readonly root: string;
  readonly vector: Buffer;
}

async function libraryWithCanary(): Promise<Kept> {
  const [root, other, folder] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  mkdirSync(join(root, 'garden'));
  writeFileSync(join(root, 'garden', 'birds.txt'), secret);
  writeFileSync(join(other, 'mill.txt'), 'The miller counts the herons above the weir in spring.');
  const library = await openTestLibrary({ folder });
  onTestFinished(() => library.close());
  await library.index({ paths: [root], collection: 'garden' });
  await library.index({ paths: [other] });
  const reader = openReader(join(folder, 'library.db'));
  const found = reader.get<{ vector: Uint8Array }>(
    `SELECT v.vector FROM vectors v JOIN chunks c ON c.vector = v.id JOIN documents d ON d.id = c.document
     WHERE d.relative_path = 'garden/birds.txt'`,
  );
  reader.close();
  return { library, folder, root, vector: Buffer.from(found?.vector ?? []) };
}

function filesWith(folder: string, bytes: string | Buffer): readonly string[] {
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(bytes));
}

const removals: readonly (readonly [string, (kept: Kept) => Promise<unknown>])[] = [
  [
    'its folder is removed',
    async ({ library, root }) => {
      const { folders } = await library.status();
      await library.removeFolder(folders.find(({ path }) => path === root)?.folderId ?? 0);
    },
  ],
  ['a rule leaves it out', ({ library, root }) => library.index({ paths: [root], ignore: ['garden/'] })],
  ['its collection is reset', ({ library }) => library.reset('garden')],
  ['everything is reset', ({ library }) => library.reset()],
  [
    'its file says something else and is read again by force',
    async ({ library, root }) => {
      writeFileSync(join(root, 'garden', 'birds.txt'), 'Nothing is said about birds here any more.');
      await library.index({ paths: [root], force: true });
    },
  ],
];

describe('a passage', () => {
  it.each(removals)('is in no file of the library after %s, and after the next start', async (_, remove) => {
    const kept = await libraryWithCanary();
    expect(kept.vector.byteLength).toBeGreaterThan(1_000);
    expect(filesWith(kept.folder, canary)).not.toEqual([]);
    expect(filesWith(kept.folder, kept.vector)).not.toEqual([]);
    await remove(kept);
    // After a folder was removed, the file is written anew while the library is used on.
    await expect.poll(() => filesWith(kept.folder, canary), { timeout: 60_000 }).toEqual([]);
    await expect.poll(() => filesWith(kept.folder, kept.vector), { timeout: 60_000 }).toEqual([]);
    expect((await kept.library.search({ query: secret, all: true })).hits.map(({ text }) => text)).not.toContain(
      secret,
    );
    await kept.library.close();
    expect(filesWith(kept.folder, canary)).toEqual([]);
    expect(filesWith(kept.folder, kept.vector)).toEqual([]);
    const again = await openTestLibrary({ folder: kept.folder });
    expect(await again.verify()).toMatchObject({ damage: [], repaired: [] });
    await again.close();
  });
});
