// A small library in a real store, made of short texts, with vectors of the same kind as the model's but cheap.
import { onTestFinished } from 'vitest';
import { modelFolder } from '../../electron/engine/embed/model-files.js';
import { wordsOf } from '../../electron/engine/search/fold-words.js';
import { LibrarySearch } from '../../electron/engine/search/library-search.js';
import type { StoreMethods } from '../../electron/engine/store/store-methods.js';
import type { MetaEntry } from '../../shared/domain/metadata.js';
import type { Hit, SearchRequest, SearchResult } from '../../shared/domain/search.js';
import { hashOf, makeChunks, makeDocument, makeVector } from './make-document.js';
import { openTestStore } from './open-test-store.js';

const dimension = 384;
const generation = { embedder: 'words as vectors', chunker: 'paragraphs', dimension };

export interface MadeDocument {
  /** One passage for each paragraph. */
  readonly text: string;
  readonly root?: string;
  readonly collection?: string;
  readonly type?: string;
  readonly language?: string;
  readonly modified?: string;
  readonly title?: string;
  readonly meta?: readonly MetaEntry[];
  /** Leave it without vectors. */
  readonly wordsOnly?: boolean;
}

export interface MadeLibrary {
  readonly store: StoreMethods;
  readonly folder: string;
  readonly search: LibrarySearch;
  /** Adds documents (relative path to content) and waits until they can be found. */
  add(documents: Readonly<Record<string, MadeDocument | string>>): Promise<void>;
  /** Asks with a vector made of the question's words. */
  ask(query: string, more?: Omit<SearchRequest, 'query'>): SearchResult;
  /** Names of the documents found, in order. */
  names(query: string, more?: Omit<SearchRequest, 'query'>): readonly string[];
}

export function nameOf({ path }: Pick<Hit, 'path'>): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A unit vector in which each word has its own direction: texts that share words are near. */
export function wordsVector(text: string): Float32Array {
  const vector = new Float32Array(dimension);
  for (const { word } of wordsOf(text)) {
    for (const [at, value] of makeVector(hashOf(word), dimension).entries()) vector[at] = (vector[at] ?? 0) + value;
  }
  // What all have in common, so that no vector is empty and no two are opposite.
  vector[0] = (vector[0] ?? 0) + 1;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

export async function makeLibrary(
  documents: Readonly<Record<string, MadeDocument | string>> = {},
): Promise<MadeLibrary> {
  const { store, folder } = openTestStore({ generation });
  const generationId = 1;
  const search = await LibrarySearch.open({ folder, generationId, dimension, modelFolder: modelFolder() });
  onTestFinished(() => search.close());
  const library: MadeLibrary = {
    store,
    folder,
    search,
    async add(more) {
      for (const [name, document] of Object.entries(more)) {
        addDocument(store, name, typeof document === 'string' ? { text: document } : document);
      }
      search.refresh();
      await search.settle();
    },
    ask(query, more = {}) {
      const questionVector = more.mode === 'words' ? null : wordsVector(query);
      return search.search({ request: { query, all: true, ...more }, questionVector });
    },
    names: (query, more) => library.ask(query, more).hits.map(nameOf),
  };
  await library.add(documents);
  return library;
}

function addDocument(store: StoreMethods, relativePath: string, document: MadeDocument): void {
  const {
    text,
    root = '/library',
    collection = 'default',
    type = 'txt',
    language = 'en',
    title = null,
    meta,
  } = document;
  const { folderId } = store.addRoot({ path: root, isFile: false, collection });
  const { checkId } = store.beginCheck({ folderId, under: relativePath });
  const modifiedMs = Date.parse(document.modified ?? '2024-01-01T12:00:00Z');
  const sizeBytes = text.length;
  const plan = store.planBatch({ checkId, entries: [{ relativePath, sizeBytes, modifiedMs }], force: true });
  for (const { row } of plan.toRead) {
    const chunks = makeChunks(text, title ?? '');
    const place = { row, contentHash: hashOf(text), sizeBytes, modifiedMs };
    store.saveWords({ ...place, document: makeDocument(text, { type, language, title, meta }), chunks });
    if (document.wordsOnly === true) continue;
    const vectors = chunks.map(({ start, end, inputHash }) => ({
      inputHash,
      vector: wordsVector(text.slice(start, end)),
    }));
    store.saveVectors({ vectors });
  }
  store.endCheck({ checkId, keepUnder: [] });
}
