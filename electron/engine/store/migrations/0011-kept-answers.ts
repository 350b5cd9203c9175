// Answers that may be given again to a question that means the same, and the library's revision that tells whether they still hold.

/**
 * - `kept_answers`: which turn's answer may be given again; the answer itself is the turn's own. `key`: everything besides the question that
 *   decides about an answer (scope, model, settings), hashed. `vector`: of the question, by the embedder that `key` names.
 * - `meta.revision` grows with each change of what can be found: documents that come, go, move or are read again, and folders
 *   that change their collection or go away. An answer that was made from a document that changed is forgotten at once.
 */
export const keptAnswers = `
CREATE TABLE kept_answers (
  turn INTEGER PRIMARY KEY REFERENCES turns (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  question TEXT NOT NULL,
  vector BLOB NOT NULL,
  revision INTEGER NOT NULL,
  kept_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX kept_answers_by_key ON kept_answers (key, kept_ms);
INSERT OR IGNORE INTO meta (key, value) VALUES ('revision', '1');
CREATE TRIGGER revision_of_new AFTER INSERT ON documents BEGIN
  UPDATE meta SET value = CAST(value + 1 AS TEXT) WHERE key = 'revision';
END;
CREATE TRIGGER revision_of_removed AFTER DELETE ON documents BEGIN
  UPDATE meta SET value = CAST(value + 1 AS TEXT) WHERE key = 'revision';
  DELETE FROM kept_answers WHERE turn IN (SELECT turn FROM turn_documents WHERE document_id = OLD.document_id);
END;
CREATE TRIGGER revision_of_changed
AFTER UPDATE OF folder, relative_path, state, content_hash, title, language, missing_ms, chunker ON documents
WHEN OLD.folder IS NOT NEW.folder OR OLD.relative_path IS NOT NEW.relative_path OR OLD.state IS NOT NEW.state
  OR OLD.content_hash IS NOT NEW.content_hash OR OLD.title IS NOT NEW.title OR OLD.language IS NOT NEW.language
  OR OLD.missing_ms IS NOT NEW.missing_ms OR OLD.chunker IS NOT NEW.chunker
BEGIN
  UPDATE meta SET value = CAST(value + 1 AS TEXT) WHERE key = 'revision';
  DELETE FROM kept_answers WHERE turn IN (SELECT turn FROM turn_documents WHERE document_id = OLD.document_id);
END;
CREATE TRIGGER revision_of_folders AFTER UPDATE OF state, collection, path ON folders
WHEN OLD.state IS NOT NEW.state OR OLD.collection IS NOT NEW.collection OR OLD.path IS NOT NEW.path
BEGIN
  UPDATE meta SET value = CAST(value + 1 AS TEXT) WHERE key = 'revision';
END;
`;
