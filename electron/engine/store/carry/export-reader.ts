// Reads an export as what it is until proven otherwise: a file by a stranger. One document of it is in memory at a time.
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import type { z } from 'zod';
import { AppError } from '../../../../shared/errors.js';
import { exportDamaged } from './export-errors.js';
import {
  type ExportHeader,
  exportMark,
  exportVersion,
  type FrameKind,
  frameHeadBytes,
  frameKinds,
  headerSchema,
  maxFrameBytes,
  versionSchema,
} from './export-format.js';

export interface Frame {
  readonly kind: FrameKind;
  readonly bytes: Buffer;
  /** Of every byte of the file before this frame, in hexadecimal. */
  readonly hashBefore: string;
}

const kindOfNumber = new Map(Object.entries(frameKinds).map(([kind, number]) => [number as number, kind as FrameKind]));
const asTheyAre: ReadonlySet<FrameKind> = new Set(['vectors', 'blocks']);
const readAheadBytes = 1 << 20;

export class ExportFile {
  readonly #handle: FileHandle;
  readonly #size: number;
  readonly #hash: Hash = createHash('sha256');
  #at = 0;
  #ahead: Buffer = Buffer.alloc(0);

  private constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.#size = size;
  }

  /** @throws AppError `wrong-use` where there is no file; `export-damaged` where it is no export */
  static async open(path: string): Promise<ExportFile> {
    // Opening a pipe waits for whoever writes into it.
    const found = await stat(path).catch(() => null);
    if (found !== null && !found.isFile()) throw exportDamaged('it is no file');
    const handle = await open(path, 'r').catch((error: unknown) => {
      throw new AppError('wrong-use', `“${path}” cannot be read. Check the path and its permissions.`, {
        cause: error,
      });
    });
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw exportDamaged('it is no file');
      const file = new ExportFile(handle, stats.size);
      if (!(await file.#take(exportMark.byteLength)).equals(exportMark))
        throw exportDamaged('it is another kind of file');
      return file;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  get size(): number {
    return this.#size;
  }

  /** Bytes that were read. */
  get at(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#size;
  }

  async next(): Promise<Frame> {
    const hashBefore = this.#hash.copy().digest('hex');
    const head = await this.#take(frameHeadBytes);
    const kind = kindOfNumber.get(head.readUInt8(0));
    const length = head.readUInt32LE(1);
    if (kind === undefined || length > maxFrameBytes) throw exportDamaged('a part of it is unreadable');
    const content = await this.#take(length);
    return { kind, bytes: asTheyAre.has(kind) ? content : inflated(content), hashBefore };
  }

  async header(): Promise<ExportHeader> {
    const frame = await this.next();
    if (frame.kind !== 'header') throw exportDamaged('it does not say what it is');
    const { version } = parsed(frame, versionSchema);
    if (version > exportVersion) {
      throw new AppError(
        'library-newer',
        `This export was made by a newer version of Acervo (format ${version}, known here: ${exportVersion}). Install the newer version.`,
      );
    }
    return parsed(frame, headerSchema);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  /** @throws AppError `export-damaged` where the file ends before */
  async #take(length: number): Promise<Buffer> {
    if (this.#at + length > this.#size) throw exportDamaged('it is cut short');
    while (this.#ahead.byteLength < length) {
      const more = Buffer.alloc(Math.max(readAheadBytes, length - this.#ahead.byteLength));
      const { bytesRead } = await this.#handle.read(more, 0, more.byteLength, this.#at + this.#ahead.byteLength);
      if (bytesRead === 0) throw exportDamaged('it is cut short');
      this.#ahead = Buffer.concat([this.#ahead, more.subarray(0, bytesRead)]);
    }
    const taken = this.#ahead.subarray(0, length);
    this.#ahead = this.#ahead.subarray(length);
    this.#at += length;
    this.#hash.update(taken);
    return taken;
  }
}

/** @throws AppError `export-damaged` where the frame is not what the schema says */
export function parsed<S extends z.ZodType>(frame: Frame, schema: S): z.infer<S> {
  const result = schema.safeParse(jsonOf(frame.bytes));
  if (!result.success) throw exportDamaged('a part of it makes no sense', result.error);
  return result.data;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw exportDamaged('a part of it is unreadable', error);
  }
}

function inflated(content: Buffer): Buffer {
  try {
    return inflateRawSync(content, { maxOutputLength: maxFrameBytes });
  } catch (error) {
    throw exportDamaged('a part of it is unreadable', error);
  }
}
