// Bytes to text by an encoding's name, and which names are known.
import iconv from 'iconv-lite';
import { decodeJohab } from './johab.js';

/** Where Node's own decoder is faster or knows more. */
const nodeNames: ReadonlySet<string> = new Set(['utf-8', 'utf-16le', 'iso-2022-jp']);

/** What the decoder knows besides charsets: as a page's declared encoding they would make nonsense of it. */
const notCharsets: ReadonlySet<string> = new Set(['hex', 'base64', 'binary', 'ucs2', 'utf7imap', 'internal']);

/** @param encoding lower-case, as {@link knownName} gives it */
export function decodeAs(bytes: Uint8Array, encoding: string): string {
  if (nodeNames.has(encoding)) return new TextDecoder(encoding).decode(bytes);
  if (encoding === 'johab') return decodeJohab(bytes);
  if (encoding === 'hz-gb-2312') return decodeHz(bytes);
  if (encoding === 'iso-2022-kr') return decodeAs(eightBitKorean(bytes), 'euc-kr');
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
}

/** ISO-2022-KR is EUC-KR without its eighth bit, between a byte that shifts out of ASCII and one that shifts in again. */
function eightBitKorean(bytes: Uint8Array): Uint8Array {
  const [shiftOut, shiftIn, newline] = [0x0e, 0x0f, 0x0a];
  let isShifted = false;
  const eightBit = bytes.map((byte) => {
    if (byte === shiftOut || byte === shiftIn || byte === newline) isShifted = byte === shiftOut;
    return isShifted && byte > 0x20 ? byte | 0x80 : byte;
  });
  const text = eightBit.filter((byte) => byte !== shiftOut && byte !== shiftIn);
  // It begins with the escape that announces the set.
  return text[0] === 0x1b ? text.subarray(4) : text;
}

/** HZ (RFC 1843) is GB 2312 without its eighth bit, between `~{` and `~}`. */
function decodeHz(bytes: Uint8Array): string {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return source.replace(/~(?:\{([^~\n]*(?:~(?!\})[^~\n]*)*)(?:~\})?|~|\n)/g, (sign, pairs: string | undefined) => {
    if (pairs === undefined) return sign === '~~' ? '~' : '';
    return iconv.decode(
      Buffer.from(pairs, 'latin1').map((byte) => byte | 0x80),
      'gb18030',
    );
  });
}

/** A lower-case name that can be decoded, or null. */
export function knownName(label: string | null): string | null {
  const name = label?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'ascii' || name === 'us-ascii') return null;
  if (name === 'utf8') return 'utf-8';
  if (name === 'iso-2022-kr') return name;
  if (name === 'utf7' || name === 'unicode-1-1-utf-7') return 'utf-7';
  if (name === 'hz' || name === 'hz-gb-2312') return 'hz-gb-2312';
  if (name === 'johab' || name === 'cp1361') return 'johab';
  if (nodeNames.has(name) && name.startsWith('iso')) return name;
  // A declaration in ASCII letters can't be one of UTF-16's: browsers read it as UTF-8.
  if (name.startsWith('utf-16') || name.startsWith('utf-32')) return 'utf-8';
  return iconv.encodingExists(name) && !notCharsets.has(name.replace(/[^a-z0-9]/gu, '')) ? name : null;
}
