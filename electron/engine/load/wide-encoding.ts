// UTF-16 and UTF-32 without a mark: told by where the zero bytes stand, else by whether the text that comes out is natural.
import { isUtf8 } from 'node:buffer';
import { decodeAs } from './decode-as.js';

/** Share of control and unassigned characters above which a sample is no text. */
const maxOddShare = 0.02;
const maxLookBytes = 8_192;
const minNaturalCharacters = 16;

/** Characters that people write; half of all two-byte values are none of them. */
const natural =
  /[\t\n\r\f\u0020-\u007e\u00a0-\u06ff\u0900-\u0fff\u10a0-\u11ff\u1e00-\u1fff\u2010-\u205e\u20a0-\u20bf\u2100-\u214f\u2190-\u21ff\u2500-\u257f\u3000-\u312f\u4e00-\u9fff\uac00-\ud7a3\uff01-\uffee]|[\ud83c-\ud83e][\udc00-\udfff]/g;
const spaces = /[\n \u3000-\u3002\uff0c]/g;

/** Shares of zero bytes below which they may have strayed into text of one byte a letter; of Western letters half are zero. */
const maxStrayShare = 0.25;
const minZeroShare = 0.05;

/** The encoding's name, or null where the sample is neither. */
export function wideEncoding(sample: Uint8Array): string | null {
  const whole = sample.subarray(0, sample.length - (sample.length % 4));
  const zeros = sample.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0);
  if (zeros > 0 && zeros < sample.length * maxStrayShare && isNarrow(sample)) return null;
  const isText = zeros < sample.length * minZeroShare ? isNatural : isMostlyAssigned;
  return byZeros(whole).find((name) => isText(decodeAs(whole, name))) ?? byWords(sample);
}

/** ASCII or UTF-8 but for its zero bytes. */
function isNarrow(sample: Uint8Array): boolean {
  const bytes = sample.filter((byte) => byte !== 0);
  return isUtf8(bytes) && bytes.every((byte) => byte >= 0x20 || (byte >= 0x08 && byte <= 0x0d));
}

function isNatural(text: string): boolean {
  return text.length > 0 && (text.match(natural)?.join('').length ?? 0) >= text.length * (1 - maxOddShare);
}

function byZeros(sample: Uint8Array): readonly string[] {
  const zeros = [0, 0, 0, 0];
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0) zeros[i & 3] = (zeros[i & 3] ?? 0) + 1;
  const [z0 = 0, z1 = 0, z2 = 0, z3 = 0] = zeros;
  const quarter = sample.length / 4;
  const candidates: string[] = [];
  if (z0 > quarter * 0.9 && z1 > quarter * 0.9 && z3 < quarter * 0.1) candidates.push('utf-32be');
  if (z3 > quarter * 0.9 && z2 > quarter * 0.9 && z0 < quarter * 0.1) candidates.push('utf-32le');
  if (z0 + z2 > (z1 + z3) * 9) candidates.push('utf-16be');
  if (z1 + z3 > (z0 + z2) * 9) candidates.push('utf-16le');
  return candidates;
}

function isMostlyAssigned(text: string): boolean {
  const odd = text.match(/[\p{Cn}\p{Co}\p{Cc}\ufffd]/gu)?.filter((c) => !'\t\n\r\f'.includes(c)).length ?? 0;
  return text.length > 0 && odd <= text.length * maxOddShare;
}

/** Chinese, Japanese and Korean have next to no zero bytes; read in the wrong order they have next to no words and spaces. */
function byWords(sample: Uint8Array): string | null {
  const look = sample.subarray(0, Math.min(maxLookBytes, sample.length - (sample.length % 2)));
  const found = (['utf-16le', 'utf-16be'] as const).map((name) => {
    const text = decodeAs(look, name);
    const isWords = text.length >= minNaturalCharacters && isNatural(text);
    return { name, score: isWords ? (text.match(spaces)?.length ?? 0) : 0 };
  });
  const [best] = found.sort((a, b) => b.score - a.score);
  return best === undefined || best.score === 0 ? null : best.name;
}
