// A page without text: is it blank, or a picture that needs text recognition?
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { loadPdfjs } from './open-pdf.js';

const maxBlankPaths = 3;

/**
 * True where the page draws next to nothing. Images are never decoded (`maxImageSize` is 0) and leave no mark but the
 * scaling before them, so scaling counts as a picture.
 */
export async function isBlank(page: PDFPageProxy): Promise<boolean> {
  const { OPS } = await loadPdfjs();
  const { fnArray, argsArray } = await page.getOperatorList();
  let paths = 0;
  for (const [index, operation] of fnArray.entries()) {
    if (operation === OPS.showText && drawsGlyphs(argsArray[index])) return false;
    if (operation === OPS.transform || operation === OPS.paintFormXObjectBegin || operation === OPS.shadingFill)
      return false;
    if (operation === OPS.constructPath) paths++;
  }
  return paths <= maxBlankPaths;
}

/** Letters that come out as no text are drawn all the same. */
function drawsGlyphs(args: unknown): boolean {
  const [glyphs] = Array.isArray(args) ? (args as readonly unknown[]) : [];
  return Array.isArray(glyphs) && glyphs.some((glyph: { isSpace?: unknown } | null) => glyph?.isSpace === false);
}
