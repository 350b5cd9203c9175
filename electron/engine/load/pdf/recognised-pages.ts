// Pages that are pictures, in a document that is being read: their recognised words where there are some, and what to say of the rest.
import { linesOfRecognised, type RecognisedPage } from '../../recognise/recognised-page.js';
import type { LoadedDocument } from '../loaded-document.js';
import type { PageLines } from './page-lines.js';

export interface RecognisedCounts {
  /** Pictures that wait for recognition. */
  withoutText: number;
  recognised: number;
  /** Pictures on which recognition found no word. */
  withoutWords: number;
  /** Pictures that it had to give up. */
  givenUp: number;
  /** Pictures that cannot be drawn. */
  damagedPictures: number;
  tooLarge: number;
}

export const emptyRecognised: RecognisedCounts = {
  withoutText: 0,
  recognised: 0,
  withoutWords: 0,
  givenUp: 0,
  damagedPictures: 0,
  tooLarge: 0,
};

/** Pages that are pictures and gave no word, for whatever reason. */
export function picturesWithoutWords(counts: RecognisedCounts): number {
  return counts.withoutText + doneWithoutWords(counts);
}

/** Those that need not be tried again. */
function doneWithoutWords({ withoutWords, givenUp, damagedPictures, tooLarge }: RecognisedCounts): number {
  return withoutWords + givenUp + damagedPictures + tooLarge;
}

/** Counts one page that is a picture; its lines where words were recognised on it. */
export function readRecognised(page: RecognisedPage | undefined, counts: RecognisedCounts): PageLines | null {
  switch (page?.outcome) {
    case undefined:
      counts.withoutText++;
      return null;
    case 'empty':
      counts.withoutWords++;
      return null;
    case 'failed':
      counts.givenUp++;
      return null;
    case 'damaged':
      counts.damagedPictures++;
      return null;
    case 'too-large':
      counts.tooLarge++;
      return null;
    case 'words':
      counts.recognised++;
      return linesOfRecognised(page.lines);
  }
}

/** What is to be said of the pages that are pictures; null where all of them were recognised. `pages`: of the document. */
export function recognitionNote(counts: RecognisedCounts, pages: number): LoadedDocument['note'] {
  const { withoutText, recognised, givenUp, damagedPictures, tooLarge } = counts;
  const done = recognised + doneWithoutWords(counts);
  if (withoutText > 0) {
    const message =
      done > 0
        ? `${done} of the ${done + withoutText} pages that are pictures were recognised. The others still need it.`
        : `${withoutText} of ${pages} pages are pictures without text. They need text recognition to be searched.`;
    return { reason: 'needs-recognition', message };
  }
  if (givenUp > 0) {
    return {
      reason: 'timed-out',
      message: `Text recognition had to give up ${givenUp} of ${pages} pages. Retry the document to have them tried again.`,
    };
  }
  if (tooLarge > 0) {
    const message = `${tooLarge} of ${pages} pages are pictures that are too large to be recognised. Save them smaller.`;
    return { reason: 'too-large', message };
  }
  if (damagedPictures > 0) {
    const message = `${damagedPictures} of ${pages} pages are damaged pictures. Save or scan them again.`;
    return { reason: 'damaged', message };
  }
  return null;
}
