// One function a command. Each opens the library, asks the engine's door, prints, and gives the exit code.
import { type DocumentInfo, documentStates } from '../../shared/domain/document.js';
import type { FolderInfo, IndexRequest, MissingAnswer } from '../../shared/domain/library.js';
import { type MetaCondition, readMetaCondition } from '../../shared/domain/metadata.js';
import { fusionNames, type SearchRequest, searchModes } from '../../shared/domain/search.js';
import { timeLimitRange } from '../../shared/domain/settings.js';
import { AppError, assertNever, toPlainError } from '../../shared/errors.js';
import { checkPathsExist, inspectExport, type Library } from '../engine/library.js';
import { choiceOf, numberOf, optionOf, type ParsedArguments } from './arguments.js';
import { exportLibrary, fileOf, importInto, readMappings } from './carry.js';
import type { Output } from './output.js';
import { checkPlaces, placesOf } from './places-of.js';
import { readPasswords } from './read-passwords.js';
import { realPathOf } from './real-path.js';
import { documentsText, hitsText, reportText, statusText, verifyText } from './text-results.js';
import { isLibraryIn, libraryFolder, lookInto, withLibrary } from './with-library.js';

const done = 0;
const doneWithProblems = 1;

const maxSizeLimitMegabytes = 1_000_000;

/** Runs one command. What asks and measures is read into memory only for that. @returns the exit code */
export async function runCommand(parsed: ParsedArguments, output: Output): Promise<number> {
  switch (parsed.command) {
    case 'index':
      return index(parsed, output);
    case 'search':
      return search(parsed, output);
    case 'ask':
      return lookInto(parsed, output, async (library, signal) =>
        (await import('./ask.js')).askOnce(parsed, output, library, signal),
      );
    case 'chat':
      return lookInto(parsed, output, async (library, signal) =>
        (await import('./ask.js')).chat(parsed, output, library, signal),
      );
    case 'conversations':
      return lookInto(parsed, output, async (library) =>
        (await import('./conversations.js')).conversations(parsed, output, library),
      );
    case 'status':
      return lookInto(parsed, output, async (library, _signal, isThere) => {
        const found = await library.status();
        // Of one that is not there no size is told: what the empty one in its place takes is gone again.
        const status = isThere ? found : { ...found, bytes: { text: 0, database: 0, graph: 0 } };
        output.result(status, () => statusText(status));
        return done;
      });
    case 'documents':
      return documents(parsed, output);
    case 'text':
      return text(parsed, output);
    case 'eval':
      return (await import('./evaluate.js')).evaluateSet(parsed, output);
    case 'eval-answers':
      return (await import('./evaluate.js')).evaluateSetAnswers(parsed, output);
    case 'model':
      return (await import('./model.js')).runModel(parsed, output, {
        make: (work) => withLibrary({ folder: libraryFolder(parsed), onProgress: output.progress }, output, work),
        find: (work) => lookInto(parsed, output, work, { onProgress: output.progress }),
      });
    case 'export':
      return lookInto(parsed, output, (library, signal) => exportLibrary(parsed, output, library, signal));
    case 'import':
      return importLibrary(parsed, output);
    case 'reset':
      return reset(parsed, output);
    case 'forget':
      return forget(parsed, output);
    case 'verify':
      return lookInto(parsed, output, async (library) => {
        const report = await library.verify();
        output.result({ ...report, wasWhole: library.isWhole }, () => verifyText(report));
        return report.damage.length > 0 ? doneWithProblems : done;
      });
    default:
      return assertNever(parsed.command);
  }
}

async function importLibrary(parsed: ParsedArguments, output: Output): Promise<number> {
  const mappings = readMappings(parsed);
  // Looked at before the library is opened: a file that is none makes no library.
  await inspectExport(fileOf(parsed));
  return withLibrary({ folder: libraryFolder(parsed) }, output, (library, signal) =>
    importInto(parsed, mappings, output, library, signal),
  );
}

async function index(parsed: ParsedArguments, output: Output): Promise<number> {
  const folder = libraryFolder(parsed);
  const timeLimitSeconds = timeLimitOf(parsed);
  const rules = rulesOf(parsed);
  const missing = missingAnswerOf(parsed);
  const from = optionOf(parsed, 'passwords');
  const paths = parsed.words.map(realPathOf);
  // A mistyped path makes no library.
  if (!isLibraryIn(folder)) await checkPathsExist(paths);
  // Asked for before the library is opened: whoever hesitates locks nobody out.
  const passwords = from === undefined ? undefined : await readPasswords(from);
  return withLibrary({ folder, timeLimitSeconds, onProgress: output.progress }, output, async (library, signal) => {
    const report = await library.index(
      {
        paths,
        collection: optionOf(parsed, 'collection'),
        ...rules,
        force: parsed.flags.has('force'),
        wordsOnly: parsed.flags.has('words-only'),
        missing,
        passwords,
        recognise: parsed.flags.has('recognise'),
      },
      signal,
    );
    output.endProgress();
    output.result(report, () => reportText(report));
    if (report.problems.some(({ state, reason }) => state === 'offline' && reason === 'vanished')) {
      output.message('Say --accept-deletions if they were deleted, or --keep-missing to keep them.');
    }
    for (const { path } of report.problems.filter(
      ({ state, reason }) => state === 'offline' && reason !== 'vanished',
    )) {
      const accepted = missing === 'remove' ? 'No deletion was accepted: the folder is not there. ' : '';
      output.message(`${accepted}To forget it for good: acervo forget “${path}” --yes`);
    }
    return report.problems.length > 0 ? doneWithProblems : done;
  });
}

/** What folders leave out from now on; nothing where it stays as it is. */
function rulesOf(parsed: ParsedArguments): Pick<IndexRequest, 'ignore' | 'maxFileBytes'> {
  const patterns = parsed.values.get('ignore');
  const isCleared = parsed.flags.has('ignore-nothing');
  if (patterns !== undefined && isCleared) {
    throw new AppError('wrong-use', 'Give either --ignore with patterns or --ignore-nothing, not both.');
  }
  const megabytes = numberOf(parsed, 'size-limit', 0, maxSizeLimitMegabytes);
  return {
    ignore: isCleared ? [] : patterns,
    maxFileBytes: megabytes === undefined ? undefined : megabytes === 0 ? null : Math.ceil(megabytes * 1_000_000),
  };
}

/** @throws AppError `wrong-use` for both at once */
function missingAnswerOf({ flags }: ParsedArguments): MissingAnswer | undefined {
  if (!flags.has('accept-deletions')) return flags.has('keep-missing') ? 'keep' : undefined;
  if (!flags.has('keep-missing')) return 'remove';
  throw new AppError('wrong-use', 'Say either --accept-deletions or --keep-missing, not both.');
}

function timeLimitOf(parsed: ParsedArguments): number | undefined {
  return numberOf(parsed, 'time-limit', timeLimitRange.least, timeLimitRange.most, 'whole');
}

function metaConditions(parsed: ParsedArguments): readonly MetaCondition[] | undefined {
  return parsed.values.get('meta')?.map((source) => {
    const condition = readMetaCondition(source);
    if (condition !== null) return condition;
    throw new AppError(
      'wrong-use',
      `--meta takes a key, one of =, <, <=, > and >=, and a value, such as version=2, year>2020 or tags=a,b; “${source}” is none.`,
    );
  });
}

function searchRequest(parsed: ParsedArguments): SearchRequest {
  const dates = { since: optionOf(parsed, 'since'), until: optionOf(parsed, 'until') };
  for (const date of Object.values(dates)) {
    if (date !== undefined && !/^\d{4}(-\d{2}(-\d{2})?)?$/u.test(date)) {
      throw new AppError('wrong-use', '--since and --until take a date such as 2021, 2021-05 or 2021-05-30.');
    }
  }
  return {
    query: parsed.words.join(' '),
    k: numberOf(parsed, 'k', 1, 1_000, 'whole'),
    mode: choiceOf(parsed, 'mode', searchModes),
    fusion: choiceOf(parsed, 'fusion', fusionNames),
    rerank: parsed.flags.has('rerank'),
    minRelevance: numberOf(parsed, 'min-relevance', 0, 1),
    all: parsed.flags.has('all'),
    filter: {
      ...dates,
      ...placesOf(parsed),
      languages: parsed.values.get('language'),
      meta: metaConditions(parsed),
    },
  };
}

async function search(parsed: ParsedArguments, output: Output): Promise<number> {
  const request = searchRequest(parsed);
  return lookInto(parsed, output, async (library, signal, isThere) => {
    if (isThere) await checkPlaces(library, request.filter ?? {});
    const result = await library.search(request, signal).catch((error: unknown) => {
      const { code, message } = toPlainError(error);
      if (request.mode === 'vector' || (code !== 'model-missing' && code !== 'model-corrupt')) throw error;
      output.message(`${message} Until then it is searched by words only.`);
      return library.search({ ...request, mode: 'words' }, signal);
    });
    output.result(result, () => hitsText(result));
    return done;
  });
}

async function documents(parsed: ParsedArguments, output: Output): Promise<number> {
  const state = choiceOf(parsed, 'state', documentStates);
  return lookInto(parsed, output, async (library) => {
    const all: DocumentInfo[] = [];
    const limit = 1_000;
    for (let offset = 0; ; offset += limit) {
      const page = await library.documents({ states: state === undefined ? undefined : [state], offset, limit });
      all.push(...page.documents);
      if (offset + limit >= page.total) break;
    }
    output.result({ documents: all }, () => documentsText(all));
    return done;
  });
}

async function text(parsed: ParsedArguments, output: Output): Promise<number> {
  const [path = ''] = parsed.words;
  const named = optionOf(parsed, 'encoding')?.toLowerCase();
  const timeLimitSeconds = timeLimitOf(parsed);
  return lookInto(parsed, output, async (library, signal) => {
    if (timeLimitSeconds !== undefined) library.setTimeLimit(timeLimitSeconds);
    const found = await library.documentAtPath(realPathOf(path));
    if (named !== undefined) {
      await library.readAgain(found.documentId, named === 'auto' ? null : named, signal);
      await library.index({ paths: [found.file] }, signal);
    }
    const document = await library.document(found.documentId);
    const read = await library.text(document.documentId);
    const locators = read.passages.map(({ start, end, chunkId, locator }) => ({ start, end, chunkId, locator }));
    const { state, reason, message, type, encoding, chosenEncoding, meta, metaProblem } = document;
    if (message !== null) output.message(`${state}${reason === null ? '' : `, ${reason}`}: ${message}`);
    output.result(
      {
        text: read.text,
        locators,
        pageStarts: read.pageStarts,
        state,
        reason,
        message,
        type,
        encoding,
        chosenEncoding,
        meta,
        metaProblem,
      },
      () => (read.text === '' || read.text.endsWith('\n') ? read.text : `${read.text}\n`),
    );
    return done;
  });
}

async function reset(parsed: ParsedArguments, output: Output): Promise<number> {
  const collection = optionOf(parsed, 'collection');
  if (!parsed.flags.has('yes')) {
    const what =
      collection === undefined
        ? 'everything that was indexed, and all questions with their answers'
        : `the collection “${collection}”, and what answers quote of it`;
    throw new AppError('wrong-use', `This forgets ${what} (files on disk stay). Say --yes to do it.`);
  }
  return lookInto(parsed, output, async (library) => {
    const removed = await library.reset(collection);
    output.result(removed, () => `Forgot ${removed.documents} documents. The files themselves were not touched.\n`);
    return done;
  });
}

async function forget(parsed: ParsedArguments, output: Output): Promise<number> {
  const path = realPathOf(parsed.words[0] ?? '');
  return lookInto(parsed, output, async (library) => {
    const folder = await folderAt(library, path);
    if (!parsed.flags.has('yes')) {
      const words = `This forgets the ${folder.documents} documents of “${folder.path}” (files on disk stay). Say --yes to do it.`;
      throw new AppError('wrong-use', words);
    }
    const removed = await library.removeFolder(folder.folderId);
    output.result(removed, () => `Forgot ${removed.documents} documents. The files themselves were not touched.\n`);
    return done;
  });
}

/** @throws AppError `not-found` for a path that was not added itself */
async function folderAt(library: Library, path: string): Promise<FolderInfo> {
  const { folders } = await library.status();
  const found = folders.find((folder) => folder.path === path);
  if (found !== undefined) return found;
  const known =
    folders.length === 0 ? 'The library is empty.' : `There are: ${folders.map((one) => one.path).join(', ')}.`;
  throw new AppError('not-found', `“${path}” is no folder of the library. ${known}`);
}
