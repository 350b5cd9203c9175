// Files that are folders: nothing in them is their own but the names of what they hold. `gz`: one packed file, or a packed tape archive.

export const archiveTypes = ['zip', 'tar', 'gz'] as const;
