// Takes out of a damaged library file what can still be read, document by document, and leaves the rest to be read from disk again.
import { existsSync } from 'node:fs';
import { AppError } from '../../../../shared/errors.js';
import { readFolderList } from '../folder-list.js';
import { listRoots } from '../folders.js';
import { readRecognisedPages, saveRecognisedPage } from '../recognised-pages.js';
import { type Database, openReader, transaction } from '../sqlite.js';
import type { StoreContext } from '../store-context.js';
import type { FolderRow } from '../store-methods.js';
import { textHash } from '../text-parts.js';
import { checksumOf, isUnitVector, vectorOfBlob } from '../vector-blob.js';
import { insertVector } from '../vectors.js';
import { type CarriedDocument, chunkSchema, documentSchema } from './carried-document.js';
import { type CarriedShare, readCarried } from './read-carried.js';
import { rescueConversations } from './rescue-conversations.js';
import { writeCarried } from './write-carried.js';

export interface Rescued {
  /** Carried over with their text, words and vectors. */
  readonly documents: number;
  /** Known by their place only: to be read again. */
  readonly waiting: number;
  readonly vectors: number;
}

/** `target` is a new library with the same roots and nothing in it. A file that can't be opened at all gives nothing. */
export function rescueInto(target: StoreContext, file: string): Rescued {
  const nothing = { documents: 0, waiting: 0, vectors: 0 };
  const from = existsSync(file) ? attempt(() => openReader(file)) : null;
  if (from === null) return nothing;
  try {
    return attempt(() => new Rescue(target, from).run()) ?? nothing;
  } finally {
    from.close();
  }
}

class Rescue {
  readonly #target: StoreContext;
  readonly #from: Database;
  #documents = 0;
  #waiting = 0;

  constructor(target: StoreContext, from: Database) {
    this.#target = target;
    this.#from = from;
  }

  run(): Rescued {
    const vectors = this.#vectors();
    const rootPaths = this.#rootPaths();
    const ids = readableIds(this.#from, 'documents', 'folder, relative_path');
    const rows = ids.map((id) => ({ id, place: attempt(() => this.#placeOf(id, rootPaths)) }));
    const roots = listRoots(this.#target.db);
    // By path: what lies inside a document comes after it.
    const sorted = rows
      .flatMap(({ id, place }) => (place === null ? [] : [{ id, ...place }]))
      .sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
    for (const { id, rootPath } of sorted) {
      const root = roots.find(({ path }) => path === rootPath);
      if (root !== undefined) this.#document(root, id);
    }
    this.#recognisedPages();
    rescueConversations(this.#target.db, this.#from, attempt);
    if (this.#documents + this.#waiting < ids.length) this.#openContainersAgain();
    return { documents: this.#documents, waiting: this.#waiting, vectors };
  }

  /** By the rows that documents know them by: as the file says, else the list beside it; a lone one is the one. */
  #rootPaths(): (row: number) => string | undefined {
    const paths = new Map<number, string>();
    for (const { folderId, path } of readFolderList(this.#target.folder)) {
      if (folderId !== undefined) paths.set(folderId, path);
    }
    // The index by path holds both, and may be whole where the table is not.
    for (const order of ['id', 'path']) {
      const rows = attempt(() =>
        this.#from.all<{ id: number; path: string }>(`SELECT id, path FROM folders ORDER BY ${order}`),
      );
      for (const { id, path } of rows ?? []) paths.set(id, path);
    }
    const roots = listRoots(this.#target.db);
    const lone = roots.length === 1 ? roots[0]?.path : undefined;
    return (row) => paths.get(row) ?? lone;
  }

  #placeOf(
    id: number,
    rootPaths: (row: number) => string | undefined,
  ): { readonly path: string; readonly rootPath: string } | null {
    const found = this.#from.get<{ path: string; folder: number }>(
      'SELECT relative_path AS path, folder FROM documents WHERE id = ?',
      id,
    );
    const rootPath = found && rootPaths(found.folder);
    return found === undefined || rootPath === undefined ? null : { path: found.path, rootPath };
  }

  #document(root: FolderRow, id: number): void {
    const { db } = this.#target;
    const whole = attempt(() => this.#readWhole(id)) ?? attempt(() => this.#readText(id));
    const written = whole === null ? null : attempt(() => this.#write(root, whole));
    if (written !== null) {
      this.#documents += 1;
      return;
    }
    const place = attempt(() => placeOnly(this.#from, id));
    if (place === null || attempt(() => transaction(db, () => writeCarried(this.#target, root, place))) === null)
      return;
    this.#waiting += 1;
  }

  #write(root: FolderRow, document: CarriedDocument): true {
    transaction(this.#target.db, () => writeCarried(this.#target, root, document));
    return true;
  }

  /** Where only its keys or the marks of its pages are lost: it stays searchable until it was read again. */
  #readText(id: number): CarriedDocument | null {
    const document = this.#readWhole(id, 'text');
    return document === null ? null : { ...document, row: { ...document.row, state: 'waiting', chunker: null } };
  }

  /** Null where anything of it is not as it was stored. */
  #readWhole(id: number, share: CarriedShare = 'all'): CarriedDocument | null {
    const known = this.#from.get<{ chunk_count: number; text_length: number; text_hash: Uint8Array | null }>(
      'SELECT chunk_count, text_length, text_hash FROM documents WHERE id = ?',
      id,
    );
    const document = readCarried(this.#from, id, 0, share);
    const { row, text, chunks } = document;
    const hash = known?.text_hash ?? null;
    const isSame =
      chunks.length === known?.chunk_count &&
      text.length === known.text_length &&
      (hash === null || Buffer.compare(hash, textHash(text)) === 0);
    const isValid =
      documentSchema.safeParse(row).success && chunks.every((chunk) => chunkSchema.safeParse(chunk).success);
    return isSame && isValid ? document : null;
  }

  #vectors(): number {
    const { db, generation, generationId } = this.#target;
    const generations = attempt(() =>
      this.#from.all<{ id: number }>('SELECT id FROM generations WHERE embedder = ?', generation.embedder),
    );
    const known = new Set((generations ?? []).map(({ id }) => id));
    let kept = 0;
    const ids = readableIds(this.#from, 'vectors', 'generation, input_hash');
    for (let from = 0; from < ids.length; from += rowsAtOnce) {
      transaction(db, () => {
        for (const id of ids.slice(from, from + rowsAtOnce)) {
          const row = attempt(() => this.#from.get<VectorRow>(selectVector, id) ?? null);
          if (row === null || !known.has(row.generation) || !isWhole(row, generation.dimension)) continue;
          insertVector(db, generationId, row.input_hash, row.vector);
          kept += 1;
        }
      });
    }
    return kept;
  }

  #recognisedPages(): void {
    const { db } = this.#target;
    const hashes = attempt(() =>
      this.#from.all<{ hash: Uint8Array }>('SELECT DISTINCT content_hash AS hash FROM recognised_pages'),
    );
    for (const { hash } of hashes ?? []) {
      for (const page of attempt(() => readRecognisedPages(this.#from, hash)) ?? []) {
        transaction(db, () => saveRecognisedPage(db, { contentHash: hash, page }));
      }
    }
  }

  /** A document may be lost that lay inside one that was kept: what may hold some is opened once more. Nothing is embedded for it. */
  #openContainersAgain(): void {
    const { db } = this.#target;
    db.run(`UPDATE documents SET state = 'waiting', content_hash = NULL
      WHERE type IN ('eml', 'mbox', 'msg', 'tnef', 'pdf', 'docx', 'pptx', 'xlsx', 'xlsb', 'zip', 'tar', 'gz',
        'doc', 'xls', 'ppt', 'rtf', 'odt', 'ods', 'odp', 'epub') OR id IN (SELECT parent FROM documents)`);
  }
}

const rowsAtOnce = 1_000;
const selectVector = 'SELECT generation, input_hash, vector, checksum FROM vectors WHERE id = ?';

interface VectorRow {
  readonly generation: number;
  readonly input_hash: Uint8Array;
  readonly vector: Uint8Array;
  readonly checksum: number | null;
}

function isWhole({ input_hash, vector, checksum }: VectorRow, dimension: number): boolean {
  if (input_hash.byteLength !== 32 || vector.byteLength !== dimension * 4) return false;
  return (checksum === null || checksum === checksumOf(vector)) && isUnitVector(vectorOfBlob(vector), dimension);
}

/** Only what tells the document's place, so that it is known, and read again. */
function placeOnly(db: Database, id: number): CarriedDocument | null {
  const found = db.get<{ path: string; document_id: string; parent: number | null; encoding: string | null }>(
    'SELECT relative_path AS path, document_id, parent, chosen_encoding AS encoding FROM documents WHERE id = ?',
    id,
  );
  if (found === undefined) return null;
  const row = documentSchema.safeParse({
    folder: 0,
    relativePath: found.path,
    documentId: found.document_id,
    isInside: found.parent !== null,
    state: 'waiting',
    reason: null,
    message: null,
    sizeBytes: 0,
    modifiedMs: 0,
    contentHash: null,
    type: '',
    encoding: null,
    language: null,
    pages: null,
    title: null,
    chunker: null,
    kills: 0,
    metaProblem: null,
    chosenEncoding: found.encoding,
    limitSeconds: null,
    meta: [],
    textLength: 0,
    chunks: 0,
    layouts: 0,
  });
  return row.success ? { row: row.data, text: '', chunks: [], layouts: [], blocks: null } : null;
}

/** Ids past damaged pages: forwards to the first, backwards to the last, and what an index names between. Ascending. */
function readableIds(db: Database, table: 'documents' | 'vectors', indexed: string): readonly number[] {
  const ids = new Set<number>();
  for (const order of ['id', 'id DESC', indexed]) {
    attempt(() => {
      for (const { id } of db.iterate<{ id: number }>(`SELECT id FROM ${table} ORDER BY ${order}`)) ids.add(id);
      return true;
    });
  }
  return [...ids].sort((a, b) => a - b);
}

/** Null where the file, or what is in it, can't be made sense of. What is wrong with the disk is thrown. */
function attempt<T>(work: () => T | null): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError && !['store-corrupt', 'export-damaged', 'bug', 'wrong-use'].includes(error.code))
      throw error;
    return null;
  }
}
