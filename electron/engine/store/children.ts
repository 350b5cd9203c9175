// Documents that lie inside others: compared with what was there, renamed with their parent, and how much may come.
import type { ChildEntry, ChildRoom } from '../load/children/child-entry.js';
import { loadLimits } from '../load/load-limits.js';
import { childRows, removeDocuments } from './content.js';
import { type DocumentRow, documentRow, insertDocument, placeOf } from './documents.js';
import { extensionOf, insideMark, type Place, rangeInside, splitInside } from './paths.js';
import { isSettled } from './settled.js';
import type { Database } from './sqlite.js';
import type { StoreContext } from './store-context.js';
import type { BatchPlan, ChildrenPlan, StoreMethods, ToRead } from './store-methods.js';
import { renameWords } from './words.js';

interface KnownChild {
  readonly id: number;
  readonly relative_path: string;
  readonly state: string;
  readonly reason: string | null;
  readonly chunker: string | null;
  readonly content_hash: Uint8Array | null;
  readonly folder: number;
  readonly size_bytes: number;
  readonly modified_ms: number;
}

const childColumns = 'id, relative_path, state, reason, chunker, content_hash, folder, size_bytes, modified_ms';

function childrenOf(db: Database, row: number): readonly KnownChild[] {
  return db.all<KnownChild>(`SELECT ${childColumns} FROM documents WHERE parent = ? ORDER BY relative_path`, row);
}

function asToRead({ id, folder, relative_path, size_bytes, modified_ms }: KnownChild): ToRead {
  return {
    row: id,
    folderId: folder,
    relativePath: relative_path,
    sizeBytes: size_bytes,
    modifiedMs: modified_ms,
  };
}

export function planChildren(
  context: StoreContext,
  { row, children, modifiedMs, force }: Parameters<StoreMethods['planChildren']>[0],
): ChildrenPlan {
  const { db, generation } = context;
  const parent = documentRow(db, row);
  const prefix = parent.relative_path + insideMark;
  const listed = new Set(children.map(({ name }) => prefix + name));
  const known = childrenOf(db, row);
  const byPath = new Map(known.map((child) => [child.relative_path, child]));
  const gone = goneByContent(known.filter(({ relative_path }) => !listed.has(relative_path)));
  const toRead: ToRead[] = [];
  let unchanged = 0;
  for (const entry of children) {
    const relativePath = prefix + entry.name;
    const child = byPath.get(relativePath) ?? takeRenamed(db, gone, relativePath, entry, parent.folder);
    if (child !== undefined && !force && isSame(child, entry) && isSettled(child, generation.chunker)) {
      db.run(
        'UPDATE documents SET modified_ms = ? WHERE id = ? AND modified_ms <> ?',
        modifiedMs,
        child.id,
        modifiedMs,
      );
      const rest = restOfChildren(context, child.id);
      toRead.push(...rest.toRead);
      unchanged += 1 + rest.unchanged;
      continue;
    }
    const { sizeBytes, contentHash } = entry;
    const scanned = { relativePath, sizeBytes, modifiedMs };
    const childRow = child?.id ?? insertDocument(db, parent.folder, placeInside(parent, relativePath), scanned, row);
    if (child !== undefined) {
      db.run(
        `UPDATE documents SET state = 'waiting', size_bytes = ?, modified_ms = ? WHERE id = ?`,
        sizeBytes,
        modifiedMs,
        childRow,
      );
    }
    toRead.push({ row: childRow, folderId: parent.folder, ...scanned, contentHash });
  }
  const lost = [...gone.values()].flat();
  const opened = lost.filter(({ id }) => childRows(db, id).length > 0);
  const removed = removeDocuments(
    db,
    lost.map(({ id }) => id),
  );
  toRead.push(...opened.flatMap((child) => openOther(db, parent, child)));
  return { toRead, unchanged, removed: removed.documents, chunksRemoved: removed.chunks };
}

/** What lies twice inside one file was opened at one place only: when that is gone, the other one is to be opened. */
function openOther(db: Database, { relative_path, folder }: DocumentRow, gone: KnownChild): readonly ToRead[] {
  const [start, end] = rangeInside(splitInside(relative_path).file);
  const other = db.get<KnownChild>(
    `SELECT ${childColumns} FROM documents WHERE folder = ? AND relative_path >= ? AND relative_path < ? AND content_hash = ?
       AND parent IS NOT NULL AND state IN ('words', 'ready') ORDER BY relative_path LIMIT 1`,
    folder,
    start,
    end,
    gone.content_hash,
  );
  if (other === undefined) return [];
  db.run(`UPDATE documents SET state = 'waiting', content_hash = NULL WHERE id = ?`, other.id);
  return [asToRead(other)];
}

function placeInside(parent: DocumentRow, relativePath: string): Place {
  return placeOf({ ...parent, relative_path: relativePath });
}

function isSame({ content_hash }: KnownChild, { contentHash }: ChildEntry): boolean {
  return content_hash !== null && contentHash !== null && Buffer.compare(content_hash, contentHash) === 0;
}

/** Children that are not listed any more, by what they held and what their names said of it. */
function goneByContent(gone: readonly KnownChild[]): Map<string, KnownChild[]> {
  const byContent = new Map<string, KnownChild[]>();
  for (const child of gone) {
    const key = contentKey(child.content_hash, child.relative_path);
    byContent.set(key, [...(byContent.get(key) ?? []), child]);
  }
  return byContent;
}

function contentKey(contentHash: Uint8Array | null, path: string): string {
  return `${contentHash === null ? '' : Buffer.from(contentHash).toString('hex')}.${extensionOf(path)}`;
}

/** One that is gone under its old name and there under a new one: its content, and so its vectors, are kept. */
function takeRenamed(
  db: Database,
  gone: Map<string, KnownChild[]>,
  relativePath: string,
  { contentHash }: ChildEntry,
  folderId: number,
): KnownChild | undefined {
  if (contentHash === null) return undefined;
  const child = gone.get(contentKey(contentHash, relativePath))?.pop();
  if (child !== undefined) renameDocument(db, child.id, { folderId, relativePath });
  return child;
}

/** What lies inside a document whose content is as it was: only what was never read to its end has to be. */
export function restOfChildren(context: StoreContext, row: number): BatchPlan {
  const toRead: ToRead[] = [];
  let unchanged = 0;
  for (const child of childrenOf(context.db, row)) {
    if (isSettled(child, context.generation.chunker)) {
      const rest = restOfChildren(context, child.id);
      toRead.push(...rest.toRead);
      unchanged += 1 + rest.unchanged;
    } else {
      toRead.push(asToRead(child));
    }
  }
  return { toRead, unchanged };
}

/** Gives a document another place, and all that lies inside it with it. Words of names are made again. */
export function renameDocument(
  db: Database,
  row: number,
  place: { readonly folderId: number; readonly relativePath: string },
): void {
  const before = db.get<{ relative_path: string; text_length: number }>(
    'SELECT relative_path, text_length FROM documents WHERE id = ?',
    row,
  );
  if (before === undefined) return;
  const { folderId, relativePath } = place;
  db.run('UPDATE documents SET folder = ?, relative_path = ? WHERE id = ?', folderId, relativePath, row);
  if (before.text_length > 0) renameWords(db, row, relativePath);
  for (const { id, relative_path } of childrenOf(db, row)) {
    renameDocument(db, id, { folderId, relativePath: relativePath + relative_path.slice(before.relative_path.length) });
  }
}

/** What the file on disk that a document is, or lies in, may still hold beside what is known of it, without the document's own part. */
export function roomFor(db: Database, { relative_path, folder, parent }: DocumentRow): ChildRoom {
  const { maxChildren, maxChildrenBytes } = loadLimits;
  if (parent === null) return { children: maxChildren, bytes: maxChildrenBytes };
  const all = heldIn(db, folder, splitInside(relative_path).file);
  const own = heldIn(db, folder, relative_path);
  return {
    children: Math.max(0, maxChildren - all.documents + own.documents),
    bytes: Math.max(0, maxChildrenBytes - all.bytes + own.bytes),
  };
}

function heldIn(db: Database, folder: number, path: string): { readonly documents: number; readonly bytes: number } {
  const found = db.get<{ documents: number; bytes: number | null }>(
    `SELECT count(*) AS documents,
       sum(CASE WHEN content_hash IS NULL AND state IN ('failed', 'skipped') THEN 0 ELSE size_bytes END) AS bytes
     FROM documents WHERE folder = ? AND relative_path >= ? AND relative_path < ?`,
    folder,
    ...rangeInside(path),
  );
  return { documents: found?.documents ?? 0, bytes: found?.bytes ?? 0 };
}
