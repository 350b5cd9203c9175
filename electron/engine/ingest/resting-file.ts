// A file that changes while it waits for its turn is being written: it is read when it has come to rest, else left alone.
import { lstat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../../shared/errors.js';
import type { ToRead } from '../store/store-methods.js';
import { knownDate } from './scan.js';

const looks = 4;
const pauseMs = 400;

/**
 * The target with the size and date that the file has now, which are those that it had one look before.
 * @throws AppError `incomplete` when it goes on changing
 */
export async function restingFile(path: string, target: ToRead, signal: AbortSignal): Promise<ToRead> {
  let known = target;
  for (let look = 1; ; look += 1) {
    const stats = await lstat(path).catch(() => null);
    // Whoever reads it says what is wrong.
    if (stats === null) return known;
    const modifiedMs = knownDate(stats.mtimeMs);
    if (stats.size === known.sizeBytes && modifiedMs === known.modifiedMs) return known;
    if (look === looks) break;
    known = { ...known, sizeBytes: stats.size, modifiedMs };
    await pause(pauseMs, undefined, { signal });
  }
  throw new AppError('incomplete', 'This file is still being written. It is read when it is whole.');
}
