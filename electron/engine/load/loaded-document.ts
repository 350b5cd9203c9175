// What a loader gives: the text that a reader sees, in reading order, with its structure and a place for every offset.
import type { MetaEntry, MetaProblem } from '../../../shared/domain/metadata.js';
import type { DocumentReason } from '../../../shared/errors.js';

export type BlockKind = 'heading' | 'paragraph' | 'list-item' | 'code' | 'table-row';

/**
 * A stretch of the text that belongs together. Blocks are ascending and do not overlap; what lies between
 * them is white space or separators. The chunker never cuts inside a `code` or `table-row` block
 * unless that block alone is over the budget.
 */
export interface Block {
  readonly kind: BlockKind;
  /** UTF-16 offsets into the document's text. */
  readonly start: number;
  readonly end: number;
  /** The headings above it, outermost first; a heading block names itself last. */
  readonly headingPath: readonly string[];
  /** 1-based page; null where the format has none. */
  readonly page: number | null;
  readonly sheet: string | null;
  /** 1-based row of a table. */
  readonly row: number | null;
  /** Words that every chunk of this block needs to be understood: a table's column names. */
  readonly context: string | null;
}

/** Where the text of one page stands on that page, in PDF points, origin top left. */
export interface PageLayout {
  readonly page: number;
  readonly widthPt: number;
  readonly heightPt: number;
  /** The page's own range in the document's text. */
  readonly start: number;
  readonly end: number;
  /** Six numbers an item: text start, text end, x, y, width, height. Ascending by start. */
  readonly items: Float32Array;
}

/** A page's layout with the text that it places. */
export interface PageText extends PageLayout {
  /** Of `start` to `end` in the document. */
  readonly text: string;
}

export interface LoadedDocument {
  readonly text: string;
  /** What the content is, as a lower-case extension. */
  readonly type: string;
  /** From the document itself (metadata or first heading), never from its name. */
  readonly title: string | null;
  /** `utf-8`, `windows-1252`, …; null where the format decides. */
  readonly encoding: string | null;
  /** ISO 639-1; null where it cannot be told. */
  readonly language: string | null;
  readonly pages: number | null;
  readonly blocks: readonly Block[];
  /** Only for formats with fixed pages. */
  readonly layouts: readonly PageLayout[];
  /** Set when the document gave less than it holds (three of its pages need text recognition, say). */
  readonly note: { readonly reason: DocumentReason; readonly message: string } | null;
  /** Keys and values that it carries to be filtered by; absent where the format has none. */
  readonly meta?: readonly MetaEntry[] | undefined;
  /** What is wrong with them. The document itself is read all the same. */
  readonly metaProblem?: MetaProblem | null | undefined;
}
