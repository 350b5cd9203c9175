// Answers that may be given again: found by question, scope and settings, kept with their turn, and gone with it or with a document they read.
import type { Answer } from '../../../shared/domain/chat.js';
import { isSameQuestion, sameQuestionCosine } from '../chat/same-question.js';
import { dot } from '../search/vector-index.js';
import { readMeta } from './meta.js';
import type { Database } from './sqlite.js';
import { blobOfVector, vectorOfBlob } from './vector-blob.js';

/** What an answer is kept under. */
export interface KeptUnder {
  /** Everything but the question that decides about the answer. */
  readonly key: string;
  /** As it stands alone. */
  readonly question: string;
  readonly vector: Float32Array;
  /** Of the library before it was searched. */
  readonly revision: number;
}

export interface KeptAnswer {
  readonly answer: Answer;
  readonly question: string;
  /** ISO 8601. */
  readonly asked: string;
  /** Nothing in the library changed since; else only the documents that it was made from are known to be as they were. */
  readonly isCurrent: boolean;
}

export interface FoundKept {
  readonly revision: number;
  readonly kept: KeptAnswer | null;
}

interface KeptRow {
  readonly turn: number;
  readonly question: string;
  readonly vector: Uint8Array;
  readonly revision: number;
  readonly asked_ms: number;
}

const keptMs = 7 * 24 * 60 * 60_000;
const mostKept = 1_000;

export function revisionOf(db: Database): number {
  return Number(readMeta(db, 'revision') ?? 0);
}

/** The newest answer to a question that means the same. */
export function findKeptAnswer(
  db: Database,
  { key, question, vector }: Omit<KeptUnder, 'revision'>,
  nowMs = Date.now(),
): FoundKept {
  const revision = revisionOf(db);
  const rows = db.all<KeptRow>(
    `SELECT k.turn, k.question, k.vector, k.revision, t.asked_ms FROM kept_answers k JOIN turns t ON t.id = k.turn
     WHERE k.key = ? AND k.kept_ms > ? ORDER BY k.kept_ms DESC, k.turn DESC`,
    key,
    nowMs - keptMs,
  );
  const row = rows.find(
    (one) => dot(vector, vectorOfBlob(one.vector)) >= sameQuestionCosine && isSameQuestion(question, one.question),
  );
  const turn =
    row === undefined ? undefined : db.get<{ answer: string }>('SELECT answer FROM turns WHERE id = ?', row.turn);
  if (row === undefined || turn === undefined) return { revision, kept: null };
  return {
    revision,
    kept: {
      answer: JSON.parse(turn.answer) as Answer,
      question: row.question,
      asked: new Date(row.asked_ms).toISOString(),
      isCurrent: row.revision === revision,
    },
  };
}

/** Nothing is kept where the library changed while the answer was being made. */
export function keepAnswer(db: Database, turn: number, under: KeptUnder, nowMs = Date.now()): void {
  if (under.revision !== revisionOf(db)) return;
  db.run(
    'INSERT INTO kept_answers (turn, key, question, vector, revision, kept_ms) VALUES (?, ?, ?, ?, ?, ?)',
    turn,
    under.key,
    under.question,
    blobOfVector(under.vector),
    under.revision,
    nowMs,
  );
  db.run('DELETE FROM kept_answers WHERE kept_ms <= ?', nowMs - keptMs);
  db.run(
    `DELETE FROM kept_answers WHERE turn NOT IN (SELECT turn FROM kept_answers ORDER BY kept_ms DESC, turn DESC LIMIT ?)`,
    mostKept,
  );
}
