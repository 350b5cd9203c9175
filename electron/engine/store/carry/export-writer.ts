// Writes an export's frames under another name beside it, and gives it its own name when it is whole and on the disk.
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { AppError } from '../../../../shared/errors.js';
import { storeError } from '../sqlite.js';
import { exportMark, type FrameKind, frameHeadBytes, frameKinds } from './export-format.js';

const partialMark = '.partial-';

export class ExportWriter {
  readonly #handle: FileHandle;
  readonly #file: string;
  readonly #temporary: string;
  readonly #hash: Hash = createHash('sha256');
  #bytes = 0;

  private constructor(handle: FileHandle, file: string, temporary: string) {
    this.#handle = handle;
    this.#file = file;
    this.#temporary = temporary;
  }

  /** @throws AppError `wrong-use` where another file has this name, or its folder is missing; `read-only`, `disk-full` */
  static async create(file: string): Promise<ExportWriter> {
    await refuseOther(file);
    await sweep(file);
    const temporary = `${file}${partialMark}${process.pid}`;
    try {
      const writer = new ExportWriter(await open(temporary, 'w'), file, temporary);
      await writer.#write(exportMark);
      return writer;
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw writeError(error, file);
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Of every byte so far, in hexadecimal. */
  hash(): string {
    return this.#hash.copy().digest('hex');
  }

  async json(kind: FrameKind, value: unknown): Promise<void> {
    await this.#frame(kind, deflateRawSync(JSON.stringify(value)));
  }

  async text(text: string): Promise<void> {
    await this.#frame('text', deflateRawSync(text));
  }

  async bytesFrame(kind: FrameKind, bytes: Buffer): Promise<void> {
    await this.#frame(kind, bytes);
  }

  /** Makes the file whole. After it, or {@link ExportWriter.discard}, nothing more can be written. */
  async finish(): Promise<void> {
    try {
      await this.#handle.sync();
      await this.#handle.close();
      await rename(this.#temporary, this.#file);
      await syncFolder(dirname(this.#file));
    } catch (error) {
      throw writeError(error, this.#file);
    }
  }

  /** Leaves nothing behind; a file that had the name before is as it was. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await rm(this.#temporary, { force: true }).catch(() => undefined);
  }

  async #frame(kind: FrameKind, content: Buffer): Promise<void> {
    const head = Buffer.alloc(frameHeadBytes);
    head.writeUInt8(frameKinds[kind], 0);
    head.writeUInt32LE(content.byteLength, 1);
    await this.#write(Buffer.concat([head, content]));
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    this.#bytes += bytes.byteLength;
    try {
      for (let from = 0; from < bytes.byteLength; ) {
        from += (await this.#handle.write(bytes, from)).bytesWritten;
      }
    } catch (error) {
      throw writeError(error, this.#file);
    }
  }
}

/** An older export is replaced; any other file is somebody's own. */
async function refuseOther(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found === null) return;
  // An empty one may be the lock of a library, which is not to be touched.
  const isOfLibrary = /^(library\.db|lock\.)/.test(basename(file));
  if (found.isFile() && !isOfLibrary && (found.size === 0 || (await beginsAsExport(file)))) return;
  throw new AppError('wrong-use', `“${file}” is there already and is no export. Choose another name.`);
}

/** What a process left behind that was killed while it wrote an export of this name. */
async function sweep(file: string): Promise<void> {
  const folder = dirname(file);
  const begins = `${basename(file)}${partialMark}`;
  for (const name of await readdir(folder).catch(() => [])) {
    const processId = name.startsWith(begins) ? Number(name.slice(begins.length)) : 0;
    if (!Number.isInteger(processId) || processId <= 0 || isRunning(processId)) continue;
    await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

async function beginsAsExport(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(() => null);
  if (handle === null) return false;
  try {
    const start = Buffer.alloc(exportMark.byteLength);
    await handle.read(start, 0, start.byteLength, 0);
    return start.equals(exportMark);
  } finally {
    await handle.close();
  }
}

function writeError(error: unknown, file: string): unknown {
  if (error instanceof AppError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') {
    return new AppError('wrong-use', `“${file}” cannot be made: its folder is not there. Choose another place.`, {
      cause: error,
    });
  }
  if (code === 'ENAMETOOLONG') {
    return new AppError('wrong-use', `“${file}” is too long for a name. Choose a shorter one.`, { cause: error });
  }
  const known = storeError(error);
  if (!(known instanceof AppError)) return error;
  const next = {
    'disk-full': 'The disk is full: the export was not written. Free some space, or choose another disk.',
    'read-only': 'Nothing may be written there: the export was not written. Choose another folder.',
  };
  const message = known.code === 'disk-full' || known.code === 'read-only' ? next[known.code] : known.message;
  return new AppError(known.code, message, { cause: error });
}

/** A rename is on the disk when its folder is; Windows has no such thing, and needs none. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
