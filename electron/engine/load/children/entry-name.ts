// Names of files in archives: UTF-8 where they say so or where they can be nothing else, else the code page of DOS.
import iconv from 'iconv-lite';
import type { ZipEntry } from '../office/zip-entries.js';

export function entryName({ nameBytes, isUtf8 }: ZipEntry): string {
  const bytes = Buffer.from(nameBytes.buffer, nameBytes.byteOffset, nameBytes.byteLength);
  const text = bytes.toString('utf8');
  // Many programs write UTF-8 without saying so; letters of a code page are hardly ever valid as UTF-8.
  return isUtf8 || !text.includes('\ufffd') ? text : iconv.decode(bytes, 'cp437');
}
