// From bytes to text: finds the encoding by mark, by content, by what the document declares, and by statistics, in this order.
import { isUtf8 } from 'node:buffer';
import { AppError } from '../../../shared/errors.js';
import { decodeAs, knownName } from './decode-as.js';
import { decodesCleanly, likelyEncoding } from './likely-encoding.js';
import { wideEncoding } from './wide-encoding.js';

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
  const isBinary = looksBinary(sample);
  const wide = isBinary || sample.includes(0) ? wideEncoding(sample) : null;
  if (wide !== null) return wide;
  const sevenBit = sample.some((byte) => byte >= 0x80 || byte === 0) ? null : sevenBitEncoding(sample, declared);
  if (sevenBit !== null) return sevenBit;
  if (isBinary) return null;
  if (isUtf8(bytes)) return 'utf-8';
  const telling = tellingSample(bytes);
  if (isMostlyUtf8(telling)) return 'utf-8';
  const declaredName = knownName(declared);
  if (declaredName !== null && decodesCleanly(telling, declaredName)) return declaredName;
  return likelyEncoding(telling);
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

function looksBinary(sample: Uint8Array): boolean {
  let controls = 0;
  let zeros = 0;
  // What was cut off is often filled up with zero bytes.
  const used = sample.subarray(0, sample.findLastIndex((byte) => byte !== 0) + 1);
  for (const byte of used.length > 0 && isUtf8(used) ? used : sample) {
    if (byte === 0) zeros++;
    else if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1a && byte !== 0x1b) controls++;
  }
  // A few zero bytes occur in logs that were cut off, and one may stray into a short note; more than that is no text.
  return zeros > Math.max(1, sample.length * 0.001) || controls > sample.length * maxControlShare;
}

/**
 * These are of seven bits and look like ASCII. Escapes to two-byte sets give some of them away, the others must be declared:
 * their signs stand in any text.
 */
function sevenBitEncoding(sample: Uint8Array, declared: string | null): string | null {
  const declaredName = knownName(declared);
  if (declaredName === 'utf-7' || declaredName === 'hz-gb-2312') return declaredName;
  for (let i = sample.indexOf(0x1b); i !== -1 && i + 2 < sample.length; i = sample.indexOf(0x1b, i + 1)) {
    if (sample[i + 1] !== 0x24) continue;
    if (sample[i + 2] === 0x42 || sample[i + 2] === 0x40) return 'iso-2022-jp';
    if (sample[i + 2] === 0x29 && sample[i + 3] === 0x43) return 'iso-2022-kr';
  }
  return null;
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

/** Same text with `\n` line ends; NULs, which storage can't hold, become spaces. */
function cleanText(decoded: string): string {
  let text = decoded.charCodeAt(0) === 0xfeff ? decoded.slice(1) : decoded;
  if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
  if (text.includes('\0')) text = text.replaceAll('\0', ' ');
  return text;
}
