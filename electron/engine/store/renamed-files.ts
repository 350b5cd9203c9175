// A file that only has another name or folder now is known by its number on the file system: it is not even opened.
import { renameDocument } from './children.js';
import { type DocumentRow, hasLeft, selectDocuments } from './documents.js';
import { markFound } from './missing.js';
import { extensionOf } from './paths.js';
import { isSettled } from './settled.js';
import type { StoreContext } from './store-context.js';
import type { ScanEntry } from './store-methods.js';

/**
 * Carries the document of such a file over to its new place: same number, size, date and kind of name, and gone from where
 * it was. Null where there is none; then the file's content decides.
 */
export function takeRenamed(
  { db, generation }: StoreContext,
  folderId: number,
  { relativePath, sizeBytes, modifiedMs, inode }: ScanEntry,
): DocumentRow | null {
  if (inode === undefined) return null;
  const document = db
    .all<DocumentRow>(
      `${selectDocuments} WHERE d.inode = ? AND d.size_bytes = ? AND d.modified_ms = ? AND d.parent IS NULL`,
      inode,
      sizeBytes,
      modifiedMs,
    )
    .filter((one) => extensionOf(one.relative_path) === extensionOf(relativePath))
    .find((one) => isSettled(one, generation.chunker) && hasLeft(one));
  if (document === undefined) return null;
  renameDocument(db, document.id, { folderId, relativePath });
  if (document.missing_ms !== null) markFound(db, document.id);
  return document;
}
