// What the parse process answers, and what it says on its own.
import type { RecognisedPage } from '../recognise/recognised-page.js';
import type { PicturePages, PicturePagesRequest, RecognisePageRequest } from '../recognise/recogniser.js';
import type { ChildEntry, ChildList, ChildRoom } from './children/child-entry.js';
import type { LoadedDocument } from './loaded-document.js';

export interface HashResult {
  /** SHA-256, 32 bytes. */
  readonly contentHash: Uint8Array;
  readonly sizeBytes: number;
}

/** A document by the file that it is or lies in, and the names that lead to it inside that. */
export interface DocumentPlace {
  /** Absolute. */
  readonly path: string;
  readonly inside?: readonly string[] | undefined;
}

/** `opened`: by the password at `index`. `open`: it asks for none. `other`: of a kind that is not opened here, or too damaged to tell. */
export type PasswordTrial =
  | { readonly kind: 'opened'; readonly index: number }
  | { readonly kind: 'open' | 'locked' | 'other' };

/** Errors: `vanished`, `unreadable`, and for `load` the reasons of `loadDocument`. */
export type ParseMethods = {
  hash(request: DocumentPlace): HashResult;
  /** What lies inside a document, also where the document itself cannot be read. `room`: how much may lie there. */
  list(request: DocumentPlace & { readonly room: ChildRoom }): ChildList;
  /** The bytes of a document come before the reply in `part` events. */
  bytes(request: DocumentPlace): null;
  /**
   * The document without its text, which comes before the reply in `text` events.
   * `type`: a lower-case extension that stands in for the file name's own.
   * `passwords`: tried in this order where the document asks for one.
   */
  load(
    request: DocumentPlace & {
      readonly type?: string | undefined;
      readonly passwords?: readonly string[] | undefined;
      readonly recognised?: readonly RecognisedPage[] | undefined;
      /** As `LoadContext` has it. */
      readonly encoding?: string | null | undefined;
      /** Where it is given, what lies inside is listed. */
      readonly room?: ChildRoom | undefined;
    },
  ): {
    readonly contentHash: Uint8Array;
    readonly children: readonly ChildEntry[];
    readonly document: Omit<PackedDocument, 'text'>;
  };
  /** Opens the file and no more, to see which password it wants. Errors: `vanished`, `unreadable`, `too-large`. */
  tryPasswords(request: DocumentPlace & { readonly passwords: readonly string[] }): PasswordTrial;
  /** Which pages of a document need text recognition. Errors as `load`. */
  picturePages(request: PicturePagesRequest): PicturePages;
  /** Recognises one page; the document stays open for the next one. Errors: `vanished`, `unreadable`, `damaged`, … */
  recognisePage(request: RecognisePageRequest): RecognisedPage;
};

/** As it crosses process and thread borders: text as bytes, blocks as numbers; a million objects would stop a loop to be copied. */
export interface PackedLoadResult {
  /** SHA-256 (32 bytes) of the very bytes that were parsed. */
  readonly contentHash: Uint8Array;
  readonly children: readonly ChildEntry[];
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
  /** The next part of the bytes that were asked for. */
  readonly part: { readonly bytes: Uint8Array };
  /** The document in hand moves on (a page was read). */
  readonly progress: { readonly path: string };
};
