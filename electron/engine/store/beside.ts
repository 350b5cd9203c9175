// A generation built beside the one in use, in tables of its own that take the others' names when it is whole.
import { AppError } from '../../../shared/errors.js';
import type { ChunkInput } from '../chunk/chunker.js';
import type { Block } from '../load/loaded-document.js';
import { dropBuild } from './beside-documents.js';
import { readBlocks } from './block-store.js';
import type { BuildMethods, BuildState } from './build-methods.js';
import { insertChunks } from './content.js';
import { readGeneration, removeGraphs } from './generations.js';
import { deleteMeta, readMeta, writeMeta } from './meta.js';
import { noteRemovedVectors } from './migrations/0013-removed-vectors.js';
import { replaceSpeed } from './speeds.js';
import { type Database, transaction } from './sqlite.js';
import { type StoreContext, tablesBeside, tablesInUse } from './store-context.js';
import type { PendingChunk } from './store-methods.js';
import { readPassage, readText } from './text-parts.js';
import { noteRemoved } from './unfreed.js';
import { blobOfVector, isUnitVector } from './vector-blob.js';
import { insertVector } from './vectors.js';

/** Null while nothing is being built. */
export function buildState({ db }: StoreContext): BuildState | null {
  const build = buildRow(db);
  if (build === null) return null;
  const all = db.get<{ documents: number; tokens: number | null; done: number; doneTokens: number | null }>(
    `SELECT count(*) AS documents, count(b.document) AS done, sum(t.tokens) AS tokens,
       sum(CASE WHEN b.document IS NULL THEN 0 ELSE t.tokens END) AS doneTokens
     FROM documents d LEFT JOIN built_documents b ON b.document = d.id
     JOIN (SELECT document, sum(token_count) AS tokens FROM chunks GROUP BY document) t ON t.document = d.id
     WHERE ${isToBuild}`,
  );
  const passages = db.get<{ all: number; waiting: number; waitingTokens: number | null }>(
    `SELECT count(*) AS "all", sum(vector IS NULL) AS waiting,
       sum(CASE WHEN vector IS NULL THEN token_count ELSE 0 END) AS waitingTokens FROM next_chunks`,
  );
  return {
    ...build,
    documents: all?.documents ?? 0,
    documentsDone: all?.done ?? 0,
    tokens: all?.tokens ?? 0,
    tokensDone: (all?.doneTokens ?? 0) - (passages?.waitingTokens ?? 0),
    passages: passages?.all ?? 0,
    passagesWaiting: passages?.waiting ?? 0,
  };
}

/** What came from an export without its text can't be cut: it waits to be read. */
const isToBuild = 'd.chunk_count > 0 AND d.text_length > 0';

/** One that is being built is given up for it, unless it is the same. */
export function beginBuild(
  context: StoreContext,
  { generation }: Parameters<BuildMethods['beginBuild']>[0],
): BuildState {
  const { db } = context;
  const before = buildState(context);
  const isSame =
    before?.generation.embedder === generation.embedder && before.generation.chunker === generation.chunker;
  if (before !== null && isSame) return before;
  if (dropBuild(db)) noteRemoved(db);
  db.run(
    `INSERT INTO generations (embedder, chunker, dimension, state, model, chunking) VALUES (?, ?, ?, 'building', ?, ?)
     ON CONFLICT (embedder, chunker) DO UPDATE SET state = 'building', dimension = excluded.dimension,
       model = excluded.model, chunking = excluded.chunking`,
    generation.embedder,
    generation.chunker,
    generation.dimension,
    generation.model ?? null,
    generation.chunking == null ? null : JSON.stringify(generation.chunking),
  );
  const id = db.get<{ id: number }>(
    'SELECT id FROM generations WHERE embedder = ? AND chunker = ?',
    generation.embedder,
    generation.chunker,
  )?.id;
  writeMeta(db, 'building', String(id));
  makeTables(db, id ?? 0);
  // Read once more, so that their structure is known; their vectors are found by what they were made of.
  db.run(`UPDATE documents SET chunker = NULL WHERE ${withoutStructure}`);
  const begun = buildState(context);
  if (begun === null) throw new AppError('bug', 'A build that was begun has no state.');
  return begun;
}

/** Headings and pages end most passages before they are full: only full ones grow, and only longer ones are cut. */
const fullShare = 0.6;

export function workInUse(
  db: Database,
  { targetBefore, targetAfter }: Parameters<BuildMethods['workInUse']>[0],
): ReturnType<BuildMethods['workInUse']> {
  const found = db.get<{ documents: number; passages: number; after: number | null; tokens: number | null }>(
    `SELECT count(DISTINCT document) AS documents, count(*) AS passages, sum(token_count) AS tokens,
       sum(CASE WHEN ?2 < ?1 THEN max(1, token_count * 1.0 / ?2)
                WHEN token_count >= ?1 * ?3 THEN ?1 * 1.0 / ?2 ELSE 1 END) AS after FROM chunks`,
    targetBefore,
    targetAfter,
    fullShare,
  );
  const documents = found?.documents ?? 0;
  return {
    documents,
    passages: found?.passages ?? 0,
    passagesAfter: Math.max(documents, Math.round(found?.after ?? 0)),
    tokens: found?.tokens ?? 0,
  };
}

const withoutStructure = `text_length > 0 AND chunk_count > 0
  AND NOT EXISTS (SELECT 1 FROM document_blocks WHERE document = documents.id)`;

export function isStructureMissing(db: Database): boolean {
  return db.get(`SELECT 1 FROM documents WHERE chunker IS NULL AND ${withoutStructure} LIMIT 1`) !== undefined;
}

/** Made from what SQLite says of the tables in use, so that they are the same in all but their names. */
function makeTables(db: Database, generationId: number): void {
  for (const kind of ['vectors', 'chunks', 'words'] as const) {
    const rows = db.all<{ type: string; sql: string }>(
      `SELECT type, sql FROM sqlite_schema WHERE tbl_name = ? AND type IN ('table', 'index') AND sql IS NOT NULL
       ORDER BY type = 'index'`,
      tablesInUse[kind],
    );
    for (const { type, sql } of rows) {
      const own = type === 'index' ? indexBeside(sql, kind, generationId) : tableBeside(sql, kind);
      db.exec(own);
    }
    if (kind === 'words') continue;
    // Ids are never used twice: conversations, graphs and whoever reads beside may remember one.
    db.run(
      'INSERT INTO sqlite_sequence (name, seq) SELECT ?, seq FROM sqlite_sequence WHERE name = ?',
      tablesBeside[kind],
      tablesInUse[kind],
    );
  }
}

function tableBeside(sql: string, kind: keyof typeof tablesInUse): string {
  return sql
    .replace(new RegExp(`^(CREATE (?:VIRTUAL )?TABLE )"?${tablesInUse[kind]}"?`, 'u'), `$1${tablesBeside[kind]}`)
    .replace(/REFERENCES "?vectors"?/u, `REFERENCES ${tablesBeside.vectors}`);
}

/** Names of indexes are those of the whole file: each generation's have its number. */
function indexBeside(sql: string, kind: keyof typeof tablesInUse, generationId: number): string {
  return sql.replace(
    new RegExp(`^(CREATE (?:UNIQUE )?INDEX )"?(\\w+?)(?:_g\\d+)?"? ON "?${tablesInUse[kind]}"?`, 'u'),
    `$1$2_g${generationId} ON ${tablesBeside[kind]}`,
  );
}

/** Frees what is being built, if anything is. True if so. */
export function cancelBuild({ db, folder, generationId }: StoreContext): boolean {
  const isDropped = transaction(db, () => {
    const hasBuild = dropBuild(db);
    if (hasBuild) noteRemoved(db);
    return hasBuild;
  });
  if (isDropped) removeGraphs(folder, generationId);
  return isDropped;
}

/** Rows of documents that are still to be built, the newest first. */
export function rowsToBuild(db: Database, { limit }: Parameters<BuildMethods['rowsToBuild']>[0]): readonly number[] {
  return db
    .all<{ id: number }>(
      `SELECT d.id FROM documents d WHERE ${isToBuild} AND NOT EXISTS (SELECT 1 FROM built_documents WHERE document = d.id)
       ORDER BY d.modified_ms DESC, d.id LIMIT ?`,
      limit,
    )
    .map(({ id }) => id);
}

interface TextRow {
  readonly title: string | null;
  readonly pages: number | null;
  readonly document_id: string;
  readonly relative_path: string;
  readonly text_hash: Uint8Array | null;
  readonly text_length: number;
}

function textRow(db: Database, row: number): TextRow | undefined {
  return db.get<TextRow>(
    `SELECT title, pages, document_id, relative_path, text_hash, text_length FROM documents d WHERE id = ? AND ${isToBuild}`,
    row,
  );
}

function versionOf({ title, relative_path, text_hash, text_length }: TextRow): string {
  return JSON.stringify([
    title,
    relative_path,
    text_length,
    text_hash === null ? '' : Buffer.from(text_hash).toString('hex'),
  ]);
}

/** What the chunker needs of a document, from the store alone; null where it has nothing to be cut any more. */
export function documentToBuild(
  db: Database,
  { row }: Parameters<BuildMethods['documentToBuild']>[0],
): { readonly input: ChunkInput; readonly version: string } | null {
  const known = textRow(db, row);
  if (known === undefined) return null;
  const blocks = readBlocks(db, row) ?? blocksOfChunks(db, row);
  const input = { text: readText(db, row), title: known.title, pages: known.pages, blocks };
  return { input, version: versionOf(known) };
}

/** Where the structure is not known and the file can't be read: as it was cut before, less what overlaps. */
function blocksOfChunks(db: Database, row: number): readonly Block[] {
  const rows = db.all<Omit<Block, 'headingPath' | 'kind' | 'context'> & { readonly heading_path: string }>(
    'SELECT start, "end", page, heading_path, sheet, row FROM chunks WHERE document = ? ORDER BY ordinal',
    row,
  );
  const blocks: Block[] = [];
  let from = 0;
  for (const { start, end, page, heading_path, sheet, row: tableRow } of rows) {
    if (end <= from) continue;
    const headingPath = JSON.parse(heading_path) as readonly string[];
    blocks.push({
      kind: 'paragraph',
      start: Math.max(start, from),
      end,
      headingPath,
      page,
      sheet,
      row: tableRow,
      context: null,
    });
    from = end;
  }
  return blocks;
}

/** Null where the document has changed since it was given out: it is given out again. */
export function saveBuilt(
  context: StoreContext,
  { row, version, chunks }: Parameters<BuildMethods['saveBuilt']>[0],
): ReturnType<BuildMethods['saveBuilt']> {
  const { db } = context;
  const build = buildRow(db);
  const known = textRow(db, row);
  const isBuilt = db.get('SELECT 1 FROM built_documents WHERE document = ?', row) !== undefined;
  if (build === null || known === undefined || isBuilt || versionOf(known) !== version) return null;
  if (build.generation.embedder === context.generation.embedder) takeOver(context, build.generationId, chunks);
  const inserted = insertChunks(
    { ...context, ...build },
    { row, documentId: known.document_id, relativePath: known.relative_path, text: readText(db, row) },
    chunks,
    tablesBeside,
  );
  db.run('INSERT INTO built_documents (document) VALUES (?)', row);
  return { withoutVector: inserted.filter(({ hasVector }) => !hasVector).map(({ ordinal }) => ordinal) };
}

function buildRow(db: Database): Pick<BuildState, 'generationId' | 'generation'> | null {
  const generationId = Number(readMeta(db, 'building') ?? 0);
  const generation = readGeneration(db, generationId);
  return generation === null ? null : { generationId, generation };
}

/** What the same model has embedded is not embedded again. */
function takeOver(
  { db, generationId }: StoreContext,
  buildId: number,
  chunks: readonly { readonly inputHash: Uint8Array }[],
): void {
  for (const { inputHash } of chunks) {
    db.run(
      `INSERT INTO next_vectors (generation, input_hash, vector, checksum)
       SELECT ?, input_hash, vector, checksum FROM vectors WHERE generation = ? AND input_hash = ?
       ON CONFLICT DO NOTHING`,
      buildId,
      generationId,
      inputHash,
    );
  }
}

/** Chunks of the generation being built that lack a vector, in the order in which they came. */
export function pendingBuilt(
  db: Database,
  { afterId, limit }: Parameters<BuildMethods['pendingBuilt']>[0],
): readonly PendingChunk[] {
  if (readMeta(db, 'building') === null) return [];
  const rows = db.all<{
    id: number;
    document: number;
    input_hash: Uint8Array;
    context: string;
    start: number;
    end: number;
  }>(
    `SELECT id, document, input_hash, context, start, "end" FROM next_chunks
     WHERE vector IS NULL AND id > ? ORDER BY id LIMIT ?`,
    afterId,
    limit,
  );
  return rows.map(({ id, document, input_hash, context, start, end }) => ({
    id,
    row: document,
    inputHash: input_hash,
    context,
    text: readPassage(db, document, start, end),
  }));
}

/** False where nothing is being built any more: nothing is kept. */
export function saveBuiltVectors(
  { db }: StoreContext,
  { generationId, vectors }: Parameters<BuildMethods['saveBuiltVectors']>[0],
): boolean {
  const build = buildRow(db);
  if (build?.generationId !== generationId) return false;
  for (const { inputHash, vector } of vectors) {
    if (!isUnitVector(vector, build.generation.dimension)) {
      const words = `A vector of ${vector.length} numbers is no unit vector of ${build.generation.dimension}.`;
      throw new AppError('model-unfit', `${words} Check the model's folder, and add it again.`);
    }
    const known = db.get<{ id: number }>(
      'SELECT id FROM next_vectors WHERE generation = ? AND input_hash = ?',
      generationId,
      inputHash,
    );
    const id = known?.id ?? insertVector(db, generationId, inputHash, blobOfVector(vector), undefined, tablesBeside);
    db.run('UPDATE next_chunks SET vector = ? WHERE input_hash = ? AND vector IS NULL', id, inputHash);
  }
  return true;
}

/**
 * Gives the tables their names, in one transaction, if nothing is left to be built; null otherwise. What they replace is gone
 * with it, and is to be taken out of the file.
 */
export function switchGeneration(
  context: StoreContext,
  { tokensPerSecond }: Parameters<BuildMethods['switchGeneration']>[0],
): StoreContext | null {
  const { db, folder, generation: before } = context;
  const build = buildRow(db);
  if (build === null) return null;
  const { generation, generationId } = build;
  const isSwitched = transaction(db, () => {
    if (rowsToBuild(db, { limit: 1 }).length > 0 || pendingBuilt(db, { afterId: 0, limit: 1 }).length > 0) return false;
    db.run('DELETE FROM next_vectors WHERE NOT EXISTS (SELECT 1 FROM next_chunks WHERE vector = next_vectors.id)');
    for (const kind of ['chunks', 'words', 'vectors'] as const) db.exec(`DROP TABLE ${tablesInUse[kind]}`);
    for (const kind of ['vectors', 'chunks', 'words'] as const) {
      db.exec(`ALTER TABLE ${tablesBeside[kind]} RENAME TO ${tablesInUse[kind]}`);
    }
    db.exec(noteRemovedVectors);
    db.run('DELETE FROM built_documents');
    db.run('UPDATE documents SET chunker = ? WHERE chunker = ?', generation.chunker, before.chunker);
    db.run(
      `UPDATE documents SET chunk_count = (SELECT count(*) FROM chunks WHERE document = documents.id),
         state = CASE WHEN state = 'words' THEN 'ready' ELSE state END WHERE chunk_count > 0`,
    );
    db.run(`UPDATE documents SET state = 'waiting' WHERE chunk_count = 0 AND state = 'ready'`);
    db.run('DELETE FROM generations WHERE id <> ?', generationId);
    db.run(`UPDATE generations SET state = 'current' WHERE id = ?`, generationId);
    writeMeta(db, 'generation', String(generationId));
    deleteMeta(db, 'building');
    replaceSpeed(db, tokensPerSecond);
    noteRemoved(db);
    return true;
  });
  if (!isSwitched) return null;
  removeGraphs(folder, generationId);
  return { ...context, generation, generationId };
}
