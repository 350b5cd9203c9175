// What the document list, the problems and the reading pane ask for.
import { isAbsolute, sep } from 'node:path';
import type { DocumentDetails, DocumentInfo, Problem } from '../../../shared/domain/document.js';
import type { DocumentText, PassagePlace } from '../../../shared/domain/passage.js';
import type { DocumentPage, DocumentQuery, ProblemGroup } from '../../../shared/engine/engine-methods.js';
import { AppError } from '../../../shared/errors.js';
import type { PageText } from '../load/loaded-document.js';
import { readMeta } from './document-meta.js';
import {
  absolutePath,
  type DocumentRow,
  documentInfo,
  documentsWithRoots,
  effectiveState,
  placeOf,
  selectDocuments,
} from './documents.js';
import { listRoots, rootHolding } from './folders.js';
import { locatorOf } from './locators.js';
import { missingByFolder } from './missing.js';
import { readLayout } from './page-layouts.js';
import { filePathOf, isAtOrUnder, isNamedBy, readInsideMarks, relativeTo, rootPathOf, splitInside } from './paths.js';
import type { Database, SqlValue } from './sqlite.js';
import type { FolderRow } from './store-methods.js';
import { readPassage, readText } from './text-parts.js';

/** Makes `fold_name` callable in the SQL of this connection: a name without case and accents. */
export function defineFolding(db: Database): void {
  db.define('fold_name', (name: string) => foldName(name));
}

export function listDocuments(db: Database, query: DocumentQuery): DocumentPage {
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  if (query.folderId !== undefined) {
    conditions.push('d.folder = ?');
    values.push(query.folderId);
  }
  if (query.states !== undefined) {
    conditions.push(`${effectiveState} IN (SELECT value FROM json_each(?))`);
    values.push(JSON.stringify(query.states));
  }
  if (query.reason !== undefined) {
    conditions.push('d.reason = ?');
    values.push(query.reason);
  }
  const name = foldName(query.name ?? '');
  if (name !== '') {
    conditions.push('instr(fold_name(d.relative_path), ?) > 0');
    values.push(name);
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const total = db.get<{ total: number }>(`SELECT count(*) AS total FROM ${documentsWithRoots} ${where}`, ...values);
  const rows = db.all<DocumentRow>(
    `${selectDocuments} ${where} ORDER BY f.path, d.relative_path LIMIT ? OFFSET ?`,
    ...values,
    query.limit,
    query.offset,
  );
  return { documents: rows.map(documentInfo), total: total?.total ?? 0 };
}

const whereProblem = `d.reason IS NOT NULL AND d.state NOT IN ('waiting', 'reading')
  AND d.missing_ms IS NULL AND f.state <> 'offline'`;

/** How many documents have each reason, the most frequent first. */
export function groupProblems(db: Database): readonly ProblemGroup[] {
  return db.all<ProblemGroup>(
    `SELECT d.reason, count(*) AS documents FROM ${documentsWithRoots} WHERE ${whereProblem}
     GROUP BY d.reason ORDER BY documents DESC, d.reason`,
  );
}

/** Documents that were read and gave nothing, or less than they hold; of all roots, or at and under some paths. */
export function listProblems(db: Database, underPaths: readonly string[] | undefined): readonly Problem[] {
  const rows = db.all<DocumentRow>(`${selectDocuments} WHERE ${whereProblem} ORDER BY f.path, d.relative_path`);
  const places = underPaths?.map(rootPathOf);
  const problems = rows.flatMap((row): Problem[] => {
    const isAsked = places === undefined || places.some((place) => isNamedBy(placeOf(row), place));
    if (row.reason === null || !isAsked) return [];
    return [{ path: absolutePath(row), state: row.state, reason: row.reason, message: row.message ?? '' }];
  });
  return [...missingProblems(db, places), ...problems];
}

/** Folders that cannot be reached, and those of which so much is missing that a person is asked. */
function missingProblems(db: Database, places: readonly string[] | undefined): readonly Problem[] {
  const missing = missingByFolder(db);
  return listRoots(db).flatMap(({ folderId, path, state }): Problem[] => {
    const asked = missing.get(folderId)?.asked ?? 0;
    const isNamed = places === undefined || places.some((one) => isAtOrUnder(one, path) || isAtOrUnder(path, one));
    if (!isNamed) return [];
    const { documents } = countDocuments(db, folderId);
    if (state === 'offline') return [{ path, state, reason: 'unreadable', message: offlineWords(documents) }];
    if (asked === 0) return [];
    return [{ path, state: 'offline', reason: 'vanished', message: missingWords(asked, documents) }];
  });
}

function countDocuments(db: Database, folderId: number): { readonly documents: number } {
  const found = db.get<{ documents: number }>('SELECT count(*) AS documents FROM documents WHERE folder = ?', folderId);
  return found ?? { documents: 0 };
}

function offlineWords(documents: number): string {
  return (
    `This folder cannot be reached now, so nothing is known of what was deleted from it: its ${documents} documents stay ` +
    'searchable. Connect its drive and check its permissions; if it is gone for good, have the library forget it.'
  );
}

function missingWords(asked: number, documents: number): string {
  return (
    `${asked} of ${documents} documents are gone from this folder. They stay searchable until you say what happened: ` +
    'that they were deleted, or that they are to be kept.'
  );
}

/** @throws AppError `not-found` */
export function documentById(db: Database, documentId: string): DocumentDetails {
  const row = rowById(db, documentId);
  return { ...documentInfo(row), timesStopped: row.kills, meta: readMeta(db, row.id), metaProblem: row.meta_problem };
}

/** @throws AppError `not-found` */
export function rowOfDocument(db: Database, documentId: string): number {
  return rowById(db, documentId).id;
}

/** @throws AppError `not-found` */
export function documentPlace(
  db: Database,
  documentId: string,
): { readonly path: string; readonly inside: readonly string[] } {
  const row = rowById(db, documentId);
  return { path: filePathOf(placeOf(row)), inside: row.parent === null ? [] : splitInside(row.relative_path).inside };
}

/** @throws AppError `not-found` when the path is in no root, or no document of it */
export function documentAtPath(db: Database, path: string): DocumentInfo {
  const wanted = rootPathOf(path);
  const root = rootHolding(db, wanted);
  const paths = root === undefined ? [] : pathsBelow(db, wanted, root);
  for (const find of [rowAtPlace, rowNamedAlike]) {
    for (const relativePath of paths) {
      const found = root === undefined ? undefined : find(db, root, relativePath);
      if (found !== undefined) return documentInfo(found);
    }
  }
  throw new AppError('not-found', `${path} is not in the library. Index it, or a folder that holds it, first.`);
}

/** What the path may be below the root, as the store has it. */
function pathsBelow(db: Database, path: string, root: FolderRow): readonly string[] {
  if (!isAbsolute(root.path)) return [relativeTo(path, root.path)];
  if (!root.isFile) return readInsideMarks(relativeTo(path, root.path));
  const file = db.get<{ name: string }>(
    'SELECT relative_path AS name FROM documents WHERE folder = ? AND parent IS NULL',
    root.folderId,
  );
  return readInsideMarks((file?.name ?? '') + path.slice(root.path.length).replaceAll(sep, '/'));
}

/** The name as it is on disk. */
function rowAtPlace(db: Database, root: FolderRow, relativePath: string): DocumentRow | undefined {
  return db.get<DocumentRow>(
    `${selectDocuments} WHERE d.folder = ? AND d.relative_path = ?`,
    root.folderId,
    relativePath,
  );
}

/** The name that differs only in how its accents are written, where there is just one. */
function rowNamedAlike(db: Database, root: FolderRow, relativePath: string): DocumentRow | undefined {
  const similar = db.all<DocumentRow>(
    `${selectDocuments} WHERE d.folder = ? AND fold_name(d.relative_path) = ?`,
    root.folderId,
    foldName(relativePath),
  );
  const same = similar.filter(({ relative_path }) => relative_path.normalize() === relativePath.normalize());
  return same.length === 1 ? same[0] : undefined;
}

/** @throws AppError `not-found` */
export function textOfDocument(db: Database, documentId: string): DocumentText {
  const { id } = rowById(db, documentId);
  const places = db.all<PlaceRow>(`${selectPlaces} WHERE c.document = ? ORDER BY c.ordinal`, id);
  const pageStarts = db.all<{ page: number; start: number }>(
    'SELECT page, start FROM page_layouts WHERE document = ? ORDER BY page',
    id,
  );
  const text = readText(db, id);
  // One that came without its text, and was not read yet, has no passage to show.
  return { documentId, text, passages: text === '' ? [] : places.map(passagePlace), pageStarts };
}

/** @throws AppError `not-found` */
export function placeOfChunk(db: Database, chunkId: string): PassagePlace {
  const found = db.get<PlaceRow>(`${selectPlaces} WHERE c.chunk_id = ?`, chunkId);
  if (found === undefined) {
    throw new AppError(
      'not-found',
      'This passage is no longer in the library: its document has changed. Search again.',
    );
  }
  return passagePlace(found);
}

/** @throws AppError `not-found` for an unknown document; a page without a layout gives null */
export function layoutOfPage(db: Database, documentId: string, page: number): PageText | null {
  const { id } = rowById(db, documentId);
  const layout = readLayout(db, id, page);
  return layout === null ? null : { ...layout, text: readPassage(db, id, layout.start, layout.end) };
}

interface PlaceRow {
  readonly document_id: string;
  readonly chunk_id: string;
  readonly start: number;
  readonly end: number;
  readonly page: number | null;
  readonly line: number | null;
  readonly heading_path: string;
  readonly sheet: string | null;
  readonly row: number | null;
  readonly type: string;
}

const selectPlaces = `SELECT d.document_id, c.chunk_id, c.start, c."end", c.page, c.line, c.heading_path, c.sheet, c.row, d.type
  FROM chunks c JOIN documents d ON d.id = c.document`;

function passagePlace(place: PlaceRow): PassagePlace {
  const headingPath = JSON.parse(place.heading_path) as readonly string[];
  return {
    documentId: place.document_id,
    chunkId: place.chunk_id,
    start: place.start,
    end: place.end,
    page: place.page,
    locator: locatorOf({ ...place, headingPath }),
  };
}

function rowById(db: Database, documentId: string): DocumentRow {
  const found = db.get<DocumentRow>(`${selectDocuments} WHERE d.document_id = ?`, documentId);
  if (found === undefined) throw new AppError('not-found', 'This document is no longer in the library.');
  return found;
}

function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}
