// Zip files for tests, byte by byte: parts by name, deflated or stored, in the order given; and all that a hostile one may say.
import { crc32, deflateRawSync } from 'node:zlib';

export type ZipParts = Readonly<Record<string, string | Uint8Array>>;

export interface ArchiveEntry {
  readonly name: string | Uint8Array;
  readonly content: string | Uint8Array;
  readonly isStored?: boolean;
  readonly isEncrypted?: boolean;
  /** What the archive says of its unpacked size, where that is not the truth. */
  readonly declaredBytes?: number;
  /** Whether the name is marked as UTF-8; true where absent. */
  readonly isUtf8?: boolean;
  /** A mode of Unix, such as that of a link. */
  readonly mode?: number;
}

interface ZipOptions {
  /** Parts that are stored as they are. */
  readonly stored?: readonly string[];
  /** False leaves out the directory at the end, as in a file that was cut off. */
  readonly hasDirectory?: boolean;
}

export function makeZip(parts: ZipParts, { stored = [], hasDirectory = true }: ZipOptions = {}): Uint8Array {
  const entries = Object.entries(parts).map(([name, content]) => ({ name, content, isStored: stored.includes(name) }));
  return makeArchive(entries, hasDirectory);
}

/** Several entries may have one name. */
export function makeArchive(entries: readonly ArchiveEntry[], hasDirectory = true): Uint8Array {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const {
    name,
    content,
    isStored = false,
    isEncrypted = false,
    isUtf8 = true,
    declaredBytes,
    mode = 0,
  } of entries) {
    const data = Buffer.from(content);
    const nameBytes = Buffer.from(name);
    const packed = isStored ? data : deflateRawSync(data);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE((isUtf8 ? 0x800 : 0) | (isEncrypted ? 1 : 0), 2);
    common.writeUInt16LE(isStored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declaredBytes ?? data.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(mode * 0x1_0000, 6);
    place.writeUInt32LE(offset, 10);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), common, nameBytes, packed]);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), common, place, nameBytes);
    bodies.push(entry);
    offset += entry.length;
  }
  if (!hasDirectory) return Buffer.concat(bodies);
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(bodies.length, 8);
  end.writeUInt16LE(bodies.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, list, end]);
}
