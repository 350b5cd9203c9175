// Brings a library file to the shape that this version knows: numbered steps, only ever added, each in one transaction.
import { AppError } from '../../../shared/errors.js';
import { initialSchema } from './migrations/0001-initial.js';
import { rootInode } from './migrations/0002-root-inode.js';
import { type Database, transaction } from './sqlite.js';

/** Step n makes version n + 1; the file's own version is its `user_version`. */
export const migrations: readonly string[] = [initialSchema, rootInode];

/**
 * Runs the steps that the file does not have yet.
 * @throws AppError `library-newer` when a newer version of the app has written the file.
 */
export function migrate(database: Database, steps: readonly string[] = migrations): void {
  const version = database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  if (version > steps.length) {
    throw new AppError(
      'library-newer',
      `This library was made by a newer version of Acervo (format ${version}, known here: ${steps.length}). Install the newer version, or choose another library folder.`,
    );
  }
  for (const [index, step] of steps.entries()) {
    if (index < version) continue;
    transaction(database, () => {
      database.exec(step);
      database.exec(`PRAGMA user_version = ${index + 1}`);
    });
  }
}
