// What lies in a tape archive (POSIX.1 ustar and pax, and GNU's long names), in its order. Nothing is copied.
import { loadLimits } from '../load-limits.js';

export interface TarFile {
  /** As it stands in the archive. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface TarList {
  readonly files: readonly TarFile[];
  /** False where the archive ends in the midst of a file, or with something else than its end, or where a head cannot be read. */
  readonly isWhole: boolean;
  /** Files that are kept without their empty stretches: they are left out. */
  readonly sparseFiles: number;
}

const blockBytes = 512;
const checksum = { start: 148, end: 156 } as const;
const fileKinds = ['0', '\0', '7'];
/** GNU's, of a file without its empty stretches: where the others stand is told by this head, and by more behind it. */
const sparseKind = 'S';
/** Names of the next entry and of where its link leads, its extended head, and that of all entries that follow. */
const headKinds = ['L', 'K', 'x', 'g'];

/** Whether the bytes begin with the head of a file in such an archive: its checksum must be right. */
export function isTar(bytes: Uint8Array): boolean {
  return bytes.length >= blockBytes && isHead(bytes.subarray(0, blockBytes));
}

/** What the heads before an entry say of it, in place of its own head. */
interface Fields {
  /** Empty where the name of its own head holds again. */
  readonly path?: string;
  readonly sizeBytes?: number;
  readonly isSparse?: boolean;
}

export function listTar(bytes: Uint8Array): TarList {
  const files: TarFile[] = [];
  let isWhole = true;
  let sparseFiles = 0;
  let forAll: Fields = {};
  let forNext: Fields = {};
  let at = 0;
  // No size is negative, so each round goes on by a head at least.
  for (let entries = 0; at + blockBytes <= bytes.length; entries += 1) {
    const head = bytes.subarray(at, at + blockBytes);
    if (isBlank(head) || entries === loadLimits.maxPackedParts) return { files, isWhole, sparseFiles };
    const entry = entryAt(bytes, at, { ...forAll, ...forNext });
    if (entry === null) return { files, isWhole: false, sparseFiles };
    const { kind, name, content, sizeBytes, headBytes } = entry;
    const isCut = content.length < sizeBytes;
    switch (kind) {
      case 'L':
        forNext = { ...forNext, path: textOf(content) };
        break;
      case 'x':
      case 'g': {
        const told = paxFields(content);
        if (kind === 'x') forNext = { ...forNext, ...told.fields };
        else forAll = { ...forAll, ...told.fields };
        isWhole &&= told.isWhole;
        break;
      }
      case 'K':
        break;
      default:
        // What is cut short is left out: half a file is another one.
        if (kind === sparseKind || forNext.isSparse === true) sparseFiles += 1;
        else if (fileKinds.includes(kind) && !isCut && !name.endsWith('/')) files.push({ name, bytes: content });
        forNext = {};
    }
    if (isCut) return { files, isWhole: false, sparseFiles };
    at += headBytes + Math.ceil(sizeBytes / blockBytes) * blockBytes;
  }
  // Without its end, and with a piece of a head instead.
  return { files, isWhole: isWhole && isBlank(bytes.subarray(at)), sparseFiles };
}

interface Entry {
  readonly name: string;
  readonly kind: string;
  readonly content: Uint8Array;
  readonly sizeBytes: number;
  readonly headBytes: number;
}

/** Null where no head stands, or one that tells no size. `told`: by the heads before it, which speak of no other heads. */
function entryAt(bytes: Uint8Array, at: number, told: Fields): Entry | null {
  const head = bytes.subarray(at, at + blockBytes);
  const kind = String.fromCharCode(head[156] ?? 0);
  const toldBytes = headKinds.includes(kind) ? undefined : told.sizeBytes;
  const sizeBytes = isHead(head) ? (toldBytes ?? numberAt(head, 124, 136)) : null;
  if (sizeBytes === null) return null;
  const headBytes = kind === sparseKind ? sparseHeadBytes(bytes.subarray(at)) : blockBytes;
  const start = at + headBytes;
  const content = bytes.subarray(start, start + sizeBytes);
  return { kind, name: told.path || nameOf(head), content, sizeBytes, headBytes };
}

/** Each block says whether another one follows, the head in another place than the blocks behind it. */
function sparseHeadBytes(bytes: Uint8Array): number {
  let end = blockBytes;
  for (let more = bytes[482]; more !== undefined && more !== 0; more = bytes[end - 8]) end += blockBytes;
  return end;
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

/** The sum of all bytes of the head, its own place counted as spaces. Some old programs took bytes over 127 as below zero. */
function isHead(head: Uint8Array): boolean {
  let sum = 0;
  let signedSum = 0;
  for (const [at, byte] of head.entries()) {
    const value = at >= checksum.start && at < checksum.end ? 0x20 : byte;
    sum += value;
    signedSum += value > 0x7f ? value - 0x100 : value;
  }
  const told = numberAt(head, checksum.start, checksum.end);
  return sum > 0x20 * (checksum.end - checksum.start) && (told === sum || told === signedSum);
}

/**
 * Octal digits up to a space or NUL (none are 0), or, where the first bit is set, the number itself. Null for anything else:
 * it is never negative, and no more than can be counted.
 */
function numberAt(head: Uint8Array, start: number, end: number): number | null {
  const [first = 0, ...rest] = head.subarray(start, end);
  if ((first & 0x80) === 0) {
    const digits = /^ *([0-7]*)(?:[ \0]|$)/.exec(latin1(head.subarray(start, end)))?.[1];
    return digits === undefined ? null : Number.parseInt(`0${digits}`, 8);
  }
  if ((first & 0x40) !== 0) return null;
  const value = rest.reduce((sum, byte) => sum * 256 + byte, first & 0x3f);
  return Math.min(value, Number.MAX_SAFE_INTEGER);
}

function nameOf(head: Uint8Array): string {
  const name = textOf(head.subarray(0, 100));
  const isPosix = textOf(head.subarray(257, 263)) === 'ustar';
  const prefix = isPosix ? textOf(head.subarray(345, 500)) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

/**
 * `LENGTH KEY=VALUE` and a line break, one after the other, told apart by their length alone: values (attributes of the file
 * system, comments) hold anything. Not whole where one of them is none; what stands behind it is not read.
 */
function paxFields(content: Uint8Array): { readonly fields: Fields; readonly isWhole: boolean } {
  let fields: Fields = {};
  for (let at = 0; at < content.length && content[at] !== 0; ) {
    const digits = /^(\d{1,10}) /.exec(latin1(content.subarray(at, at + 11)))?.[1] ?? '';
    const end = at + Number(digits);
    const keyAt = at + digits.length + 1;
    const record = content.subarray(keyAt, end - 1);
    const equals = record.indexOf(0x3d);
    if (digits === '' || end > content.length || content[end - 1] !== 0x0a || equals === -1) {
      return { fields, isWhole: false };
    }
    const key = latin1(record.subarray(0, equals));
    const value = record.subarray(equals + 1);
    if (key.startsWith('GNU.sparse.')) fields = { ...fields, isSparse: true };
    if (key === 'path') fields = { ...fields, path: textOf(value) };
    if (key === 'size' && /^\d+$/.test(latin1(value))) {
      fields = { ...fields, sizeBytes: Math.min(Number(latin1(value)), Number.MAX_SAFE_INTEGER) };
    }
    at = end;
  }
  return { fields, isWhole: true };
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** Up to the first NUL; Latin letters of old archives where it is no UTF-8. */
function textOf(field: Uint8Array): string {
  const bytes = Buffer.from(field.buffer, field.byteOffset, field.byteLength);
  const end = bytes.indexOf(0);
  const used = end === -1 ? bytes : bytes.subarray(0, end);
  const text = used.toString('utf8');
  return text.includes('\ufffd') ? used.toString('latin1') : text;
}
