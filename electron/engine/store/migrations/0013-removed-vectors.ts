// Which vectors were removed since the library was opened, so that whoever holds them in memory need not compare them all.

/** Belongs to the table `vectors`: one that takes its place has to get it, too. */
export const noteRemovedVectors = `
CREATE TRIGGER vectors_removed AFTER DELETE ON vectors BEGIN
  INSERT INTO removed_vectors (vector) VALUES (OLD.id);
END;
`;

/** Emptied when the library is opened for writing: then nobody holds any. */
export const removedVectors = `
CREATE TABLE removed_vectors (seq INTEGER PRIMARY KEY AUTOINCREMENT, vector INTEGER NOT NULL) STRICT;
${noteRemovedVectors}`;
