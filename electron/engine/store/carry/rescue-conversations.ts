// Takes conversations out of a damaged library file, each as far as it can be read.
import { randomBytes } from 'node:crypto';
import { titleFrom } from '../conversations.js';
import { nowhere } from '../forget-answers.js';
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

type Attempt = <T>(work: () => T) => T | null;

/**
 * A conversation whose own row can't be read is made anew from its turns.
 * @param attempt gives null for what can't be read
 */
export function rescueConversations(db: Database, from: Database, attempt: Attempt): void {
  const own = idsOf(from, 'SELECT id FROM conversations ORDER BY id', attempt);
  const ofTurns = idsOf(from, 'SELECT DISTINCT conversation AS id FROM turns', attempt);
  for (const id of new Set([...own, ...ofTurns]))
    attempt(() => transaction(db, () => rescueOne(db, from, id, attempt)));
}

/** As many as can be read before the first damaged page. */
function idsOf(from: Database, sql: string, attempt: Attempt): readonly number[] {
  const ids: number[] = [];
  attempt(() => {
    for (const { id } of from.iterate<{ id: number }>(sql)) ids.push(id);
    return true;
  });
  return ids;
}

function rescueOne(db: Database, from: Database, id: number, attempt: Attempt): void {
  const turns = turnsOf(from, id, attempt);
  const row = attempt(() => wholeRow(from, id)) ?? rowFromTurns(turns);
  if (row === null) return;
  const conversation = db.run(
    'INSERT INTO conversations (conversation_id, title, scope, created_ms, changed_ms) VALUES (?, ?, ?, ?, ?)',
    row.conversation_id,
    row.title,
    row.scope,
    row.created_ms,
    row.changed_ms,
  ).lastRowId;
  for (const { turn, read } of turns) {
    const kept = db.run(
      'INSERT INTO turns (conversation, question, asked_ms, answer, said) VALUES (?, ?, ?, ?, ?)',
      conversation,
      read.question,
      read.asked_ms,
      read.answer,
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

interface KeptTurn {
  readonly turn: number;
  readonly read: TurnRow;
}

function turnsOf(from: Database, id: number, attempt: Attempt): readonly KeptTurn[] {
  const turns = attempt(() => from.all<{ id: number }>('SELECT id FROM turns WHERE conversation = ? ORDER BY id', id));
  return (turns ?? []).flatMap(({ id: turn }) => {
    const read = attempt(() => {
      const found = from.get<TurnRow>('SELECT * FROM turns WHERE id = ?', turn);
      return found === undefined ? null : { ...found, answer: whole(found.answer) };
    });
    return read === null ? [] : [{ turn, read }];
  });
}

function wholeRow(from: Database, id: number): ConversationRow | null {
  const found = from.get<ConversationRow>('SELECT * FROM conversations WHERE id = ?', id);
  return found === undefined ? null : { ...found, scope: whole(found.scope) };
}

/** Named by its first question, as a new one is. Where it looked is not known any more: the next question says it again. */
function rowFromTurns(turns: readonly KeptTurn[]): ConversationRow | null {
  const [first] = turns;
  const last = turns.at(-1);
  if (first === undefined || last === undefined) return null;
  return {
    conversation_id: `k${randomBytes(16).toString('hex')}`,
    title: titleFrom(first.read.question),
    scope: JSON.stringify(nowhere),
    created_ms: first.read.asked_ms,
    changed_ms: last.read.asked_ms,
  };
}

/** The same text, where it is whole JSON. */
function whole(json: string): string {
  JSON.parse(json);
  return json;
}
