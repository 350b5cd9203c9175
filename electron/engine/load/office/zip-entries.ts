// What a zip file holds, told from its directory, or from the parts themselves where the directory is lost.
import { loadLimits } from '../load-limits.js';

export interface ZipEntry {
  /** With `/` between folders, as stored. Only ever a key: nothing is written to disk under it. */
  readonly name: string;
  /** 0 is stored, 8 is deflated. */
  readonly method: number;
  readonly isEncrypted: boolean;
  /** The name as it stands in the file, and whether it says that it is UTF-8. */
  readonly nameBytes: Uint8Array;
  readonly isUtf8: boolean;
  /** As the directory tells it; null where there is none. */
  readonly unpackedBytes: number | null;
  /** A symbolic link: its content is only the path that it leads to. */
  readonly isLink: boolean;
  /** Where the packed bytes lie in the file. */
  readonly start: number;
  readonly end: number;
  readonly crc32: number | null;
}

export interface ZipEntries {
  readonly entries: readonly ZipEntry[];
  /** False where the directory was lost, so that parts may be missing. */
  readonly isWhole: boolean;
}

const localSignature = 0x04034b50;
const directorySignature = 0x02014b50;
const endSignature = 0x06054b50;
const wideEndSignature = 0x06064b50;
const wideLocatorSignature = 0x07064b50;
const maxCommentBytes = 65_535;
const endBytes = 22;
const wide = 0xffffffff;
const utf8Flag = 0x800;
/** The kind of a symbolic link among the attributes of Unix. */
const linkKind = 0xa;

export function isZip(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** An archive without anything in it is its end alone. */
export function isEmptyZip(bytes: Uint8Array): boolean {
  return bytes.length >= endBytes && bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 5 && bytes[3] === 6;
}

/** Never throws: what cannot be read is not there. */
export function listZip(bytes: Uint8Array): ZipEntries {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const listed = readDirectory(data);
  if (listed !== null) return { entries: listed, isWhole: true };
  return { entries: scanParts(data), isWhole: false };
}

function readDirectory(data: Buffer): readonly ZipEntry[] | null {
  const end = findEnd(data);
  if (end === null) return null;
  const entries: ZipEntry[] = [];
  // Some writers put bytes before the archive: the directory's place is then told by its end, not by its number.
  let at = end.directoryStart;
  if (!hasSignature(data, at, directorySignature)) at = end.at - end.directoryBytes;
  for (let count = 0; count < Math.min(end.count, loadLimits.maxPackedParts); count++) {
    if (!hasSignature(data, at, directorySignature) || at + 46 > data.length) return null;
    const nameBytes = data.readUInt16LE(at + 28);
    const extraBytes = data.readUInt16LE(at + 30);
    const sizes = wideSizes(data, at, at + 46 + nameBytes, extraBytes);
    const flags = data.readUInt16LE(at + 8);
    const ownName = data.subarray(at + 46, at + 46 + nameBytes);
    const name = nameOf(ownName, flags);
    const start = dataStart(data, sizes.offset);
    if (start !== null && !name.endsWith('/')) {
      entries.push({
        name,
        method: data.readUInt16LE(at + 10),
        isEncrypted: (flags & 1) === 1,
        nameBytes: ownName,
        isUtf8: (flags & utf8Flag) !== 0,
        unpackedBytes: sizes.unpackedBytes,
        isLink: data.readUInt32LE(at + 38) >>> 28 === linkKind,
        start,
        end: Math.min(start + sizes.packedBytes, data.length),
        crc32: data.readUInt32LE(at + 16),
      });
    }
    at += 46 + nameBytes + extraBytes + data.readUInt16LE(at + 32);
  }
  return entries.length > 0 || end.count === 0 ? entries : null;
}

interface End {
  readonly at: number;
  readonly count: number;
  readonly directoryStart: number;
  readonly directoryBytes: number;
}

function findEnd(data: Buffer): End | null {
  for (let at = data.length - endBytes; at >= Math.max(0, data.length - endBytes - maxCommentBytes); at--) {
    if (data.readUInt32LE(at) !== endSignature) continue;
    const plain = {
      at,
      count: data.readUInt16LE(at + 10),
      directoryBytes: data.readUInt32LE(at + 12),
      directoryStart: data.readUInt32LE(at + 16),
    };
    return plain.directoryStart === wide || plain.count === 0xffff ? (wideEnd(data, at) ?? plain) : plain;
  }
  return null;
}

function wideEnd(data: Buffer, endAt: number): End | null {
  if (!hasSignature(data, endAt - 20, wideLocatorSignature)) return null;
  const at = Number(data.readBigUInt64LE(endAt - 12));
  if (!hasSignature(data, at, wideEndSignature) || at + 56 > data.length) return null;
  return {
    at,
    count: Number(data.readBigUInt64LE(at + 32)),
    directoryBytes: Number(data.readBigUInt64LE(at + 40)),
    directoryStart: Number(data.readBigUInt64LE(at + 48)),
  };
}

function wideSizes(data: Buffer, at: number, extraAt: number, extraBytes: number) {
  let packedBytes = data.readUInt32LE(at + 20);
  let offset = data.readUInt32LE(at + 42);
  let unpackedBytes = data.readUInt32LE(at + 24);
  const extraEnd = Math.min(extraAt + extraBytes, data.length);
  for (let field = extraAt; field + 4 <= extraEnd; field += 4 + data.readUInt16LE(field + 2)) {
    if (data.readUInt16LE(field) !== 1) continue;
    let value = field + 4;
    const next = (): number => {
      value += 8;
      return value <= extraEnd ? Number(data.readBigUInt64LE(value - 8)) : 0;
    };
    if (unpackedBytes === wide) unpackedBytes = next();
    if (packedBytes === wide) packedBytes = next();
    if (offset === wide) offset = next();
  }
  return { packedBytes, unpackedBytes, offset };
}

function hasSignature(data: Buffer, at: number, signature: number): boolean {
  return at >= 0 && at + 4 <= data.length && data.readUInt32LE(at) === signature;
}

/** Behind a part's own head; null where there is none. */
function dataStart(data: Buffer, headAt: number): number | null {
  if (!hasSignature(data, headAt, localSignature) || headAt + 30 > data.length) return null;
  return headAt + 30 + data.readUInt16LE(headAt + 26) + data.readUInt16LE(headAt + 28);
}

/** Names are UTF-8 where they say so; the old code page agrees with it in all names that office programs use. */
function nameOf(bytes: Buffer, flags: number): string {
  const name = (flags & utf8Flag) === 0 ? bytes.toString('latin1') : bytes.toString('utf8');
  return name.replaceAll('\\', '/').replace(/^\/+/, '');
}

function scanParts(data: Buffer): readonly ZipEntry[] {
  const entries: ZipEntry[] = [];
  const mark = Buffer.from('PK');
  const isHead = (at: number): boolean =>
    hasSignature(data, at, localSignature) || hasSignature(data, at, directorySignature);
  let at = 0;
  while (entries.length < loadLimits.maxPackedParts) {
    while (at !== -1 && !hasSignature(data, at, localSignature)) at = data.indexOf(mark, at + 1);
    const start = at === -1 ? null : dataStart(data, at);
    if (start === null || start > data.length) break;
    const packedBytes = data.readUInt32LE(at + 18);
    // The size is not told up front where the writer could not go back: the part then ends where the next one begins.
    let end = start + packedBytes;
    if (packedBytes === 0 || packedBytes === wide || !(isHead(end) || end >= data.length)) {
      end = data.indexOf(mark, start);
      while (end !== -1 && !isHead(end)) end = data.indexOf(mark, end + 1);
      if (end === -1) end = data.length;
    }
    const flags = data.readUInt16LE(at + 6);
    const ownName = data.subarray(at + 30, at + 30 + data.readUInt16LE(at + 26));
    const name = nameOf(ownName, flags);
    if (!name.endsWith('/')) {
      const method = data.readUInt16LE(at + 8);
      entries.push({
        name,
        method,
        isEncrypted: (flags & 1) === 1,
        nameBytes: ownName,
        isUtf8: (flags & utf8Flag) !== 0,
        unpackedBytes: null,
        isLink: false,
        start,
        end: Math.min(end, data.length),
        crc32: null,
      });
    }
    at = end;
  }
  return entries;
}
