// What every loader is given beside the bytes.
import type { RecognisedPages } from '../recognise/recognised-page.js';

export interface LoadContext {
  /** Lower-case extension of the file's name without the dot; empty where it has none. A hint, never the truth. */
  readonly extension: string;
  /** The file's name; absent where it has none. */
  readonly name?: string | undefined;
  /** Tried on a document that asks for one (PDF, office files), in this order. */
  readonly passwords?: readonly string[] | undefined;
  /** The encoding that a person chose; only formats that are text take it. */
  readonly encoding?: string | null | undefined;
  readonly signal: AbortSignal;
  /** Says that the loader moves on; the watcher gives up a document that is quiet for too long. */
  readonly onProgress: () => void;
  /** What text recognition has found on pages that are pictures. */
  readonly recognised?: RecognisedPages | undefined;
}

/** Turns a file's bytes into a document. Throws `AppError` with a document reason. May take the bytes over. */
export type Loader = (
  bytes: Uint8Array,
  context: LoadContext,
) => Promise<import('./loaded-document.js').LoadedDocument>;
