// Documents whose files are gone, kept until that is known to be a deletion.

/**
 * - `missing_ms`: when a check first found no file at this place; null where it is there. Such a document stays searchable.
 * - `is_kept`: a person said that it stays, though it is missing.
 */
export const missingDocuments = `
ALTER TABLE documents ADD COLUMN missing_ms INTEGER;
ALTER TABLE documents ADD COLUMN is_kept INTEGER NOT NULL DEFAULT 0;
CREATE INDEX documents_missing ON documents (folder) WHERE missing_ms IS NOT NULL;
`;
