// Documents inside documents: which row a part of a file lies in.

/**
 * - `parent` is null for what is a file of its own. A child's `relative_path` is its parent's, `//`, and its name in it.
 * - What may hold documents is read once more, since nobody looked inside before; vectors are kept by what was embedded.
 */
export const childDocuments = `
ALTER TABLE documents ADD COLUMN parent INTEGER REFERENCES documents (id) ON DELETE CASCADE;
CREATE INDEX documents_by_parent ON documents (parent) WHERE parent IS NOT NULL;
UPDATE documents SET state = 'waiting', content_hash = NULL
  WHERE type IN ('eml', 'mbox', 'msg', 'pdf', 'docx', 'pptx', 'xlsx', 'xlsb', 'zip') AND state <> 'waiting';
`;
