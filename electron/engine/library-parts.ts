// What an open library is made of: its folder, its model and its threads.
import type { TextMethods } from './chunk/text-methods.js';
import type { ModelFolder } from './embed/model-files.js';
import type { OpenLibraryOptions } from './library.js';
import type { ModelShelf } from './models/model-shelf.js';
import type { SearchMethods } from './search/search-methods.js';
import type { Generation, StoreEvents, StoreMethods } from './store/store-methods.js';
import type { WorkerHandle } from './workers/start-worker.js';

export interface InUse {
  readonly generation: Generation;
  readonly generationId: number;
  readonly model: ModelFolder;
}

export interface LibraryParts {
  /** Of the library, without links. */
  readonly folder: string;
  readonly options: OpenLibraryOptions;
  readonly shelf: ModelShelf;
  /** The generation in use: another one may take its place. */
  inUse: InUse;
  readonly store: WorkerHandle<StoreMethods, StoreEvents>;
  readonly search: WorkerHandle<SearchMethods>;
  readonly text: WorkerHandle<TextMethods>;
  readonly isWhole: boolean;
  readonly isReadOnly: boolean;
}
