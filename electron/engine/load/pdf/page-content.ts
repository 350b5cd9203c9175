// What a page gives without text recognition: words, nothing because it is blank, or a picture of words.
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { isBlank } from './is-blank.js';
import type { Line } from './page-lines.js';

export type PageContent = 'words' | 'blank' | 'picture';

const minDigits = 12;
/** A page with at least so many unmapped characters, being this share of what can be seen, has no text worth keeping. */
const minUnmapped = 20;
const maxUnmappedShare = 0.5;

/** @param unmapped characters without a meaning, as `readPageLines` counts them */
export async function contentOf(page: PDFPageProxy, lines: readonly Line[], unmapped: number): Promise<PageContent> {
  if (lines.some(hasWords)) return isRubbish(lines, unmapped) ? 'picture' : 'words';
  return unmapped > 0 || !(await isBlank(page)) ? 'picture' : 'blank';
}

/** Scans often carry a page number or a stamp's date as text: digits alone are words only in numbers. */
function hasWords({ text }: Line): boolean {
  return /\p{L}/u.test(text) || (text.match(/\p{N}/gu)?.length ?? 0) >= minDigits;
}

function isRubbish(lines: readonly Line[], unmapped: number): boolean {
  if (unmapped < minUnmapped) return false;
  const readable = lines.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
  return unmapped > (readable + unmapped) * maxUnmappedShare;
}
