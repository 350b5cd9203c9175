// How the engine is, seen from the window.
import type { PlainError } from '../errors.js';

export type EngineState =
  | { readonly kind: 'starting' }
  /** The library is open; words can be searched, and meaning too once the model is in. */
  | { readonly kind: 'ready'; readonly isModelReady: boolean }
  | { readonly kind: 'failed'; readonly error: PlainError };

export interface AppState {
  readonly version: string;
  readonly platform: string;
  readonly engine: EngineState;
  /** The folder that the library lies in, for a person to read. */
  readonly libraryFolder: string;
  /** The language that `system` means here. */
  readonly systemLanguage: 'en' | 'es';
}
