// What the text worker does for the engine: tokenizing, and chunking documents into the store, in the words of shared/rpc.ts.
import type { PackedDocument } from '../load/parse-methods.js';
import type { SaveWordsReply, SaveWordsRequest } from '../store/store-methods.js';
import type { ChunkOptions } from './chunk-options.js';
import type { PackedInputs } from './packed-inputs.js';

export type SaveTarget = Omit<SaveWordsRequest, 'document' | 'chunks'>;

export interface SavedDocument extends Omit<SaveWordsReply, 'withoutVector'> {
  readonly chunks: number;
  /** What still has to be embedded, in order. */
  readonly waiting: PackedInputs;
}

export type TextMethods = {
  /**
   * Verifies and loads the model's tokenizer. Calls made before it is done wait for it. `onDemand`: it is loaded when the
   * first of them needs it.
   */
  open(payload: OpenTextRequest & { readonly onDemand?: boolean | undefined }): void;
  /**
   * Chunks a document and saves text and words through the store worker. Questions asked meanwhile are answered in
   * between. Errors: `empty` when there is nothing to chunk, and those of the store.
   */
  saveDocument(payload: { readonly document: PackedDocument; readonly target: SaveTarget }): SavedDocument;
  /** The model's input for a question, cut to the longest that it takes. */
  tokenizeQuestion(payload: { readonly text: string }): Int32Array;
  /** The model's inputs for passages that are stored without their ids. */
  tokenizeInputs(payload: {
    readonly inputs: readonly { readonly context: string; readonly text: string }[];
    /** Of the generation that is being built. */
    readonly isNext?: boolean | undefined;
  }): readonly Int32Array[];
  /** The model and the numbers of the generation that is being built; null: none any more. */
  openNext(payload: OpenTextRequest | null): void;
  /**
   * Cuts a document of the store for the generation that is being built, and saves that there. Null where the document has
   * changed meanwhile or is gone.
   */
  buildDocument(payload: { readonly row: number }): BuiltDocument | null;
  /** From now on that generation is the one in use. */
  useNext(payload: null): void;
};

export interface OpenTextRequest {
  readonly modelFolder: string;
  /** Null or left out: the usual numbers. */
  readonly chunking?: ChunkOptions | null | undefined;
}

export interface BuiltDocument {
  readonly chunks: number;
  /** Of all its passages. */
  readonly tokens: number;
  /** What still has to be embedded, in order. */
  readonly waiting: PackedInputs;
}
