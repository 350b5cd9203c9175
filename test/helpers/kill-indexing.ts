// Runs of indexing in a process of their own, killed at random moments; the store must heal from each.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { makeZip } from './make-zip.js';
import { openTestLibrary } from './open-library.js';
import { writeFiles } from './temporary-folder.js';

const words =
  'river stone window paper garden letter winter morning bridge silver market candle forest music harbour'.split(' ');

/** Documents of several chunks, all different, as a folder of files. */
export function writeNotes(root: string, count: number, random: () => number): void {
  writeFiles(root, makeNotes(count, random));
}

/** As many notes in archives of ten, half of them in an archive inside the archive. Gives the number of documents in all. */
export function writeArchives(root: string, count: number, random: () => number): number {
  const notes = Object.entries(makeNotes(count * 10, random));
  for (let archive = 0; archive < count; archive += 1) {
    const own = notes.slice(archive * 10, archive * 10 + 5);
    const inner = notes.slice(archive * 10 + 5, archive * 10 + 10);
    const content = { ...Object.fromEntries(own), 'inner.zip': makeZip(Object.fromEntries(inner)) };
    writeFiles(root, { [`archive-${archive}.zip`]: makeZip(content) });
  }
  return count * 12;
}

function makeNotes(count: number, random: () => number): Record<string, string> {
  const files: Record<string, string> = {};
  for (let note = 0; note < count; note += 1) {
    const paragraphs = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, paragraph) => {
      const sentence = Array.from({ length: 40 }, () => words[Math.floor(random() * words.length)]).join(' ');
      return `Note ${note}, part ${paragraph}: ${sentence}.`;
    });
    files[`folder-${note % 7}/note-${note}.md`] = `# Note ${note}\n\n${paragraphs.join('\n\n')}\n`;
  }
  return files;
}

/** Starts `acervo index` and kills it, with everything it started, after `afterMs`. True when it had not ended before. */
async function killIndexing(libraryFolder: string, root: string, afterMs: number): Promise<boolean> {
  const cli = join(import.meta.dirname, '..', '..', 'dist', 'engine', 'cli.mjs');
  const child = spawn(process.execPath, [cli, 'index', root, '--library', libraryFolder], { stdio: 'ignore' });
  const hasEnded = new Promise<boolean>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal === 'SIGKILL')),
  );
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
  const wasKilled = await hasEnded;
  clearTimeout(timer);
  return wasKilled;
}

export interface KillCounts {
  readonly killed: number;
  /** Documents that were searchable when the library was opened after each kill. */
  readonly kept: readonly number[];
}

/**
 * Kills a run of indexing `times` times at moments spread over its length; after each the library must open,
 * be whole, and hold at least what it held before. At the end the run is finished and everything is there once.
 */
export async function killAgainAndAgain(options: {
  readonly libraryFolder: string;
  readonly root: string;
  readonly documents: number;
  readonly times: number;
  readonly random: () => number;
}): Promise<KillCounts> {
  const { libraryFolder, root, documents, times, random } = options;
  const kept: number[] = [];
  let killed = 0;
  for (let time = 0; time < times; time += 1) {
    if (await killIndexing(libraryFolder, root, 150 + random() * 2_500)) killed += 1;
    const library = await openTestLibrary({ folder: libraryFolder });
    const report = await library.verify();
    expect(library.isWhole, `store after kill ${time}`).toBe(true);
    expect(report.damage, `after kill ${time}`).toEqual([]);
    const status = await library.status();
    const searchable = status.documents.words + status.documents.ready;
    expect(searchable, `documents after kill ${time}`).toBeGreaterThanOrEqual(kept.at(-1) ?? 0);
    kept.push(searchable);
    await library.close();
  }
  const library = await openTestLibrary({ folder: libraryFolder });
  await library.index({ paths: [root] });
  const status = await library.status();
  expect(status.documents).toMatchObject({ ready: documents, words: 0, failed: 0, waiting: 0, reading: 0 });
  expect((await library.verify()).damage).toEqual([]);
  const page = await library.documents({ offset: 0, limit: documents * 2 });
  expect(new Set(page.documents.map((document) => document.path)).size).toBe(documents);
  expect(page.total).toBe(documents);
  await library.close();
  return { killed, kept };
}
