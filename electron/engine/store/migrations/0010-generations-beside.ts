// Generations that are built beside the one in use, and the structure of texts, so that they are cut anew without their files.

/**
 * - `generations.model`: the name of a model that was added to the library; null: the one that ships. `chunking`: JSON in the shape of
 *   `ChunkOptions`; null: the usual numbers. `state`: `current`, `building` or `old`.
 * - `document_blocks`: the blocks of a document's text, packed by `block-store.ts`. Documents of an earlier version have none until they are read again.
 * - `built_documents`: those that the generation being built holds as they are now. Its chunks, words and vectors lie in
 *   `next_chunks`, `next_words` and `next_vectors`, which are made like the tables in use and take their names in the end. A
 *   migration that changes one of those has to give up what is being built.
 */
export const generationsBeside = `
ALTER TABLE generations ADD COLUMN model TEXT;
ALTER TABLE generations ADD COLUMN chunking TEXT;
CREATE TABLE document_blocks (
  document INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
  blocks BLOB NOT NULL
) STRICT;
CREATE TABLE built_documents (
  document INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE
) STRICT;
`;
