// The chunks that a filter leaves, remembered as long as nothing in the store changes: a question is typed letter by letter.
import type { SearchFilter } from '../../../shared/domain/search.js';
import type { Database } from '../store/sqlite.js';
import { IdSet, type Ids } from './id-set.js';
import { unpackIds } from './packed-ids.js';

export interface FilteredChunks {
  readonly chunks: Ids;
  readonly vectors: Ids;
}

const mostRemembered = 8;

interface Remembered {
  /** Of the store when they were read. */
  version: number;
  readonly byFilter: Map<string, FilteredChunks | null>;
}

const remembered = new WeakMap<Database, Remembered>();

/**
 * @param find the documents that the filters leave; null where they ask for nothing. It is only called where that is not known.
 */
export function filteredChunks(
  database: Database,
  filters: readonly SearchFilter[],
  find: () => readonly number[] | null,
): FilteredChunks | null {
  const version = database.get<{ data_version: number }>('PRAGMA data_version')?.data_version ?? 0;
  const known = remembered.get(database) ?? { version, byFilter: new Map() };
  remembered.set(database, known);
  if (known.version !== version) {
    known.version = version;
    known.byFilter.clear();
  }
  const key = JSON.stringify(filters);
  const before = known.byFilter.get(key);
  if (before !== undefined) return before;
  const documents = find();
  const found = documents === null ? null : chunksOf(database, documents);
  for (const oldest of known.byFilter.keys()) {
    if (known.byFilter.size < mostRemembered) break;
    known.byFilter.delete(oldest);
  }
  known.byFilter.set(key, found);
  return found;
}

function chunksOf(database: Database, documents: readonly number[]): FilteredChunks {
  const packed = database.get<{ chunks: string | null; vectors: string | null }>(
    `SELECT group_concat(id) AS chunks, group_concat(vector) AS vectors FROM chunks
     WHERE document IN (SELECT value FROM json_each(?))`,
    JSON.stringify(documents),
  );
  return {
    chunks: new IdSet(unpackIds(packed?.chunks ?? null)),
    vectors: new IdSet(unpackIds(packed?.vectors ?? null)),
  };
}
