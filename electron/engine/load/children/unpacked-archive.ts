// Archives that are unpacked as a whole: tape archives, and what gzip packs, which is one file or a tape archive.
import { isIgnoredInside, safeName } from './child-names.js';
import type { Container } from './container.js';
import { gunzip } from './gunzip.js';
import { isTar, listTar, type TarList } from './tar-files.js';

/** The files that are no leavings of a system, with names that are safe. */
export function tarFilesIn(bytes: Uint8Array): TarList {
  const { files, ...rest } = listTar(bytes);
  const named = files.map((file) => ({ ...file, name: safeName(file.name) }));
  return { files: named.filter(({ name }) => name !== '' && !isIgnoredInside(name)), ...rest };
}

/**
 * @param name of the packed file, which names the one file in it
 * @throws AppError `too-large`, `damaged`
 */
export function gzipFilesIn(bytes: Uint8Array, name: string): TarList {
  const { bytes: unpacked, isWhole } = gunzip(bytes);
  if (isTar(unpacked)) {
    const list = tarFilesIn(unpacked);
    return { ...list, isWhole: isWhole && list.isWhole };
  }
  const own = safeName(name).split('/').at(-1)?.replace(/\.gz$/i, '') ?? '';
  return { files: [{ name: own === '' ? 'unnamed' : own, bytes: unpacked }], isWhole, sparseFiles: 0 };
}

export function containerOf({ files }: TarList): Container {
  return {
    children: files.map(({ name, bytes }) => ({ name, sizeBytes: bytes.length, read: async () => bytes })),
    heldBytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
  };
}
