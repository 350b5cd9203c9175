// Archives that are unpacked as a whole: tape archives, and what gzip packs, which is one file or a tape archive.
import { gunzipSync } from 'node:zlib';
import { AppError } from '../../../../shared/errors.js';
import { loadLimits } from '../load-limits.js';
import { isIgnoredInside, safeName } from './child-names.js';
import type { Container } from './container.js';
import { isTar, listTar, type TarList } from './tar-files.js';

/** The files that are no leavings of a system, with names that are safe. */
export function tarFilesIn(bytes: Uint8Array): TarList {
  const { files, isWhole } = listTar(bytes);
  const named = files.map((file) => ({ ...file, name: safeName(file.name) }));
  return { files: named.filter(({ name }) => name !== '' && !isIgnoredInside(name)), isWhole };
}

/**
 * @param name of the packed file, which names the one file in it
 * @throws AppError `too-large`, `damaged`
 */
export function gzipFilesIn(bytes: Uint8Array, name: string): TarList {
  const unpacked = gunzip(bytes);
  if (isTar(unpacked)) return tarFilesIn(unpacked);
  const own = safeName(name).split('/').at(-1)?.replace(/\.gz$/i, '') ?? '';
  return { files: [{ name: own === '' ? 'unnamed' : own, bytes: unpacked }], isWhole: true };
}

export function containerOf({ files }: TarList): Container {
  return {
    children: files.map(({ name, bytes }) => ({ name, sizeBytes: bytes.length, read: async () => bytes })),
    heldBytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
  };
}

function gunzip(bytes: Uint8Array): Uint8Array {
  const { maxFileBytes, maxUnpackedRatio, minSuspectChildBytes } = loadLimits;
  const limit = Math.min(maxFileBytes, Math.max(minSuspectChildBytes, bytes.length * maxUnpackedRatio));
  try {
    return gunzipSync(bytes, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new AppError('too-large', 'This file unpacks to far more than it holds, and was not unpacked.');
    }
    throw new AppError('damaged', 'This file is damaged and could not be unpacked.', { cause: error });
  }
}
