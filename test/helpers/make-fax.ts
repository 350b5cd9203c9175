// Packs rows of pixels as fax machines do, for tests (ITU-T T.4 and T.6).
import { runs } from '../../electron/engine/recognise/fax-codes.js';

/** Rows of pixels, 1 is black. */
export type FaxRows = readonly (readonly (0 | 1)[])[];

const codesOfRuns = runs.map((codes) => new Map([...codes].map(([key, run]) => [run, key.toString(2).slice(1)])));
const near: Readonly<Record<number, string>> = {
  0: '1',
  1: '011',
  2: '000011',
  3: '0000011',
  [-1]: '010',
  [-2]: '000010',
  [-3]: '0000010',
};
export const faxMark = '000000000001';

function run(length: number, colour: 0 | 1): string {
  const codes = codesOfRuns[colour];
  const long = Math.min(2_560, length - (length % 64));
  if (length >= 64) return `${codes?.get(long)}${run(length - long, colour)}`;
  return codes?.get(length) ?? '';
}

/** Runs alone, white first. */
export function packRuns(row: FaxRows[number]): string {
  let bits = '';
  let colour: 0 | 1 = 0;
  for (let at = 0; at < row.length; colour = colour === 0 ? 1 : 0) {
    const start = at;
    while (at < row.length && row[at] === colour) at += 1;
    bits += run(at - start, colour);
  }
  return bits;
}

/** By what differs from the row above. */
export function packLeaning(row: FaxRows[number], above: FaxRows[number]): string {
  const width = row.length;
  const pixel = (line: FaxRows[number], at: number): number => (at < 0 ? 0 : (line[at] ?? 0));
  const nextChange = (line: FaxRows[number], from: number): number => {
    let at = from;
    while (at < width && pixel(line, at) === pixel(line, at - 1)) at += 1;
    return at;
  };
  let bits = '';
  let [at, colour]: [number, 0 | 1] = [-1, 0];
  while (at < width) {
    let [change, first] = [Math.max(at, 0), nextChange(above, at + 1)];
    while (change < width && pixel(row, change) === colour) change += 1;
    if (first < width && pixel(above, first) === colour) first = nextChange(above, first + 1);
    const second = Math.min(width, nextChange(above, first + 1));
    if (second < change) {
      bits += '0001';
      at = second;
    } else if (Math.abs(change - first) <= 3) {
      bits += near[change - first];
      [at, colour] = [change, colour === 0 ? 1 : 0];
    } else {
      let end = change;
      while (end < width && pixel(row, end) !== colour) end += 1;
      bits += `001${run(change - Math.max(at, 0), colour)}${run(end - change, colour === 0 ? 1 : 0)}`;
      at = end;
    }
  }
  return bits;
}

export function bitsToBytes(bits: string): Uint8Array {
  return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
}
