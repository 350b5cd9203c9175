// Brings a library file to the shape that this version knows: numbered steps, only ever added, each in one transaction.
import { AppError } from '../../../shared/errors.js';
import { initialSchema } from './migrations/0001-initial.js';
import { rootInode } from './migrations/0002-root-inode.js';
import { recognisedPages } from './migrations/0003-recognised-pages.js';
import { childDocuments } from './migrations/0004-child-documents.js';
import { documentMeta } from './migrations/0005-document-meta.js';
import { missingDocuments } from './migrations/0006-missing-documents.js';
import { folderRules } from './migrations/0007-folder-rules.js';
import { checksums } from './migrations/0008-checksums.js';
import { conversations } from './migrations/0009-conversations.js';
import { generationsBeside } from './migrations/0010-generations-beside.js';
import { keptAnswers } from './migrations/0011-kept-answers.js';
import { readAgain } from './migrations/0012-read-again.js';
import { removedVectors } from './migrations/0013-removed-vectors.js';
import { type Database, transaction } from './sqlite.js';

/** Step n makes version n + 1; the file's own version is its `user_version`. */
export const migrations: readonly string[] = [
  initialSchema,
  rootInode,
  recognisedPages,
  childDocuments,
  documentMeta,
  missingDocuments,
  folderRules,
  checksums,
  conversations,
  generationsBeside,
  keptAnswers,
  readAgain,
  removedVectors,
];

/**
 * Runs the steps that the file does not have yet.
 * @throws AppError `library-newer` when a newer version of the app has written the file.
 */
export function migrate(database: Database, steps: readonly string[] = migrations): void {
  const version = versionOf(database);
  if (version < 0 || version > mostVersions) throw versionError();
  if (version > steps.length) throw newerError(version, steps.length);
  for (const [index, step] of steps.entries()) {
    if (index < version) continue;
    transaction(database, () => {
      runStep(database, step);
      database.exec(`PRAGMA user_version = ${index + 1}`);
    });
  }
  if (applicationIdOf(database) === 0) database.exec(`PRAGMA application_id = ${applicationId}`);
}

/** No app will ever know as many: such a version is a byte that was hit. */
const mostVersions = 1_000;

/** @throws AppError `store-corrupt` where what it is to make is there already: then the version is not the file's own */
function runStep(database: Database, step: string): void {
  try {
    database.exec(step);
  } catch (error) {
    if (error instanceof Error && /already exists|duplicate column name/.test(error.message)) throw versionError();
    throw error;
  }
}

function versionError(): AppError {
  return new AppError('store-corrupt', 'The library file is damaged: its version cannot be true.');
}

function newerError(version: number, known: number): AppError {
  return new AppError(
    'library-newer',
    `This library was made by a newer version of Acervo (format ${version}, known here: ${known}). Install the newer version, or choose another library folder.`,
  );
}

/** Nobody else's database has all of these. */
const ownTables = [
  'meta',
  'collections',
  'folders',
  'generations',
  'documents',
  'text_parts',
  'chunks',
  'words',
] as const;

/** “Acrv”, at the place where SQLite keeps what a file belongs to. */
const applicationId = 0x41_63_72_76;

function versionOf(database: Database): number {
  return database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
}

function applicationIdOf(database: Database): number {
  return database.get<{ application_id: number }>('PRAGMA application_id')?.application_id ?? 0;
}

/** For a file that can't be changed. @throws AppError `read-only` where it is of an earlier version; `library-newer` */
export function refuseOtherVersion(database: Database): void {
  const version = versionOf(database);
  if (version > migrations.length) throw newerError(version, migrations.length);
  if (version === migrations.length) return;
  throw new AppError(
    'read-only',
    'This library is of an earlier version of Acervo, and its folder cannot be written to bring it up to date. Change its permissions, or copy it to another folder.',
  );
}

/** @throws AppError `wrong-use` for a database of another program, which may have the same name; `store-corrupt` for ours without its mark */
export function refuseForeign(database: Database): void {
  const version = versionOf(database);
  const owner = applicationIdOf(database);
  if (owner === applicationId) return;
  const has = (what: string): boolean => database.get(`SELECT 1 FROM sqlite_schema ${what} LIMIT 1`) !== undefined;
  const isNew = version === 0 && !has('');
  const isOfEarlierVersion = version > 0 && has(`WHERE name = 'meta'`) && has(`WHERE name = 'chunks'`);
  if (owner === 0 && (isNew || isOfEarlierVersion)) return;
  if (ownTables.every((name) => has(`WHERE type = 'table' AND name = '${name}'`))) {
    throw new AppError('store-corrupt', 'The library file is damaged: the mark of its program is not there.');
  }
  throw new AppError(
    'wrong-use',
    `${database.file} is a database of another program. Choose another folder for the library.`,
  );
}
