// What a page gives without text recognition: words, nothing because it is blank, or a picture of words.
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { isBlank } from './is-blank.js';
import type { Line } from './page-lines.js';

export type PageContent = 'words' | 'blank' | 'picture';

const minDigits = 12;

/** `lines`: as `readPageLines` gives them, which gives none where the page's letters have no names. */
export async function contentOf(page: PDFPageProxy, lines: readonly Line[]): Promise<PageContent> {
  if (lines.some(hasWords)) return 'words';
  return (await isBlank(page)) ? 'blank' : 'picture';
}

/** Scans often carry a page number or a stamp's date as text: digits alone are words only in numbers. */
function hasWords({ text }: Line): boolean {
  return /\p{L}/u.test(text) || (text.match(/\p{N}/gu)?.length ?? 0) >= minDigits;
}
