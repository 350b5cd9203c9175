// The files of an archive. Each is unpacked by itself, in memory, when it is asked for, and within limits.
import { crc32, inflateRawSync } from 'node:zlib';
import { AppError } from '../../../../shared/errors.js';
import { loadLimits } from '../load-limits.js';
import { listZip, type ZipEntry } from '../office/zip-entries.js';
import { isIgnoredInside, safeName } from './child-names.js';
import type { Container } from './container.js';
import { entryName } from './entry-name.js';

const storedMethod = 0;
const deflatedMethod = 8;

export async function zipChildren(bytes: Uint8Array): Promise<Container> {
  return {
    children: filesIn(bytes).map(({ name, entry }) => ({
      name,
      sizeBytes: entry.unpackedBytes ?? entry.end - entry.start,
      read: async () => unpack(bytes, entry),
    })),
    heldBytes: bytes.length,
  };
}

/** An archive's files that are no leavings of a system, in their order. */
export function filesIn(bytes: Uint8Array): readonly { readonly name: string; readonly entry: ZipEntry }[] {
  return listZip(bytes).entries.flatMap((entry) => {
    const name = safeName(entryName(entry));
    return name === '' || entry.isLink || isIgnoredInside(name) ? [] : [{ name, entry }];
  });
}

/** @throws AppError `password-protected`, `too-large`, `unsupported`, `damaged` */
function unpack(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  if (entry.isEncrypted) {
    throw new AppError(
      'password-protected',
      'This file is locked by a password in its archive. Unpack it to index it.',
    );
  }
  const packed = bytes.subarray(entry.start, entry.end);
  const content = entry.method === storedMethod ? packed : inflate(packed, entry);
  if (entry.crc32 !== null && crc32(content) !== entry.crc32) throw damagedError();
  return content;
}

function inflate(packed: Uint8Array, { method, unpackedBytes }: ZipEntry): Uint8Array {
  if (method !== deflatedMethod) {
    throw new AppError('unsupported', 'This file is packed in a way that Acervo cannot unpack. Unpack it to index it.');
  }
  const { maxFileBytes, maxUnpackedRatio, minSuspectChildBytes } = loadLimits;
  const limit = Math.min(maxFileBytes, Math.max(minSuspectChildBytes, packed.length * maxUnpackedRatio));
  if ((unpackedBytes ?? 0) > limit) throw tooLargeError();
  try {
    // A directory that says too little is wrong about its file: no more than what it says is unpacked.
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, Math.min(limit, unpackedBytes ?? limit)) });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLargeError() : damagedError(error);
  }
}

function tooLargeError(): AppError {
  return new AppError('too-large', 'This file unpacks to far more than its archive holds, and was not unpacked.');
}

function damagedError(cause?: unknown): AppError {
  return new AppError('damaged', 'This file is damaged in its archive and could not be unpacked.', { cause });
}
