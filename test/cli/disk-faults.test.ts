// A library folder that can't be written, and a disk that is full: what is there stays, and is said in words.
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acervo, acervoAs, canMount, inOwnMounts } from '../helpers/run-cli.js';
import { temporaryFolder, writeFiles } from '../helpers/temporary-folder.js';

/** Root may write everywhere, so then the command runs as the user "nobody". */
const nobody = process.getuid?.() === 0 ? 65_534 : undefined;

function setModes(folder: string, folderMode: number, fileMode: number): void {
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), fileMode);
  chmodSync(folder, folderMode);
}

async function smallLibrary(): Promise<{ readonly root: string; readonly folder: string }> {
  const [root, folder] = [temporaryFolder(), temporaryFolder()];
  writeFiles(root, { 'notes.txt': 'Order AB-1234 was delivered to the neighbour on Tuesday.\n' });
  expect((await acervo('index', root, '--library', folder)).code).toBe(0);
  return { root, folder };
}

describe.skipIf(process.platform === 'win32')('a library in a folder that cannot be written', () => {
  it('is open for searching, says so, and refuses what would change it', async () => {
    const { root, folder } = await smallLibrary();
    setModes(folder, 0o555, 0o444);
    const as = (...words: string[]) => acervoAs(nobody, ...words, '--library', folder);
    const found = await as('search', 'where did the parcel go', '--json');
    expect(JSON.parse(found.stdout).hits).toMatchObject([{ path: join(root, 'notes.txt'), vectorRank: 1 }]);
    expect(found).toMatchObject({ code: 0, stderr: expect.stringContaining('searching only') });
    expect(await as('status')).toMatchObject({ code: 0, stdout: expect.stringContaining('1 ready') });
    for (const words of [['index', root], ['verify'], ['reset', '--yes']]) {
      const refused = await as(...words, '--json');
      expect(refused.code, words[0]).toBe(2);
      expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'read-only' } });
    }
    setModes(folder, 0o755, 0o644);
    expect((await acervo('verify', '--library', folder)).code).toBe(0);
  });

  it('is not searched while a part of it lies in a log that cannot be read without writing', async () => {
    const { folder } = await smallLibrary();
    writeFileSync(join(folder, 'library.db-wal'), 'what another process had not put into the file yet');
    setModes(folder, 0o555, 0o444);
    const refused = await acervoAs(nobody, 'status', '--library', folder, '--json');
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'read-only' } });
    setModes(folder, 0o755, 0o644);
  });
});

/** What is in the database's log when the disk is full needs as much room again, so the person frees that much. */
const fullDisk = `
  mount -t tmpfs -o size=14m tmpfs "$1" || exit 9
  $ACERVO index "$2" --library "$1/library" --json
  head -c 8388608 /dev/zero > "$1/filler"
  $ACERVO index "$3" --library "$1/library" --json
  cat /dev/zero >> "$1/filler" 2>/dev/null
  $ACERVO search AB-1234 --mode words --library "$1/library" --json
  $ACERVO status --library "$1/library" 2>&1 | tr '\\n' ' '; echo
  $ACERVO model use multilingual-e5-small --chunk-size 64 --library "$1/library" --json
  $ACERVO export "$1/copy.acervo" --library "$1/library" --json
  ls "$1"
  rm -f "$1"/filler
  $ACERVO verify --library "$1/library" --json
`;

describe.skipIf(!canMount())('a disk that is full', () => {
  it('is named, loses nothing that was indexed, and leaves no half of an export', async () => {
    const [disk, small, large] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    writeFiles(small, { 'notes.txt': 'Order AB-1234 was delivered to the neighbour on Tuesday.\n' });
    const line = (index: number): string =>
      `Line ${index}: ${index * 7_919} parcels went to number ${index * 104_729}.\n`;
    const text = Array.from({ length: 40_000 }, (_, index) => line(index)).join('\n');
    writeFiles(large, { 'large.txt': text, 'larger.txt': `${text}${text}` });
    const { stdout } = await inOwnMounts(fullDisk, disk, small, large);
    const [first, second, found, told, changed, written, ...rest] = stdout.trim().split('\n');
    expect(JSON.parse(first ?? '')).toMatchObject({ documents: { indexed: 1 } });
    expect(JSON.parse(second ?? '')).toMatchObject({ error: { code: 'disk-full' } });
    expect(JSON.parse(found ?? '').hits[0]).toMatchObject({ path: join(small, 'notes.txt') });
    expect(told).toContain('is full: the library is open for searching only');
    expect(told).not.toMatch(/Nothing may be written|\d reading/u);
    expect(JSON.parse(changed ?? '')).toMatchObject({ error: { code: 'disk-full' } });
    expect(JSON.parse(written ?? '')).toMatchObject({ error: { code: 'disk-full' } });
    expect(rest.join('\n')).not.toContain('partial');
    expect(JSON.parse(rest.at(-1) ?? '')).toMatchObject({ damage: [] });
  }, 120_000);
});
