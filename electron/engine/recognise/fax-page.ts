// A TIFF page of a fax machine or a scanner, strip by strip.
import type { IFD } from 'utif2';
import { BitReader, type FaxPacking, readFaxRows } from './fax-rows.js';

const tags = {
  packing: 't259',
  order: 't266',
  strips: 't273',
  rows: 't278',
  bytes: 't279',
  group3: 't292',
  tiles: 't324',
} as const;
const lowFirst = 2;

/** Null where the page is packed in another way. */
export function faxPackingOf(page: IFD): FaxPacking | null {
  if (page[tags.tiles] !== undefined) return null;
  const options = numbersOf(page, tags.group3)[0] ?? 0;
  switch (numbersOf(page, tags.packing)[0]) {
    case 2:
      return { kind: 'runs' };
    case 3:
      return { kind: 'group-3', isTwoDimensional: (options & 1) === 1 };
    case 4:
      return { kind: 'group-4' };
    default:
      return null;
  }
}

/** Rows of one bit a pixel, and whether all of them could be read. */
export function readFaxPage(
  file: Uint8Array,
  page: IFD,
  { width, height, packing }: { readonly width: number; readonly height: number; readonly packing: FaxPacking },
): { readonly bytes: Uint8Array; readonly isWhole: boolean } {
  const rowBytes = Math.ceil(width / 8);
  const bytes = new Uint8Array(rowBytes * height);
  const sizes = numbersOf(page, tags.bytes);
  const isLowFirst = numbersOf(page, tags.order)[0] === lowFirst;
  const rowsPerStrip = Math.min(height, numbersOf(page, tags.rows)[0] || height);
  let row = 0;
  let isWhole = true;
  for (const [index, start] of numbersOf(page, tags.strips).entries()) {
    const wanted = Math.min(rowsPerStrip, height - row);
    if (wanted <= 0) break;
    const strip = new BitReader(file.subarray(start, start + (sizes[index] ?? file.length)), isLowFirst);
    const read = readFaxRows(strip, { width, height: wanted }, packing);
    bytes.set(read.bytes, row * rowBytes);
    isWhole &&= read.rows === wanted;
    row += wanted;
  }
  return { bytes, isWhole: isWhole && row >= height };
}

function numbersOf(page: IFD, tag: string): readonly number[] {
  return Array.from((page[tag] as ArrayLike<unknown> | undefined) ?? [], Number);
}
