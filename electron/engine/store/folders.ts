// Roots: the folders and files that the library follows. No file belongs to two of them.
import { type FolderRules, noRules, patternsAround } from '../../../shared/domain/folder-rules.js';
import { AppError } from '../../../shared/errors.js';
import { FolderFilter } from '../ingest/folder-filter.js';
import { renameDocument } from './children.js';
import { removeDocuments } from './content.js';
import { isAtOrUnder, rangeBelow, relativeTo, rootPathOf } from './paths.js';
import { dropUnusedRecognition } from './recognised-pages.js';
import { settleReplaced } from './replaced.js';
import { readRules } from './rules.js';
import type { Database } from './sqlite.js';
import type { FolderRow, StoreMethods } from './store-methods.js';

interface RootRow {
  readonly id: number;
  readonly path: string;
  readonly is_file: number;
  readonly collection: string;
  readonly state: FolderRow['state'];
  readonly inode: string | null;
  readonly rules: string;
}

const selectRoots = `SELECT f.id, f.path, f.is_file, c.name AS collection, f.state, f.inode, f.rules
  FROM folders f JOIN collections c ON c.id = f.collection`;

export function listRoots(db: Database): readonly FolderRow[] {
  return db.all<RootRow>(`${selectRoots} ORDER BY f.path`).map(folderRow);
}

/** The root that holds this path on disk, if any. */
function rootCovering(db: Database, path: string): FolderRow | undefined {
  return listRoots(db).find((root) => (root.isFile ? root.path === path : isAtOrUnder(path, root.path)));
}

/** The root that holds a document of this path, which may lie inside a file. */
export function rootHolding(db: Database, path: string): FolderRow | undefined {
  const covering = rootCovering(db, path);
  return (
    covering ??
    listRoots(db).find(
      (root) => root.isFile && /^![/\\]/.test(path.slice(root.path.length)) && path.startsWith(root.path),
    )
  );
}

/** Whether documents lie at or under this path of a root; a root that is the path holds it. */
export function holdsPath(db: Database, path: string): boolean {
  const root = rootCovering(db, path);
  if (root === undefined) return false;
  const under = relativeTo(path, root.path);
  if (under === '') return true;
  const [start, end] = rangeBelow(under);
  const found = db.get(
    `SELECT 1 FROM documents WHERE folder = ?1 AND (relative_path = ?2 OR (relative_path >= ?3 AND relative_path < ?4))
     LIMIT 1`,
    root.folderId,
    under,
    start,
    end,
  );
  return found !== undefined;
}

/**
 * Registers a root. Inside an existing one it gives that one, whose collection stays; around existing ones it takes
 * over their documents, which keep their rows, ids and vectors and come into the new root's collection.
 */
export function addRoot(db: Database, request: Parameters<StoreMethods['addRoot']>[0]): FolderRow {
  const path = rootPathOf(request.path);
  const covering = rootCovering(db, path);
  // A folder may have taken the place of a file, or the other way round: then nothing of the old root is left.
  const isOtherKind = covering?.path === path && covering.isFile !== request.isFile;
  if (covering !== undefined && !isOtherKind) return covering;
  if (covering !== undefined) removeRoot(db, covering.folderId);
  const inside = request.isFile ? [] : listRoots(db).filter((root) => isAtOrUnder(root.path, path));
  db.run('INSERT INTO collections (name) VALUES (?) ON CONFLICT DO NOTHING', request.collection);
  const { lastRowId: folderId } = db.run(
    'INSERT INTO folders (path, is_file, collection) SELECT ?, ?, id FROM collections WHERE name = ?',
    path,
    request.isFile ? 1 : 0,
    request.collection,
  );
  for (const root of inside) absorb(db, root, { folderId, path });
  dropUnusedCollections(db);
  // What the roots inside left out stays out.
  const patterns = inside.flatMap((root) => patternsAround(relativeTo(root.path, path), root.rules.patterns));
  const rules = request.rules ?? noRules;
  writeRules(db, folderId, { ...rules, patterns: [...patterns, ...rules.patterns] });
  return rootOf(db, folderId);
}

/**
 * Changes what a root leaves out, or its collection. Documents that are left out now are removed.
 * @throws AppError `not-found` for a root that is not here
 */
export function setFolder(
  db: Database,
  { folderId, rules, collection }: Parameters<StoreMethods['setFolder']>[0],
): { readonly documents: number } {
  rootOf(db, folderId);
  if (collection !== undefined) {
    db.run('INSERT INTO collections (name) VALUES (?) ON CONFLICT DO NOTHING', collection);
    db.run(
      'UPDATE folders SET collection = (SELECT id FROM collections WHERE name = ?) WHERE id = ?',
      collection,
      folderId,
    );
    dropUnusedCollections(db);
  }
  if (rules === undefined) return { documents: 0 };
  writeRules(db, folderId, rules);
  const filter = new FolderFilter(rules);
  const leftOut = db
    .all<{ id: number; relative_path: string; size_bytes: number }>(
      'SELECT id, relative_path, size_bytes FROM documents WHERE folder = ? AND parent IS NULL',
      folderId,
    )
    .filter(({ relative_path, size_bytes }) => filter.leavesOutFile(relative_path, size_bytes))
    .map(({ id }) => id);
  const { documents } = removeDocuments(db, leftOut);
  dropUnusedRecognition(db);
  return { documents };
}

function writeRules(db: Database, folderId: number, rules: FolderRules): void {
  db.run('UPDATE folders SET rules = ? WHERE id = ?', JSON.stringify(rules), folderId);
}

function rootOf(db: Database, folderId: number): FolderRow {
  const row = db.get<RootRow>(`${selectRoots} WHERE f.id = ?`, folderId);
  if (row === undefined) throw new AppError('not-found', 'This folder is not in the library any more.');
  return folderRow(row);
}

/** Forgets a root and removes its documents. */
export function removeRoot(db: Database, folderId: number): { readonly documents: number } {
  const rows = db.all<{ id: number }>('SELECT id FROM documents WHERE folder = ?', folderId).map(({ id }) => id);
  removeDocuments(db, rows);
  dropUnusedRecognition(db);
  db.run('DELETE FROM folders WHERE id = ?', folderId);
  dropUnusedCollections(db);
  settleReplaced(db);
  return { documents: rows.length };
}

/** An offline root keeps what its documents were: only what is shown of them changes. */
export function setRootState(
  db: Database,
  { folderId, state, inode }: Parameters<StoreMethods['setRootState']>[0],
): { readonly documents: number } {
  db.run('UPDATE folders SET state = ?, inode = coalesce(?, inode) WHERE id = ?', state, inode ?? null, folderId);
  if (state === 'offline') settleReplaced(db);
  const found = db.get<{ documents: number }>('SELECT count(*) AS documents FROM documents WHERE folder = ?', folderId);
  return { documents: found?.documents ?? 0 };
}

function absorb(db: Database, root: FolderRow, into: { readonly folderId: number; readonly path: string }): void {
  const prefix = relativeTo(root.path, into.path);
  const documents = db.all<{ id: number; relative_path: string }>(
    'SELECT id, relative_path FROM documents WHERE folder = ? AND parent IS NULL',
    root.folderId,
  );
  for (const { id, relative_path } of documents) {
    renameDocument(db, id, {
      folderId: into.folderId,
      relativePath: root.isFile ? prefix : `${prefix}/${relative_path}`,
    });
  }
  db.run('DELETE FROM folders WHERE id = ?', root.folderId);
}

function dropUnusedCollections(db: Database): void {
  db.run('DELETE FROM collections WHERE NOT EXISTS (SELECT 1 FROM folders WHERE collection = collections.id)');
}

function folderRow(row: RootRow): FolderRow {
  return {
    folderId: row.id,
    path: row.path,
    isFile: row.is_file === 1,
    collection: row.collection,
    state: row.state,
    inode: row.inode,
    rules: readRules(row.rules),
  };
}
