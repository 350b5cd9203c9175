// What an edit, a move and a deletion cost, and what the command line's kind of run does about a mass deletion.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Library } from '../../electron/engine/library.js';
import { type CountingParser, countingParser } from '../helpers/counting-parser.js';
import { openTestLibrary } from '../helpers/open-library.js';
import { temporaryFolder, writeFiles } from '../helpers/temporary-folder.js';

async function open(): Promise<{ readonly library: Library; readonly parser: CountingParser }> {
  const parser = countingParser();
  const library = await openTestLibrary({ folder: temporaryFolder(), startParser: parser.start });
  onTestFinished(() => library.close());
  return { library, parser };
}

const subjects = ['harbour', 'mill', 'lighthouse', 'orchard', 'quarry', 'bakery', 'bridge', 'market'];

/** A section short enough to be embedded in no time, and a passage of its own. */
function section(index: number): string {
  const year = 1500 + index;
  const lines = Array.from({ length: 3 }, (_, line) => {
    return `In year ${year} line ${line} tells of the ${subjects[index % subjects.length]}.`;
  });
  return `## Year ${year}\n\n${lines.join(' ')}`;
}

describe('what a change costs', () => {
  it('embeds at most three passages anew when one paragraph of a document of two hundred was edited', async () => {
    const root = temporaryFolder();
    const sections = Array.from({ length: 200 }, (_, index) => section(index));
    const write = () => writeFiles(root, { 'chronicle.md': sections.join('\n\n') });
    write();
    const { library } = await open();
    const first = await library.index({ paths: [root] });
    expect(first.chunks.added).toBeGreaterThanOrEqual(200);
    sections[100] = `${section(100)} The old miller was glad of it.`;
    write();
    const second = await library.index({ paths: [root] });
    expect(second.chunks.added).toBeGreaterThan(0);
    expect(second.chunks.added).toBeLessThanOrEqual(3);
  });

  it('parses and embeds nothing for a folder that was renamed, nor for one that moved to another root', async () => {
    const [one, two] = [temporaryFolder(), temporaryFolder()];
    const count = 400;
    const name = (index: number) => `note ${index}.txt`;
    writeFiles(
      join(one, 'old'),
      Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), `Note ${index} about tea.`])),
    );
    const { library, parser } = await open();
    await library.index({ paths: [one, two] });
    const { documentId } = await library.documentAtPath(join(one, 'old', name(7)));
    const calls = { ...parser.calls };
    renameSync(join(one, 'old'), join(one, 'new'));
    const renamed = await library.index({ paths: [one] });
    expect(renamed).toMatchObject({
      tokens: 0,
      chunks: { added: 0 },
      documents: { moved: count, indexed: 0, removed: 0 },
    });
    renameSync(join(one, 'new'), join(two, 'newest'));
    const moved = await library.index({ paths: [one, two] });
    expect(moved).toMatchObject({
      tokens: 0,
      chunks: { added: 0 },
      documents: { moved: count, indexed: 0, removed: 0 },
    });
    // Their numbers on the file system tell: they are not even opened.
    expect(parser.calls).toEqual(calls);
    expect((await library.documentAtPath(join(two, 'newest', name(7)))).documentId).toBe(documentId);
    expect((await library.status()).folders.map(({ documents, missing }) => [documents, missing]).sort()).toEqual([
      [0, 0],
      [count, 0],
    ]);
  });

  it('keeps a document when only the case of its name or of its folder changed', async () => {
    const root = temporaryFolder();
    writeFiles(root, { 'papers/report.txt': 'The mill turns.' });
    const { library, parser } = await open();
    await library.index({ paths: [root] });
    const { documentId } = await library.documentAtPath(join(root, 'papers', 'report.txt'));
    renameSync(join(root, 'papers'), join(root, 'Papers'));
    renameSync(join(root, 'Papers', 'report.txt'), join(root, 'Papers', 'Report.txt'));
    const report = await library.index({ paths: [root] });
    expect(report).toMatchObject({ tokens: 0, documents: { moved: 1, indexed: 0, removed: 0 } });
    expect((await library.documentAtPath(join(root, 'Papers', 'Report.txt'))).documentId).toBe(documentId);
    expect(parser.calls.load).toBe(1);
  });
});

describe('much is gone at once', () => {
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`note-${index}.txt`, `Note ${index} on tea.`]),
  );

  async function halfGone() {
    const root = temporaryFolder();
    writeFiles(root, files);
    const { library } = await open();
    await library.index({ paths: [root] });
    for (const name of Object.keys(files).slice(10)) rmSync(join(root, name));
    return { root, library };
  }

  it('is listed as a problem and keeps everything searchable, run after run', async () => {
    const { root, library } = await halfGone();
    for (let round = 0; round < 2; round += 1) {
      const report = await library.index({ paths: [root] });
      expect(report.documents).toMatchObject({ unchanged: 10, removed: 0, offline: 10 });
      expect(report.problems).toMatchObject([{ path: root, state: 'offline', reason: 'vanished' }]);
    }
    const { hits } = await library.search({ query: 'tea', mode: 'words', k: 50, all: true });
    expect(hits.filter(({ offline }) => offline)).toHaveLength(10);
    expect(hits).toHaveLength(20);
  });

  it('is forgotten when it is said that it was deleted, and stays when it is to be kept', async () => {
    const one = await halfGone();
    const removed = await one.library.index({ paths: [one.root], missing: 'remove' });
    expect(removed).toMatchObject({ documents: { removed: 10, offline: 0 }, problems: [] });
    expect((await one.library.status()).chunks).toBe(10);
    const two = await halfGone();
    for (let round = 0; round < 2; round += 1) {
      const kept = await two.library.index({ paths: [two.root], missing: round === 0 ? 'keep' : undefined });
      expect(kept).toMatchObject({ documents: { removed: 0 }, problems: [] });
    }
    expect((await two.library.status()).documents).toMatchObject({ ready: 10, offline: 10 });
  });

  it('is never taken for deleted on a drive that is away, whatever was said', async () => {
    const { root, library } = await halfGone();
    renameSync(root, `${root}-away`);
    mkdirSync(root);
    onTestFinished(() => rmSync(`${root}-away`, { recursive: true, force: true }));
    const report = await library.index({ paths: [root], missing: 'remove' });
    expect(report.documents).toMatchObject({ removed: 0, offline: 20 });
  });
});

describe('a file that changes while it waits for its turn', () => {
  it('is read as it is when it has come to rest, and left alone while it does not', async () => {
    const root = temporaryFolder();
    writeFiles(root, { 'a.txt': 'First words.' });
    const { library } = await open();
    library.pause();
    const end = library.index({ paths: [root] });
    while (library.progress().total === 0) await new Promise<void>((resolve) => setImmediate(resolve));
    writeFileSync(join(root, 'a.txt'), 'Other and longer words.');
    library.resume();
    expect(await end).toMatchObject({ documents: { indexed: 1 }, problems: [] });
    expect(await library.index({ paths: [root] })).toMatchObject({ documents: { unchanged: 1 } });
    expect((await library.search({ query: 'longer', mode: 'words' })).hits).toHaveLength(1);
  });
});
