// Zip files for tests, byte by byte: parts by name, deflated or stored, in the order given.
import { crc32, deflateRawSync } from 'node:zlib';

export type ZipParts = Readonly<Record<string, string | Uint8Array>>;

interface ZipOptions {
  /** Parts that are stored as they are. */
  readonly stored?: readonly string[];
  /** False leaves out the directory at the end, as in a file that was cut off. */
  readonly hasDirectory?: boolean;
}

export function makeZip(parts: ZipParts, { stored = [], hasDirectory = true }: ZipOptions = {}): Uint8Array {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const data = Buffer.from(content);
    const isStored = stored.includes(name);
    const packed = isStored ? data : deflateRawSync(data);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(isStored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), common, place, Buffer.from(name));
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
