// A person's questions, on their way from the library's door to the search thread: embedded where they need it.
import type { SearchRequest, SearchResult } from '../../../shared/domain/search.js';
import type { RpcClient } from '../../../shared/rpc.js';
import type { Embedder } from '../embed/embedder.js';
import { QuestionGate } from '../ingest/question-gate.js';
import { parseQuery } from './parse-query.js';
import type { SearchMethods } from './search-methods.js';

export class Questions {
  /** Whoever asks passes it. */
  readonly gate = new QuestionGate();
  readonly #search: RpcClient<SearchMethods, Record<never, never>>;
  readonly #embedder: Pick<Embedder, 'embedQuestion'>;
  #nextSearchId = 1;

  constructor(search: RpcClient<SearchMethods, Record<never, never>>, embedder: Pick<Embedder, 'embedQuestion'>) {
    this.#search = search;
    this.#embedder = embedder;
  }

  ask(request: SearchRequest, signal?: AbortSignal): Promise<SearchResult> {
    return this.gate.during(() => this.#ask(request, signal));
  }

  async #ask(request: SearchRequest, signal: AbortSignal | undefined): Promise<SearchResult> {
    // Operators such as `type:pdf` narrow the search; they are no part of what is meant.
    const { text } = parseQuery(request.query, request.literal);
    const isByMeaning = request.mode !== 'words' && text !== '';
    if (!isByMeaning) return this.#search.call('search', { request, questionVector: null }, signal);
    const searchId = this.#nextSearchId++;
    // What is wrong with the request is said by the search itself.
    this.#search.call('prepare', { searchId, request }).catch(() => null);
    const questionVector = await this.#embedder.embedQuestion(text, signal);
    return this.#search.call('search', { request, questionVector, searchId }, signal);
  }
}
