// How the engine is, seen from the window.
import type { PlainError } from '../errors.js';

/** The library is open; words can be searched, and meaning too once the model is in. */
export interface ReadyState {
  readonly kind: 'ready';
  readonly isModelReady: boolean;
  /** Why questions can't be answered by meaning. */
  readonly modelError: PlainError | null;
  /** Why the last run of indexing did not get to its end. What it had stored is searchable. */
  readonly runError: PlainError | null;
}

export type EngineState =
  | { readonly kind: 'starting' }
  | ReadyState
  /** The library can't be opened. */
  | { readonly kind: 'failed'; readonly error: PlainError };

export interface AppState {
  readonly version: string;
  readonly platform: string;
  readonly engine: EngineState;
  /** The folder that the library lies in, for a person to read. */
  readonly libraryFolder: string;
  /** The language that `system` means here. */
  readonly systemLanguage: 'en' | 'es';
  /** The machine runs on its battery. */
  readonly isOnBattery: boolean;
}
