// What the parse process answers, and what it says on its own.
import type { RecognisedPage } from '../recognise/recognised-page.js';
import type { PicturePages, RecognisePageRequest } from '../recognise/recogniser.js';
import type { LoadedDocument } from './loaded-document.js';

export interface HashResult {
  /** SHA-256, 32 bytes. */
  readonly contentHash: Uint8Array;
  readonly sizeBytes: number;
}

/** Errors: `vanished`, `unreadable`, and for `load` the reasons of `loadDocument`. */
export type ParseMethods = {
  hash(request: { readonly path: string }): HashResult;
  /**
   * The document without its text, which comes before the reply in `text` events.
   * `type`: a lower-case extension that stands in for the file name's own.
   */
  load(request: {
    readonly path: string;
    readonly type?: string | undefined;
    readonly recognised?: readonly RecognisedPage[] | undefined;
    /** As `LoadContext` has it. */
    readonly encoding?: string | null | undefined;
  }): {
    readonly contentHash: Uint8Array;
    readonly document: Omit<PackedDocument, 'text'>;
  };
  /** Which pages of a file need text recognition. Errors as `load`. */
  picturePages(request: { readonly path: string }): PicturePages;
  /** Recognises one page; the file stays open for the next one. Errors: `vanished`, `unreadable`, `damaged`, … */
  recognisePage(request: RecognisePageRequest): RecognisedPage;
};

/** As it crosses process and thread borders: text as bytes, blocks as numbers; a million objects would stop a loop to be copied. */
export interface PackedLoadResult {
  /** SHA-256 (32 bytes) of the very bytes that were parsed. */
  readonly contentHash: Uint8Array;
  readonly document: PackedDocument;
}

export interface PackedDocument extends Omit<LoadedDocument, 'blocks' | 'text'> {
  /** UTF-8, in parts that may end inside a character. */
  readonly text: readonly Uint8Array[];
  readonly blocks: PackedBlocks;
}

export interface PackedBlocks {
  /** Eight numbers a block: kind, start, end, heading path, page, row, context, sheet. Absent values are -1. */
  readonly numbers: Int32Array;
  /** The heading paths, contexts and sheets that the numbers point to: JSON in UTF-8. */
  readonly tables: Uint8Array;
}

export type ParseEvents = {
  /** Resident size of the process, every half second while its thread is free. */
  readonly resident: { readonly bytes: number };
  /** The next part of the text of the document in hand. */
  readonly text: { readonly bytes: Uint8Array };
  /** The document in hand moves on (a page was read). */
  readonly progress: { readonly path: string };
};
