// Pages of fax machines: every way of packing gives the same pixels, noise ends as damage at once.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { BitReader, type FaxPacking, readFaxRows } from '../../../electron/engine/recognise/fax-rows.js';
import { bitsToBytes, type FaxRows, faxMark, packLeaning, packRuns } from '../../helpers/make-fax.js';

/** Strokes and specks of all lengths, the same each time. */
function madeRows(width: number, height: number): FaxRows {
  let state = 7;
  const next = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const rows: (0 | 1)[][] = [];
  for (let row = 0; row < height; row += 1) {
    const above = rows.at(-1);
    const pixels = above === undefined ? Array<0 | 1>(width).fill(0) : [...above];
    for (let stroke = 0; stroke < 6; stroke += 1) {
      const start = next(width);
      pixels.fill(next(2) === 0 ? 0 : 1, start, start + 1 + next(stroke === 0 ? 3_000 : 40));
    }
    rows.push(row % 17 === 0 ? Array<0 | 1>(width).fill(row % 2 === 0 ? 0 : 1) : pixels);
  }
  return rows;
}

const [width, height] = [2_701, 120];
const rows = madeRows(width, height);
const blank: FaxRows[number] = Array<0 | 1>(width).fill(0);
const above = (row: number): FaxRows[number] => rows[row - 1] ?? blank;
const wanted = Buffer.concat(rows.map((row) => bitsToBytes(row.join(''))));
const padded = (bits: string): string => bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');

const packed: readonly (readonly [string, FaxPacking, string])[] = [
  ['runs', { kind: 'runs' }, rows.map((row) => padded(packRuns(row))).join('')],
  [
    'group 3',
    { kind: 'group-3', isTwoDimensional: false },
    rows.map((row) => `0000${faxMark}${packRuns(row)}`).join(''),
  ],
  [
    'group 3 in two dimensions',
    { kind: 'group-3', isTwoDimensional: true },
    rows
      .map((row, at) => `${faxMark}${at % 4 === 0 ? `1${packRuns(row)}` : `0${packLeaning(row, above(at))}`}`)
      .join(''),
  ],
  [
    'group 4',
    { kind: 'group-4' },
    `${rows.map((row, at) => packLeaning(row, above(at))).join('')}${faxMark}${faxMark}`,
  ],
];

test.each(packed)('%s', (_name, packing, bits) => {
  const bytes = bitsToBytes(bits);
  const read = readFaxRows(new BitReader(bytes, false), { width, height }, packing);
  expect(read.rows).toBe(height);
  expect(Buffer.from(read.bytes).equals(wanted)).toBe(true);
  const mirrored = bytes.map((byte) =>
    Number.parseInt(byte.toString(2).padStart(8, '0').split('').reverse().join(''), 2),
  );
  expect(readFaxRows(new BitReader(mirrored, true), { width, height }, packing)).toEqual(read);
});

test('a row that is wrong costs itself alone where marks say where the next one begins', () => {
  const [, packing, bits] = packed[1] ?? packed[0] ?? ['', { kind: 'runs' } as const, ''];
  const at = bits.indexOf(faxMark, bits.length / 2) + faxMark.length;
  const broken = `${bits.slice(0, at)}${'0000000011'.repeat(3)}${bits.slice(at + 30)}`;
  expect(readFaxRows(new BitReader(bitsToBytes(broken), false), { width, height }, packing).rows).toBe(height - 1);
});

test('noise is no page: it ends at its first wrong code', () => {
  const noise = Buffer.concat(
    Array.from({ length: 30_000 }, (_value, index) => createHash('sha256').update(String(index)).digest()),
  );
  for (const [, packing] of packed) {
    const read = readFaxRows(new BitReader(noise, false), { width: 1_728, height: 2_200 }, packing);
    expect(read.rows).toBeLessThan(1_000);
  }
});
