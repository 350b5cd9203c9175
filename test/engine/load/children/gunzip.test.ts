// What gzip packed, whole, cut short, and with other bytes behind it.
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gunzip } from '../../../../electron/engine/load/children/gunzip.js';

const words = Buffer.from('The ferry leaves at noon. ');
const noise = randomBytes(5_000);
const packedNoise = gzipSync(noise);

function textIn(...parts: readonly Uint8Array[]): readonly [string, boolean] {
  const { bytes, isWhole } = gunzip(new Uint8Array(Buffer.concat(parts)));
  return [Buffer.from(bytes).toString('latin1'), isWhole];
}

/** A head that holds all that it may hold, before what was packed. */
function withLongHead(packed: Uint8Array): Buffer {
  const head = Buffer.from([0x1f, 0x8b, 8, 0x1e, 0, 0, 0, 0, 0, 3, 3, 0, 1, 0, 2]);
  return Buffer.concat([head, Buffer.from('name.txt\0a comment\0??'), packed.subarray(10)]);
}

test('bytes behind the last member that begin none are passed over', () => {
  const stray = Buffer.from('stray bytes');
  expect(textIn(gzipSync(words), stray)).toEqual([`${words}`, true]);
  expect(textIn(gzipSync(words), gzipSync(words), stray)).toEqual([`${words}${words}`, true]);
  expect(textIn(gzipSync(''), stray)).toEqual(['', true]);
  expect(textIn(withLongHead(gzipSync(words)), withLongHead(gzipSync(words)), stray)).toEqual([
    `${words}${words}`,
    true,
  ]);
});

test('what is cut short gives what there is of it, and says so', () => {
  const { bytes, isWhole } = gunzip(packedNoise.subarray(0, 3_000));
  expect(isWhole).toBe(false);
  expect(bytes.length).toBeGreaterThan(2_500);
  expect(noise.subarray(0, bytes.length).equals(Buffer.from(bytes))).toBe(true);
  expect(textIn(gzipSync(words).subarray(0, -3))).toEqual([`${words}`, false]);
  expect(textIn(gzipSync(words), packedNoise.subarray(0, 5))).toEqual([`${words}`, false]);
});

test('a member that is not what was packed is left out, with what is behind it', () => {
  const wrong = Buffer.from(packedNoise);
  wrong[2_000] = (wrong[2_000] ?? 0) ^ 1;
  expect(textIn(gzipSync(words), wrong, gzipSync(words))).toEqual([`${words}`, false]);
  expect(() => gunzip(wrong)).toThrow(expect.objectContaining({ code: 'damaged' }));
});

test.each([
  ['nothing but a head', packedNoise.subarray(0, 10)],
  ['a name without an end', Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3, 65, 66, 67])],
  ['a method that is not known', Buffer.from([0x1f, 0x8b, 7, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3])],
])('gives up on %s', (_what, bytes) => {
  expect(() => gunzip(bytes)).toThrow(expect.objectContaining({ code: 'damaged' }));
});

test('no more is unpacked of several members than of one', () => {
  const half = withLongHead(gzipSync(Buffer.alloc(3_000_000)));
  const stray = Buffer.from('stray');
  expect(gunzip(Buffer.concat([half, stray])).bytes.length).toBe(3_000_000);
  expect(() => gunzip(Buffer.concat([half, half, stray]))).toThrow(expect.objectContaining({ code: 'too-large' }));
});
