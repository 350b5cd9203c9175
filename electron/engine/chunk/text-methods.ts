// What the text worker does for the engine: chunking and tokenizing, in the words of shared/rpc.ts.
import type { LoadedDocument } from '../load/loaded-document.js';
import type { TokenizedChunk } from './chunk.js';
import type { ChunkOptions } from './chunker.js';

/** What the chunker reads of a document; leave the layouts behind, they need not be copied. */
export type ChunkInput = Pick<LoadedDocument, 'text' | 'title' | 'blocks' | 'pages'>;

export type TextMethods = {
  /** Verifies and loads the model's tokenizer. Calls made before it is done wait for it. */
  open(payload: { readonly modelFolder: string }): void;
  /** All chunks of a document. Questions asked meanwhile are answered in between. */
  chunk(payload: { readonly document: ChunkInput; readonly options?: ChunkOptions }): {
    readonly chunks: readonly TokenizedChunk[];
  };
  /** The model's input for a question, cut to the longest that it takes. */
  tokenizeQuestion(payload: { readonly text: string }): Int32Array;
  /** The model's inputs for passages that are stored without their ids. */
  tokenizeInputs(payload: {
    readonly inputs: readonly { readonly context: string; readonly text: string }[];
  }): readonly Int32Array[];
};
