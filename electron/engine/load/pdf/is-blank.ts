// A page without text: is it blank, or a picture that needs text recognition?
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { loadPdfjs } from './open-pdf.js';

const maxBlankPaths = 3;
/** What stands on a page as an icon at most: nothing to read in it. */
const iconKinds: ReadonlySet<string> = new Set(['FileAttachment', 'Link', 'Popup', 'Text']);

/**
 * True where the page draws next to nothing. Images are never decoded (`maxImageSize` is 0) and leave no mark but the
 * scaling before them, so scaling with nothing behind it counts as a picture.
 */
export async function isBlank(page: PDFPageProxy): Promise<boolean> {
  const { AnnotationMode, OPS } = await loadPdfjs();
  const annotations = (await page.getAnnotations()) as readonly { readonly subtype?: unknown }[];
  const areIcons = annotations.every(({ subtype }) => iconKinds.has(String(subtype)));
  const annotationMode = areIcons ? AnnotationMode.DISABLE : AnnotationMode.ENABLE;
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode });
  let paths = 0;
  for (const [index, operation] of fnArray.entries()) {
    if (operation === OPS.paintFormXObjectBegin || operation === OPS.shadingFill) return false;
    if (operation === OPS.transform && leadsNowhere(fnArray, index, OPS)) return false;
    if (operation === OPS.constructPath) paths++;
    if (operation === OPS.showText && hasNamelessLetters(argsArray[index])) return false;
  }
  return paths <= maxBlankPaths;
}

/** Shapes that a reader sees, and of which the document does not say which letters they are. */
function hasNamelessLetters(shown: unknown): boolean {
  const glyphs: unknown = Array.isArray(shown) ? shown[0] : null;
  if (!Array.isArray(glyphs)) return false;
  return glyphs.some((glyph: { readonly unicode?: unknown } | number | null) => {
    const letters = typeof glyph === 'object' ? glyph?.unicode : null;
    return typeof letters === 'string' && /[\p{Co}\ufffd]|(?!\s)\p{Cc}/u.test(letters);
  });
}

/** Nothing is drawn between a scaling and the end of what it is for. */
function leadsNowhere(
  operations: readonly number[],
  scaling: number,
  names: Readonly<Record<string, number>>,
): boolean {
  const { constructPath, showText, beginText, save, transform, restore } = names;
  for (let index = scaling + 1; index < operations.length; index++) {
    const operation = operations[index];
    if (operation === restore) return true;
    if ([constructPath, showText, beginText, save, transform].includes(operation)) return false;
  }
  return true;
}
