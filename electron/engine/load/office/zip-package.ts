// A packed document: its parts by name, unpacked one at a time and within limits.
import { constants, crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { AppError } from '../../../../shared/errors.js';
import { type LoadLimits, loadLimits } from '../load-limits.js';
import { damagedError, passwordError } from './office-errors.js';
import { isLockedPackage, isOle } from './ole.js';
import type { OfficeParts } from './parts.js';
import { parseXml, type XmlElement } from './xml.js';
import { isZip, listZip, type ZipEntry } from './zip-entries.js';

type PackageLimits = Pick<LoadLimits, 'maxPartBytes' | 'maxUnpackedBytes' | 'maxUnpackedRatio' | 'minSuspectPartBytes'>;

/** The parts of one packed document. Names are compared without case, as the programs that wrote them do. */
export class ZipPackage implements OfficeParts {
  readonly #bytes: Uint8Array;
  readonly #entries = new Map<string, ZipEntry>();
  readonly #limits: PackageLimits;
  #unpackedBytes = 0;
  #isDamaged = false;

  /** @throws AppError `password-protected`, `damaged` */
  constructor(bytes: Uint8Array, limits: PackageLimits = loadLimits) {
    this.#bytes = bytes;
    this.#limits = limits;
    // A document with a password is a file of the older kind with the packed document inside, encrypted.
    if (isOle(bytes)) throw isLockedPackage(bytes) ? passwordError() : damagedError();
    if (!isZip(bytes)) throw damagedError();
    const { entries, isWhole } = listZip(bytes);
    this.#isDamaged = !isWhole;
    for (const entry of entries) {
      const key = entry.name.toLowerCase();
      // Of two parts with one name, the first is what office programs show.
      if (!this.#entries.has(key)) this.#entries.set(key, entry);
    }
    if (this.#entries.size === 0) throw damagedError();
  }

  /** Some part is missing or broken, as far as it was read. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  get names(): readonly string[] {
    return [...this.#entries.values()].map(({ name }) => name);
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  async tree(name: string): Promise<XmlElement | null> {
    const bytes = await this.read(name);
    return bytes === null ? null : parseXml(bytes);
  }

  /**
   * A part unpacked, as far as it is whole; null where there is none.
   * @throws AppError `too-large` where it breaks a limit, `password-protected`
   */
  async read(name: string): Promise<Uint8Array | null> {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined) return null;
    if (entry.isEncrypted) throw passwordError();
    const packed = this.#bytes.subarray(entry.start, entry.end);
    const content = await this.#unpack(packed, entry.method);
    if (content === null) {
      this.#isDamaged = true;
      return null;
    }
    if (entry.crc32 !== null && crc32(content) !== entry.crc32) this.#isDamaged = true;
    // No office program writes entities of its own. They are never followed, so something will be missing.
    if (declaresEntities(content)) this.#isDamaged = true;
    this.#unpackedBytes += content.length;
    return content;
  }

  async #unpack(packed: Uint8Array, method: number): Promise<Uint8Array | null> {
    const limit = this.#limitFor(packed.length);
    if (method === 0) return packed.length > limit ? refuse() : packed;
    if (method !== 8) return null;
    try {
      return inflateRawSync(packed, { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') refuse();
      this.#isDamaged = true;
      return inflateUntilBroken(packed, limit);
    }
  }

  #limitFor(packedBytes: number): number {
    const { maxPartBytes, maxUnpackedBytes, maxUnpackedRatio, minSuspectPartBytes } = this.#limits;
    const byRatio = Math.max(minSuspectPartBytes, packedBytes * maxUnpackedRatio);
    const limit = Math.min(maxPartBytes, byRatio, maxUnpackedBytes - this.#unpackedBytes);
    return limit > 0 ? limit : refuse();
  }
}

const prologBytes = 4_096;

function declaresEntities(content: Uint8Array): boolean {
  const prolog = Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, prologBytes));
  return prolog.includes('<!ENTITY');
}

/** What came out before the data went wrong; null where nothing did. */
async function inflateUntilBroken(packed: Uint8Array, limit: number): Promise<Uint8Array | null> {
  const pieces: Buffer[] = [];
  let length = 0;
  await new Promise<void>((resolve) => {
    const stream = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH });
    stream.on('data', (piece: Buffer) => {
      pieces.push(piece);
      length += piece.length;
      if (length > limit) stream.destroy();
    });
    // The data is known to be broken: how it ends says nothing new.
    stream.on('error', () => resolve());
    stream.on('close', () => resolve());
    stream.end(packed);
  });
  if (length > limit) refuse();
  return length === 0 ? null : Buffer.concat(pieces);
}

function refuse(): never {
  throw new AppError('too-large', 'This file unpacks to far more than its size. Save it in smaller parts to index it.');
}
