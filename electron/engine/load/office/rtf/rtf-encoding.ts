// RTF's bytes as text: each font has a character set, and each character set a code page.
import iconv from 'iconv-lite';
import { symbolCharacter } from '../flow.js';

const encodingOfCharset: Readonly<Record<number, string>> = {
  2: 'symbol',
  77: 'macroman',
  128: 'shift_jis',
  129: 'cp949',
  130: 'cp949',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
  254: 'cp437',
  255: 'cp850',
};

/** Null for the character sets that mean "the document's own". */
export function encodingOfFontCharset(charset: number): string | null {
  return encodingOfCharset[charset] ?? null;
}

export function decodeRtf(bytes: readonly number[], encoding: string): string {
  // Pictures of letters: only that there is a mark can be said.
  if (encoding === 'dingbats') return bytes.map((byte) => (byte === 0x20 ? ' ' : '•')).join('');
  if (encoding === 'symbol') return bytes.map((byte) => symbolCharacter(0xf000 + byte, 'Symbol')).join('');
  return iconv.decode(Buffer.from(bytes), encoding);
}
