// Vectors: kept by what was embedded, given to every chunk that waits for them, listed while they are missing.
import { AppError } from '../../../shared/errors.js';
import { searchableState, setDocumentState } from './documents.js';
import type { Database } from './sqlite.js';
import { type StoreContext, type StoreTables, tablesInUse } from './store-context.js';
import type { NewVector, PendingChunk, StoreMethods } from './store-methods.js';
import { readPassage } from './text-parts.js';
import { blobOfVector, checksumOf, isUnitVector } from './vector-blob.js';

/** @throws AppError `bug` for a vector that is no unit vector of the generation's dimension */
export function saveVectors(
  context: StoreContext,
  { vectors }: Parameters<StoreMethods['saveVectors']>[0],
): ReturnType<StoreMethods['saveVectors']> {
  const { db, generation } = context;
  const touched = new Set<number>();
  for (const { inputHash, vector } of vectors) {
    if (!isUnitVector(vector, generation.dimension)) {
      throw new AppError('bug', `A vector of ${vector.length} numbers is no unit vector of ${generation.dimension}.`);
    }
    for (const document of saveVector(context, { inputHash, vector })) touched.add(document);
  }
  let ready = 0;
  for (const document of touched) if (finishDocument(db, document)) ready += 1;
  return { ready };
}

/** Documents with words that lack vectors, the newest first; `firstRow` before them if it is one. */
export function waitingRows(
  db: Database,
  { firstRow, limit }: Parameters<StoreMethods['waitingRows']>[0],
): readonly number[] {
  const rows = db.all<{ id: number }>(
    `SELECT id FROM documents WHERE state = 'words' ORDER BY modified_ms DESC LIMIT ?`,
    limit,
  );
  const ids = rows.map(({ id }) => id);
  const first = db.get<{ id: number }>(`SELECT id FROM documents WHERE id = ? AND state = 'words'`, firstRow);
  return first === undefined ? ids : [first.id, ...ids.filter((id) => id !== first.id)];
}

/** Inputs that several chunks share are counted for each: it is a little less than that. */
export function waitingWork(db: Database): { readonly chunks: number; readonly tokens: number } {
  const found = db.get<{ chunks: number; tokens: number | null }>(
    `SELECT count(*) AS chunks, sum(c.token_count) AS tokens
     FROM documents d JOIN chunks c ON c.document = d.id WHERE d.state = 'words' AND c.vector IS NULL`,
  );
  return { chunks: found?.chunks ?? 0, tokens: found?.tokens ?? 0 };
}

/** Chunks with words that lack a vector, of one document or all, in the order in which they came. */
export function pendingChunks(
  db: Database,
  { row, afterId, limit }: Parameters<StoreMethods['pending']>[0],
): readonly PendingChunk[] {
  const rows = db.all<PendingRow>(
    `SELECT c.id, c.document, c.input_hash, c.context, c.start, c."end"
     FROM chunks c JOIN documents d ON d.id = c.document
     WHERE ${row === undefined ? '' : 'c.document = ?3 AND '}c.vector IS NULL AND c.id > ?1 AND d.state = 'words'
     ORDER BY c.id LIMIT ?2`,
    afterId,
    limit,
    ...(row === undefined ? [] : [row]),
  );
  return rows.map(({ id, document, input_hash, context, start, end }) => ({
    id,
    row: document,
    inputHash: input_hash,
    context,
    text: readPassage(db, document, start, end),
  }));
}

interface PendingRow {
  readonly id: number;
  readonly document: number;
  readonly input_hash: Uint8Array;
  readonly context: string;
  readonly start: number;
  readonly end: number;
}

/** A document with words becomes `ready` when its last vector is in. One that waits to be read again goes on waiting. */
export function finishDocument(db: Database, row: number): boolean {
  const isWords = db.get(`SELECT 1 FROM documents WHERE id = ? AND state = 'words'`, row) !== undefined;
  if (!isWords || searchableState(db, row) !== 'ready') return false;
  setDocumentState(db, row, 'ready');
  return true;
}

/** Gives the documents whose chunks got the vector. */
function saveVector({ db, generationId }: StoreContext, { inputHash, vector }: NewVector): readonly number[] {
  const blob = blobOfVector(vector);
  const known = db.get<{ id: number; vector: Uint8Array }>(
    'SELECT id, vector FROM vectors WHERE generation = ? AND input_hash = ?',
    generationId,
    inputHash,
  );
  const waiting = db
    .all<{ document: number }>(
      'SELECT DISTINCT document FROM chunks WHERE input_hash = ? AND vector IS NULL',
      inputHash,
    )
    .map(({ document }) => document);
  const isSame = known !== undefined && Buffer.compare(known.vector, blob) === 0;
  // No chunk has this input any more: a vector that nothing refers to would stay for ever.
  if (known === undefined && waiting.length === 0) return [];
  const id = isSame ? known.id : insertVector(db, generationId, inputHash, blob, known?.id);
  db.run('UPDATE chunks SET vector = ? WHERE input_hash = ? AND vector IS NULL', id, inputHash);
  return waiting;
}

/** A vector that differs from the known one takes its place under a new id, since the graph holds the old one by its id. */
export function insertVector(
  db: Database,
  generationId: number,
  inputHash: Uint8Array,
  blob: Uint8Array,
  replaced?: number | undefined,
  tables: StoreTables = tablesInUse,
): number {
  if (replaced === undefined) {
    return db.run(
      `INSERT INTO ${tables.vectors} (generation, input_hash, vector, checksum) VALUES (?, ?, ?, ?)`,
      generationId,
      inputHash,
      blob,
      checksumOf(blob),
    ).lastRowId;
  }
  db.run('UPDATE chunks SET vector = NULL WHERE vector = ?', replaced);
  db.run('DELETE FROM vectors WHERE id = ?', replaced);
  return insertVector(db, generationId, inputHash, blob);
}
