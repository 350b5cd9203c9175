// How fast this machine has read and embedded, and how dense its documents are: what estimates are made from.
import { z } from 'zod';
import { type MeasuredSpeed, speedAfter, type TypeDensity, usualSpeed } from '../ingest/estimate.js';
import { deleteMeta, readMeta, writeMeta } from './meta.js';
import type { Database } from './sqlite.js';

const speedSchema = z.object({ tokensPerSecond: z.number().positive(), bytesPerSecond: z.number().positive() });

/** Null before the first measurement. */
export function readSpeed(db: Database): MeasuredSpeed | null {
  const kept = readMeta(db, 'speed');
  if (kept === null) return null;
  const [tokensPerSecond, bytesPerSecond] = kept.split(' ').map(Number);
  const parsed = speedSchema.safeParse({ tokensPerSecond, bytesPerSecond });
  return parsed.success ? parsed.data : null;
}

export function noteSpeed(db: Database, seen: Partial<MeasuredSpeed>): void {
  const { tokensPerSecond, bytesPerSecond } = speedAfter(readSpeed(db), seen);
  writeMeta(db, 'speed', `${tokensPerSecond} ${bytesPerSecond}`);
}

/** Another model is another speed; null: it is not known yet. */
export function replaceSpeed(db: Database, tokensPerSecond: number | null): void {
  const before = readSpeed(db);
  if (tokensPerSecond === null) deleteMeta(db, 'speed');
  else writeMeta(db, 'speed', `${tokensPerSecond} ${(before ?? usualSpeed).bytesPerSecond}`);
}

/** What was read of files on disk, by type. */
export function typeDensities(db: Database): readonly TypeDensity[] {
  return db.all<TypeDensity>(
    `SELECT type, count(*) AS documents, sum(size_bytes) AS bytes, sum(chunk_count) AS chunks
     FROM documents WHERE parent IS NULL AND state IN ('words', 'ready') GROUP BY type`,
  );
}
