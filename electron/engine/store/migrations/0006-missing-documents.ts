// Documents whose files are gone, kept until that is known to be a deletion; and files known by their number.

/**
 * - `missing_ms`: when a check first found no file at this place; null where it is there. Such a document stays searchable.
 * - `is_kept`: a person said that it stays, though it is missing.
 * - `inode`: the file's number on its file system; null for what is no file, and where it has not been seen yet.
 */
export const missingDocuments = `
ALTER TABLE documents ADD COLUMN missing_ms INTEGER;
ALTER TABLE documents ADD COLUMN is_kept INTEGER NOT NULL DEFAULT 0;
ALTER TABLE documents ADD COLUMN inode TEXT;
CREATE INDEX documents_by_inode ON documents (inode) WHERE inode IS NOT NULL;
CREATE INDEX documents_missing ON documents (folder) WHERE missing_ms IS NOT NULL;
`;
