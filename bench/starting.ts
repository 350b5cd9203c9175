// (c) The check of files that did not change, and of those that only moved, and (d) the time from start to the first answers.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLibrary } from '../electron/engine/library.js';
import { forkParser } from '../electron/engine/load/fork-parser.js';
import { measureInChild } from './child.js';
import { median } from './percentile.js';

export interface RecheckFigures {
  readonly files: number;
  readonly seconds: number;
}

/** Files of a line each, indexed by words only: a check does not look at vectors. */
export async function measureRecheck(work: string, files: number): Promise<RecheckFigures> {
  const root = join(work, 'many-files');
  for (let index = 0; index < files; index += 1) {
    const below = join(root, `folder-${Math.floor(index / 500)}`);
    if (index % 500 === 0) mkdirSync(below, { recursive: true });
    writeFileSync(join(below, `note-${index}.txt`), `This is note number ${index} of the many that do not change.\n`);
  }
  const library = await openLibrary({ folder: join(work, 'library-of-many') });
  await library.index({ paths: [root], wordsOnly: true });
  const seconds: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const report = await library.index({ paths: [root], wordsOnly: true });
    if (report.documents.unchanged !== files)
      throw new Error(`Only ${report.documents.unchanged} files were unchanged.`);
    seconds.push(report.seconds.total);
  }
  await library.close();
  return { files, seconds: median(seconds) };
}

export interface MovedFigures {
  readonly documents: number;
  readonly seconds: number;
  /** Documents that were opened by a loader, and passages that were embedded: none. */
  readonly parses: number;
  readonly embeddings: number;
}

/** A folder of documents that was renamed, checked as a whole; with vectors, so that one that got lost would be missed. */
export async function measureMoved(work: string, documents: number): Promise<MovedFigures> {
  const root = join(work, 'moved-files');
  const before = join(root, 'before');
  mkdirSync(before, { recursive: true });
  for (let index = 0; index < documents; index += 1) {
    writeFileSync(join(before, `note-${index}.txt`), `This is note number ${index} of the many that move together.\n`);
  }
  let parses = 0;
  const startParser = async () => {
    const connection = await forkParser();
    const { channel } = connection;
    const post: typeof channel.post = (message, transfer) => {
      if ((message as { method?: string }).method === 'load') parses += 1;
      channel.post(message, transfer);
    };
    return { ...connection, channel: { ...channel, post } };
  };
  const library = await openLibrary({ folder: join(work, 'library-that-moves'), startParser });
  await library.index({ paths: [root] });
  const parsesBefore = parses;
  renameSync(before, join(root, 'after'));
  const report = await library.index({ paths: [root] });
  if (report.documents.moved !== documents) throw new Error(`Only ${report.documents.moved} documents moved.`);
  await library.close();
  return { documents, seconds: report.seconds.total, parses: parses - parsesBefore, embeddings: report.chunks.added };
}

export interface StartFigures {
  /** From the start of the process, in seconds. */
  readonly firstWordsAnswer: number;
  readonly firstVectorAnswer: number;
}

/** @param libraryFolder a library with documents in it */
export async function measureStart(libraryFolder: string): Promise<StartFigures> {
  const rounds: StartFigures[] = [];
  for (let round = 0; round < 3; round += 1) {
    rounds.push(await measureInChild<StartFigures>('first-answers.ts', [libraryFolder]));
  }
  return {
    firstWordsAnswer: median(rounds.map((one) => one.firstWordsAnswer)),
    firstVectorAnswer: median(rounds.map((one) => one.firstVectorAnswer)),
  };
}
