// A library's search as it is asked for: the question is embedded, the search worker searches, and the best are reranked.
import type { SearchRequest, SearchResult } from '../../../shared/domain/search.js';
import type { RpcClient } from '../../../shared/rpc.js';
import type { TextMethods } from '../chunk/text-methods.js';
import type { LocalEmbedder } from '../embed/local-embedder.js';
import { type ModelFolder, tokensOutput } from '../embed/model-files.js';
import { LateInteraction } from '../rerank/late-interaction.js';
import { reordered, requestToRerank, rerankedCount } from '../rerank/reorder.js';
import type { Reranker } from '../rerank/reranker.js';
import { parseQuery } from './parse-query.js';
import type { SearchMethods } from './search-methods.js';

type Client<M extends TextMethods | SearchMethods> = RpcClient<M, Record<never, never>>;

export interface AskingParts {
  readonly model: ModelFolder;
  readonly searcher: Client<SearchMethods>;
  readonly embedder: LocalEmbedder;
  readonly reranker: Reranker;
}

export class Asking {
  readonly #parts: AskingParts;
  readonly #canRerank: boolean;
  #nextSearchId = 1;

  constructor(parts: AskingParts) {
    this.#parts = parts;
    this.#canRerank = tokensOutput(parts.model.manifest) !== null;
  }

  async search(request: SearchRequest, signal?: AbortSignal): Promise<SearchResult> {
    // Operators such as `type:pdf` narrow the search; they are no part of what is meant.
    const { text } = parseQuery(request.query, request.literal);
    const isByMeaning = request.mode !== 'words' && text !== '';
    const { searcher, embedder } = this.#parts;
    if (!isByMeaning) return searcher.call('search', { request, questionVector: null }, signal);
    const isReranked = request.rerank === true && this.#canRerank;
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
    const passages = found.result.hits
      .slice(0, rerankedCount)
      .map(({ text }, at) => ({ context: found.figures[at]?.context ?? '', text }));
    const closeness = await reranker.score(question, passages, signal);
    const seconds = (performance.now() - startedMs) / 1_000;
    return { ...reordered(found, closeness, reranker.weight, request), seconds };
  }
}

/** The reranker that needs no model of its own. */
export function lateInteractionOf(text: Client<TextMethods>, embedder: LocalEmbedder): LateInteraction {
  return new LateInteraction({
    tokenizeQuestion: (question, signal) => text.call('tokenizeQuestion', { text: question }, signal),
    tokenizePassages: (inputs, signal) => text.call('tokenizeInputs', { inputs }, signal),
    embedEachToken: (tokenIds, signal) => embedder.embedEachToken(tokenIds, signal),
  });
}
