// One library's search, open: the store's reader, the vectors, the words, and the work that keeps them in step.
import { join } from 'node:path';
import { libraryFileName } from '../../../shared/domain/library.js';
import type { MetaGuess } from '../../../shared/domain/metadata.js';
import type { SearchFilter, SearchResult } from '../../../shared/domain/search.js';
import { AppError } from '../../../shared/errors.js';
import type { RankedSearch } from '../rerank/reorder.js';
import { type Database, openReader } from '../store/sqlite.js';
import { BackgroundSample } from './background-sample.js';
import { wordsOf } from './fold-words.js';
import { GrowingVectors } from './growing-vectors.js';
import type { VerifiedVectors } from './held-vectors.js';
import { loadHnsw } from './hnsw-graph.js';
import { KeywordIndex } from './keyword-index.js';
import { guessMeta } from './meta-filter.js';
import { parseQuery } from './parse-query.js';
import { PassageReader } from './passages.js';
import { openJudgement } from './relevance.js';
import { countDocuments } from './scope.js';
import { prepareQuestion, scorePassage } from './score-passage.js';
import { type Judge, prepareSearch, rankedSearch, type SearchParts, search, type WordsPart } from './search.js';
import type { GraphState, OpenSearchRequest, SearchCall, SearchMethods } from './search-methods.js';
import { openWordList, VocabularyKeeper } from './vocabulary-keeper.js';

/** Searches whose vectors are being made; one that was given up meanwhile is forgotten with those after it. */
const mostPrepared = 4;

export class LibrarySearch {
  readonly #database: Database;
  readonly #parts: SearchParts;
  readonly #keeper: VocabularyKeeper;
  readonly #dimension: number;
  readonly #prepared = new Map<number, WordsPart>();
  readonly #loaded: Promise<void>;
  #isLoaded = false;

  private constructor(database: Database, parts: SearchParts, keeper: VocabularyKeeper, dimension: number) {
    this.#database = database;
    this.#dimension = dimension;
    this.#parts = parts;
    this.#keeper = keeper;
    this.#loaded = parts.vectors.open().then(() => {
      this.#isLoaded = true;
    });
    // Whoever waits for it is told.
    this.#loaded.catch(() => undefined);
  }

  /**
   * Searches by words can be answered at once; the vectors are loaded in the background (see {@link LibrarySearch.untilLoaded}).
   * @param judge instead of the model's own
   */
  static async open(
    { folder, generationId, dimension, modelFolder }: OpenSearchRequest,
    judge?: Judge,
  ): Promise<LibrarySearch> {
    const model = await openJudgement(modelFolder);
    const database = openReader(join(folder, libraryFileName));
    openWordList(database);
    const store = database.get<{ value: string }>(`SELECT value FROM meta WHERE key = 'store'`)?.value ?? '';
    const identity = { store, generationId, dimension };
    const { shift } = model.background;
    const vectors = new GrowingVectors({ database, folder, identity, shift, hnsw: await loadHnsw() });
    const keywords = new KeywordIndex(database);
    const keeper = new VocabularyKeeper(database, keywords.vocabulary);
    const parts: SearchParts = {
      database,
      vectors,
      keywords,
      passages: new PassageReader(database),
      background: new BackgroundSample(vectors, model.background.vectors),
      judge: judge ?? model.judge,
    };
    keeper.refresh();
    return new LibrarySearch(database, parts, keeper, dimension);
  }

  /** Resolves when what was written of the vectors is loaded: from then on they can be searched, as far as that goes. */
  untilLoaded(): Promise<void> {
    return this.#loaded;
  }

  /** @throws AppError `wrong-use` for a date that does not exist */
  prepare({ searchId, request }: Parameters<SearchMethods['prepare']>[0]): void {
    this.#prepared.set(searchId, prepareSearch(this.#parts, request));
    const [oldest] = this.#prepared.keys();
    if (this.#prepared.size > mostPrepared && oldest !== undefined) this.#prepared.delete(oldest);
  }

  /** @throws AppError `wrong-use` for a date that does not exist, or a vector of another length than the library's */
  search(call: SearchCall): SearchResult {
    return search(this.#parts, call, this.#preparedFor(call));
  }

  /** As {@link LibrarySearch.search}, with what reranking needs of each hit. */
  rank(call: SearchCall): RankedSearch {
    return rankedSearch(this.#parts, call, this.#preparedFor(call));
  }

  #preparedFor(call: SearchCall): WordsPart | undefined {
    const length = call.questionVector?.length ?? this.#dimension;
    if (length !== this.#dimension) {
      throw new AppError(
        'wrong-use',
        `The question's vector has ${length} numbers and the library's have ${this.#dimension}: they come from different models.`,
      );
    }
    const prepared = call.searchId === undefined ? undefined : this.#prepared.get(call.searchId);
    if (call.searchId !== undefined) this.#prepared.delete(call.searchId);
    return prepared;
  }

  /** How much of a question each of these texts has, by itself. */
  coverage(question: string, texts: readonly string[]): readonly number[] {
    const { keywords } = this.#parts;
    const { chunks, averageWords } = keywords.counts();
    const prepared = prepareQuestion(keywords.termsOf(parseQuery(question, true).words, chunks));
    return texts.map((text) => {
      const words = { passage: wordsOf(text).map(({ word }) => word), around: [] };
      return scorePassage(prepared, words, averageWords).coverage;
    });
  }

  guessFilters(question: string): readonly MetaGuess[] {
    return guessMeta(this.#database, question);
  }

  countDocuments(filter: SearchFilter): number {
    return countDocuments(this.#database, filter);
  }

  refresh(): void {
    this.#parts.passages.forget();
    // Once they are loaded, they go on with what came since by themselves.
    if (this.#isLoaded) this.#parts.vectors.refresh();
    this.#keeper.refresh();
  }

  async settle(): Promise<GraphState> {
    await this.#keeper.settle();
    await this.#loaded;
    return this.#parts.vectors.settle();
  }

  async forget(): Promise<void> {
    await this.#loaded;
    this.refresh();
    await this.#parts.vectors.forget();
  }

  async verify(): Promise<VerifiedVectors> {
    await this.#loaded;
    return this.#parts.vectors.verify();
  }

  async reset(): Promise<void> {
    await this.#loaded;
    await this.#keeper.reset();
    await this.#parts.vectors.reset();
    this.refresh();
  }

  async close(): Promise<void> {
    await this.#keeper.close();
    await this.#loaded.catch(() => undefined);
    await this.#parts.vectors.close();
    this.#database.close();
  }
}

/** Writes the graph of a generation that is being built, where it is large enough to have one. */
export async function prepareNext({ folder, generationId, dimension, modelFolder }: OpenSearchRequest): Promise<void> {
  const { background } = await openJudgement(modelFolder);
  const database = openReader(join(folder, libraryFileName));
  try {
    const store = database.get<{ value: string }>(`SELECT value FROM meta WHERE key = 'store'`)?.value ?? '';
    const identity = { store, generationId, dimension };
    const { shift } = background;
    const vectors = new GrowingVectors({
      database,
      folder,
      identity,
      shift,
      hnsw: await loadHnsw(),
      table: 'next_vectors',
    });
    await vectors.open();
    await vectors.settle();
    await vectors.close();
  } finally {
    database.close();
  }
}
