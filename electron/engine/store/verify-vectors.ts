// Checks of the vectors: each one whole, each one at the chunk that it was made for.

import { type Findings, plural } from './findings.js';
import { readMeta } from './meta.js';
import type { StoreContext } from './store-context.js';
import { checksumOf, isUnitVector, vectorOfBlob } from './vector-blob.js';

interface VectorRow {
  readonly id: number;
  readonly vector: Uint8Array;
  readonly checksum: number | null;
}

export function checkVectors({ db, generation, generationId }: StoreContext, findings: Findings): void {
  const bad: number[] = [];
  const unmarked: { readonly id: number; readonly checksum: number }[] = [];
  const changed: number[] = [];
  const rows = db.iterate<VectorRow>('SELECT id, vector, checksum FROM vectors');
  for (const { id, vector, checksum } of rows) {
    const isWhole = vector.byteLength === generation.dimension * 4;
    const found = checksumOf(vector);
    if (!isWhole || !isUnitVector(vectorOfBlob(vector), generation.dimension)) bad.push(id);
    else if (checksum === null) unmarked.push({ id, checksum: found });
    else if (checksum !== found) changed.push(id);
  }
  // Stored by a version that noted no checksum: from now on it is known.
  for (const { id, checksum } of unmarked) db.run('UPDATE vectors SET checksum = ? WHERE id = ?', checksum, id);
  for (const id of [...bad, ...changed]) {
    db.run('UPDATE chunks SET vector = NULL WHERE vector = ?', id);
    db.run('DELETE FROM vectors WHERE id = ?', id);
  }
  if (bad.length > 0) {
    findings.damage.push(`${plural(bad.length, 'vector is', 'vectors are')} not a unit vector of the model.`);
  }
  if (changed.length > 0) {
    findings.damage.push(`${plural(changed.length, 'vector is', 'vectors are')} not the one that was stored.`);
  }
  const removed = bad.length + changed.length;
  if (removed > 0) findings.repaired.push(`${plural(removed, 'vector', 'vectors')} removed, to be made again.`);
  const { changes } = db.run(
    `UPDATE chunks SET vector = NULL WHERE vector IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM vectors v WHERE v.id = chunks.vector AND v.input_hash = chunks.input_hash AND v.generation = ?)`,
    generationId,
  );
  if (changes > 0) {
    findings.damage.push(`${plural(changes, 'chunk has', 'chunks have')} a vector that is missing or of another text.`);
    findings.repaired.push(`${plural(changes, 'chunk', 'chunks')} waiting for a vector again.`);
  }
  db.run(
    `UPDATE chunks SET vector = (SELECT id FROM vectors v WHERE v.generation = ? AND v.input_hash = chunks.input_hash)
     WHERE vector IS NULL`,
    generationId,
  );
  // Those of a file that was put aside wait for the documents that could not be read of it.
  if (readMeta(db, 'replaced') !== null) return;
  // Nothing is lost by these: they only take up room.
  const unused = db.run('DELETE FROM vectors WHERE NOT EXISTS (SELECT 1 FROM chunks WHERE vector = vectors.id)');
  if (unused.changes > 0)
    findings.repaired.push(`${plural(unused.changes, 'unused vector', 'unused vectors')} removed.`);
}
