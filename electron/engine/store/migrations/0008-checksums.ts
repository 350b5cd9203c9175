// What tells damage inside the file: a hash of each document's text, and a checksum of each vector.

/**
 * - `documents.text_hash`: SHA-256 of the stored text in UTF-8. `vectors.checksum`: CRC-32 of the vector's bytes. Both are null in what an
 *   earlier version wrote, until the next verification notes what it finds.
 * - A document may come from an export without its text: its chunks say which vectors are its own, it has no words,
 *   and it waits to be read. It is told by `text_length = 0` beside `chunk_count > 0`.
 */
export const checksums = `
ALTER TABLE documents ADD COLUMN text_hash BLOB;
ALTER TABLE vectors ADD COLUMN checksum INTEGER;
`;
