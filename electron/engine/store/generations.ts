// Generations: which model and chunker the vectors belong to. One is in use; vectors of two models are never compared.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ChunkOptions, chunkerIdOf, chunkOptionsSchema } from '../chunk/chunk-options.js';
import { dropBuild } from './beside-documents.js';
import { readMeta, writeMeta } from './meta.js';
import type { Database } from './sqlite.js';
import type { Generation } from './store-methods.js';
import { noteRemoved } from './unfreed.js';

/** File name of a generation's graph, in the library folder. */
export function graphName(generationId: number): string {
  return `graph-${generationId}.hnsw`;
}

/** What the names of the files begin with that hold a generation's vectors where they are too many for a graph. */
export function codesName(generationId: number): string {
  return `graph-${generationId}.codes`;
}

/** Removes graphs that belong to no vectors of this file: all of them, or all but the one of `keep`. */
export function removeGraphs(folder: string, keep: number | null): void {
  for (const name of readdirSync(folder)) {
    const isKept = keep !== null && isGraphFile(name, keep);
    if (/^graph-\d+\.(?:hnsw|codes)/.test(name) && !isKept) rmSync(join(folder, name), { force: true });
  }
}

function isGraphFile(name: string, generationId: number): boolean {
  return name.startsWith(graphName(generationId)) || name.startsWith(codesName(generationId));
}

/** Bytes of all files that hold a generation's vectors for searching. */
export function graphBytes(folder: string, generationId: number): number {
  return readdirSync(folder)
    .filter((name) => isGraphFile(name, generationId) && !/\.(?:json|tmp)$/.test(name))
    .reduce((sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0);
}

interface GenerationRow {
  readonly id: number;
  readonly embedder: string;
  readonly chunker: string;
  readonly dimension: number;
  readonly model: string | null;
  readonly chunking: string | null;
}

/** By its row; null where it is not there. Numbers of the chunker that can't be understood are the usual ones. */
export function readGeneration(db: Database, id: number): Generation | null {
  const row = db.get<GenerationRow>('SELECT * FROM generations WHERE id = ?', id);
  if (row === undefined) return null;
  const { embedder, chunker, dimension, model, chunking } = row;
  return { embedder, chunker, dimension, model, chunking: chunkingOf(chunking) };
}

function chunkingOf(json: string | null): ChunkOptions | null {
  if (json === null) return null;
  try {
    return chunkOptionsSchema.nullable().parse(JSON.parse(json));
  } catch {
    return null;
  }
}

/**
 * What the library has chosen, in the words of this version: another model of those that ship, or other rules of the
 * chunker, may have taken the place of what it was made with.
 * @param shipped where it has chosen nothing
 */
export function generationInUse(db: Database, shipped: Generation): Generation {
  const chosen = readGeneration(db, Number(readMeta(db, 'generation') ?? 0));
  if (chosen === null) return shipped;
  const model = chosen.model ?? null;
  const chunking = chosen.chunking ?? null;
  return {
    embedder: model === null ? shipped.embedder : chosen.embedder,
    dimension: model === null ? shipped.dimension : chosen.dimension,
    chunker: chunking === null ? shipped.chunker : chunkerIdOf(chunking),
    model,
    chunking,
  };
}

/**
 * Takes a generation in use and gives its row. After a change of the model, documents go back to `words` until they
 * are embedded again; after a change of the chunker alone, vectors stay and are found by their input.
 */
export function useGeneration(db: Database, generation: Generation): number {
  db.run(
    `INSERT INTO generations (embedder, chunker, dimension, state, model, chunking) VALUES (?, ?, ?, 'old', ?, ?)
     ON CONFLICT DO NOTHING`,
    generation.embedder,
    generation.chunker,
    generation.dimension,
    generation.model ?? null,
    generation.chunking == null ? null : JSON.stringify(generation.chunking),
  );
  const found = db.get<{ id: number }>(
    'SELECT id FROM generations WHERE embedder = ? AND chunker = ?',
    generation.embedder,
    generation.chunker,
  );
  const id = found?.id ?? 0;
  if (readMeta(db, 'generation') === String(id)) return id;
  // What was being built beside another one is not what was asked for.
  if (dropBuild(db)) noteRemoved(db);
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
