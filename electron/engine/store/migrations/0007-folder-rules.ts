// What each root leaves out, as JSON in the shape of shared/domain/folder-rules.ts; and which documents wait for meaning, newest first.
export const folderRules = `
ALTER TABLE folders ADD COLUMN rules TEXT NOT NULL DEFAULT '{}';
CREATE INDEX documents_awaiting_meaning ON documents (modified_ms DESC) WHERE state = 'words';
`;
