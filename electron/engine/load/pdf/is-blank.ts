// A page without text: is it blank, or a picture that needs text recognition?
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { loadPdfjs } from './open-pdf.js';

const maxBlankPaths = 3;
/** What stands on a page as an icon at most: nothing to read in it. */
const iconKinds: ReadonlySet<string> = new Set(['FileAttachment', 'Link', 'Popup', 'Text']);

/**
 * True where the page draws next to nothing. Images are never decoded (`maxImageSize` is 0) and leave no mark but the
 * scaling before them, so scaling counts as a picture.
 */
export async function isBlank(page: PDFPageProxy): Promise<boolean> {
  const { AnnotationMode, OPS } = await loadPdfjs();
  const annotations = (await page.getAnnotations()) as readonly { readonly subtype?: unknown }[];
  const areIcons = annotations.every(({ subtype }) => iconKinds.has(String(subtype)));
  const annotationMode = areIcons ? AnnotationMode.DISABLE : AnnotationMode.ENABLE;
  const { fnArray } = await page.getOperatorList({ annotationMode });
  let paths = 0;
  for (const operation of fnArray) {
    if (operation === OPS.transform || operation === OPS.paintFormXObjectBegin || operation === OPS.shadingFill)
      return false;
    if (operation === OPS.constructPath) paths++;
  }
  return paths <= maxBlankPaths;
}
