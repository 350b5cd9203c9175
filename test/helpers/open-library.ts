// A library as the app opens it, but for the model, which is loaded when something asks for it: many tests never do.
import { type Library, type OpenLibraryOptions, openLibrary } from '../../electron/engine/library.js';

export function openTestLibrary(options: OpenLibraryOptions): Promise<Library> {
  return openLibrary({ modelOnDemand: true, ...options });
}
