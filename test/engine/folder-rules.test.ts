// A library whose folders have rules: what is left out goes, what is let in comes back, and nothing is counted twice.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Library } from '../../electron/engine/library.js';
import { noRules } from '../../shared/domain/folder-rules.js';
import { openTestLibrary } from '../helpers/open-library.js';
import { temporaryFolder, writeFiles } from '../helpers/temporary-folder.js';

async function open(folder = temporaryFolder()): Promise<Library> {
  const library = await openTestLibrary({ folder });
  onTestFinished(() => library.close());
  return library;
}

async function onlyFolder(library: Library) {
  const [folder, ...others] = (await library.status()).folders;
  expect(others).toEqual([]);
  if (folder === undefined) throw new Error('There is no folder.');
  return folder;
}

async function names(library: Library): Promise<string[]> {
  const { documents } = await library.documents({ offset: 0, limit: 100 });
  const { path: root } = await onlyFolder(library);
  return documents.map(({ path }) => path.slice(root.length + 1)).sort();
}

const files = {
  'kept.txt': 'The lighthouse keeper writes a letter.',
  'drafts/one.txt': 'A draft about quinces.',
  'drafts/two.txt': 'A draft about medlars.',
  'big.txt': 'large '.repeat(2_000),
};

describe('rules of a folder', () => {
  it('take documents out of the library at once, with their words, and let them in again with the pattern gone', async () => {
    const root = temporaryFolder();
    writeFiles(root, files);
    const library = await open();
    await library.index({ paths: [root] });
    const { folderId } = await onlyFolder(library);
    expect(await library.setFolder({ folderId, rules: { ...noRules, patterns: ['drafts/'] } })).toEqual({
      documents: 2,
    });
    expect(await names(library)).toEqual(['big.txt', 'kept.txt']);
    expect((await library.search({ query: 'quinces', mode: 'words' })).hits).toEqual([]);
    expect(await library.check(null)).toMatchObject({ documents: { found: 2, unchanged: 2, removed: 0 }, tokens: 0 });
    expect((await onlyFolder(library)).rules.patterns).toEqual(['drafts/']);

    await library.setFolder({ folderId, rules: noRules });
    const back = await library.check(null);
    expect(back.documents).toMatchObject({ indexed: 2, unchanged: 2 });
    // Their vectors went with them: no word of what is left out stays.
    expect(back.tokens).toBeGreaterThan(0);
    expect((await library.search({ query: 'quinces', mode: 'words' })).hits).toHaveLength(1);
    expect((await library.verify()).damage).toEqual([]);
  });

  it('leave out what is too large, and are kept when the library is closed', async () => {
    const [root, folder] = [temporaryFolder(), temporaryFolder()];
    writeFiles(root, files);
    const library = await open(folder);
    await library.index({ paths: [root], maxFileBytes: 5_000, ignore: ['two.*'], wordsOnly: true });
    expect(await names(library)).toEqual(['drafts/one.txt', 'kept.txt']);
    await library.close();
    const again = await open(folder);
    expect(await again.check(null)).toMatchObject({ documents: { found: 2, removed: 0 } });
    // What is not said stays as it is.
    await again.index({ paths: [root], maxFileBytes: null, wordsOnly: true });
    expect((await onlyFolder(again)).rules).toEqual({ ...noRules, patterns: ['two.*'] });
    expect(await names(again)).toEqual(['big.txt', 'drafts/one.txt', 'kept.txt']);
  });

  it('leave out a part of the folder that is checked by itself', async () => {
    const root = temporaryFolder();
    writeFiles(root, files);
    const library = await open();
    await library.index({ paths: [root], ignore: ['drafts/'], wordsOnly: true });
    const part = await library.index({ paths: [join(root, 'drafts')], wordsOnly: true });
    expect(part.documents).toMatchObject({ found: 0, indexed: 0 });
    expect(await names(library)).toEqual(['big.txt', 'kept.txt']);
  });

  it('belong to whole folders of the library, which is said of anything else', async () => {
    const root = temporaryFolder();
    writeFiles(root, files);
    const library = await open();
    await library.index({ paths: [root], wordsOnly: true });
    await expect(library.index({ paths: [join(root, 'drafts')], ignore: ['x'] })).rejects.toMatchObject({
      code: 'wrong-use',
      message: expect.stringContaining(root),
    });
    const file = join(root, 'kept.txt');
    const other = await open();
    await expect(other.index({ paths: [file], ignore: ['x'] })).rejects.toMatchObject({ code: 'wrong-use' });
    const around = other.index({ paths: [join(root, 'drafts'), root], ignore: ['x'] });
    await expect(around).rejects.toMatchObject({ code: 'wrong-use', message: expect.stringContaining(`“${root}”`) });
    // What is refused adds nothing.
    expect((await other.status()).folders).toEqual([]);
    await expect(library.setFolder({ folderId: 12_345, rules: noRules })).rejects.toMatchObject({ code: 'not-found' });
    const { folderId } = await onlyFolder(library);
    await expect(library.setFolder({ folderId, collection: ' ' })).rejects.toMatchObject({ code: 'wrong-use' });
  });

  it('can be counted before they are set, and leave the library as it is', async () => {
    const root = temporaryFolder();
    writeFiles(root, { ...files, '.hidden': 'x', 'node_modules/p/a.md': 'x' });
    const library = await open();
    await library.index({ paths: [root], wordsOnly: true });
    const { folderId } = await onlyFolder(library);
    const rules = { ...noRules, patterns: ['drafts/', 'kept.*'], maxFileBytes: 5_000 };
    expect(await library.previewRules(folderId, rules)).toEqual({
      files: 0,
      bytes: 0,
      leftOutFiles: 2,
      leftOutFolders: 2,
      tooLarge: 1,
      isWhole: true,
    });
    expect(await library.previewRules(folderId, { ...noRules, letIn: ['hidden', 'tools'] })).toMatchObject({
      files: 6,
      leftOutFiles: 0,
      leftOutFolders: 0,
    });
    expect(await names(library)).toHaveLength(4);
  });

  it('go on in a folder around the one that they were made for, where everything is counted once', async () => {
    const outer = temporaryFolder();
    writeFiles(outer, { 'in/a.log': 'x', 'in/b.txt': 'Words about tea.', 'c.log': 'Words about coffee.' });
    // Links neither lead out of the root nor round in it.
    mkdirSync(join(outer, 'in', 'deep'));
    symlinkSync(outer, join(outer, 'in', 'deep', 'loop'));
    const library = await open();
    await library.index({ paths: [join(outer, 'in')], ignore: ['*.log'], wordsOnly: true });
    const { documents } = await library.index({ paths: [outer, join(outer, 'in')], wordsOnly: true });
    expect(documents).toMatchObject({ indexed: 1 });
    expect(await names(library)).toEqual(['c.log', 'in/b.txt']);
  });
});

describe('collections', () => {
  it('are changed for a folder, and a search keeps to them', async () => {
    const [one, two] = [temporaryFolder(), temporaryFolder()];
    writeFiles(one, { 'a.txt': 'Quinces grow beside the canal.' });
    writeFiles(two, { 'b.txt': 'Quinces are sold on Tuesday.' });
    const library = await open();
    await library.index({ paths: [one, two], wordsOnly: true });
    const folderId = (await library.status()).folders.find(({ path }) => path === one)?.folderId ?? 0;
    expect(await library.setFolder({ folderId, collection: '  Garden ' })).toEqual({ documents: 0 });
    expect((await library.status()).folders.map(({ collection }) => collection).sort()).toEqual(['Garden', 'default']);
    const found = await library.search({ query: 'quinces', mode: 'words', filter: { collection: 'Garden' } });
    expect(found.hits.map(({ path }) => path)).toEqual([join(one, 'a.txt')]);
  });
});

describe('an estimate', () => {
  it('counts what would be read, and nothing of what is in the library already', async () => {
    const root = temporaryFolder();
    writeFiles(root, { ...files, 'film.mp4': 'x'.repeat(500), '.hidden': 'x' });
    const library = await open();
    const estimate = await library.estimate([root]);
    expect(estimate).toMatchObject({ files: 4, isMeasured: false, isWhole: true });
    expect(estimate.bytes).toBe(Object.values(files).reduce((sum, text) => sum + text.length, 0));
    await library.index({ paths: [root], wordsOnly: true });
    expect(await library.estimate([root, join(root, 'drafts')])).toMatchObject({ files: 0, bytes: 0, seconds: 0 });
    await expect(library.estimate([join(root, 'nowhere-else'), '/nowhere'])).rejects.toMatchObject({
      code: 'vanished',
    });
  });
});
