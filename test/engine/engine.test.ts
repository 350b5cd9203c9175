// The app's engine process: what it survives, what it ends for, and what it tells main of both.
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadLimits } from '../../electron/engine/load/load-limits.js';
import type { PlainError } from '../../shared/errors.js';
import { appWithBrokenModel, startEngineProcess } from '../helpers/engine-process.js';
import { openTestLibrary } from '../helpers/open-library.js';
import { temporaryFolder, writeFiles } from '../helpers/temporary-folder.js';

const recognition = { mode: 'ask', language: 'en' } as const;

it.each(['store-worker', 'search-worker', 'text-worker'] as const)(
  'ends when its %s is gone, and the next process opens the library',
  async (thread) => {
    const folder = temporaryFolder();
    const first = startEngineProcess();
    await first.client.call('open', { folder, recognition });
    first.endThread(thread);
    expect(await first.exitCode).toBe(70);

    const second = startEngineProcess();
    await second.client.call('open', { folder, recognition });
    expect(await second.client.call('status', null)).toMatchObject({ chunks: 0 });
  },
);

it('is told to close its threads without taking that for a loss', async () => {
  const engine = startEngineProcess();
  await engine.client.call('open', { folder: temporaryFolder(), recognition });
  await engine.client.call('open', { folder: temporaryFolder(), recognition });
  expect(await engine.client.call('status', null)).toMatchObject({ chunks: 0 });
  await engine.client.call('close', null);
  expect(engine.child.exitCode).toBeNull();
});

it('says that a run failed, goes on answering, and takes it back when the next one begins', async () => {
  const engine = startEngineProcess();
  const told: (PlainError | null)[] = [];
  const failed = new Promise<void>((resolve) => {
    engine.client.on('runFailed', (error) => {
      told.push(error);
      if (error !== null) resolve();
    });
  });
  await engine.client.call('open', { folder: temporaryFolder(), recognition });
  await engine.client.call('check', { folderId: 12_345 });
  await failed;
  expect(told.at(-1)).toMatchObject({ code: 'not-found' });
  expect(await engine.client.call('search', { query: 'anything' })).toMatchObject({ hits: [] });
  await engine.client.call('check', { folderId: null });
  expect(told.at(-1)).toBeNull();
});

it('answers by words where the model is not the one that shipped, and says so', async () => {
  const [documents, folder] = [temporaryFolder(), temporaryFolder()];
  writeFiles(documents, { 'garden.txt': 'Quinces grow beside the old canal.' });
  const library = await openTestLibrary({ folder });
  await library.index({ paths: [join(documents, 'garden.txt')], wordsOnly: true });
  await library.close();

  const engine = startEngineProcess(appWithBrokenModel());
  const failure = new Promise<PlainError>((resolve) => engine.client.on('modelFailed', resolve));
  await engine.client.call('open', { folder, recognition });
  expect(await failure).toMatchObject({ code: 'model-corrupt' });
  const { hits } = await engine.client.call('search', { query: 'quinces canal' });
  expect(hits.map((hit) => hit.text)).toEqual(['Quinces grow beside the old canal.']);
});

it.skipIf(process.platform === 'win32')(
  'says that nothing can be written where its folder is read-only, and answers',
  async () => {
    const [documents, folder] = [temporaryFolder(), temporaryFolder()];
    writeFiles(documents, { 'garden.txt': 'Quinces grow beside the old canal.' });
    const library = await openTestLibrary({ folder });
    await library.index({ paths: [documents], wordsOnly: true });
    await library.close();
    const setModes = (folderMode: number, fileMode: number): void => {
      for (const name of readdirSync(folder)) chmodSync(join(folder, name), fileMode);
      chmodSync(folder, folderMode);
    };
    setModes(0o555, 0o444);
    // Root may write everywhere, so then the engine runs as the user "nobody".
    const engine = startEngineProcess(undefined, process.getuid?.() === 0 ? 65_534 : undefined);
    const failure = new Promise<PlainError>((resolve) => {
      engine.client.on('runFailed', (error) => error !== null && resolve(error));
    });
    await engine.client.call('open', { folder, recognition });
    expect(await failure).toMatchObject({ code: 'read-only' });
    const { hits } = await engine.client.call('search', { query: 'quinces canal', mode: 'words' });
    expect(hits.map((hit) => hit.text)).toEqual(['Quinces grow beside the old canal.']);
    await expect(engine.client.call('reset', null)).rejects.toMatchObject({ code: 'read-only' });
    setModes(0o755, 0o644);
  },
);

it('calls off an export or an import, and says so when nothing of it is left', async () => {
  const [documents, folder] = [temporaryFolder(), temporaryFolder()];
  writeFiles(documents, { 'garden.txt': 'Quinces grow beside the old canal.' });
  const library = await openTestLibrary({ folder });
  await library.index({ paths: [documents], wordsOnly: true });
  await library.close();
  const file = join(temporaryFolder(), 'library.acervo');
  const { client } = startEngineProcess();
  const told: (string | null)[] = [];
  client.on('carryProgress', (progress) => told.push(progress?.kind ?? null));
  await client.call('open', { folder, recognition });
  const written = client.call('exportLibrary', { file, withText: true });
  await client.call('stopCarrying', null);
  await expect(written).rejects.toMatchObject({ code: 'cancelled' });
  expect(readdirSync(join(file, '..'))).toEqual([]);

  expect(await client.call('exportLibrary', { file, withText: true })).toMatchObject({ documents: 1 });
  await client.call('reset', null);
  const taken = client.call('importLibrary', { file, folders: [] });
  await client.call('stopCarrying', null);
  await expect(taken).rejects.toMatchObject({ code: 'cancelled' });
  expect(await client.call('status', null)).toMatchObject({ chunks: 0, folders: [] });
  expect(await client.call('importLibrary', { file, folders: [] })).toMatchObject({ documents: 1 });
  expect(told.filter((kind) => kind !== null)).toContain('import');
  expect(told.at(-1)).toBeNull();
});

it('stops what the last search still compares when another one comes', async () => {
  const engine = startEngineProcess();
  const ready = new Promise((resolve) => engine.client.on('modelReady', resolve));
  await engine.client.call('open', { folder: temporaryFolder(), recognition });
  await ready;
  const first = engine.client.call('search', { query: 'the first question', rerank: true });
  const second = engine.client.call('search', { query: 'the second question', rerank: true });
  await expect(first).rejects.toMatchObject({ code: 'cancelled' });
  expect(await second).toMatchObject({ query: 'the second question', hits: [] });
});

it('reads nothing of a library that was left paused until it is resumed', async () => {
  const [documents, folder] = [temporaryFolder(), temporaryFolder()];
  writeFiles(documents, { 'a.txt': 'Quinces grow beside the old canal.', 'b.txt': 'Medlars do not.' });
  const engine = startEngineProcess();
  const readerAsked = new Promise((resolve) => engine.client.on('parserNeeded', resolve));
  await engine.client.call('open', { folder, recognition, isPaused: true, steering: { isSlow: true, threads: 1 } });
  await engine.client.call('add', { paths: [documents] });
  await expect.poll(async () => (await engine.client.call('progress', null)).total, { timeout: 60_000 }).toBe(2);
  expect(await engine.client.call('progress', null)).toMatchObject({ phase: 'paused', done: 0, secondsLeft: null });
  expect(await engine.client.call('status', null)).toMatchObject({ documents: { waiting: 2 }, chunks: 0 });
  await engine.client.call('resume', null);
  // Who starts its readers is not there in this test: that it asks for one is all that can be seen.
  expect(await readerAsked).toMatchObject({ maxHeapMebibytes: loadLimits.maxHeapMebibytes });
  expect(await engine.client.call('progress', null)).toMatchObject({ phase: 'indexing' });
});
