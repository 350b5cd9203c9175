// What gzip packed (RFC 1952): one member, or several one after the other. Of a file that is cut short, what there is.
import { constants, crc32, gunzipSync, inflateRawSync } from 'node:zlib';
import { AppError } from '../../../../shared/errors.js';
import { loadLimits } from '../load-limits.js';

export interface Unpacked {
  readonly bytes: Uint8Array;
  /** False where it ends before its end. */
  readonly isWhole: boolean;
}

const fixedHeadBytes = 10;
const trailerBytes = 8;
const flags = { headSum: 0x02, extra: 0x04, name: 0x08, comment: 0x10 } as const;

/** Whether a member begins here. */
export function isGzip([a, b, c]: Uint8Array): boolean {
  return a === 0x1f && b === 0x8b && c === 8;
}

/** Bytes behind the last member that begin no other one are passed over, as gzip does. @throws AppError `too-large`, `damaged` */
export function gunzip(bytes: Uint8Array): Unpacked {
  const { maxFileBytes, maxUnpackedRatio, minSuspectChildBytes } = loadLimits;
  const limit = Math.min(maxFileBytes, Math.max(minSuspectChildBytes, bytes.length * maxUnpackedRatio));
  try {
    return { bytes: gunzipSync(bytes, { maxOutputLength: limit }), isWhole: true };
  } catch (error) {
    if (isTooLarge(error)) throw tooLargeError();
    return memberByMember(bytes, limit, error);
  }
}

function memberByMember(bytes: Uint8Array, limit: number, cause: unknown): Unpacked {
  const parts: Uint8Array[] = [];
  let rest = bytes;
  let room = limit;
  let isWhole = true;
  while (isWhole && isGzip(rest)) {
    const member = parts.length < loadLimits.maxPackedParts ? readMember(rest, room) : null;
    isWhole = member?.isWhole ?? false;
    if (member === null) break;
    parts.push(member.bytes);
    room -= member.bytes.length;
    rest = rest.subarray(member.packedBytes);
  }
  if (parts.length === 0 || (!isWhole && room === limit)) {
    throw new AppError('damaged', 'This file is damaged and could not be unpacked.', { cause });
  }
  return { bytes: Buffer.concat(parts), isWhole };
}

/** Null where nothing can be had of it: its head is cut, or what it holds is not what was packed. */
function readMember(bytes: Uint8Array, room: number): (Unpacked & { readonly packedBytes: number }) | null {
  const start = contentStart(bytes);
  const inflated = start === null ? null : inflate(bytes.subarray(start), room);
  if (start === null || inflated === null) return null;
  const trailerAt = start + inflated.packedBytes;
  const trailer = Buffer.from(bytes.subarray(trailerAt, trailerAt + trailerBytes));
  const isWhole = trailer.length === trailerBytes;
  if (isWhole && trailer.readUInt32LE(0) !== crc32(inflated.bytes)) return null;
  return { bytes: inflated.bytes, packedBytes: trailerAt + trailerBytes, isWhole };
}

/** Behind the head and what it may hold: a field for programs, the name, a comment, a sum. Null where it is cut. */
function contentStart(bytes: Uint8Array): number | null {
  const given = bytes[3] ?? 0;
  let at = fixedHeadBytes;
  if ((given & flags.extra) !== 0) at += 2 + (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256;
  for (const text of [flags.name, flags.comment]) {
    if ((given & text) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end === -1) return null;
    at = end + 1;
  }
  if ((given & flags.headSum) !== 0) at += 2;
  return at < bytes.length ? at : null;
}

/** As far as it goes; null where what stands there was never packed so. @throws AppError `too-large` */
function inflate(
  packed: Uint8Array,
  room: number,
): { readonly bytes: Uint8Array; readonly packedBytes: number } | null {
  try {
    const told: unknown = inflateRawSync(packed, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: Math.max(1, room),
      info: true,
    });
    // What `info` makes of it is not in the types.
    const { buffer, engine } = told as {
      readonly buffer: Uint8Array;
      readonly engine: { readonly bytesWritten: number };
    };
    return { bytes: buffer, packedBytes: engine.bytesWritten };
  } catch (error) {
    if (isTooLarge(error)) throw tooLargeError();
    return null;
  }
}

function isTooLarge(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
}

function tooLargeError(): AppError {
  return new AppError('too-large', 'This file unpacks to far more than it holds, and was not unpacked.');
}
