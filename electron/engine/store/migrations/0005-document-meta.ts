// What a document carries to be filtered by, the encoding that a person chose for it, and the time that it was given.

/**
 * - `document_meta`: `key` and `value` as written, `folded_*` to be compared, `words` to be found in a question.
 * - `documents.meta_problem`: why not all keys are there. `chosen_encoding`: set by a person, kept through moves and edits
 *   until it is set back. `limit_seconds`: of a document that took too long, how long it was given.
 * - Documents of the kinds that have such keys are read again: their text comes out the same, so nothing is embedded.
 */
export const documentMeta = `
CREATE TABLE document_meta (
  document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  folded_key TEXT NOT NULL,
  folded_value TEXT NOT NULL,
  words TEXT NOT NULL,
  PRIMARY KEY (document, ordinal)
) WITHOUT ROWID, STRICT;
CREATE INDEX document_meta_by_value ON document_meta (folded_key, folded_value);
CREATE INDEX document_meta_by_words ON document_meta (words);
ALTER TABLE documents ADD COLUMN meta_problem TEXT;
ALTER TABLE documents ADD COLUMN chosen_encoding TEXT;
ALTER TABLE documents ADD COLUMN limit_seconds INTEGER;
UPDATE documents SET chunker = NULL WHERE type IN ('md', 'org', 'adoc', 'rst');
`;
