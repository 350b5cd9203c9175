// Generations: which model and chunker the vectors belong to. One is in use; vectors of two models are never compared.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readMeta, writeMeta } from './meta.js';
import type { Database } from './sqlite.js';
import type { Generation } from './store-methods.js';

/** File name of a generation's graph, in the library folder. */
export function graphName(generationId: number): string {
  return `graph-${generationId}.hnsw`;
}

/** Removes graphs that belong to no vectors of this file: all of them, or all but the one of `keep`. */
export function removeGraphs(folder: string, keep: number | null): void {
  for (const name of readdirSync(folder)) {
    const isKept = keep !== null && name.startsWith(graphName(keep));
    if (/^graph-\d+\.hnsw/.test(name) && !isKept) rmSync(join(folder, name), { force: true });
  }
}

/**
 * Takes a generation in use and gives its row. After a change of the model, documents go back to `words` until they
 * are embedded again; after a change of the chunker alone, vectors stay and are found by their input.
 */
export function useGeneration(db: Database, generation: Generation): number {
  db.run(
    `INSERT INTO generations (embedder, chunker, dimension, state) VALUES (?, ?, ?, 'old') ON CONFLICT DO NOTHING`,
    generation.embedder,
    generation.chunker,
    generation.dimension,
  );
  const found = db.get<{ id: number }>(
    'SELECT id FROM generations WHERE embedder = ? AND chunker = ?',
    generation.embedder,
    generation.chunker,
  );
  const id = found?.id ?? 0;
  if (readMeta(db, 'generation') === String(id)) return id;
  writeMeta(db, 'generation', String(id));
  db.run(`UPDATE generations SET state = CASE WHEN id = ? THEN 'current' ELSE 'old' END`, id);
  db.run(
    'UPDATE vectors SET generation = ?1 WHERE generation IN (SELECT id FROM generations WHERE embedder = ?2 AND id <> ?1)',
    id,
    generation.embedder,
  );
  db.run('UPDATE chunks SET vector = NULL WHERE vector IN (SELECT id FROM vectors WHERE generation <> ?)', id);
  db.run('DELETE FROM vectors WHERE generation <> ?', id);
  db.run(
    `UPDATE documents SET state = 'words' WHERE state = 'ready'
       AND EXISTS (SELECT 1 FROM chunks WHERE document = documents.id AND vector IS NULL)`,
  );
  return id;
}
