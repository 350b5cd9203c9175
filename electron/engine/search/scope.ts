// Which passages a search may find at all: filters, exact phrases and excluded words, as sets that both lists obey.
import type { MetaCondition } from '../../../shared/domain/metadata.js';
import type { SearchFilter } from '../../../shared/domain/search.js';
import { AppError } from '../../../shared/errors.js';
import { isNamedBy } from '../store/paths.js';
import type { Database, SqlValue } from '../store/sqlite.js';
import { filteredChunks } from './filtered-chunks.js';
import { foldWords } from './fold-words.js';
import { IdSet, type Ids } from './id-set.js';
import { documentsWithMeta } from './meta-filter.js';
import { unpackIds } from './packed-ids.js';
import { dateRange, type ParsedQuery } from './parse-query.js';

export interface Scope {
  /** Rows of chunks that may be found; null for all. */
  readonly chunks: Ids | null;
  /** Rows of vectors of those chunks; null for all. */
  readonly vectors: Ids | null;
  /** Rows of chunks that may not. */
  readonly excluded: ReadonlySet<number>;
}

/** Everything in the library. */
export const wholeScope: Scope = { chunks: null, vectors: null, excluded: new Set() };

export function isInScope(scope: Scope, chunk: number): boolean {
  return (scope.chunks === null || scope.chunks.has(chunk)) && !scope.excluded.has(chunk);
}

/**
 * The scope of a question. All filters must hold: those typed and those given.
 * @throws AppError `wrong-use` for a date that does not exist
 */
export function scopeOf(database: Database, query: ParsedQuery, given: SearchFilter): Scope {
  const filters = [query.filter, given];
  const filtered = filteredChunks(database, filters, () => documentsOf(database, filters));
  const phrases = query.phrases.map((words) => chunksWithPhrase(database, words));
  const excluded = new Set(query.excluded.flatMap((words) => chunksWithPhrase(database, words)));
  if (phrases.length === 0) return { ...(filtered ?? wholeScope), excluded };
  const withPhrases = intersection(phrases);
  const chunks = filtered === null ? withPhrases : new Set([...withPhrases].filter((id) => filtered.chunks.has(id)));
  return { chunks, vectors: vectorsOfChunks(database, chunks), excluded };
}

/** How many documents all of a filter holds for; every one where it asks for nothing. @throws AppError `wrong-use` as {@link scopeOf} */
export function countDocuments(database: Database, filter: SearchFilter): number {
  const documents = documentsOf(database, [filter]);
  if (documents !== null) return documents.length;
  return database.get<{ count: number }>('SELECT count(*) AS count FROM documents')?.count ?? 0;
}

/** How many documents that have passages all the filters hold for. @throws AppError `wrong-use` as {@link scopeOf} */
export function countWithText(database: Database, filters: readonly SearchFilter[]): number {
  const documents = documentsOf(database, filters);
  const row = database.get<{ count: number }>(
    `SELECT count(*) AS count FROM documents
     WHERE chunk_count > 0 AND (?1 IS NULL OR id IN (SELECT value FROM json_each(?1)))`,
    documents === null ? null : JSON.stringify(documents),
  );
  return row?.count ?? 0;
}

/** The scope less all passages of one document. */
export function withoutDocument(database: Database, scope: Scope, document: number): Scope {
  return { ...scope, excluded: new Set([...scope.excluded, ...chunksOfDocuments(database, [document])]) };
}

interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Which documents have a key with such a value is found first, by the index of keys. */
function metaCondition(database: Database, condition: MetaCondition): Condition {
  const documents = documentsWithMeta(database, condition);
  return { sql: 'd.id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(documents)] };
}

interface DocumentPlace {
  readonly id: number;
  readonly root: string;
  readonly is_file: number;
  readonly relative_path: string;
}

/** Rows of the documents for which all filters hold; null where nothing is filtered. */
function documentsOf(database: Database, filters: readonly SearchFilter[]): readonly number[] | null {
  const onKeys = filters.flatMap((filter) => filter.meta ?? []).map((one) => metaCondition(database, one));
  const conditions = [...filters.flatMap(conditionsOf), ...onKeys];
  const places = filters.flatMap(placeTestsOf);
  if (conditions.length === 0 && places.length === 0) return null;
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
  const rows = database.all<DocumentPlace>(
    `SELECT d.id, f.path AS root, f.is_file, d.relative_path FROM documents d JOIN folders f ON f.id = d.folder ${where}`,
    ...conditions.flatMap(({ values }) => values),
  );
  return rows.filter((row) => places.every((test) => test(row))).map(({ id }) => id);
}

function conditionsOf(filter: SearchFilter): readonly Condition[] {
  const conditions: Condition[] = [];
  const add = (sql: string, ...values: readonly SqlValue[]): void => void conditions.push({ sql, values });
  if (filter.collection !== undefined) {
    add('f.collection = (SELECT id FROM collections WHERE name = ?)', filter.collection);
  }
  if (filter.types !== undefined) {
    // What the content is, or what the name says: `log` finds text files called so.
    add(
      `EXISTS (SELECT 1 FROM json_each(?) t WHERE d.type = t.value OR d.relative_path LIKE '%.' || t.value)`,
      JSON.stringify(filter.types.map(typeNamed)),
    );
  }
  if (filter.languages !== undefined) {
    const languages = filter.languages.map((language) => language.toLowerCase());
    const unknown = languages.find((language) => !/^[a-z]{2,3}$/u.test(language));
    if (unknown !== undefined) {
      throw new AppError('wrong-use', `There is no language “${unknown}”. Write it in two letters: es, en, de, fr, …`);
    }
    add('d.language IN (SELECT value FROM json_each(?))', JSON.stringify(languages));
  }
  if (filter.folderIds !== undefined) {
    add('d.folder IN (SELECT value FROM json_each(?))', JSON.stringify(filter.folderIds));
  }
  if (filter.documentIds !== undefined) {
    add('d.document_id IN (SELECT value FROM json_each(?))', JSON.stringify(filter.documentIds));
  }
  if (filter.since !== undefined) add('d.modified_ms >= ?', rangeOf(filter.since).firstMs);
  if (filter.until !== undefined) add('d.modified_ms <= ?', rangeOf(filter.until).lastMs);
  return conditions;
}

const otherTypeNames: Readonly<Record<string, string>> = { markdown: 'md', htm: 'html', text: 'txt' };

function typeNamed(type: string): string {
  return otherTypeNames[type.toLowerCase()] ?? type.toLowerCase();
}

function rangeOf(date: string): { readonly firstMs: number; readonly lastMs: number } {
  const range = dateRange(date);
  if (range !== null) return range;
  throw new AppError('wrong-use', `There is no date ${date}. Write it as 2021, 2021-05 or 2021-05-30.`);
}

type PlaceTest = (place: DocumentPlace) => boolean;

function placeTestsOf(filter: SearchFilter): readonly PlaceTest[] {
  const tests: PlaceTest[] = [];
  const { paths, inFolder } = filter;
  if (paths !== undefined) {
    tests.push((place) => {
      const where = { rootPath: place.root, isFile: place.is_file === 1, relativePath: place.relative_path };
      return paths.some((path) => isNamedBy(where, path));
    });
  }
  if (inFolder !== undefined) {
    const wanted = inFolder.map((value) => partsOf(value));
    tests.push((place) => {
      const parts = [
        ...partsOf(place.root).slice(-1),
        ...partsOf(place.relative_path).slice(place.is_file === 1 ? 1 : 0),
      ];
      return wanted.some((value) => hasPartsInARow(parts, value));
    });
  }
  return tests;
}

/** Names of a path, folded, each with a space at both ends so that whole words are compared. */
function partsOf(path: string): readonly string[] {
  return path
    .split(/[\\/]/)
    .map(foldWords)
    .filter((part) => part !== '')
    .map((part) => ` ${part} `);
}

/** Whether the names of `wanted` follow each other in `parts`, each as words of the name. */
function hasPartsInARow(parts: readonly string[], wanted: readonly string[]): boolean {
  return parts.some((_, from) => wanted.every((name, at) => parts[from + at]?.includes(name) === true));
}

function chunksOfDocuments(database: Database, documents: readonly number[]): readonly number[] {
  return packed(
    database,
    'SELECT group_concat(id) AS ids FROM chunks WHERE document IN (SELECT value FROM json_each(?))',
    JSON.stringify(documents),
  );
}

function chunksWithPhrase(database: Database, words: readonly string[]): readonly number[] {
  return packed(database, 'SELECT group_concat(rowid) AS ids FROM words WHERE words MATCH ?', `"${words.join(' ')}"`);
}

function vectorsOfChunks(database: Database, chunks: Ids): Ids {
  return new IdSet(
    packed(
      database,
      'SELECT group_concat(vector) AS ids FROM chunks WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify([...chunks]),
    ),
  );
}

function packed(database: Database, sql: string, value: string): readonly number[] {
  return unpackIds(database.get<{ ids: string | null }>(sql, value)?.ids ?? null);
}

function intersection(lists: readonly (readonly number[])[]): ReadonlySet<number> {
  const [first = [], ...others] = [...lists].sort((a, b) => a.length - b.length);
  const sets = others.map((list) => new Set(list));
  return new Set(first.filter((id) => sets.every((set) => set.has(id))));
}
