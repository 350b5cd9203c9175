// An open library's models, wired to its threads.
import type { CurrentEmbedder } from '../embed/current-embedder.js';
import type { Indexer } from '../ingest/indexer.js';
import type { LibraryParts } from '../library-parts.js';
import type { Questions } from '../search/questions.js';
import { ModelsOfLibrary, type ModelsTools } from './library-models.js';
import { putInPlace } from './put-in-place.js';

interface OpenParts extends Pick<ModelsTools, 'startEmbedder' | 'freeFile' | 'check' | 'onProgress' | 'onSwitched'> {
  readonly indexer: Indexer;
  readonly embedder: CurrentEmbedder;
  readonly questions: Questions;
}

export function modelsOf(parts: LibraryParts, { indexer, embedder, questions, ...tools }: OpenParts): ModelsOfLibrary {
  return new ModelsOfLibrary({
    ...tools,
    folder: parts.folder,
    shelf: parts.shelf,
    generation: () => parts.inUse.generation,
    isReadOnly: parts.isReadOnly,
    store: parts.store.client,
    text: parts.text.client,
    search: parts.search.client,
    runs: indexer.queue,
    gates: [indexer.gate, indexer.typing.gate],
    pace: indexer.pace,
    openModel: (name) => parts.shelf.open(name),
    putInPlace: (next) => questions.gate.alone(() => putInPlace(parts, embedder, next)),
  });
}
