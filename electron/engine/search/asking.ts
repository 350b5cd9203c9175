// A library's search as it is asked for: the question is embedded, the search worker searches, and the best are reranked.
import type { SearchRequest, SearchResult } from '../../../shared/domain/search.js';
import { AppError } from '../../../shared/errors.js';
import type { RpcClient } from '../../../shared/rpc.js';
import type { TextMethods } from '../chunk/text-methods.js';
import type { LocalEmbedder } from '../embed/local-embedder.js';
import { type ModelFolder, tokensOutput } from '../embed/model-files.js';
import { QuestionGate } from '../ingest/question-gate.js';
import type { LibraryParts } from '../library-parts.js';
import { LateInteraction } from '../rerank/late-interaction.js';
import { doubtIn, reordered, requestToRerank, rerankedCount } from '../rerank/reorder.js';
import type { Reranker } from '../rerank/reranker.js';
import { parseQuery } from './parse-query.js';
import type { SearchMethods } from './search-methods.js';

type Client<M extends TextMethods | SearchMethods> = RpcClient<M, Record<never, never>>;

export interface AskingParts {
  /** The one in use: it may change. */
  readonly model: () => ModelFolder;
  readonly searcher: Client<SearchMethods>;
  readonly embedder: LocalEmbedder;
  readonly reranker: Reranker & Pick<LateInteraction, 'forget'>;
}

export class Asking {
  readonly #parts: AskingParts;
  /** Whoever asks passes it. */
  readonly gate = new QuestionGate();
  #nextSearchId = 1;

  constructor(parts: AskingParts) {
    this.#parts = parts;
  }

  search(request: SearchRequest, signal?: AbortSignal): Promise<SearchResult> {
    return this.gate.during(() => this.#search(request, signal));
  }

  /** Nothing may stay of what was removed, or was read by another model. */
  forget(): void {
    this.#parts.reranker.forget();
  }

  async #search(request: SearchRequest, signal: AbortSignal | undefined): Promise<SearchResult> {
    checkNumbers(request);
    // Operators such as `type:pdf` narrow the search; they are no part of what is meant.
    const { text } = parseQuery(request.query, request.literal);
    const isByMeaning = request.mode !== 'words' && text !== '';
    const { searcher, embedder } = this.#parts;
    if (!isByMeaning) return searcher.call('search', { request, questionVector: null }, signal);
    const isReranked = request.rerank === true && canRerank(this.#parts.model());
    const asked = isReranked ? requestToRerank(request) : request;
    const searchId = this.#nextSearchId++;
    // What is wrong with the request is said by the search itself.
    searcher.call('prepare', { searchId, request: asked }).catch(() => null);
    const call = { request: asked, questionVector: await embedder.embedQuestion(text, signal), searchId };
    return isReranked ? this.#reranked(text, call, request, signal) : searcher.call('search', call, signal);
  }

  async #reranked(
    question: string,
    call: Parameters<SearchMethods['rank']>[0],
    request: SearchRequest,
    signal: AbortSignal | undefined,
  ): Promise<SearchResult> {
    const { searcher, reranker } = this.#parts;
    const startedMs = performance.now();
    const found = await searcher.call('rank', call, signal);
    const doubt = doubtIn(found.figures.map(({ score }) => score));
    const passages = found.result.hits
      .slice(0, doubt > 0 ? rerankedCount : 0)
      .map(({ text }, at) => ({ context: found.figures[at]?.context ?? '', text }));
    const closeness = passages.length > 0 ? await reranker.score(question, passages, signal) : [];
    const seconds = (performance.now() - startedMs) / 1_000;
    return { ...reordered(found, closeness, doubt * reranker.weight, request), seconds };
  }
}

/** Before any thread is asked: what is no number passes every comparison. @throws AppError `wrong-use` */
function checkNumbers({ k, minRelevance }: SearchRequest): void {
  if (k !== undefined && !(Number.isSafeInteger(k) && k >= 1)) {
    throw new AppError('wrong-use', 'How many passages a search gives is a whole number from 1.');
  }
  if (minRelevance !== undefined && !(minRelevance >= 0 && minRelevance <= 1)) {
    throw new AppError('wrong-use', 'The least relevance of a search is a number from 0 to 1.');
  }
}

/** Its weight was fitted with the calibration: what it is worth to another model nobody knows. */
function canRerank({ manifest }: ModelFolder): boolean {
  return tokensOutput(manifest) !== null && manifest.files.some(({ role }) => role === 'calibration');
}

export function askingOf(parts: LibraryParts, embedder: LocalEmbedder): Asking {
  const reranker = lateInteractionOf(parts.text.client, embedder);
  return new Asking({ model: () => parts.inUse.model, searcher: parts.search.client, embedder, reranker });
}

/** The reranker that needs no model of its own. */
export function lateInteractionOf(text: Client<TextMethods>, embedder: LocalEmbedder): LateInteraction {
  return new LateInteraction({
    tokenizeQuestion: (question, signal) => text.call('tokenizeQuestion', { text: question }, signal),
    tokenizePassages: (inputs, signal) => text.call('tokenizeInputs', { inputs }, signal),
    embedEachToken: (tokenIds, signal) => embedder.embedEachToken(tokenIds, signal),
  });
}
