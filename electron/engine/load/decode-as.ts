// Bytes to text by an encoding's name, and which names are known.
import iconv from 'iconv-lite';

/** Where Node's own decoder is faster or knows more. */
const nodeNames: ReadonlySet<string> = new Set(['utf-8', 'utf-16le', 'iso-2022-jp']);

/** @param encoding lower-case, as {@link knownName} gives it */
export function decodeAs(bytes: Uint8Array, encoding: string): string {
  if (nodeNames.has(encoding)) return new TextDecoder(encoding).decode(bytes);
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
}

/** A lower-case name that can be decoded, or null. */
export function knownName(label: string | null): string | null {
  const name = label?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'ascii' || name === 'us-ascii') return null;
  if (name === 'utf8') return 'utf-8';
  if (nodeNames.has(name) && name.startsWith('iso')) return name;
  // A declaration in ASCII letters can't be one of UTF-16's: browsers read it as UTF-8.
  if (name.startsWith('utf-16') || name.startsWith('utf-32')) return 'utf-8';
  return iconv.encodingExists(name) ? name : null;
}
