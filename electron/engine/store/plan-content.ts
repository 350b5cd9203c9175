// What is known of a file's content before it is parsed: the same, moved here, a copy of another, or new.
import { archiveTypes } from '../load/children/archive-types.js';
import { noteSeen } from './checks.js';
import { renameDocument, restOfChildren, roomFor } from './children.js';
import { childRows, clearContent, copyContent, dropUnusedVectors, removeDocuments } from './content.js';
import {
  type DocumentRow,
  documentRow,
  hasLeft,
  placeOf,
  searchableState,
  selectDocuments,
  setDocumentState,
} from './documents.js';
import { markFound } from './missing.js';
import { isPassing } from './passing-reasons.js';
import { extensionOf, filePathOf, isGone, splitInside } from './paths.js';
import { readRecognisedPages } from './recognised-pages.js';
import { isSettled } from './settled.js';
import type { StoreContext } from './store-context.js';
import type { ContentPlan, StoreMethods } from './store-methods.js';

type Request = Parameters<StoreMethods['planContent']>[0];

export function planContent(context: StoreContext, request: Request): ContentPlan {
  const { db, generation } = context;
  const document = documentRow(db, request.row);
  const isSameContent = sameBytes(document.content_hash, request.contentHash);
  // A new content has killed nothing yet.
  if (!isSameContent) db.run('UPDATE documents SET kills = 0 WHERE id = ?', request.row);
  const { chosen_encoding: encoding } = inheritEncoding(context, document, request.contentHash);
  const read = (): ContentPlan => {
    setDocumentState(db, document.id, 'reading');
    return {
      kind: 'read',
      encoding,
      recognised: readRecognisedPages(db, request.contentHash),
      hasChildren: childRows(db, document.id).length > 0,
      room: roomFor(db, document),
    };
  };
  if (request.force) return read();
  // What a file that could not be read for a while was told of before is only known by reading it.
  const isRead = document.chunk_count > 0 && !isPassing(document.reason);
  if (isSameContent && isRead && document.chunker === generation.chunker) {
    settle(context, document.id, request);
    return { kind: 'same', children: restOfChildren(context, document.id) };
  }
  const twins = findTwins(context, document, request.contentHash);
  // Read with another encoding it is another text.
  const sameText = twins.filter(({ chosen_encoding }) => chosen_encoding === encoding);
  const canMove = document.chunk_count === 0 && document.parent === null;
  const gone = canMove ? sameText.find(hasLeft) : undefined;
  if (gone !== undefined) return moveHere(context, document, gone, request);
  // What gave no words is not read again either, just because it lies elsewhere now.
  const [twin] = sameText.filter(({ chunk_count }) => chunk_count > 0);
  if (twin === undefined) return read();
  // What lies inside is listed by reading only; each part of it then finds its own twin. What lies twice inside one file is opened
  // once: archives that hold one archive many times, which holds another many times, would have no end.
  const holds = twins.some(
    ({ id, type }) => (archiveTypes as readonly string[]).includes(type) || childRows(db, id).length > 0,
  );
  const isOpened = twins.some((other) => isInSameFile(other, document));
  return holds && !isOpened ? read() : copyHere(context, document, twin, request);
}

function isInSameFile(one: DocumentRow, other: DocumentRow): boolean {
  if (one.parent === null || other.parent === null || one.folder !== other.folder) return false;
  return splitInside(one.relative_path).file === splitInside(other.relative_path).file;
}

/** A file that was moved keeps the encoding that a person chose for it, also where it could not be read. */
function inheritEncoding({ db }: StoreContext, document: DocumentRow, contentHash: Uint8Array): DocumentRow {
  if (document.content_hash !== null || document.chosen_encoding !== null) return document;
  const before = db
    .all<DocumentRow>(
      `${selectDocuments} WHERE d.content_hash = ? AND d.id <> ? AND d.chosen_encoding IS NOT NULL ORDER BY d.id`,
      contentHash,
      document.id,
    )
    .find((other) => other.root_state !== 'offline' && !isGone(other.root_path) && isGone(filePathOf(placeOf(other))));
  if (before === undefined) return document;
  db.run('UPDATE documents SET chosen_encoding = ? WHERE id = ?', before.chosen_encoding, document.id);
  return { ...document, chosen_encoding: before.chosen_encoding };
}

/** Other documents with this content, read (with words or without) under the same kind of name by the chunker in use. */
function findTwins(
  { db, generation }: StoreContext,
  document: DocumentRow,
  contentHash: Uint8Array,
): readonly DocumentRow[] {
  const extension = extensionOf(document.relative_path);
  return db
    .all<DocumentRow>(
      `${selectDocuments} WHERE d.content_hash = ? AND d.id <> ? AND d.chunker = ? ORDER BY d.id`,
      contentHash,
      document.id,
      generation.chunker,
    )
    .filter(({ relative_path }) => extensionOf(relative_path) === extension)
    .filter((other) => other.chunk_count > 0 || isSettled(other, generation.chunker));
}

function moveHere(context: StoreContext, fresh: DocumentRow, old: DocumentRow, request: Request): ContentPlan {
  const { db } = context;
  removeDocuments(db, [fresh.id]);
  db.run('UPDATE documents SET inode = ? WHERE id = ?', fresh.inode, old.id);
  renameDocument(db, old.id, { folderId: fresh.folder, relativePath: fresh.relative_path });
  if (old.missing_ms !== null) markFound(db, old.id);
  noteSeen(context, fresh.folder, old.id);
  const isReady = settle(context, old.id, request);
  return { kind: 'moved', chunks: old.chunk_count, isReady, children: restOfChildren(context, old.id) };
}

function copyHere(context: StoreContext, document: DocumentRow, twin: DocumentRow, request: Request): ContentPlan {
  const { db } = context;
  removeDocuments(db, childRows(db, document.id));
  const cleared = clearContent(db, document.id);
  copyContent(context, twin.id, {
    row: document.id,
    documentId: document.document_id,
    relativePath: document.relative_path,
  });
  dropUnusedVectors(db, cleared.vectorIds);
  db.run(
    `UPDATE documents SET (content_hash, type, encoding, language, pages, title, reason, message, chunker, text_length,
       text_bytes, text_hash, chunk_count, meta_problem, kills)
     = (SELECT content_hash, type, encoding, language, pages, title, reason, message, chunker, text_length,
       text_bytes, text_hash, chunk_count, meta_problem, 0 FROM documents WHERE id = ?) WHERE id = ?`,
    twin.id,
    document.id,
  );
  const isReady = settle(context, document.id, request);
  return { kind: 'copied', chunks: twin.chunk_count, isReady };
}

/** Notes size and date, and gives the document the state that its vectors allow. Tells whether it is ready. */
function settle({ db }: StoreContext, row: number, { sizeBytes, modifiedMs }: Request): boolean {
  const before = documentRow(db, row);
  const state = before.chunk_count > 0 ? searchableState(db, row) : before.state;
  db.run(
    'UPDATE documents SET state = ?, size_bytes = ?, modified_ms = ? WHERE id = ?',
    state,
    sizeBytes,
    Math.round(modifiedMs),
    row,
  );
  return state === 'ready';
}

function sameBytes(known: Uint8Array | null, other: Uint8Array): boolean {
  return known !== null && Buffer.compare(known, other) === 0;
}
