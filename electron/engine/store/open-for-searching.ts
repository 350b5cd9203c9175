// Opens a library where nothing may be written: a folder of another user, a disk that is locked, a medium that can't be changed, or one that is full.
import { join } from 'node:path';
import { libraryFileName } from '../../../shared/domain/library.js';
import { AppError } from '../../../shared/errors.js';
import { defineFolding } from './document-list.js';
import { generationInUse } from './generations.js';
import { readMeta } from './meta.js';
import { refuseForeign, refuseOtherVersion } from './migrate.js';
import type { OpenStore } from './open-store.js';
import { type Database, openReader } from './sqlite.js';
import type { Generation, StoreMethods } from './store-methods.js';

/**
 * Without a lock, which is a file too.
 * @param isDiskFull why nothing may be written
 * @throws AppError `read-only` where the file would have to be changed before it can be used
 */
export function openForSearching(
  { folder, generation: shipped }: Parameters<StoreMethods['open']>[0],
  isDiskFull: boolean,
): OpenStore {
  const db = openReader(join(folder, libraryFileName));
  try {
    refuseForeign(db);
    refuseOtherVersion(db);
    defineFolding(db);
    const generation = generationInUse(db, shipped);
    const generationId = rowInUse(db, generation);
    return {
      context: { db, folder, generation, generationId, checks: new Map() },
      wasReplaced: readMeta(db, 'replaced') !== null,
      isReadOnly: true,
      isDiskFull,
      rebuilt: () => {
        throw new AppError(
          'read-only',
          'The library folder cannot be written, so the library cannot be repaired there.',
        );
      },
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

function rowInUse(db: Database, { embedder, chunker, dimension }: Generation): number {
  const found = db.get<{ id: number }>(
    'SELECT id FROM generations WHERE id = ? AND embedder = ? AND dimension = ?',
    Number(readMeta(db, 'generation') ?? 0),
    embedder,
    dimension,
  );
  if (found !== undefined) return found.id;
  throw new AppError(
    'read-only',
    `This library was made with another language model, and its folder cannot be written to bring it to “${embedder}” (${chunker}). Change its permissions, or copy it to another folder.`,
  );
}
