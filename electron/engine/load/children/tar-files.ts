// What lies in a tape archive (POSIX.1 ustar and pax, and GNU's long names), in its order. Nothing is copied.
import { loadLimits } from '../load-limits.js';

export interface TarFile {
  /** As it stands in the archive. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface TarList {
  readonly files: readonly TarFile[];
  /** False where the archive ends in the midst of a file, or with something else than its end. */
  readonly isWhole: boolean;
}

const blockBytes = 512;
const checksum = { start: 148, end: 156 } as const;

/** Whether the bytes begin with the head of a file in such an archive: its checksum must be right. */
export function isTar(bytes: Uint8Array): boolean {
  return bytes.length >= blockBytes && isHead(bytes.subarray(0, blockBytes));
}

export function listTar(bytes: Uint8Array): TarList {
  const files: TarFile[] = [];
  /** From the entry before, for the next one. */
  let longName: string | null = null;
  for (let at = 0, entries = 0; at + blockBytes <= bytes.length; entries += 1) {
    const head = bytes.subarray(at, at + blockBytes);
    if (head.every((byte) => byte === 0) || entries === loadLimits.maxPackedParts) return { files, isWhole: true };
    if (!isHead(head)) return { files, isWhole: false };
    const sizeBytes = numberAt(head, 124, 136);
    const start = at + blockBytes;
    const content = bytes.subarray(start, start + sizeBytes);
    const kind = String.fromCharCode(head[156] ?? 0);
    if (kind === 'L') longName = textOf(content);
    else if (kind === 'x') longName = paxName(content) ?? longName;
    else {
      // What is cut short is left out: half a file is another one.
      const isFile = (kind === '0' || kind === '\0' || kind === '7') && content.length === sizeBytes;
      const name = longName ?? nameOf(head);
      if (isFile && !name.endsWith('/')) files.push({ name, bytes: content });
      longName = null;
    }
    if (content.length < sizeBytes) return { files, isWhole: false };
    at = start + Math.ceil(sizeBytes / blockBytes) * blockBytes;
  }
  return { files, isWhole: true };
}

/** The sum of all bytes of the head, its own place counted as spaces. */
function isHead(head: Uint8Array): boolean {
  let sum = 0;
  for (const [at, byte] of head.entries()) sum += at >= checksum.start && at < checksum.end ? 0x20 : byte;
  return sum > 0x20 * (checksum.end - checksum.start) && sum === numberAt(head, checksum.start, checksum.end);
}

/** Octal digits, or, where the first bit is set, the number itself. Never negative, and no more than can be counted. */
function numberAt(head: Uint8Array, start: number, end: number): number {
  const field = head.subarray(start, end);
  if (((field[0] ?? 0) & 0x80) === 0) return Number.parseInt(textOf(field).trim(), 8) || 0;
  const value = field.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0);
  return Math.min(value, Number.MAX_SAFE_INTEGER);
}

function nameOf(head: Uint8Array): string {
  const name = textOf(head.subarray(0, 100));
  const isPosix = textOf(head.subarray(257, 263)) === 'ustar';
  const prefix = isPosix ? textOf(head.subarray(345, 500)) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** `LENGTH path=NAME` among the lines of an extended head. */
function paxName(content: Uint8Array): string | null {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(textOf(content))?.[1] ?? null;
}

/** Up to the first NUL; Latin letters of old archives where it is no UTF-8. */
function textOf(field: Uint8Array): string {
  const bytes = Buffer.from(field.buffer, field.byteOffset, field.byteLength);
  const end = bytes.indexOf(0);
  const used = end === -1 ? bytes : bytes.subarray(0, end);
  const text = used.toString('utf8');
  return text.includes('\ufffd') ? used.toString('latin1') : text;
}
