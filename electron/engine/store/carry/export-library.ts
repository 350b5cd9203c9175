// Writes a library into one file, as it is at one moment, while it goes on being used.
import type { ExportReport } from '../../../../shared/domain/carry.js';
import { AppError } from '../../../../shared/errors.js';
import { untilOthersRan } from '../../workers/until-others-ran.js';
import { listRoots } from '../folders.js';
import { readRecognisedPages } from '../recognised-pages.js';
import { type Database, openReader } from '../sqlite.js';
import type { StoreContext } from '../store-context.js';
import { base64Of, type CarriedDocument, type CarriedPage } from './carried-document.js';
import type { CarryMeter } from './carry-meter.js';
import { type ExportHeader, exportVersion, frameCharacters, hashBytes, rowsPerFrame } from './export-format.js';
import { ExportWriter } from './export-writer.js';
import { readCarried } from './read-carried.js';

type Counts = ExportHeader['counts'];

export interface ExportRequest {
  /** Absolute. */
  readonly file: string;
  readonly withText: boolean;
}

/**
 * Reads through a connection of its own, in one transaction: what is indexed meanwhile is not in the file.
 * @throws AppError `wrong-use`, `read-only`, `disk-full`, `cancelled`; then there is no new file, and an older one is as it was
 */
export async function exportLibrary(
  context: Pick<StoreContext, 'db' | 'generation' | 'generationId'>,
  request: ExportRequest,
  signal?: AbortSignal,
  meter?: CarryMeter,
): Promise<ExportReport> {
  const db = openReader(context.db.file);
  try {
    db.exec('BEGIN');
    // The moment is that of the first look.
    db.get('SELECT 1 FROM meta');
    const writer = await ExportWriter.create(request.file);
    try {
      const counts = await writeFrames({ ...context, db }, request, writer, signal, meter);
      await writer.json('end', { counts, sha256: writer.hash() });
      await writer.finish();
      return { ...counts, bytes: writer.bytes, withText: request.withText };
    } catch (error) {
      await writer.discard();
      throw error;
    }
  } finally {
    db.close();
  }
}

type Source = Pick<StoreContext, 'db' | 'generation' | 'generationId'>;

async function writeFrames(
  source: Source,
  { withText }: ExportRequest,
  writer: ExportWriter,
  signal: AbortSignal | undefined,
  meter: CarryMeter | undefined,
): Promise<Counts> {
  const { db } = source;
  const header = headerOf(source, withText);
  await writer.json('header', header);
  const total = header.counts.vectors + header.counts.chunks;
  let done = 0;
  for (const vectors of vectorFrames(source)) {
    await writer.bytesFrame('vectors', vectors);
    done += vectors.byteLength / (hashBytes + header.dimension * 4);
    meter?.(done, total);
    await giveWay(signal);
  }
  const roots = listRoots(db);
  for (const [folder, { folderId }] of roots.entries()) {
    for (const row of documentRows(db, folderId)) {
      const document = readCarried(db, row, folder, withText ? 'all' : 'places');
      await writeDocument(writer, document);
      done += document.chunks.length;
      meter?.(done, total);
      await giveWay(signal);
    }
  }
  if (withText) {
    for (const pages of recognisedFrames(db)) {
      await writer.json('recognised', pages);
      await giveWay(signal);
    }
  }
  return header.counts;
}

async function giveWay(signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) throw new AppError('cancelled', 'Cancelled.');
  await untilOthersRan();
}

function headerOf({ db, generation, generationId }: Source, withText: boolean): ExportHeader {
  const { embedder, chunker, dimension } = generation;
  const documents = (folderId: number): number =>
    db.get<{ rows: number }>('SELECT count(*) AS rows FROM documents WHERE folder = ?', folderId)?.rows ?? 0;
  return {
    format: 'acervo-library',
    version: exportVersion,
    made: new Date().toISOString(),
    withText,
    // What else is known of it is this library's own, and no part of the format.
    embedder,
    chunker,
    dimension,
    counts: {
      documents: countOf(db, 'SELECT count(*) AS rows FROM documents'),
      chunks: countOf(db, 'SELECT count(*) AS rows FROM chunks'),
      vectors: countOf(db, `SELECT count(*) AS rows FROM vectors WHERE generation = ${generationId}`),
    },
    folders: listRoots(db).map(({ folderId, path, isFile, collection, rules }) => ({
      path,
      isFile,
      collection,
      documents: documents(folderId),
      rules,
    })),
  };
}

function countOf(db: Database, sql: string): number {
  return db.get<{ rows: number }>(sql)?.rows ?? 0;
}

/** Input hash and vector, one after the other. */
function* vectorFrames({ db, generation, generationId }: Source): Generator<Buffer> {
  for (let after = 0; ; ) {
    const rows = db.all<{ id: number; input_hash: Uint8Array; vector: Uint8Array }>(
      'SELECT id, input_hash, vector FROM vectors WHERE id > ? AND +generation = ? ORDER BY id LIMIT ?',
      after,
      generationId,
      rowsPerFrame,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    const whole = rows.every(
      ({ input_hash, vector }) => input_hash.byteLength === hashBytes && vector.byteLength === generation.dimension * 4,
    );
    if (!whole) throw new AppError('store-corrupt', 'A vector is damaged. Verify the library, then export it again.');
    yield Buffer.concat(rows.flatMap(({ input_hash, vector }) => [input_hash, vector]));
  }
}

/** By path, so that what lies inside a document comes after it. */
function* documentRows(db: Database, folderId: number): Generator<number> {
  for (let after = ''; ; ) {
    const rows = db.all<{ id: number; path: string }>(
      'SELECT id, relative_path AS path FROM documents WHERE folder = ? AND relative_path > ? ORDER BY relative_path LIMIT ?',
      folderId,
      after,
      rowsPerFrame,
    );
    for (const { id, path } of rows) {
      yield id;
      after = path;
    }
    if (rows.length < rowsPerFrame) return;
  }
}

async function writeDocument(
  writer: ExportWriter,
  { row, text, chunks, layouts, blocks }: CarriedDocument,
): Promise<void> {
  await writer.json('document', row);
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + frameCharacters, text.length);
    // Half of a pair of surrogates is no UTF-8.
    if (end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00) end -= 1;
    await writer.text(text.slice(start, end));
    start = end;
  }
  for (const some of bySize(chunks, ({ context }) => context.length)) await writer.json('chunks', some);
  for (const some of bySize(layouts, ({ items }) => items.length)) await writer.json('layouts', some);
  if (blocks !== null) await writer.bytesFrame('blocks', Buffer.from(blocks));
}

/** Groups of rows that are not too many, nor too large together. */
function* bySize<T>(rows: readonly T[], sizeOf: (row: T) => number): Generator<readonly T[]> {
  let group: T[] = [];
  let size = 0;
  for (const row of rows) {
    group.push(row);
    size += sizeOf(row);
    if (group.length < rowsPerFrame && size < frameCharacters) continue;
    yield group;
    group = [];
    size = 0;
  }
  if (group.length > 0) yield group;
}

function* recognisedFrames(db: Database): Generator<readonly CarriedPage[]> {
  for (let after: Uint8Array = new Uint8Array(0); ; ) {
    const next = db.get<{ hash: Uint8Array }>(
      'SELECT content_hash AS hash FROM recognised_pages WHERE content_hash > ? ORDER BY content_hash LIMIT 1',
      after,
    );
    if (next === undefined) return;
    after = next.hash;
    const contentHash = base64Of(next.hash);
    const pages = readRecognisedPages(db, next.hash).map((page) => ({
      ...page,
      contentHash,
      lines: base64Of(page.lines),
    }));
    yield* bySize(pages, ({ lines }) => lines.length);
  }
}
