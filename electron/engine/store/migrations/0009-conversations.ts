// Conversations: questions, answers with their sources, and which documents each answer was made from.

/**
 * - `conversations.scope`: JSON in the shape of `ChatScope`; `turns.answer`: JSON in the shape of `Answer`.
 * - `turns.said`: the answer's text and the question, folded, to be searched in.
 * - `turn_documents`: ids, not rows: a document that was removed is told by its id leading nowhere.
 */
export const conversations = `
CREATE TABLE conversations (
  id INTEGER PRIMARY KEY,
  conversation_id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  scope TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  changed_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX conversations_by_change ON conversations (changed_ms DESC);
CREATE TABLE turns (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  question TEXT NOT NULL,
  asked_ms INTEGER NOT NULL,
  answer TEXT NOT NULL,
  said TEXT NOT NULL
) STRICT;
CREATE INDEX turns_by_conversation ON turns (conversation, id);
CREATE TABLE turn_documents (
  turn INTEGER NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
  document_id TEXT NOT NULL,
  PRIMARY KEY (turn, document_id)
) WITHOUT ROWID, STRICT;
CREATE INDEX turn_documents_by_document ON turn_documents (document_id);
`;
