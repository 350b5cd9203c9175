// TIFF files: what scanners and fax machines write, with one picture a page.
import utif, { type IFD } from 'utif2';
import { AppError } from '../../../shared/errors.js';
import { loadLimits } from '../load/load-limits.js';
import { faxPackingOf, readFaxPage } from './fax-page.js';
import { type PagePicture, portableGraymap } from './picture-source.js';
import { isDamagedPage } from './tiff-damage.js';

const tags = { width: 't256', height: 't257', dotsAcross: 't282', unit: 't296' } as const;
const centimetres = 3;

/** Bytes of one value, by the number of its type. */
const valueBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8] as const;
const entryBytes = 12;

/**
 * Walks the list of pages before the file is decoded: a list that leads back into itself would never end, and a value that
 * claims to be longer than the file would fill the memory (TIFF 6.0, section 2).
 * @throws AppError `damaged`
 */
function checkPages(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = bytes[0] === 0x49;
  const seen = new Set<number>();
  try {
    for (let page = view.getUint32(4, isLittle); page !== 0; ) {
      if (seen.has(page) || seen.size > loadLimits.maxTiffPages) throw damaged();
      seen.add(page);
      const entries = view.getUint16(page, isLittle);
      for (let entry = page + 2; entry < page + 2 + entries * entryBytes; entry += entryBytes) {
        const size = valueBytes[view.getUint16(entry + 2, isLittle)] ?? 1;
        if (view.getUint32(entry + 4, isLittle) * size > bytes.length) throw damaged();
      }
      page = view.getUint32(page + 2 + entries * entryBytes, isLittle);
    }
  } catch (error) {
    throw error instanceof AppError ? error : damaged();
  }
}

function damaged(): AppError {
  return new AppError('damaged', 'This picture is damaged. Save or scan it again.');
}

/** The pictures of the file that have a size; the rest of a damaged file is passed over. */
function pagesOf(bytes: Uint8Array): readonly IFD[] {
  checkPages(bytes);
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return utif
    .decode(file)
    .filter((page) => sizeOf(page) > 0)
    .slice(0, loadLimits.maxTiffPages);
}

function numberOf(page: IFD, tag: string): number {
  return Number((page[tag] as ArrayLike<unknown> | undefined)?.[0] ?? 0) || 0;
}

function sizeOf(page: IFD): number {
  return numberOf(page, tags.width) * numberOf(page, tags.height);
}

/** @throws AppError `damaged` */
export function countTiffPages(bytes: Uint8Array): number {
  return pagesOf(bytes).length;
}

/** @throws AppError `damaged` (also where there is no such page), `too-large` */
export function tiffPicture(bytes: Uint8Array, number: number): PagePicture {
  const page = pagesOf(bytes)[number - 1];
  if (page === undefined) throw damaged();
  if (sizeOf(page) > loadLimits.maxDecodedPixels)
    throw new AppError('too-large', 'This picture is too large to be recognised.');
  const isWhole = decodePage(bytes, page);
  const { width, height } = page;
  const isDamaged = !isWhole || isDamagedPage(bytes, page);
  const dots = numberOf(page, tags.dotsAcross) * (numberOf(page, tags.unit) === centimetres ? 2.54 : 1);
  return {
    file: portableGraymap(grayOf(utif.toRGBA8(page)), width, height),
    turn: 0,
    width,
    height,
    dotsPerInch: dots >= 70 && dots <= 2_400 ? Math.round(dots) : null,
    widthPt: width,
    heightPt: height,
    isDamaged,
  };
}

/** Fills the page's pixels in; false where it is known that some are missing. */
function decodePage(bytes: Uint8Array, page: IFD): boolean {
  const packing = faxPackingOf(page);
  if (packing === null) {
    utif.decodeImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), page);
    return true;
  }
  const [width, height] = [numberOf(page, tags.width), numberOf(page, tags.height)];
  // The package's own reader of faxes takes for ever over noise.
  const read = readFaxPage(bytes, page, { width, height, packing });
  Object.assign(page, { width, height, data: read.bytes });
  return read.isWhole;
}

/** From red, green, blue and alpha, over white. */
function grayOf(rgba: Uint8Array): Uint8Array {
  const pixels = new Uint8Array(rgba.length / 4);
  for (let at = 0, from = 0; at < pixels.length; at += 1, from += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 255] = [rgba[from], rgba[from + 1], rgba[from + 2], rgba[from + 3]];
    const light = (red * 77 + green * 151 + blue * 28) >> 8;
    pixels[at] = alpha === 255 ? light : 255 - (((255 - light) * alpha) >> 8);
  }
  return pixels;
}
