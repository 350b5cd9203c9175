// How large the pictures are that text recognition works on.

/** Below it small print is lost, above it nothing is won: https://tesseract-ocr.github.io/tessdoc/ImproveQuality.html */
export const wantedDotsPerInch = 300;
/** A larger page is drawn coarser. A4 at 300 dots an inch has 8.7 million. */
const maxPixels = 12_000_000;
/** A larger picture file is not even decoded: it would take half a gigabyte. */
export const maxDecodedPixels = 60_000_000;

/** Pixels a unit for a page of this size, at most `wanted`. */
export function scaleFor(width: number, height: number, wanted: number): number {
  return Math.min(wanted, Math.sqrt(maxPixels / Math.max(1, width * height)));
}
