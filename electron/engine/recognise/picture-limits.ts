// How large the pictures are that text recognition works on.
import { loadLimits } from '../load/load-limits.js';

/** Below it small print is lost, above it nothing is won: https://tesseract-ocr.github.io/tessdoc/ImproveQuality.html */
export const wantedDotsPerInch = 300;
/** Pixels a unit for a page of this size, at most `wanted`. */
export function scaleFor(width: number, height: number, wanted: number): number {
  return Math.min(wanted, Math.sqrt(loadLimits.maxDrawnPixels / Math.max(1, width * height)));
}
