// From bytes to text: finds the encoding by mark, by content, by what the document declares, and by statistics, in this order.
import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { AppError } from '../../../shared/errors.js';

export interface DecodedText {
  /** Line ends are `\n`, the byte order mark is gone, stray NULs are spaces. */
  readonly text: string;
  /** Lower-case name: `utf-8`, `windows-1252`, `shift_jis`, … */
  readonly encoding: string;
}

const maxSampleBytes = 64 * 1024;
/** Share of control characters above which a sample is no text. */
const maxControlShare = 0.02;

/**
 * Decodes a text file.
 * @param declared an encoding that the document itself names (HTML's `meta`); used where the bytes agree with it
 * @throws AppError `unsupported` where the bytes are no text
 */
export function decodeText(bytes: Uint8Array, declared: string | null = null): DecodedText {
  const encoding = findEncoding(bytes, declared);
  if (encoding === null) throw new AppError('unsupported', 'This file holds binary data, not text.');
  return { text: cleanText(decodeAs(bytes, encoding)), encoding };
}

/** The encoding's lower-case name, or null where the bytes are no text. */
export function findEncoding(bytes: Uint8Array, declared: string | null = null): string | null {
  const marked = encodingOfMark(bytes);
  if (marked !== null) return marked;
  const sample = bytes.subarray(0, maxSampleBytes);
  const wide = sample.includes(0) ? wideEncoding(sample) : null;
  if (wide !== null) return wide;
  if (looksBinary(sample)) return null;
  if (isSevenBitJapanese(sample)) return 'iso-2022-jp';
  if (isUtf8(bytes)) return 'utf-8';
  const telling = tellingSample(bytes);
  if (isMostlyUtf8(telling)) return 'utf-8';
  const declaredName = knownName(declared);
  if (declaredName !== null && decodesCleanly(telling, declaredName)) return declaredName;
  return statisticalEncoding(telling);
}

function encodingOfMark(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 && bytes.length >= 4 ? 'utf-32le' : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  if (a === 0x84 && b === 0x31 && c === 0x95 && d === 0x33) return 'gb18030';
  return null;
}

/** UTF-16 and UTF-32 without a mark show by where their zero bytes stand, and then must read as text. */
function wideEncoding(sample: Uint8Array): string | null {
  const zeros = [0, 0, 0, 0];
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0) zeros[i & 3] = (zeros[i & 3] ?? 0) + 1;
  const [z0 = 0, z1 = 0, z2 = 0, z3 = 0] = zeros;
  const quarter = sample.length / 4;
  const candidates: string[] = [];
  if (z0 > quarter * 0.9 && z1 > quarter * 0.9 && z3 < quarter * 0.1) candidates.push('utf-32be');
  if (z3 > quarter * 0.9 && z2 > quarter * 0.9 && z0 < quarter * 0.1) candidates.push('utf-32le');
  if (z0 + z2 > (z1 + z3) * 9) candidates.push('utf-16be');
  if (z1 + z3 > (z0 + z2) * 9) candidates.push('utf-16le');
  for (const name of candidates) {
    const whole = sample.subarray(0, sample.length - (sample.length % 4));
    const text = decodeAs(whole, name);
    const odd = text.match(/[\p{Cn}\p{Co}\p{Cc}\ufffd]/gu)?.filter((c) => !'\t\n\r\f'.includes(c)).length ?? 0;
    if (text.length > 0 && odd <= text.length * maxControlShare) return name;
  }
  return null;
}

function looksBinary(sample: Uint8Array): boolean {
  let controls = 0;
  let zeros = 0;
  for (const byte of sample) {
    if (byte === 0) zeros++;
    else if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1a && byte !== 0x1b) controls++;
  }
  // A few zero bytes occur in logs that were cut off; more than that is no text.
  return zeros > sample.length * 0.001 || controls + zeros > sample.length * maxControlShare;
}

/** ISO-2022-JP is seven-bit and so looks like ASCII; its escapes to two-byte sets give it away. */
function isSevenBitJapanese(sample: Uint8Array): boolean {
  for (let i = sample.indexOf(0x1b); i !== -1 && i + 2 < sample.length; i = sample.indexOf(0x1b, i + 1)) {
    if (sample[i + 1] === 0x24 && (sample[i + 2] === 0x42 || sample[i + 2] === 0x40)) return true;
  }
  return false;
}

/** The lines that hold bytes over 127: a megabyte of ASCII before the first accent tells nothing. */
function tellingSample(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= maxSampleBytes) return bytes;
  const sample = new Uint8Array(maxSampleBytes);
  let length = 0;
  for (let i = 0; i < bytes.length && length < maxSampleBytes; i++) {
    if ((bytes[i] ?? 0) < 0x80) continue;
    const lineStart = Math.max(bytes.lastIndexOf(0x0a, i) + 1, i - 200, 0);
    const newline = bytes.indexOf(0x0a, i);
    const lineEnd = Math.min(newline === -1 ? bytes.length : newline + 1, i + 2_000);
    const part = bytes.subarray(lineStart, Math.min(lineEnd, lineStart + maxSampleBytes - length));
    sample.set(part, length);
    length += part.length;
    i = lineEnd - 1;
  }
  return sample.subarray(0, length);
}

/** UTF-8 with a few broken places (two files joined, a cut character) is still UTF-8. */
function isMostlyUtf8(sample: Uint8Array): boolean {
  let good = 0;
  let bad = 0;
  for (let i = 0; i < sample.length; i++) {
    const byte = sample[i] ?? 0;
    if (byte < 0x80) continue;
    const following =
      byte >= 0xf0 && byte < 0xf5 ? 3 : byte >= 0xe0 && byte < 0xf0 ? 2 : byte >= 0xc2 && byte < 0xe0 ? 1 : 0;
    let found = 0;
    while (found < following && ((sample[i + found + 1] ?? 0) & 0xc0) === 0x80) found++;
    if (following > 0 && found === following) good++;
    else bad++;
    i += found;
  }
  return good >= 5 && good > bad * 10;
}

function statisticalEncoding(sample: Uint8Array): string {
  const guesses = analyse(sample)
    .map((match) => ({ name: knownName(match.name), confidence: match.confidence }))
    .filter((guess): guess is { name: string; confidence: number } => guess.name !== null && guess.name !== 'utf-8');
  for (const { name, confidence } of guesses) {
    if (confidence >= 10 && decodesCleanly(sample, name)) return westernName(name, sample);
  }
  return 'windows-1252';
}

/** ISO-8859-1 with bytes that only its Windows sister has is the sister. */
function westernName(name: string, sample: Uint8Array): string {
  const sister: Readonly<Record<string, string>> = {
    'iso-8859-1': 'windows-1252',
    'iso-8859-9': 'windows-1254',
    'iso-8859-7': 'windows-1253',
    'iso-8859-2': 'windows-1250',
  };
  return sample.some((byte) => byte >= 0x80 && byte <= 0x9f) ? (sister[name] ?? name) : name;
}

/** No replacement characters (but for one cut off at the end) and no control characters of the upper half. */
function decodesCleanly(sample: Uint8Array, name: string): boolean {
  const text = decodeAs(sample, name).slice(0, -2);
  const odd = text.match(/[\ufffd\u0080-\u0084\u0086-\u009f]/g)?.length ?? 0;
  const high = text.match(/[^\0-\x7f]/g)?.length ?? 0;
  return odd <= high * 0.01;
}

/** A lower-case name that can be decoded, or null. */
function knownName(label: string | null): string | null {
  const name = label?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'ascii' || name === 'us-ascii') return null;
  if (name === 'utf8') return 'utf-8';
  if (name === 'iso-2022-jp') return name;
  // A declaration in ASCII letters can't be one of UTF-16's: browsers read it as UTF-8.
  if (name.startsWith('utf-16') || name.startsWith('utf-32')) return 'utf-8';
  return iconv.encodingExists(name) ? name : null;
}

function decodeAs(bytes: Uint8Array, encoding: string): string {
  if (encoding === 'utf-8' || encoding === 'utf-16le' || encoding === 'iso-2022-jp') {
    return new TextDecoder(encoding).decode(bytes);
  }
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
}

/** Same text with `\n` line ends; NULs, which storage can't hold, become spaces. */
function cleanText(decoded: string): string {
  let text = decoded.charCodeAt(0) === 0xfeff ? decoded.slice(1) : decoded;
  if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
  if (text.includes('\0')) text = text.replaceAll('\0', ' ');
  return text;
}
