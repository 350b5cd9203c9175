// Takes conversations out of a damaged library file, each as far as it can be read.
import { type Database, transaction } from '../sqlite.js';

interface ConversationRow {
  readonly conversation_id: string;
  readonly title: string;
  readonly scope: string;
  readonly created_ms: number;
  readonly changed_ms: number;
}

interface TurnRow {
  readonly question: string;
  readonly asked_ms: number;
  readonly answer: string;
  readonly said: string;
}

/** @param attempt gives null for what can't be read */
export function rescueConversations(db: Database, from: Database, attempt: <T>(work: () => T) => T | null): void {
  const ids = attempt(() => from.all<{ id: number }>('SELECT id FROM conversations ORDER BY id')) ?? [];
  for (const { id } of ids) attempt(() => transaction(db, () => rescueOne(db, from, id, attempt)));
}

function rescueOne(db: Database, from: Database, id: number, attempt: <T>(work: () => T) => T | null): void {
  const row = from.get<ConversationRow>('SELECT * FROM conversations WHERE id = ?', id);
  if (row === undefined) return;
  const conversation = db.run(
    'INSERT INTO conversations (conversation_id, title, scope, created_ms, changed_ms) VALUES (?, ?, ?, ?, ?)',
    row.conversation_id,
    row.title,
    whole(row.scope),
    row.created_ms,
    row.changed_ms,
  ).lastRowId;
  const turns = attempt(() => from.all<{ id: number }>('SELECT id FROM turns WHERE conversation = ? ORDER BY id', id));
  for (const { id: turn } of turns ?? []) {
    const read = attempt(() => from.get<TurnRow>('SELECT * FROM turns WHERE id = ?', turn));
    const answer = attempt(() => whole(read?.answer ?? ''));
    if (read === null || read === undefined || answer === null) continue;
    const kept = db.run(
      'INSERT INTO turns (conversation, question, asked_ms, answer, said) VALUES (?, ?, ?, ?, ?)',
      conversation,
      read.question,
      read.asked_ms,
      answer,
      read.said,
    ).lastRowId;
    const documents = attempt(() =>
      from.all<{ document_id: string }>('SELECT document_id FROM turn_documents WHERE turn = ?', turn),
    );
    for (const { document_id: documentId } of documents ?? []) {
      db.run('INSERT OR IGNORE INTO turn_documents (turn, document_id) VALUES (?, ?)', kept, documentId);
    }
  }
}

/** The same text, where it is whole JSON. */
function whole(json: string): string {
  JSON.parse(json);
  return json;
}
