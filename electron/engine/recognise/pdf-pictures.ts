// Pages of a PDF drawn as pictures, by PDFium compiled to WebAssembly: hostile files are drawn inside its own memory.
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { AppError } from '../../../shared/errors.js';
import { scaleFor, wantedDotsPerInch } from './picture-limits.js';
import { type PagePicture, type PictureSource, portableGraymap } from './picture-source.js';
import { drawingCode } from './recognition-data.js';

const pointsPerInch = 72;

let starting: Promise<PDFiumLibrary> | undefined;

async function startLibrary(): Promise<PDFiumLibrary> {
  const { buffer, byteOffset, byteLength } = await drawingCode();
  return PDFiumLibrary.init({ wasmBinary: buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer });
}

/** `passwords`: tried in their order where the document asks for one. Throws PDFium's reason where it does not open. */
export async function openPdfPictures(bytes: Uint8Array, passwords: readonly string[]): Promise<PictureSource> {
  starting ??= startLibrary();
  const document = await openWithAny(await starting, bytes, passwords);
  return {
    picture: (page) => draw(document, page),
    close: () => document.destroy(),
  };
}

async function openWithAny(
  library: PDFiumLibrary,
  bytes: Uint8Array,
  passwords: readonly string[],
): Promise<PDFiumDocument> {
  let reason: unknown;
  // Most ask for none.
  for (const password of ['', ...passwords]) {
    try {
      return await library.loadDocument(bytes, password);
    } catch (error) {
      reason ??= error;
    }
  }
  throw reason;
}

async function draw(document: PDFiumDocument, number: number): Promise<PagePicture> {
  if (number > document.getPageCount()) throw new AppError('damaged', 'This page is damaged and could not be drawn.');
  const page = document.getPage(number - 1);
  const { originalWidth: widthPt, originalHeight: heightPt } = page.getOriginalSize();
  const scale = scaleFor(widthPt, heightPt, wantedDotsPerInch / pointsPerInch);
  // Form fields and stamps are drawn too: they are what a person sees.
  const { data, width, height } = await page.render({ scale, colorSpace: 'Gray', renderFormFields: true });
  const dotsPerInch = Math.round(scale * pointsPerInch);
  return { file: portableGraymap(data, width, height), turn: 0, width, height, dotsPerInch, widthPt, heightPt };
}
