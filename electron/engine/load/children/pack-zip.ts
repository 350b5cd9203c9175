// A zip file in memory, nothing in it packed: what lies in a folder of a package becomes a package of its own.
import { crc32 } from 'node:zlib';

export interface StoredFile {
  readonly name: string;
  readonly content: Uint8Array;
}

const version = 20;
const utf8Flag = 0x800;
/** The first day that the format knows. The same files give the same bytes whenever they are packed. */
const firstDay = 0x21;

/** Up to 65,535 files and 4 GB. */
export function packZip(files: readonly StoredFile[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, content } of files) {
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(version, 0);
    common.writeUInt16LE(utf8Flag, 2);
    common.writeUInt16LE(firstDay, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    pieces.push(Buffer.from('PK\x03\x04'), common, nameBytes, content);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02'), numbers16(version), common, place, nameBytes);
    at += 30 + nameBytes.length + content.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return new Uint8Array(Buffer.concat([...pieces, listed, Buffer.from('PK\x05\x06'), end]));
}

function numbers16(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, value >> 8);
}
