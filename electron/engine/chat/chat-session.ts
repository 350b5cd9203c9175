// One question from asking to answering: understood, searched, guarded, answered, checked, kept.
import { setMaxListeners } from 'node:events';
import type {
  Answer,
  AnswerPassage,
  AnswerProgress,
  AnswerStep,
  AskRequest,
  AskResult,
  ChatScope,
  ChatSettings,
  Conversation,
  ConversationInfo,
  Turn,
} from '../../../shared/domain/chat.js';
import type { SearchRequest, SearchResult } from '../../../shared/domain/search.js';
import { AppError, toPlainError } from '../../../shared/errors.js';
import type { RpcClient } from '../../../shared/rpc.js';
import type { StoreMethods } from '../store/store-methods.js';
import { answerPassage, joinedPassages } from './answer-passages.js';
import { conversationMarkdown } from './answer-text.js';
import { citedAnswer } from './cited-answer.js';
import { confidenceOf } from './confidence.js';
import { ExtractiveModel, type ExtractiveParts } from './extractive-model.js';
import { leaningOf, withEarlierTerms } from './follow-up.js';
import type { Drafted } from './language-model.js';
import type { LibraryChat } from './library-chat.js';
import { notFoundWords } from './not-found-words.js';
import { isAnswerLanguage, languageOfQuestion } from './question-language.js';

export interface ChatParts extends ExtractiveParts {
  readonly store: RpcClient<StoreMethods, Record<never, never>>;
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchResult>;
}

const usualPassages = 8;
const nearestOffered = 3;
const longestQuestion = 4_000;
const mostListeners = 200;

export class ChatSession implements LibraryChat {
  readonly #parts: ChatParts;
  readonly #extractive: ExtractiveModel;
  /** Where answers may be asked for; null: nowhere. */
  #host: { readonly settings: ChatSettings; readonly key: string | null } | null = null;
  readonly #asking = new Map<string, AbortController>();

  constructor(parts: ChatParts) {
    this.#parts = parts;
    this.#extractive = new ExtractiveModel(parts);
  }

  async ask(
    request: AskRequest,
    onProgress?: (progress: AnswerProgress) => void,
    signal?: AbortSignal,
  ): Promise<AskResult> {
    return this.#while(request, signal, async (question, stop) => {
      const asked = new Date().toISOString();
      const earlier = await this.#earlier(request);
      const answer = await this.#answered({ ...request, question }, earlier, onProgress, stop);
      const { conversationId, scope, replaceTurnId } = request;
      return this.#parts.store.call('saveTurn', { conversationId, scope, question, asked, answer, replaceTurnId });
    });
  }

  answer(
    request: Omit<AskRequest, 'conversationId' | 'replaceTurnId'>,
    onProgress?: (progress: AnswerProgress) => void,
    signal?: AbortSignal,
  ): Promise<Answer> {
    return this.#while(request, signal, (question, stop) =>
      this.#answered(
        { ...request, question, conversationId: null },
        { scope: request.scope ?? {}, turns: [] },
        onProgress,
        stop,
      ),
    );
  }

  /** Runs `work` so that it can be stopped by the question's name. */
  async #while<T>(
    { askId, question: typed }: Pick<AskRequest, 'askId' | 'question'>,
    signal: AbortSignal | undefined,
    work: (question: string, stop: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const question = typed.trim();
    if (question === '') throw new AppError('wrong-use', 'The question is empty. Type what you want to know.');
    if (question.length > longestQuestion) {
      throw new AppError('wrong-use', `A question has at most ${longestQuestion} characters. Ask a shorter one.`);
    }
    if (this.#asking.has(askId)) throw new AppError('wrong-use', 'This question is being answered already.');
    const controller = new AbortController();
    this.#asking.set(askId, controller);
    const stop = AbortSignal.any([controller.signal, ...(signal === undefined ? [] : [signal])]);
    // Each of some forty sentences that are embedded at once listens.
    setMaxListeners(mostListeners, stop);
    try {
      return await work(question, stop);
    } finally {
      this.#asking.delete(askId);
    }
  }

  stop(askId: string): void {
    this.#asking.get(askId)?.abort();
  }

  conversations(query: Parameters<LibraryChat['conversations']>[0]): ReturnType<LibraryChat['conversations']> {
    return this.#parts.store.call('conversations', query);
  }

  conversation(conversationId: string): Promise<Conversation> {
    return this.#parts.store.call('conversation', { conversationId });
  }

  rename(conversationId: string, title: string): Promise<ConversationInfo> {
    return this.#parts.store.call('renameConversation', { conversationId, title });
  }

  async remove(conversationId: string): Promise<void> {
    await this.#parts.store.call('removeConversation', { conversationId });
  }

  async markdown(conversationId: string): Promise<string> {
    return conversationMarkdown(await this.conversation(conversationId));
  }

  set(settings: ChatSettings, key: string | null): void {
    this.#host = { settings, key };
  }

  close(): void {
    for (const controller of this.#asking.values()) controller.abort();
  }

  async #earlier({ conversationId, scope, replaceTurnId }: AskRequest): Promise<Earlier> {
    if (conversationId === null) return { scope: scope ?? {}, turns: [] };
    const conversation = await this.conversation(conversationId);
    const turns = conversation.all.filter(({ turnId }) => replaceTurnId === undefined || turnId < replaceTurnId);
    return { scope: scope ?? conversation.scope, turns };
  }

  async #answered(
    request: AskRequest,
    { scope, turns }: Earlier,
    onProgress: ((progress: AnswerProgress) => void) | undefined,
    signal: AbortSignal,
  ): Promise<Answer> {
    const startedMs = performance.now();
    const growing = new GrowingAnswer(request.askId, onProgress);
    const finish = (answer: Omit<Answer, 'seconds' | 'queryUsed' | 'steps'>): Answer => ({
      ...answer,
      queryUsed: growing.queryUsed ?? request.question,
      steps: growing.steps,
      seconds: (performance.now() - startedMs) / 1_000,
    });
    try {
      const found = await this.#found(request, scope, turns, growing, signal);
      if (found.isDeclined) return finish(this.#declined(request, found));
      growing.update({ phase: 'reading', passagesRead: found.passages });
      const drafted = await this.#extractive.answer(
        { question: request.question, queryUsed: found.query, history: [], passages: found.passages },
        { signal, onDraft: (draft) => growing.draft(draft), onStep: (step) => growing.step(step) },
      );
      if (drafted.foundNothing) return finish(this.#declined(request, found));
      const cited = citedAnswer(drafted);
      const { answerable } = found;
      return finish({
        ...nothingSaid,
        ...cited,
        kind: 'extractive',
        confidence: confidenceOf({ answerable, citations: cited.citations }),
        answerable,
      });
    } catch (error) {
      const problem = toPlainError(error);
      if (!signal.aborted && problem.code !== 'cancelled') throw error;
      return finish({ ...nothingSaid, ...growing.said(), problem: stoppedProblem, isStopped: true });
    }
  }

  /** Searches, with what the question leans on, and says whether that is near enough to answer from. */
  async #found(
    { question, passages }: AskRequest,
    scope: ChatScope,
    turns: readonly Turn[],
    growing: GrowingAnswer,
    signal: AbortSignal,
  ): Promise<Found> {
    const last = turns.at(-1);
    const leaning = last === undefined ? 'none' : leaningOf(question);
    const combined =
      last === undefined || leaning === 'none'
        ? question
        : withEarlierTerms(question, { question: last.question, queryUsed: last.answer.queryUsed });
    growing.update({ phase: 'searching', queryUsed: combined });
    const search = async (query: string): Promise<Found> => {
      const request = { query, k: passages ?? usualPassages, filter: scope, all: true, literal: true };
      const result = await this.#parts.search(request, signal);
      signal.throwIfAborted();
      growing.step({ kind: 'searched', query, passages: result.hits.length });
      const isDeclined =
        result.hits.length === 0 || (result.answerable !== null && result.answerable < result.threshold);
      return { query, answerable: result.answerable, isDeclined, passages: result.hits.map(answerPassage) };
    };
    const found = await search(combined);
    if (combined === question || leaning === 'points') return found;
    // So short a question may stand alone as well: whichever the library answers better.
    const alone = await search(question);
    const isAloneBetter = !alone.isDeclined && (alone.answerable ?? 0) > (found.answerable ?? 0);
    if (isAloneBetter) growing.update({ queryUsed: question });
    return isAloneBetter ? alone : found;
  }

  #declined({ question, language }: AskRequest, { passages, answerable }: Found): Declined {
    const own = languageOfQuestion(question) ?? (isAnswerLanguage(language) ? language : 'en');
    return {
      ...nothingSaid,
      kind: 'not-found',
      answer: notFoundWords[own],
      answerable,
      problem: null,
      nearest: joinedPassages([passages], nearestOffered),
    };
  }
}

interface Earlier {
  readonly scope: ChatScope;
  /** Those before the question, oldest first. */
  readonly turns: readonly Turn[];
}

interface Found {
  readonly query: string;
  readonly answerable: number | null;
  readonly isDeclined: boolean;
  /** Best first. */
  readonly passages: readonly AnswerPassage[];
}

type Declined = Omit<Answer, 'seconds' | 'queryUsed' | 'steps'>;

const stoppedProblem = { code: 'cancelled', message: 'Stopped. Ask again to have it answered.' } as const;

const nothingSaid = {
  kind: 'failed',
  answer: '',
  confidence: null,
  sources: [],
  citations: [],
  passagesRead: [],
  nearest: [],
  answerable: null,
  sent: null,
  problem: null,
  isStopped: false,
  isFromCache: false,
} as const satisfies Declined;

/** What is told of an answer while it grows; at most some twenty times a second. */
class GrowingAnswer {
  readonly #onProgress: ((progress: AnswerProgress) => void) | undefined;
  #progress: AnswerProgress;

  constructor(askId: string, onProgress: ((progress: AnswerProgress) => void) | undefined) {
    this.#onProgress = onProgress;
    this.#progress = {
      askId,
      phase: 'searching',
      queryUsed: null,
      steps: [],
      answer: '',
      citations: [],
      sources: [],
      passagesRead: [],
    };
  }

  get queryUsed(): string | null {
    return this.#progress.queryUsed;
  }

  get steps(): readonly AnswerStep[] {
    return this.#progress.steps;
  }

  update(change: Partial<AnswerProgress>): void {
    this.#progress = { ...this.#progress, ...change };
    this.#onProgress?.(this.#progress);
  }

  step(step: AnswerStep): void {
    this.update({ steps: [...this.#progress.steps, step] });
  }

  draft(draft: Drafted): void {
    this.update({ phase: 'answering', ...citedAnswer(draft) });
  }

  /** What was said until now. */
  said(): Pick<Answer, 'kind' | 'answer' | 'citations' | 'sources' | 'passagesRead'> {
    const { answer, citations, sources, passagesRead } = this.#progress;
    return { kind: answer === '' ? 'failed' : 'answered', answer, citations, sources, passagesRead };
  }
}
