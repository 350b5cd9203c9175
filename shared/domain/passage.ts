// Where a passage stands in its document, for the reading pane.
import type { Locator } from './document.js';

/** A rectangle on a page, in PDF points, origin top left. */
export interface PageBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PassagePlace {
  readonly documentId: string;
  readonly chunkId: string;
  /** UTF-16 offsets into the document's text. */
  readonly start: number;
  readonly end: number;
  readonly page: number | null;
  readonly locator: Locator;
}

/** The boxes of a passage (or of ranges in it) on one page. */
export interface PageMarks {
  readonly page: number;
  readonly widthPt: number;
  readonly heightPt: number;
  readonly passage: readonly PageBox[];
  /** The matched words inside it. */
  readonly matches: readonly PageBox[];
}

/** A document's text as Acervo read it, with the places of its passages. */
export interface DocumentText {
  readonly documentId: string;
  readonly text: string;
  readonly passages: readonly PassagePlace[];
  /** Where the text of each page begins, for formats with fixed pages. */
  readonly pageStarts: readonly { readonly page: number; readonly start: number }[];
}
