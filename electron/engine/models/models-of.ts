// An open library's models, wired to its threads.
import type { CurrentEmbedder } from '../embed/current-embedder.js';
import type { Indexer } from '../ingest/indexer.js';
import type { QuestionGate } from '../ingest/question-gate.js';
import type { LibraryParts } from '../library-parts.js';
import { ModelsOfLibrary, type ModelsTools } from './library-models.js';
import { putInPlace } from './put-in-place.js';

interface OpenParts extends Pick<ModelsTools, 'startEmbedder' | 'freeFile' | 'check' | 'onProgress' | 'onSwitched'> {
  readonly indexer: Indexer;
  readonly embedder: CurrentEmbedder;
  readonly gate: QuestionGate;
}

export function modelsOf(parts: LibraryParts, { indexer, embedder, gate, ...tools }: OpenParts): ModelsOfLibrary {
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
    putInPlace: (next) => gate.alone(() => putInPlace(parts, embedder, next)),
  });
}
