// Whether a TIFF page's data can be what its head says. Its decoder never complains: damaged data comes out as a blank page or as specks.
import utif, { type IFD } from 'utif2';

const tags = {
  width: 't256',
  height: 't257',
  packing: 't259',
  strips: 't273',
  strip: 't279',
  tiles: 't324',
  tile: 't325',
};
const packings = { group4: 4, lzw: 5 } as const;
/** What the decoder knows; the raw formats of cameras are no documents. */
const known: ReadonlySet<number> = new Set([1, 2, 3, packings.group4, packings.lzw, 6, 7, 8, 32_773, 32_809, 32_946]);

/** Only damage that is sure is told: what else a page may hold is for recognition to say. What is there of it can be decoded. */
export function isDamagedPage(bytes: Uint8Array, page: IFD): boolean {
  const packing = numbersOf(page, tags.packing)[0] ?? 1;
  if (!known.has(packing)) return true;
  const parts = partsOf(page);
  if (parts.length === 0 || parts.some(({ start, sizeBytes }) => start + sizeBytes > bytes.length)) return true;
  return packing === packings.lzw && parts.some(({ start }) => !startsLikeLzw(bytes, start));
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

/** Of each part of a page, what is decoded to see whether it is what it says. */
const probeBytes = 2_048;

/**
 * Whether a page that was packed as fax machines do is something else. Told from the beginnings of its parts, before it is decoded:
 * its decoder takes minutes for a few kilobytes of anything else.
 */
export function isNoFax(bytes: Uint8Array, page: IFD): boolean {
  if (numbersOf(page, tags.packing)[0] !== packings.group4 || page[tags.strips] === undefined) return false;
  const parts = partsOf(page).map(({ start, sizeBytes }) => ({ start, sizeBytes: Math.min(sizeBytes, probeBytes) }));
  const probe: IFD = { ...page, [tags.strip]: parts.map(({ sizeBytes }) => sizeBytes) };
  utif.decodeImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), probe);
  return isFarTooLong(parts, probe);
}

/** Of a line: one bit where it is as the one above. Of a change of colour: no code is longer, with all that may stand before it. */
const mostBitsOfChange = 64;
const bitsOfEnd = 256;

/** The decoder draws nothing more after the first code that is none. What it drew until then cannot have taken all these bits (ITU-T T.6). */
function isFarTooLong(parts: readonly Part[], page: IFD): boolean {
  const [width = 0] = numbersOf(page, tags.width);
  const [height = 0] = numbersOf(page, tags.height);
  const bits = parts.reduce((sum, { sizeBytes }) => sum + sizeBytes * 8, 0);
  const most = height + parts.length * bitsOfEnd + changesOf(page.data, width, height) * mostBitsOfChange;
  return bits > most;
}

/** Changes of colour in a page of one bit a pixel, along its lines. */
function changesOf(data: Uint8Array, width: number, height: number): number {
  const lineBytes = Math.ceil(width / 8);
  let changes = 0;
  for (let line = 0; line < height; line += 1) {
    let before = data[line * lineBytes] ?? 0;
    changes += changesIn(before ^ (before >> 1)) + 1;
    for (let at = 1; at < lineBytes; at += 1) {
      const byte = data[line * lineBytes + at] ?? 0;
      const bits = (before << 8) | byte;
      changes += changesIn((bits ^ (bits >> 1)) & 0xff);
      before = byte;
    }
  }
  return changes;
}

function changesIn(bits: number): number {
  let count = 0;
  for (let rest = bits & 0xff; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

function numbersOf(page: IFD, tag: string): readonly number[] {
  return Array.from((page[tag] as ArrayLike<unknown> | undefined) ?? [], Number);
}
