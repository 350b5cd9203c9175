// Another model, or other passages: built beside the generation in use, which answers until the new one takes its place.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Library, openLibrary } from '../../../electron/engine/library.js';
import { openReader } from '../../../electron/engine/store/sqlite.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';
import { writeShippedTinyModel, writeTinyModel } from '../../helpers/tiny-model.js';

const subjects = ['harbour', 'mill', 'lighthouse', 'orchard', 'quarry', 'bakery', 'bridge', 'market'];

function note(index: number): string {
  const subject = subjects[index % subjects.length];
  const parts = Array.from({ length: 6 }, (_, part) => {
    return `## Part ${part}\n\nNote ${index}, part ${part}, tells of the ${subject} by the river. `.repeat(1 + part);
  });
  return `# Note ${index}\n\n${parts.join('\n\n')}\n`;
}

interface Opened {
  readonly library: Library;
  readonly folder: string;
  readonly root: string;
  readonly again: () => Promise<Library>;
}

/** A library with a tiny model, and another one added to it as `second`. */
async function openNotes(count: number): Promise<Opened> {
  const [root, folder, models] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  writeFiles(root, Object.fromEntries(Array.from({ length: count }, (_, index) => [`note-${index}.md`, note(index)])));
  const modelFolder = writeShippedTinyModel(join(models, 'tiny'));
  const again = (): Promise<Library> => openLibrary({ folder, modelFolder });
  const library = await again();
  onTestFinished(() => library.close());
  await library.index({ paths: [root] });
  await library.models.add(writeTinyModel(join(models, 'second'), { seed: 7, dimension: 48 }));
  return { library, folder, root, again };
}

function vectorIn(file: string): Buffer {
  const reader = openReader(file);
  const found = reader.get<{ vector: Uint8Array }>('SELECT vector FROM vectors LIMIT 1');
  reader.close();
  return Buffer.from(found?.vector ?? []);
}

async function expectWhole(library: Library, documents: number, model: string): Promise<void> {
  const status = await library.status();
  expect(status.documents).toMatchObject({ ready: documents, words: 0, waiting: 0, failed: 0 });
  expect(status.model).toMatch(new RegExp(`^${model}-[0-9a-f]{12}$`));
  expect(status.vectors).toBeGreaterThan(0);
  expect(await library.verify()).toMatchObject({ damage: [], repaired: [] });
}

describe('a change of the model', () => {
  it('answers from the one in use until it is whole, and takes in what changes on disk meanwhile', async () => {
    const { library, root, folder } = await openNotes(40);
    const file = join(folder, 'library.db');
    const old = vectorIn(file);
    expect(readFileSync(file).includes(old) || readFileSync(`${file}-wal`).includes(old)).toBe(true);
    const before = await library.search({ query: 'the lighthouse', mode: 'vector' });
    expect(await library.models.estimate({ model: 'second' })).toMatchObject({ isChange: true, documents: 40 });
    let isOver = false;
    const change = library.models.change({ model: 'second' }).finally(() => {
      isOver = true;
    });
    writeFiles(root, {
      'new.md': 'Ships with apples lay in the harbour at night.',
      'note-3.md': 'The tower of bread.',
    });
    rmSync(join(root, 'note-4.md'));
    const changed = library.index({ paths: [root], missing: 'remove' });
    while (!isOver) {
      const { hits } = await library.search({ query: 'the lighthouse', mode: 'vector' });
      expect(hits.length).toBeGreaterThan(0);
    }
    const report = await change;
    await changed;
    expect(report).toMatchObject({ model: 'second' });
    await expectWhole(library, 40, 'second');
    // The old one is gone, to its last byte.
    expect(readFileSync(file).includes(old)).toBe(false);
    const after = await library.search({ query: 'bread tower', mode: 'vector' });
    expect(after.hits[0]).toMatchObject({ text: 'The tower of bread.', relevance: null });
    expect(after.answerable).toBeNull();
    expect(after.hits[0]?.cosine).not.toBe(before.hits[0]?.cosine);
    expect((await library.models.state()).models.map(({ name, isInUse }) => [name, isInUse])).toEqual([
      ['tiny', false],
      ['second', true],
    ]);
  });

  it('goes on after a restart with what was built, and is in use after the next one', async () => {
    const { library, root, again } = await openNotes(12);
    // Nothing is built while it is paused, so it is certain that something is left.
    library.pause();
    const change = library.models.change({ model: 'second' });
    change.catch(() => null);
    await expect.poll(async () => (await library.models.state()).building?.model).toBe('second');
    await expect(library.models.remove('second')).rejects.toMatchObject({ code: 'model-in-use' });
    await library.close();
    await expect(change).rejects.toMatchObject({ code: 'cancelled' });

    const next = await again();
    writeFileSync(join(root, 'late.md'), 'Flour for the miller.');
    await next.index({ paths: [root] });
    expect((await next.status()).model).toMatch(/^tiny-/);
    expect(await next.models.resume()).toMatchObject({ model: 'second', documents: 13 });
    expect(await next.models.resume()).toBeNull();
    await next.close();
    const last = await again();
    await expectWhole(last, 13, 'second');
    expect((await last.search({ query: 'flour', mode: 'vector' })).hits[0]?.text).toBe('Flour for the miller.');
    await last.close();
  });
});

describe('what is prepared', () => {
  it('leaves nothing behind where it is cancelled; other passages are cut without their files, and embedded only where they are new', async () => {
    const { library, folder, root } = await openNotes(5);
    writeFileSync(join(root, 'short.txt'), 'The heron and the fog.');
    await library.index({ paths: [root] });
    const before = await library.status();
    library.pause();
    const change = library.models.change({ model: 'second' });
    change.catch(() => null);
    await expect.poll(async () => (await library.models.state()).building).not.toBeNull();
    expect(await library.models.cancel()).toBe(true);
    await expect(change).rejects.toMatchObject({ code: 'cancelled' });
    expect(await library.models.cancel()).toBe(false);
    library.resume();
    await library.models.remove('second');
    expect(readdirSync(join(folder, 'models'))).toEqual([]);
    await expectWhole(library, 6, 'tiny');

    // Gone, and no check has seen it: they can't be read again.
    rmSync(root, { recursive: true });
    const chunking = { size: 64, overlap: 0, minimum: 50 };
    const report = await library.models.change({ chunking });
    expect(report.passages).toBeGreaterThan(before.chunks);
    expect(report.embedded).toBeLessThan(report.passages);
    expect(await library.models.state()).toMatchObject({ chunking, building: null });
    expect(await library.models.estimate({ chunking })).toMatchObject({ isChange: false });
    await expectWhole(library, 6, 'tiny');
    const { hits } = await library.search({ query: 'the orchard', mode: 'words' });
    expect(hits[0]?.text).toContain('orchard');
    const back = await library.models.change({ chunking: { size: 256, overlap: 15, minimum: 50 } });
    expect(back.passages).toBe(before.chunks);
    expect((await library.status()).generation).toBe(before.generation);
  });
});

describe('a model whose files are gone', () => {
  it('leaves its library open, found by words, with its model named; it is there again once it was added again, or another one takes its place', async () => {
    const { library, folder, again } = await openNotes(6);
    await library.models.change({ model: 'second' });
    await library.close();
    const weights = join(folder, 'models', 'second', 'onnx', 'model.onnx');
    const kept = readFileSync(weights);
    rmSync(join(folder, 'models', 'second'), { recursive: true });

    const opened = await again();
    await expect(opened.modelReady()).rejects.toMatchObject({
      code: 'model-missing',
      message: expect.stringMatching(/models.second.*add it again/u),
    });
    expect((await opened.search({ query: 'the lighthouse', mode: 'words' })).hits.length).toBeGreaterThan(0);
    await expect(opened.search({ query: 'the lighthouse' })).rejects.toMatchObject({ code: 'model-missing' });
    expect((await opened.models.state()).models).toMatchObject([
      { name: 'tiny', isInUse: false, isMissing: false },
      { name: 'second', isInUse: true, isMissing: true },
    ]);
    await opened.models.add(writeTinyModel(join(temporaryFolder(), 'second'), { seed: 7, dimension: 48 }));
    await opened.close();

    // It is the same one: nothing is embedded again.
    const back = await again();
    await back.modelReady();
    await expectWhole(back, 6, 'second');
    expect((await back.search({ query: 'the lighthouse' })).vectorSource).not.toBe('none');
    await back.close();

    // Some of its files are enough to be gone; one that is added again is whole.
    rmSync(weights);
    const broken = await again();
    await expect(broken.modelReady()).rejects.toMatchObject({ code: 'model-missing' });
    await broken.models.add(writeTinyModel(join(temporaryFolder(), 'second'), { seed: 7, dimension: 48 }));
    expect(readFileSync(weights).equals(kept)).toBe(true);
    rmSync(join(folder, 'models'), { recursive: true });
    expect(await broken.models.change({ model: 'tiny' })).toMatchObject({ model: 'tiny', documents: 6 });
    expect(broken.isModelReady).toBe(true);
    await expectWhole(broken, 6, 'tiny');
    expect((await broken.search({ query: 'the lighthouse', mode: 'vector' })).hits.length).toBeGreaterThan(0);
    await broken.close();
  });
});
