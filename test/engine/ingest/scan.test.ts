// What a scan of real folders lists and leaves out.
import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ScanBatch, scanRoot } from '../../../electron/engine/ingest/scan.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

async function scan(path: string, under = '', without?: string) {
  const files: string[] = [];
  const unlisted: string[] = [];
  for await (const batch of scanRoot({ path }, under, { signal: new AbortController().signal, without })) {
    files.push(...batch.entries.map((entry) => entry.relativePath));
    unlisted.push(...batch.unlisted);
  }
  return { files, unlisted };
}

describe('scanRoot', () => {
  it('lists every file below a root with its size, folders in order', async () => {
    const root = temporaryFolder();
    writeFiles(root, { 'b.md': 'two', 'a/c.txt': 'one', 'a/b/d.pdf': 'three', 'ñandú 😀.txt': 'x' });
    const { files } = await scan(root);
    expect([...files].sort()).toEqual(['a/b/d.pdf', 'a/c.txt', 'b.md', 'ñandú 😀.txt']);
  });

  it('passes over hidden, temporary and built files', async () => {
    const root = temporaryFolder();
    writeFiles(root, {
      'kept.txt': 'x',
      '.hidden': 'x',
      '.git/config': 'x',
      'node_modules/p/readme.md': 'x',
      '~$report.docx': 'x',
      'film.mp4.crdownload': 'x',
      'Thumbs.db': 'x',
    });
    expect((await scan(root)).files).toEqual(['kept.txt']);
  });

  it('follows no links, so that loops do no harm and nothing outside is read', async () => {
    const root = temporaryFolder();
    const outside = temporaryFolder();
    writeFiles(outside, { 'secret.txt': 'x' });
    writeFiles(root, { 'a/kept.txt': 'x' });
    symlinkSync(root, join(root, 'a', 'loop'));
    symlinkSync(outside, join(root, 'out'));
    symlinkSync(join(outside, 'secret.txt'), join(root, 'link.txt'));
    expect((await scan(root)).files).toEqual(['a/kept.txt']);
  });

  it('lists only what lies at or under a part of the root', async () => {
    const root = temporaryFolder();
    writeFiles(root, { 'a/x.txt': 'x', 'ab/y.txt': 'x', 'a/b/z.txt': 'x' });
    expect((await scan(root, 'a')).files).toEqual(['a/x.txt', 'a/b/z.txt']);
    expect((await scan(root, 'a/x.txt')).files).toEqual(['a/x.txt']);
  });

  it('takes a single file as a root, under its own name', async () => {
    const root = temporaryFolder();
    writeFiles(root, { 'one.txt': 'x' });
    expect((await scan(join(root, 'one.txt'))).files).toEqual(['one.txt']);
  });

  it('gives more files than one batch holds, each once', async () => {
    const root = temporaryFolder();
    const names = Array.from({ length: 1_203 }, (_, index) => `f${index}.txt`);
    writeFiles(root, Object.fromEntries(names.map((name) => [name, 'x'])));
    const { files } = await scan(root);
    expect(files.length).toBe(1_203);
    expect(new Set(files)).toEqual(new Set(names));
  });

  it('throws when the root itself is gone, so that its documents are not taken for deleted', async () => {
    const root = temporaryFolder();
    rmSync(root, { recursive: true });
    await expect(scan(root)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  // The superuser may read everything: there the case cannot be made.
  it.skipIf(process.getuid?.() === 0)('names a folder that cannot be listed and goes on', async () => {
    const root = temporaryFolder();
    writeFiles(root, { 'kept.txt': 'x' });
    mkdirSync(join(root, 'closed'));
    chmodSync(join(root, 'closed'), 0o000);
    const found = await scan(root);
    chmodSync(join(root, 'closed'), 0o700);
    expect(found).toEqual({ files: ['kept.txt'], unlisted: ['closed'] });
  });

  it('takes a part of which the system cannot say whether it is there for unlisted, and one that is gone for nothing', async () => {
    const root = temporaryFolder();
    writeFiles(root, { 'papers/kept.txt': 'x' });
    // Too long a name is an error that the superuser meets too.
    expect(await scan(root, `papers/${'x'.repeat(300)}/more`)).toEqual({ files: ['papers'], unlisted: ['papers'] });
    await expect(scan(root, 'x'.repeat(300))).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
    expect(await scan(root, 'papers/gone/more')).toEqual({ files: [], unlisted: [] });
    expect(await scan(root, 'papers/kept.txt/more')).toEqual({ files: [], unlisted: [] });
  });

  it('takes a folder that went while the scan was going on for empty, and says so of a root that went', async () => {
    const parent = temporaryFolder();
    const root = join(parent, 'drive');
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`a/${index}.txt`, 'x']));
    writeFiles(root, { ...many, 'b/one.txt': 'x', 'c/two.txt': 'x' });
    const batches = () => scanRoot({ path: root }, '', { signal: new AbortController().signal });
    const folderGoes = batches();
    expect((await folderGoes.next()).value?.entries).toHaveLength(500);
    rmSync(join(root, 'b'), { recursive: true });
    const rest: ScanBatch[] = [];
    for await (const batch of folderGoes) rest.push(batch);
    expect(rest.flatMap(({ unlisted }) => unlisted)).toEqual([]);
    expect(rest.flatMap(({ entries }) => entries).at(-1)?.relativePath).toBe('c/two.txt');
    const rootGoes = batches();
    await rootGoes.next();
    renameSync(root, join(parent, 'away'));
    await expect(rootGoes.next().then(() => rootGoes.next())).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('tells which folders it is about to list, and which files were written a moment ago', async () => {
    const root = temporaryFolder();
    writeFiles(root, { 'old.txt': 'x', 'sub/new.txt': 'x', '.git/config': 'x' });
    utimesSync(join(root, 'old.txt'), 1_000, 1_000);
    const folders: string[] = [];
    const options = {
      signal: new AbortController().signal,
      freshMs: 3_600_000,
      onListing: (f: string) => folders.push(f),
    };
    const fresh: string[] = [];
    for await (const { entries } of scanRoot({ path: root }, '', options)) {
      fresh.push(...entries.filter(({ isFresh }) => isFresh).map(({ relativePath }) => relativePath));
    }
    expect(folders).toEqual(['', 'sub']);
    expect(fresh).toEqual(['sub/new.txt']);
  });

  it.runIf(process.platform !== 'win32')(
    'knows a file whose content is not on this disk, however large it is',
    async () => {
      const root = temporaryFolder();
      writeFiles(root, { 'cloud.pdf': '', 'here.txt': 'x'.repeat(10_000), 'small.txt': 'x' });
      truncateSync(join(root, 'cloud.pdf'), 10_000_000);
      const problems: unknown[] = [];
      for await (const { entries } of scanRoot({ path: root }, '', { signal: new AbortController().signal })) {
        problems.push(...entries.map(({ relativePath, problem }) => [relativePath, problem]));
      }
      expect(problems).toEqual([
        ['cloud.pdf', 'placeholder'],
        ['here.txt', undefined],
        ['small.txt', undefined],
      ]);
    },
  );

  it('passes over the library’s folder, and takes only the documents of a folder that is both', async () => {
    const parent = temporaryFolder();
    const library = join(parent, 'papers');
    writeFiles(parent, {
      'outside.txt': 'x',
      'papers/library.db': 'x',
      'papers/library.db-wal': 'x',
      'papers/library.db.damaged-2026-01-01': 'x',
      'papers/lock.db': 'x',
      'papers/lock.json': '{}',
      'papers/folders.json.new': '[]',
      'papers/graph-1.hnsw.json': '{}',
      'papers/answers-log.jsonl': '{}',
      'papers/models/small/tokenizer.json': '{}',
      'papers/library.dbx.txt': 'x',
      'papers/sub/lock.json': '{}',
    });
    expect((await scan(parent, '', library)).files).toEqual(['outside.txt']);
    expect((await scan(parent, 'papers', library)).files).toEqual([]);
    expect((await scan(library, '', library)).files).toEqual(['library.dbx.txt', 'sub/lock.json']);
    expect((await scan(library, 'lock.json', library)).files).toEqual([]);
    expect((await scan(join(library, 'models', 'small'), '', library)).files).toEqual([]);
    expect((await scan(join(library, 'sub'), '', library)).files).toEqual(['lock.json']);
  });

  // Elsewhere there are no such names.
  it.runIf(process.platform === 'linux')('tells of each file and folder whose name is no UTF-8', async () => {
    const root = temporaryFolder();
    const odd = (start: string, bytes: readonly number[], end: string): Buffer =>
      Buffer.concat([Buffer.from(`${root}/${start}`), Buffer.from(bytes), Buffer.from(end)]);
    mkdirSync(odd('A', [0xf1], 'o'));
    writeFileSync(odd('A', [0xf1], 'o/doc.txt'), 'x');
    mkdirSync(odd('A', [0xf2], 'o'));
    writeFileSync(odd('caf', [0xe9], '.txt'), 'x');
    writeFileSync(odd('inv', [0xff, 0xfe], '.txt'), 'x');
    writeFileSync(odd('inv', [0xff, 0xfd], '.txt'), 'x');
    writeFiles(root, { 'inv\ufffd\ufffd.txt': 'x', 'inv\ufffd\ufffd (2).txt': 'x' });
    const problems = new Map<string, unknown>();
    const unlisted: string[] = [];
    for await (const batch of scanRoot({ path: root }, '', { signal: new AbortController().signal })) {
      for (const { relativePath, problem } of batch.entries) problems.set(relativePath, problem);
      unlisted.push(...batch.unlisted);
    }
    expect(problems).toEqual(
      new Map<string, unknown>([
        ['caf\ufffd.txt', 'name-unreadable'],
        ['inv\ufffd\ufffd.txt', undefined],
        ['inv\ufffd\ufffd (2).txt', undefined],
        ['inv\ufffd\ufffd (3).txt', 'name-unreadable'],
        ['inv\ufffd\ufffd (4).txt', 'name-unreadable'],
        ['A\ufffdo', 'name-unreadable'],
        ['A\ufffdo (2)', 'name-unreadable'],
      ]),
    );
    expect(unlisted.sort()).toEqual(['A\ufffdo', 'A\ufffdo (2)']);
  });
});
