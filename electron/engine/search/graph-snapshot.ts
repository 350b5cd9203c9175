// The graph's file: written whole under another name, checksummed, renamed; read only if it is exactly what was written.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { graphName } from '../store/generations.js';
import { graphSettings, HnswGraph, type HnswModule } from './hnsw-graph.js';

const formatVersion = 1;

/** Which vectors a graph is of: a snapshot of any other is not read. */
export interface GraphIdentity {
  /** Random name of the store's file. */
  readonly store: string;
  readonly generationId: number;
  readonly dimension: number;
  /** What was taken away from the vectors: `LanguageShift.id`. */
  readonly shift: string;
}

/** How far a graph has come. */
export interface GraphReach {
  readonly vectors: number;
  readonly lastVectorId: number;
}

/** What lies beside the graph, as JSON. */
interface Description extends GraphIdentity, GraphReach {
  readonly format: number;
  readonly settings: typeof graphSettings;
  /** Vectors in the file that no longer count. */
  readonly deletedIds: readonly number[];
  readonly bytes: number;
  readonly sha256: string;
}

export interface Snapshot extends GraphReach {
  readonly graph: HnswGraph;
  readonly bytes: number;
}

export function snapshotFile(folder: string, generationId: number): string {
  return join(folder, graphName(generationId));
}

/**
 * Writes graph and description; returns the graph's size in bytes. The graph must not change meanwhile.
 * A crash at any moment leaves the old pair, or a pair that does not match and is built anew.
 */
export async function writeSnapshot(
  folder: string,
  identity: GraphIdentity,
  reach: GraphReach,
  graph: HnswGraph,
): Promise<number> {
  const file = snapshotFile(folder, identity.generationId);
  const temporary = `${file}.tmp`;
  await graph.write(temporary);
  const { size: bytes } = await stat(temporary);
  const description: Description = {
    ...identity,
    ...reach,
    format: formatVersion,
    settings: graphSettings,
    deletedIds: graph.deletedIds(),
    bytes,
    sha256: await hashOf(temporary),
  };
  await writeFile(descriptionOf(temporary), `${JSON.stringify(description)}\n`);
  await flush(temporary);
  await flush(descriptionOf(temporary));
  await rename(temporary, file);
  await rename(descriptionOf(temporary), descriptionOf(file));
  return bytes;
}

/** Null where there is no whole snapshot of just these vectors. */
export async function readSnapshot(
  hnsw: HnswModule,
  folder: string,
  identity: GraphIdentity,
): Promise<Snapshot | null> {
  const file = snapshotFile(folder, identity.generationId);
  const description = await readDescription(descriptionOf(file));
  if (description === null || !isOf(description, identity)) return null;
  const found = await stat(file).catch(() => null);
  if (found === null || found.size !== description.bytes || (await hashOf(file)) !== description.sha256) return null;
  const { vectors, lastVectorId, bytes, deletedIds } = description;
  return { graph: await HnswGraph.read(hnsw, identity.dimension, file, deletedIds), vectors, lastVectorId, bytes };
}

export async function removeSnapshot(folder: string, generationId: number): Promise<void> {
  const file = snapshotFile(folder, generationId);
  for (const name of [file, `${file}.tmp`]) {
    await rm(name, { force: true });
    await rm(descriptionOf(name), { force: true });
  }
}

function descriptionOf(file: string): string {
  return `${file}.json`;
}

async function readDescription(file: string): Promise<Description | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Description) : null;
  } catch {
    // Cut short by a crash or damaged: the same as none.
    return null;
  }
}

function isOf(description: Description, identity: GraphIdentity): boolean {
  return (
    description.format === formatVersion &&
    description.store === identity.store &&
    description.generationId === identity.generationId &&
    description.dimension === identity.dimension &&
    description.shift === identity.shift &&
    description.settings?.linksPerVector === graphSettings.linksPerVector &&
    description.settings.buildBreadth === graphSettings.buildBreadth
  );
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(part as Buffer);
  return hash.digest('hex');
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
