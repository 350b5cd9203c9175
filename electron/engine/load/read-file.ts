// Reading a document's bytes from disk: a changing, missing or forbidden file becomes a reason.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../../../shared/errors.js';
import { checkFileSize } from './check-size.js';
import type { HashResult } from './parse-methods.js';

const pieceBytes = 1024 * 1024;

export interface FileContent extends HashResult {
  readonly bytes: Uint8Array;
}

/** The whole file and the SHA-256 of just these bytes. @throws AppError `vanished`, `unreadable`, `too-large`, `unsupported` */
export async function readWholeFile(path: string): Promise<FileContent> {
  return withFile(path, async (file, sizeBytes) => {
    checkFileSize(sizeBytes);
    // A buffer of its own, so that a loader may take it over.
    const bytes = new Uint8Array(sizeBytes);
    let filled = 0;
    while (filled < sizeBytes) {
      const { bytesRead } = await file.read(bytes, filled, Math.min(pieceBytes * 8, sizeBytes - filled), filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    const whole = filled === sizeBytes ? bytes : bytes.slice(0, filled);
    return {
      bytes: whole,
      sizeBytes: filled,
      contentHash: new Uint8Array(createHash('sha256').update(whole).digest()),
    };
  });
}

/**
 * SHA-256 of a file of any size, read in pieces; `onProgress` is called after each.
 * @throws AppError `vanished`, `unreadable`, `unsupported`
 */
export async function hashFile(path: string, signal: AbortSignal, onProgress: () => void): Promise<HashResult> {
  return withFile(path, async (file) => {
    const hash = createHash('sha256');
    const piece = new Uint8Array(pieceBytes);
    let sizeBytes = 0;
    for (;;) {
      if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
      const { bytesRead } = await file.read(piece, 0, piece.length, sizeBytes);
      if (bytesRead === 0) break;
      hash.update(piece.subarray(0, bytesRead));
      sizeBytes += bytesRead;
      onProgress();
    }
    return { contentHash: new Uint8Array(hash.digest()), sizeBytes };
  });
}

async function withFile<T>(path: string, use: (file: FileHandle, sizeBytes: number) => Promise<T>): Promise<T> {
  let file: FileHandle | undefined;
  try {
    // Not blocking: a pipe put in the folder would otherwise be waited on for ever.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = await file.stat();
    if (!stats.isFile()) throw new AppError('unsupported', 'This is not a file that can be read.');
    return await use(file, stats.size);
  } catch (error) {
    throw error instanceof AppError ? error : reasonOf(error as NodeJS.ErrnoException);
  } finally {
    await file?.close().catch(() => undefined);
  }
}

function reasonOf(error: NodeJS.ErrnoException): AppError {
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ESTALE':
      return new AppError('vanished', 'The file was gone when it was to be read.', { cause: error });
    case 'EACCES':
    case 'EPERM':
      return new AppError('unreadable', 'There is no permission to read this file.', { cause: error });
    default:
      return new AppError('unreadable', `The file could not be read (${error.code ?? error.name}).`, { cause: error });
  }
}
