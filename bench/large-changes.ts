// How long it takes to add a document to a large library and to remove a folder from it, and what that does to those who ask. Prints JSON.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLibrary } from '../electron/engine/library.js';
import { questionsOf, timesOf } from './large-answers.js';
import type { MadeUpRoot } from './made-up-library.js';
import { type Milliseconds, spread } from './percentile.js';

export interface LargeChanges {
  /** One document of one passage: read, embedded, stored and searchable. */
  readonly added: Milliseconds;
  /** The folder that has a tenth of the passages. */
  readonly secondsToRemove: number;
  readonly asked: number;
  readonly whileRemoving: Milliseconds & { readonly most: number };
  /** From then until the file is written anew without it. */
  readonly secondsToFree: number;
  readonly whileFreeing: Milliseconds & { readonly most: number };
}

const added = 60;

async function measure(folder: string): Promise<LargeChanges> {
  const library = await openLibrary({ folder });
  await library.modelReady();
  await library.check(null);
  const files = join(folder, 'files');
  mkdirSync(files);
  const addTimes: number[] = [];
  for (let count = 0; count < added; count += 1) {
    const file = join(files, `note-${count}.txt`);
    writeFileSync(file, `Note number ${count} says that the ${count}th heron was seen beside the old mill at noon.\n`);
    const start = performance.now();
    await library.index({ paths: [file] });
    // The first ones start the reader and the model.
    if (count >= 10) addTimes.push(performance.now() - start);
  }
  const question = questionsOf(23);
  await timesOf(library, 20, () => ({ query: question() }));

  let isOver = false;
  const askAllTheWhile = async (): Promise<readonly number[]> => {
    const times: number[] = [];
    while (!isOver) {
      const start = performance.now();
      await library.search({ query: question() });
      times.push(performance.now() - start);
    }
    return times;
  };
  const folderOf = async (path: MadeUpRoot): Promise<number> =>
    (await library.status()).folders.find((one) => one.path === path)?.folderId ?? 0;
  const asking = askAllTheWhile();
  const removal = performance.now();
  await library.removeFolder(await folderOf('records:tenth'));
  const secondsToRemove = (performance.now() - removal) / 1_000;
  isOver = true;
  const whileRemoving = await asking;
  isOver = false;
  const askingOn = askAllTheWhile();
  const freeing = performance.now();
  // It comes when the file is written anew.
  await library.check(null);
  const secondsToFree = (performance.now() - freeing) / 1_000;
  isOver = true;
  const whileFreeing = await askingOn;
  // Three of ten rows are gone then: how well is the rest found?
  await library.removeFolder(await folderOf('records:fifth'));
  await library.check(null);
  await library.close();
  rmSync(files, { recursive: true });
  return {
    added: spread(addTimes),
    secondsToRemove,
    asked: whileRemoving.length,
    whileRemoving: { ...spread(whileRemoving), most: Math.max(...whileRemoving) },
    secondsToFree,
    whileFreeing: { ...spread(whileFreeing), most: Math.max(...whileFreeing) },
  };
}

const [folder = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await measure(folder)));
