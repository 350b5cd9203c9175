// A document's text, chunks and words: put in, copied and taken out. Callers run these inside their transaction.
import { createHash } from 'node:crypto';
import type { Chunk } from '../chunk/chunk.js';
import { foldWords } from '../search/fold-words.js';
import { dropBuilt } from './beside-documents.js';
import { copyMeta } from './document-meta.js';
import type { Database } from './sqlite.js';
import { type StoreContext, type StoreTables, tablesInUse } from './store-context.js';
import { readText } from './text-parts.js';
import { countWords, deleteWords, insertWords, nameWords } from './words.js';

/** What a document had before it was cleared. */
interface Cleared {
  readonly chunkIds: ReadonlySet<string>;
  readonly vectorIds: readonly number[];
}

/** The same text at the same place of the same document, by the same chunker, has the same id. */
function chunkIdOf(documentId: string, chunk: Pick<Chunk, 'start' | 'end' | 'inputHash'>, chunker: string): string {
  const hash = createHash('sha256')
    .update(`${documentId}\0${chunk.start}\0${chunk.end}\0${chunker}\0`)
    .update(chunk.inputHash);
  return `c${hash.digest('hex').slice(0, 20)}`;
}

/** Takes out text, layouts, blocks, keys, chunks and words. Follow it with {@link dropUnusedVectors}, after new chunks are in. */
export function clearContent(db: Database, row: number): Cleared {
  dropBuilt(db, row);
  const chunks = db.all<{ id: number; chunk_id: string; vector: number | null }>(
    'SELECT id, chunk_id, vector FROM chunks WHERE document = ?',
    row,
  );
  deleteWords(
    db,
    chunks.map(({ id }) => id),
  );
  db.run('DELETE FROM chunks WHERE document = ?', row);
  db.run('DELETE FROM text_parts WHERE document = ?', row);
  db.run('DELETE FROM page_layouts WHERE document = ?', row);
  db.run('DELETE FROM document_blocks WHERE document = ?', row);
  db.run('DELETE FROM document_meta WHERE document = ?', row);
  return {
    chunkIds: new Set(chunks.map(({ chunk_id }) => chunk_id)),
    vectorIds: chunks.flatMap(({ vector }) => (vector === null ? [] : [vector])),
  };
}

/** Removes the vectors that no chunk of any document refers to any more. */
export function dropUnusedVectors(db: Database, vectorIds: Iterable<number>): void {
  for (const id of new Set(vectorIds)) {
    db.run('DELETE FROM vectors WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM chunks WHERE vector = ?1)', id);
  }
}

interface InsertedChunk {
  readonly ordinal: number;
  readonly chunkId: string;
  readonly hasVector: boolean;
}

/** Puts in chunks and their words, each with the vector that is there for its input. Without a text there are no words. */
export function insertChunks(
  context: StoreContext,
  target: {
    readonly row: number;
    readonly documentId: string;
    readonly relativePath: string;
    readonly text: string | null;
  },
  chunks: readonly Chunk[],
  tables: StoreTables = tablesInUse,
): readonly InsertedChunk[] {
  const { db, generation, generationId } = context;
  const name = nameWords(target.relativePath);
  return chunks.map((chunk) => {
    const chunkId = chunkIdOf(target.documentId, chunk, generation.chunker);
    const passage = target.text === null ? '' : foldWords(target.text.slice(chunk.start, chunk.end));
    const vector = vectorOfInput(db, generationId, chunk.inputHash, tables);
    const { lastRowId } = db.run(
      `INSERT INTO ${tables.chunks} (chunk_id, document, ordinal, start, "end", context, page, line, heading_path, sheet, row,
         token_count, word_count, input_hash, vector) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      chunkId,
      target.row,
      chunk.ordinal,
      chunk.start,
      chunk.end,
      chunk.context,
      chunk.page,
      chunk.line,
      JSON.stringify(chunk.headingPath),
      chunk.sheet,
      chunk.row,
      chunk.tokenCount,
      countWords(passage),
      chunk.inputHash,
      vector,
    );
    if (target.text !== null) insertWords(db, lastRowId, { passage, context: foldWords(chunk.context), name }, tables);
    return { ordinal: chunk.ordinal, chunkId, hasVector: vector !== null };
  });
}

interface ChunkRow {
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
  readonly context: string;
  readonly page: number | null;
  readonly line: number | null;
  readonly heading_path: string;
  readonly sheet: string | null;
  readonly row: number | null;
  readonly token_count: number;
  readonly input_hash: Uint8Array;
}

/** Gives `target`, which has no content, the text, layouts and chunks of another document with the same file content. */
export function copyContent(
  context: StoreContext,
  from: number,
  target: { readonly row: number; readonly documentId: string; readonly relativePath: string },
): void {
  const { db } = context;
  db.run(
    'INSERT INTO text_parts (document, start, text) SELECT ?, start, text FROM text_parts WHERE document = ?',
    target.row,
    from,
  );
  db.run(
    `INSERT INTO page_layouts (document, page, width_pt, height_pt, start, "end", items)
     SELECT ?, page, width_pt, height_pt, start, "end", items FROM page_layouts WHERE document = ?`,
    target.row,
    from,
  );
  db.run('INSERT INTO document_blocks SELECT ?, blocks FROM document_blocks WHERE document = ?', target.row, from);
  copyMeta(db, from, target.row);
  const rows = db.all<ChunkRow>(
    `SELECT ordinal, start, "end", context, page, line, heading_path, sheet, row, token_count, input_hash
     FROM chunks WHERE document = ? ORDER BY ordinal`,
    from,
  );
  const chunks = rows.map(
    (row): Chunk => ({
      ordinal: row.ordinal,
      start: row.start,
      end: row.end,
      context: row.context,
      page: row.page,
      line: row.line,
      headingPath: JSON.parse(row.heading_path) as readonly string[],
      sheet: row.sheet,
      row: row.row,
      tokenCount: row.token_count,
      inputHash: row.input_hash,
    }),
  );
  insertChunks(context, { ...target, text: readText(db, target.row) }, chunks);
}

interface Removed {
  readonly documents: number;
  readonly chunks: number;
}

/**
 * Removes documents with everything that is theirs and all that lies inside them: as many rows a statement as there are, since a folder may
 * have a hundred thousand passages.
 */
export function removeDocuments(db: Database, rows: Iterable<number>): Removed {
  const asked = JSON.stringify([...rows]);
  const all = db
    .all<{ id: number }>(
      `WITH RECURSIVE gone (id) AS (
         SELECT id FROM documents WHERE id IN (SELECT value FROM json_each(?))
         UNION SELECT d.id FROM documents d JOIN gone ON d.parent = gone.id)
       SELECT id FROM gone`,
      asked,
    )
    .map(({ id }) => id);
  if (all.length === 0) return { documents: 0, chunks: 0 };
  const documents = JSON.stringify(all);
  const built = db.all<{ document: number }>(
    'SELECT document FROM built_documents WHERE document IN (SELECT value FROM json_each(?))',
    documents,
  );
  for (const { document } of built) dropBuilt(db, document);
  const lists = db.get<{ chunks: string | null; vectors: string | null; count: number }>(
    `SELECT group_concat(id) AS chunks, group_concat(DISTINCT vector) AS vectors, count(*) AS count FROM chunks
     WHERE document IN (SELECT value FROM json_each(?))`,
    documents,
  );
  db.run('DELETE FROM words WHERE rowid IN (SELECT value FROM json_each(?))', `[${lists?.chunks ?? ''}]`);
  for (const table of ['chunks', 'text_parts', 'page_layouts', 'document_blocks', 'document_meta']) {
    db.run(`DELETE FROM ${table} WHERE document IN (SELECT value FROM json_each(?))`, documents);
  }
  db.run('DELETE FROM documents WHERE id IN (SELECT value FROM json_each(?))', documents);
  db.run(
    `DELETE FROM vectors WHERE id IN (SELECT value FROM json_each(?))
       AND NOT EXISTS (SELECT 1 FROM chunks WHERE vector = vectors.id)`,
    `[${lists?.vectors ?? ''}]`,
  );
  return { documents: all.length, chunks: lists?.count ?? 0 };
}

/** Rows of the documents that lie directly inside one. */
export function childRows(db: Database, row: number): readonly number[] {
  return db.all<{ id: number }>('SELECT id FROM documents WHERE parent = ?', row).map(({ id }) => id);
}

function vectorOfInput(
  db: Database,
  generationId: number,
  inputHash: Uint8Array,
  { vectors }: StoreTables,
): number | null {
  const found = db.get<{ id: number }>(
    `SELECT id FROM ${vectors} WHERE generation = ? AND input_hash = ?`,
    generationId,
    inputHash,
  );
  return found?.id ?? null;
}
