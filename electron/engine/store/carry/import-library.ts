// Takes an export into a library, in one transaction: all of it, or nothing.
import type { ExportSummary, FolderMapping, ImportReport } from '../../../../shared/domain/carry.js';
import { AppError } from '../../../../shared/errors.js';
import { unpackLines } from '../../recognise/recognised-page.js';
import { addRoot, listRoots, setRootState } from '../folders.js';
import { saveRecognisedPage } from '../recognised-pages.js';
import { type Database, openWriter } from '../sqlite.js';
import type { StoreContext } from '../store-context.js';
import type { FolderRow, NewVector } from '../store-methods.js';
import { blobOfVector } from '../vector-blob.js';
import { insertVector } from '../vectors.js';
import { bytesOf, type CarriedPage } from './carried-document.js';
import type { CarryMeter } from './carry-meter.js';
import { exportDamaged } from './export-errors.js';
import type { ExportHeader } from './export-format.js';
import { type FolderPlace, folderPlaces, isHere } from './folder-places.js';
import { readExport } from './read-export.js';
import { writeCarried } from './write-carried.js';

/** What an export says of itself; it is read from end to end, so that whoever asks knows that it is whole. */
export async function inspectExport(file: string, signal?: AbortSignal, meter?: CarryMeter): Promise<ExportSummary> {
  const { made, withText, counts, folders } = await readExport(file, () => ({}), signal, meter);
  const described = folders.map(({ rules: _rules, ...folder }) => ({ ...folder, isHere: isHere(folder) }));
  return { made, withText, ...counts, folders: described };
}

export interface ImportRequest {
  /** Absolute. */
  readonly file: string;
  readonly folders: readonly FolderMapping[];
}

/** No inode is this: a folder that is found empty is taken for a drive that is away, not for one that was emptied. */
const inodeElsewhere = 'elsewhere';

/**
 * Into a library that holds other folders too. Writes through a connection of its own, so that the library can be read meanwhile; nothing
 * else may write until it ends.
 * @throws AppError `export-damaged`, `export-other-model`, `folder-taken`, `library-newer`, `wrong-use`, `disk-full`, `cancelled`
 */
export async function importLibrary(
  context: StoreContext,
  { file, folders: mappings }: ImportRequest,
  signal?: AbortSignal,
  meter?: CarryMeter,
): Promise<ImportReport> {
  const db = openWriter(context.db.file);
  try {
    db.exec('BEGIN IMMEDIATE');
    const own = { ...context, db };
    let roots: readonly FolderRow[] = [];
    let places: readonly FolderPlace[] = [];
    const lastVector = db.get<{ id: number | null }>('SELECT max(id) AS id FROM vectors')?.id ?? 0;
    const header = await readExport(
      file,
      (found) => {
        refuseOtherModel(context, found);
        const taken = listRoots(db).map(({ path }) => path);
        places = folderPlaces(found.folders, mappings, taken);
        roots = addRoots(db, found, places);
        return {
          vectors: (vectors) => addVectors(own, vectors),
          document: (document) => {
            const root = roots[document.row.folder];
            if (root === undefined) throw exportDamaged('a document has no folder');
            writeCarried(own, root, document);
          },
          recognised: (pages) => addPages(db, pages),
        };
      },
      signal,
      meter,
    );
    db.run(
      'DELETE FROM vectors WHERE id > ? AND NOT EXISTS (SELECT 1 FROM chunks WHERE vector = vectors.id)',
      lastVector,
    );
    db.exec('COMMIT');
    return reportOf(header, places);
  } finally {
    // Where it was not committed, closing undoes it.
    db.close();
    emptyLog(context.db);
  }
}

/** The log holds every page of the import, also of one that was undone. */
function emptyLog(db: Database): void {
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

function refuseOtherModel({ generation }: StoreContext, { embedder, dimension }: ExportHeader): void {
  if (embedder === generation.embedder && dimension === generation.dimension) return;
  throw new AppError(
    'export-other-model',
    `The vectors of this export are of the model “${embedder}”, and this library's are of “${generation.embedder}”: they can't be compared. Nothing was imported. Add the export's folders here instead, or open it with the version of Acervo that made it.`,
  );
}

function addRoots(db: Database, { folders }: ExportHeader, places: readonly FolderPlace[]): readonly FolderRow[] {
  return folders.map(({ isFile, collection, rules }, at) => {
    const place = places[at];
    if (place === undefined) throw new AppError('bug', 'A folder of the export has no place.');
    const root = addRoot(db, { path: place.path, isFile, collection, rules });
    const state = place.isOffline ? 'offline' : 'ok';
    setRootState(db, { folderId: root.folderId, state, inode: inodeElsewhere });
    return root;
  });
}

/** A vector that the library has for the same input stays. */
function addVectors({ db, generationId }: StoreContext, vectors: readonly NewVector[]): void {
  for (const { inputHash, vector } of vectors) {
    const known = db.get('SELECT 1 FROM vectors WHERE generation = ? AND input_hash = ?', generationId, inputHash);
    if (known === undefined) insertVector(db, generationId, inputHash, blobOfVector(vector));
  }
}

function addPages(db: Database, pages: readonly CarriedPage[]): void {
  for (const { contentHash, lines: packed, ...page } of pages) {
    const lines = bytesOf(packed);
    refuseUnreadable(lines);
    saveRecognisedPage(db, { contentHash: bytesOf(contentHash), page: { ...page, lines } });
  }
}

function refuseUnreadable(lines: Uint8Array): void {
  try {
    if (lines.length > 0) unpackLines(lines);
  } catch (error) {
    throw exportDamaged('a recognised page is unreadable', error);
  }
}

function reportOf({ counts, withText, folders }: ExportHeader, places: readonly FolderPlace[]): ImportReport {
  return {
    ...counts,
    withText,
    folders: folders.map(({ path, documents }, at) => ({
      from: path,
      path: places[at]?.path ?? path,
      documents,
      isOffline: places[at]?.isOffline ?? true,
    })),
  };
}
