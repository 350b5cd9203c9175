// Which pages of a PDF are pictures that only text recognition can read.
import { AppError } from '../../../../shared/errors.js';
import { loadLimits } from '../load-limits.js';
import { readTypedText, withTypedLines } from './form-lines.js';
import { endsIntact, withTrailer } from './mend-end.js';
import { openPdf } from './open-pdf.js';
import { contentOf } from './page-content.js';
import { readPageLines } from './page-lines.js';

/** Page numbers from 1, ascending. Damaged pages are no pictures. Takes `bytes` over. */
export async function picturePagesOfPdf(
  bytes: Uint8Array,
  passwords: readonly string[],
  signal: AbortSignal,
  onProgress: () => void,
): Promise<readonly number[]> {
  const { task } = await openPdf(endsIntact(bytes) ? bytes : withTrailer(bytes), passwords);
  try {
    const document = await task.promise;
    const typed = await readTypedText(document);
    const pages: number[] = [];
    for (let number = 1; number <= Math.min(document.numPages, loadLimits.maxPages); number += 1) {
      if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
      onProgress();
      const isPicture = await pageIsPicture(number).catch(() => false);
      if (isPicture) pages.push(number);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return pages;

    async function pageIsPicture(number: number): Promise<boolean> {
      const page = await document.getPage(number);
      const drawn = await readPageLines(page);
      const content = await contentOf(page, withTypedLines(page, drawn.lines, typed));
      page.cleanup();
      return content === 'picture';
    }
  } finally {
    await task.destroy();
  }
}
