// How a command comes by its library: the folder that was named, opened, handed to the command's work, and closed again.
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type LibraryStatus, libraryFileName } from '../../shared/domain/library.js';
import { AppError } from '../../shared/errors.js';
import { isDiskFull, type Library, type OpenLibraryOptions, openLibrary } from '../engine/library.js';
import { optionOf, type ParsedArguments } from './arguments.js';
import { defaultLibraryFolder } from './library-folder.js';
import type { Output } from './output.js';

const doneWithProblems = 1;

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const asksByMeaning: ReadonlySet<ParsedArguments['command']> = new Set(['search', 'ask', 'chat']);

/**
 * They only look, so a script that looks before anything was indexed need not tell "none" from "empty". Whatever else is asked of
 * a library that is not there would be a success that never was: a check of nothing, a forgetting of nothing.
 */
const looksOnly: ReadonlySet<ParsedArguments['command']> = new Set(['status', 'documents', 'search']);

/** @param isThere false where an empty library stands in for one that does not exist */
type Work = (library: Library, signal: AbortSignal, isThere: boolean) => Promise<number>;

/** Opens the library, runs `work`, closes it again; Ctrl+C ends the work politely, and what is stored stays. */
export async function withLibrary(
  options: OpenLibraryOptions,
  output: Output,
  work: Work,
  isThere = true,
): Promise<number> {
  const controller = new AbortController();
  const onInterrupt = (): void => controller.abort();
  for (const signal of endSignals) process.once(signal, onInterrupt);
  // Most commands need no model, and loading it takes longer than they do.
  const library = await openLibrary({ modelOnDemand: true, ...options, holder: 'command line' });
  try {
    if (!library.isWhole) output.message(replacedWords(options.folder, await library.status()));
    if (library.isReadOnly) output.message(readOnlyWords(options.folder));
    const code = await work(library, controller.signal, isThere);
    return library.isWhole ? code : Math.max(code, doneWithProblems);
  } finally {
    for (const signal of endSignals) process.off(signal, onInterrupt);
    await library.close();
  }
}

function replacedWords(folder: string, { documents }: LibraryStatus): string {
  const { waiting, reading, ...others } = documents;
  const kept = Object.values(others).reduce((sum, count) => sum + count, 0);
  return (
    `The library file was damaged. It was put aside in “${folder}” and a new one begun with all that could be read of it: ` +
    `${kept} documents, and ${waiting + reading} that are to be read again. ` +
    'Bring it up to date with “acervo index” and the folders that “acervo status” names.'
  );
}

function readOnlyWords(folder: string): string {
  return isDiskFull(folder)
    ? `The disk that holds “${folder}” is full: the library is open for searching only. Free some space, then try again.`
    : `Nothing may be written in “${folder}”: the library is open for searching only.`;
}

export function libraryFolder(parsed: ParsedArguments): string {
  const named = optionOf(parsed, 'library');
  return named === undefined ? defaultLibraryFolder() : resolve(named);
}

/** True for a file too: what is wrong with it the opening says. */
export function isLibraryIn(folder: string): boolean {
  const isFile = statSync(folder, { throwIfNoEntry: false })?.isFile() === true;
  return isFile || existsSync(join(folder, libraryFileName));
}

/**
 * For commands on a library that is there; they make none. Where there is none, those that only look say so and give what
 * an empty one gives.
 * @throws AppError `not-found` for the others
 */
export async function lookInto(
  parsed: ParsedArguments,
  output: Output,
  work: Work,
  options: Pick<OpenLibraryOptions, 'onProgress'> = {},
): Promise<number> {
  const folder = libraryFolder(parsed);
  if (!isLibraryIn(folder)) {
    const words = `There is no library in “${folder}”. Check the path; “acervo index” makes a library.`;
    if (!looksOnly.has(parsed.command)) throw new AppError('not-found', words);
    output.message(words);
    return inEmptyLibrary((empty) => withLibrary({ folder: empty }, output, work, false));
  }
  const collection = optionOf(parsed, 'collection');
  const modelOnDemand = !asksByMeaning.has(parsed.command) || optionOf(parsed, 'mode') === 'words';
  return withLibrary({ ...options, folder, modelOnDemand }, output, async (library, signal) => {
    if (collection !== undefined) await checkCollection(library, collection);
    return work(library, signal, true);
  });
}

async function inEmptyLibrary<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'acervo-empty-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkCollection(library: Library, name: string): Promise<void> {
  const names = new Set((await library.status()).folders.map(({ collection }) => collection));
  if (names.has(name)) return;
  const known = names.size === 0 ? 'The library is empty.' : `There are: ${[...names].sort().join(', ')}.`;
  throw new AppError('not-found', `There is no collection “${name}”. ${known}`);
}
