// Answers made from documents that a person takes out of the library: the words go, the question stays.
import type { Answer, AnswerPassage, ChatScope } from '../../../shared/domain/chat.js';
import { foldWords } from '../search/fold-words.js';
import { listRoots } from './folders.js';
import { isAtOrUnder } from './paths.js';
import type { Database } from './sqlite.js';
import type { FolderRow } from './store-methods.js';
import { readText } from './text-parts.js';
import { isTakenOutSince, noteRemoved } from './unfreed.js';

/**
 * Runs what takes documents out, and forgets every answer that read one of them: also one that had gone before, with its file, from a
 * folder that goes now. Names of folders and collections that go are not kept as the place where a conversation looks either.
 */
export function forgettingAnswers<T>(db: Database, work: () => T): T {
  const known = new Set(
    db
      .all<{ id: string }>(
        'SELECT DISTINCT t.document_id AS id FROM turn_documents t JOIN documents d ON d.document_id = t.document_id',
      )
      .map(({ id }) => id),
  );
  const before = listRoots(db);
  const result = work();
  const after = new Set(listRoots(db).map(({ folderId }) => folderId));
  const removed = before.filter(({ folderId }) => !after.has(folderId));
  const rows = db.all<TurnRow>(
    `SELECT id, question, answer FROM turns WHERE id IN (
       SELECT turn FROM turn_documents WHERE document_id NOT IN (SELECT document_id FROM documents))`,
  );
  const isThere = (documentId: string): boolean =>
    db.get('SELECT 1 FROM documents WHERE document_id = ?', documentId) !== undefined;
  for (const row of rows) {
    const gone = passagesOf(answerOf(row)).filter(({ documentId }) => !isThere(documentId));
    const isTakenOut = gone.some(
      ({ documentId, path }) => known.has(documentId) || removed.some((root) => isIn(path, root)),
    );
    if (isTakenOut) forget(db, row);
  }
  forgetPlaces(db, removed);
  return result;
}

/** A document was read again by force: answers with passages that are not in it any more are forgotten. */
export function forgetReplaced(db: Database, documentId: string, text: string): void {
  const rows = db.all<TurnRow>(
    'SELECT id, question, answer FROM turns WHERE id IN (SELECT turn FROM turn_documents WHERE document_id = ?)',
    documentId,
  );
  for (const row of rows) {
    const own = passagesOf(answerOf(row)).filter((passage) => passage.documentId === documentId);
    if (own.some((passage) => !text.includes(passage.text))) forget(db, row);
  }
}

/**
 * An answer as it may be stored: one that was being written while something was taken out of the library is forgotten, unless all
 * that it was made from is still there.
 * @param askedMs when it was begun
 */
export function storableAnswer(db: Database, answer: Answer, askedMs: number): Answer {
  if (!isTakenOutSince(db, askedMs)) return answer;
  const isThere = passagesOf(answer).every(({ documentId, text }) => {
    const row = db.get<{ id: number }>('SELECT id FROM documents WHERE document_id = ?', documentId);
    return row !== undefined && readText(db, row.id).includes(text);
  });
  return isThere ? answer : forgottenAnswer(answer);
}

interface TurnRow {
  readonly id: number;
  readonly question: string;
  readonly answer: string;
}

function answerOf({ answer }: TurnRow): Answer {
  return JSON.parse(answer) as Answer;
}

function passagesOf({ passagesRead, nearest }: Answer): readonly AnswerPassage[] {
  return [...passagesRead, ...nearest];
}

function isIn(path: string, root: FolderRow): boolean {
  return isAtOrUnder(path, root.path) || (root.isFile && path.startsWith(root.path));
}

function forget(db: Database, row: TurnRow): void {
  const { id, question } = row;
  const forgotten = forgottenAnswer(answerOf(row));
  db.run('UPDATE turns SET answer = ?, said = ? WHERE id = ?', JSON.stringify(forgotten), foldWords(question), id);
  db.run('DELETE FROM turn_documents WHERE turn = ?', id);
  db.run('DELETE FROM kept_answers WHERE turn = ?', id);
  noteRemoved(db);
}

/** Finds nothing, and names nothing: a conversation about what is gone must not become one about everything. */
export const nowhere: ChatScope = { folderIds: [Number.MAX_SAFE_INTEGER] };

function forgetPlaces(db: Database, removed: readonly FolderRow[]): void {
  if (removed.length === 0) return;
  const rows = db.all<{ id: number; scope: string }>(`SELECT id, scope FROM conversations WHERE scope <> '{}'`);
  const roots = listRoots(db);
  for (const { id, scope } of rows) {
    if (!isLost(db, JSON.parse(scope) as ChatScope, removed, roots)) continue;
    db.run('UPDATE conversations SET scope = ? WHERE id = ?', JSON.stringify(nowhere), id);
    noteRemoved(db);
  }
}

/** Whether it names something of a folder that was removed. */
function isLost(
  db: Database,
  { collection, folderIds, paths, inFolder }: ChatScope,
  removed: readonly FolderRow[],
  roots: readonly FolderRow[],
): boolean {
  if (collection !== undefined && !roots.some((root) => root.collection === collection)) return true;
  if (folderIds?.some((folderId) => removed.some((root) => root.folderId === folderId)) === true) return true;
  if (inFolder?.some((name) => !isNamedStill(db, name)) === true) return true;
  const isKept = (path: string): boolean => roots.some((root) => isIn(path, root) || isAtOrUnder(root.path, path));
  return paths?.some((path) => !isKept(path)) === true;
}

function isNamedStill(db: Database, name: string): boolean {
  const sql = `SELECT 1 FROM documents d JOIN folders f ON f.id = d.folder
    WHERE instr(lower(f.path || '/' || d.relative_path), lower(?)) > 0 LIMIT 1`;
  return db.get(sql, name) !== undefined;
}

/** What does not come from the documents stays: what it cost, and when. */
function forgottenAnswer({ queryUsed, seconds, sent }: Answer): Answer {
  return {
    kind: 'failed',
    answer: '',
    confidence: null,
    queryUsed,
    steps: [],
    sources: [],
    citations: [],
    passagesRead: [],
    nearest: [],
    answerable: null,
    sent: sent === null ? null : { ...sent, passages: [] },
    problem: {
      code: 'not-found',
      message:
        'Documents that this answer came from were taken out of the library, and the answer with them. Ask again.',
    },
    isStopped: false,
    isFromCache: false,
    seconds,
  };
}
