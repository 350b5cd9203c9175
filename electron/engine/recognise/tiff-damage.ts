// Whether a TIFF page's data can be what its head says. Its decoder never complains: damaged data comes out as a blank page or as specks.
import type { IFD } from 'utif2';

const tags = { packing: 't259', strips: 't273', strip: 't279', tiles: 't324', tile: 't325' } as const;
const lzw = 5;
/** What the decoder knows; the raw formats of cameras are no documents. */
const known: ReadonlySet<number> = new Set([1, 2, 3, 4, lzw, 6, 7, 8, 32_773, 32_809, 32_946]);

/** Only damage that is sure is told: what else a page may hold is for recognition to say. What is there of it can be decoded. */
export function isDamagedPage(bytes: Uint8Array, page: IFD): boolean {
  const packing = numbersOf(page, tags.packing)[0] ?? 1;
  if (!known.has(packing)) return true;
  const parts = partsOf(page);
  if (parts.length === 0 || parts.some(({ start, sizeBytes }) => start + sizeBytes > bytes.length)) return true;
  return packing === lzw && parts.some(({ start }) => !startsLikeLzw(bytes, start));
}

interface Part {
  readonly start: number;
  readonly sizeBytes: number;
}

function partsOf(page: IFD): readonly Part[] {
  const starts = [...numbersOf(page, tags.strips), ...numbersOf(page, tags.tiles)];
  const sizes = [...numbersOf(page, tags.strip), ...numbersOf(page, tags.tile)];
  return starts.map((start, at) => ({ start, sizeBytes: sizes[at] ?? 0 }));
}

/** The first code clears the table: 256 in nine bits, from either end (TIFF 6.0, section 13, and what was written before it). */
function startsLikeLzw(bytes: Uint8Array, start: number): boolean {
  const [first = 0, second = 0] = [bytes[start], bytes[start + 1]];
  return (first === 0x80 && second < 0x80) || (first === 0 && (second & 1) === 1);
}

function numbersOf(page: IFD, tag: string): readonly number[] {
  return Array.from((page[tag] as ArrayLike<unknown> | undefined) ?? [], Number);
}
