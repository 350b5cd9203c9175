// Vectors as they lie in the file: 32-bit floats, little-endian, as on every processor that the app runs on.
import { crc32 } from 'node:zlib';

/** CRC-32 of the vector's bytes: a flipped sign leaves a unit vector a unit vector. */
export function checksumOf(blob: Uint8Array): number {
  return crc32(blob);
}

/** A view on the vector's bytes, for binding. */
export function blobOfVector(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** Copies, since a blob need not begin at a multiple of four bytes. */
export function vectorOfBlob(blob: Uint8Array): Float32Array {
  const bytes = new Uint8Array(blob.byteLength - (blob.byteLength % 4));
  bytes.set(blob.subarray(0, bytes.byteLength));
  return new Float32Array(bytes.buffer);
}

/** Whether it has `dimension` finite numbers and the length 1 (to a thousandth). */
export function isUnitVector(vector: Float32Array, dimension: number): boolean {
  if (vector.length !== dimension) return false;
  let squares = 0;
  for (const value of vector) squares += value * value;
  // NaN and infinity fail the comparison too.
  return Math.abs(Math.sqrt(squares) - 1) < 1e-3;
}
