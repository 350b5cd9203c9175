// The first shape of the store. Migrations are only ever added: never edit one that has shipped.

/**
 * - `vectors` are kept by what was embedded (`input_hash`) and by generation, so a moved, renamed or copied
 *   document costs no embedding. `vectors.id` only ever grows: it is the label in the graph, and its tail.
 * - `chunks.id` is the row of `words` (FTS5, contentless: tokens come ready-made from `fold-words.ts`).
 * - A document's text lies in parts of at most {@link textPartCharacters} UTF-16 units, so that a passage of a
 *   very long document is read without the rest. `text_length` counts UTF-16 units, `text_bytes` UTF-8.
 * - `documents.state` never says `offline`: that is `folders.state`. Chunks are searchable whatever their document's state
 *   is: a changed document waits with its old chunks until the new ones replace them.
 * - `meta`: `clean` is 1 while the file is closed properly; `store` is a random name for this very file, which the
 *   graph remembers; `generation` is the row of the generation in use.
 */
export const initialSchema = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;

CREATE TABLE collections (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE folders (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  is_file INTEGER NOT NULL DEFAULT 0,
  collection INTEGER NOT NULL REFERENCES collections (id),
  state TEXT NOT NULL DEFAULT 'ok',
  last_check_ms INTEGER
) STRICT;

CREATE TABLE generations (
  id INTEGER PRIMARY KEY,
  embedder TEXT NOT NULL,
  chunker TEXT NOT NULL,
  dimension INTEGER NOT NULL,
  state TEXT NOT NULL,
  UNIQUE (embedder, chunker)
) STRICT;

CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE,
  folder INTEGER NOT NULL REFERENCES folders (id) ON DELETE CASCADE,
  relative_path TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  message TEXT,
  size_bytes INTEGER NOT NULL,
  modified_ms INTEGER NOT NULL,
  content_hash BLOB,
  type TEXT NOT NULL,
  encoding TEXT,
  language TEXT,
  pages INTEGER,
  title TEXT,
  chunker TEXT,
  text_length INTEGER NOT NULL DEFAULT 0,
  text_bytes INTEGER NOT NULL DEFAULT 0,
  chunk_count INTEGER NOT NULL DEFAULT 0,
  kills INTEGER NOT NULL DEFAULT 0,
  UNIQUE (folder, relative_path)
) STRICT;
CREATE INDEX documents_by_content ON documents (content_hash) WHERE content_hash IS NOT NULL;
CREATE INDEX documents_by_state ON documents (state);

CREATE TABLE text_parts (
  document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  start INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (document, start)
) WITHOUT ROWID, STRICT;

CREATE TABLE page_layouts (
  document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  page INTEGER NOT NULL,
  width_pt REAL NOT NULL,
  height_pt REAL NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  items BLOB NOT NULL,
  PRIMARY KEY (document, page)
) WITHOUT ROWID, STRICT;

CREATE TABLE vectors (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  generation INTEGER NOT NULL REFERENCES generations (id),
  input_hash BLOB NOT NULL,
  vector BLOB NOT NULL,
  UNIQUE (generation, input_hash)
) STRICT;

CREATE TABLE chunks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chunk_id TEXT NOT NULL,
  document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  context TEXT NOT NULL,
  page INTEGER,
  line INTEGER,
  heading_path TEXT NOT NULL,
  sheet TEXT,
  row INTEGER,
  token_count INTEGER NOT NULL,
  word_count INTEGER NOT NULL,
  input_hash BLOB NOT NULL,
  vector INTEGER REFERENCES vectors (id)
) STRICT;
CREATE UNIQUE INDEX chunks_by_document ON chunks (document, ordinal);
CREATE UNIQUE INDEX chunks_by_chunk_id ON chunks (chunk_id);
CREATE INDEX chunks_by_vector ON chunks (vector) WHERE vector IS NOT NULL;
CREATE INDEX chunks_without_vector ON chunks (document) WHERE vector IS NULL;
CREATE INDEX chunks_awaiting_input ON chunks (input_hash) WHERE vector IS NULL;

CREATE VIRTUAL TABLE words USING fts5 (
  passage, context, name,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 0"
);
`;

/**
 * A part of a document's text in the store, in UTF-16 units. Just short enough that a part of Latin text lies in its page
 * and needs no overflow pages: measured, passages are read four times as fast as from parts of 8,192, in less space.
 */
export const textPartCharacters = 2_000;
