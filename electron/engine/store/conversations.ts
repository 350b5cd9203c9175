// Conversations in the store: what was asked, what was answered, and from which documents.
import { randomBytes } from 'node:crypto';
import type { Answer, ChatScope, Conversation, ConversationInfo, Turn } from '../../../shared/domain/chat.js';
import { AppError } from '../../../shared/errors.js';
import { foldWords } from '../search/fold-words.js';
import { nowhere, storableAnswer } from './forget-answers.js';
import { type KeptUnder, keepAnswer } from './kept-answers.js';
import type { Database, SqlValue } from './sqlite.js';

export interface SaveTurnRequest {
  /** Null begins a new conversation. */
  readonly conversationId: string | null;
  /** Of a new conversation; without it the question names it. */
  readonly title?: string | undefined;
  /** Without it the conversation's own stays. */
  readonly scope?: ChatScope | undefined;
  readonly question: string;
  /** ISO 8601. */
  readonly asked: string;
  readonly answer: Answer;
  /** This turn, and all that follow it, are replaced. */
  readonly replaceTurnId?: number | undefined;
  /** The answer may be given again to a question that means the same. */
  readonly keepUnder?: KeptUnder | undefined;
}

interface ConversationRow {
  readonly id: number;
  readonly conversation_id: string;
  readonly title: string;
  readonly scope: string;
  readonly created_ms: number;
  readonly changed_ms: number;
  readonly turns: number;
}

interface TurnRow {
  readonly id: number;
  readonly question: string;
  readonly asked_ms: number;
  readonly answer: string;
}

const maxTitleCharacters = 80;
const selectConversations = `SELECT c.*, (SELECT count(*) FROM turns t WHERE t.conversation = c.id) AS turns FROM conversations c`;

/** @throws AppError `not-found` for a conversation, or a turn in it, that is not here */
export function saveTurn(
  db: Database,
  request: SaveTurnRequest,
): { readonly conversation: ConversationInfo; readonly turn: Turn } {
  const conversation = request.conversationId === null ? begin(db, request) : rowOf(db, request.conversationId).id;
  if (request.replaceTurnId !== undefined) dropFrom(db, conversation, request.replaceTurnId);
  const answer = storableAnswer(db, request.answer, Date.parse(request.asked));
  if (request.scope !== undefined) {
    // The place that it was asked about may be what was taken out.
    const isForgotten = answer !== request.answer && Object.keys(request.scope).length > 0;
    const scope = JSON.stringify(isForgotten ? nowhere : request.scope);
    db.run('UPDATE conversations SET scope = ? WHERE id = ?', scope, conversation);
  }
  const turnId = insertTurn(db, conversation, { ...request, answer, turnId: null });
  if (request.keepUnder !== undefined && answer === request.answer) keepAnswer(db, turnId, request.keepUnder);
  db.run('UPDATE conversations SET changed_ms = max(changed_ms, ?) WHERE id = ?', Date.now(), conversation);
  const turn = { turnId, question: request.question, asked: request.asked, answer };
  return { conversation: infoOf(rowWith(db, conversation)), turn };
}

/** With its own number where it has one from here. */
function insertTurn(
  db: Database,
  conversation: number,
  { turnId, question, asked, answer }: Omit<Turn, 'turnId'> & { readonly turnId: number | null },
): number {
  const id = db.run(
    'INSERT INTO turns (id, conversation, question, asked_ms, answer, said) VALUES (?, ?, ?, ?, ?, ?)',
    turnId !== null && turnId > 0 ? turnId : null,
    conversation,
    question,
    Date.parse(asked),
    JSON.stringify(answer),
    foldWords(`${question}\n${answer.answer}`),
  ).lastRowId;
  for (const documentId of documentsOf(answer)) {
    db.run('INSERT INTO turn_documents (turn, document_id) VALUES (?, ?)', id, documentId);
  }
  return id;
}

/** Writes a conversation that could not be written before, in the place of what there is of it; gives the new numbers of its turns. */
export function saveConversation(
  db: Database,
  { conversationId, title, created, scope, all }: Conversation,
): { readonly turnIds: readonly number[] } {
  db.run('DELETE FROM conversations WHERE conversation_id = ?', conversationId);
  const createdMs = Date.parse(created);
  const { lastRowId } = db.run(
    'INSERT INTO conversations (conversation_id, title, scope, created_ms, changed_ms) VALUES (?, ?, ?, ?, ?)',
    ...[conversationId, titleFrom(title), JSON.stringify(scope), createdMs, Date.now()],
  );
  const turns = all.map((turn) => ({ ...turn, answer: storableAnswer(db, turn.answer, Date.parse(turn.asked)) }));
  return { turnIds: turns.map((turn) => insertTurn(db, lastRowId, turn)) };
}

/** Newest first; with `query` those in which every word of it begins a word of the title, a question or an answer. */
export function listConversations(
  db: Database,
  { query, offset, limit }: { readonly query?: string | undefined; readonly offset: number; readonly limit: number },
): { readonly conversations: readonly ConversationInfo[]; readonly total: number } {
  const words = foldWords(query ?? '')
    .split(' ')
    .filter((word) => word !== '');
  const conditions = words.map(
    () => `(EXISTS (SELECT 1 FROM turns t WHERE t.conversation = c.id AND instr(' ' || t.said, ?) > 0)
      OR instr(' ' || fold_name(c.title), ?) > 0)`,
  );
  const values: readonly SqlValue[] = words.flatMap((word) => [` ${word}`, ` ${word}`]);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const total =
    db.get<{ total: number }>(`SELECT count(*) AS total FROM conversations c ${where}`, ...values)?.total ?? 0;
  const rows = db.all<ConversationRow>(
    `${selectConversations} ${where} ORDER BY c.changed_ms DESC, c.id DESC LIMIT ? OFFSET ?`,
    ...values,
    limit,
    offset,
  );
  return { conversations: rows.map(infoOf), total };
}

/** @throws AppError `not-found` */
export function readConversation(db: Database, conversationId: string): Conversation {
  const row = rowOf(db, conversationId);
  const turns = db.all<TurnRow>(
    'SELECT id, question, asked_ms, answer FROM turns WHERE conversation = ? ORDER BY id',
    row.id,
  );
  return { ...infoOf(row), scope: JSON.parse(row.scope) as ChatScope, all: turns.map(turnOf) };
}

/** @throws AppError `not-found`, `wrong-use` for a title without a word */
export function renameConversation(db: Database, conversationId: string, title: string): ConversationInfo {
  const { id } = rowOf(db, conversationId);
  const clean = titleFrom(title);
  if (clean === '') throw new AppError('wrong-use', 'A conversation needs a title. Type at least one character.');
  db.run('UPDATE conversations SET title = ? WHERE id = ?', clean, id);
  return infoOf(rowWith(db, id));
}

/** @throws AppError `not-found` */
export function removeConversation(db: Database, conversationId: string): void {
  db.run('DELETE FROM conversations WHERE id = ?', rowOf(db, conversationId).id);
}

function begin(db: Database, { title, question, asked }: SaveTurnRequest): number {
  const askedMs = Date.parse(asked);
  return db.run(
    `INSERT INTO conversations (conversation_id, title, scope, created_ms, changed_ms) VALUES (?, ?, '{}', ?, ?)`,
    `k${randomBytes(16).toString('hex')}`,
    titleFrom(title ?? question),
    askedMs,
    askedMs,
  ).lastRowId;
}

function dropFrom(db: Database, conversation: number, turnId: number): void {
  const found = db.get('SELECT 1 FROM turns WHERE conversation = ? AND id = ?', conversation, turnId);
  if (found === undefined) {
    throw new AppError('not-found', 'This question is no longer in its conversation. Ask it anew.');
  }
  db.run('DELETE FROM turns WHERE conversation = ? AND id >= ?', conversation, turnId);
}

/** One line, cut at a word. */
export function titleFrom(text: string): string {
  const clean = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  if (clean.length <= maxTitleCharacters) return clean;
  return `${clean.slice(0, maxTitleCharacters).replace(/\s+\S*$|[\ud800-\udbff]$/u, '')}…`;
}

function documentsOf({ passagesRead, nearest }: Answer): ReadonlySet<string> {
  return new Set([...passagesRead, ...nearest].map(({ documentId }) => documentId));
}

function rowOf(db: Database, conversationId: string): ConversationRow {
  const found = db.get<ConversationRow>(`${selectConversations} WHERE c.conversation_id = ?`, conversationId);
  if (found !== undefined) return found;
  throw new AppError('not-found', 'This conversation is no longer here. Begin a new one.');
}

function rowWith(db: Database, id: number): ConversationRow {
  const found = db.get<ConversationRow>(`${selectConversations} WHERE c.id = ?`, id);
  if (found === undefined) throw new AppError('bug', `There is no conversation in row ${id}.`);
  return found;
}

function infoOf(row: ConversationRow): ConversationInfo {
  return {
    conversationId: row.conversation_id,
    title: row.title,
    created: new Date(row.created_ms).toISOString(),
    changed: new Date(row.changed_ms).toISOString(),
    turns: row.turns,
  };
}

/** What this store wrote itself, checked by SQLite's own types and read as it was written. */
function turnOf(row: TurnRow): Turn {
  return {
    turnId: row.id,
    question: row.question,
    asked: new Date(row.asked_ms).toISOString(),
    answer: JSON.parse(row.answer) as Answer,
  };
}
