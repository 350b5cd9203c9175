// One question from asking to answering: understood, searched, guarded, answered, checked.
import type { Answer, AnswerProgress, AskRequest, ChatScope, SentRecord, Turn } from '../../../shared/domain/chat.js';
import { type PlainError, toPlainError } from '../../../shared/errors.js';
import { joinedPassages } from './answer-passages.js';
import { citedAnswer } from './cited-answer.js';
import { confidenceOf } from './confidence.js';
import {
  betterOf,
  type FindOptions,
  type FoundPassages,
  findPassages,
  type Search,
  withOriginal,
} from './find-passages.js';
import { leaningOf, withEarlierTerms } from './follow-up.js';
import { GrowingAnswer } from './growing-answer.js';
import { type History, historyOf } from './history.js';
import { type AnswerOptions, type LanguageModel, ModelFailure, type ModelTools } from './language-model.js';
import { notFoundWords } from './not-found-words.js';
import { isAnswerLanguage, languageOfQuestion } from './question-language.js';
import { joinSent } from './sent.js';

export interface AnswerParts {
  readonly search: Search;
  readonly extractive: LanguageModel;
  /** Null where answers are quoted. */
  readonly model: LanguageModel | null;
  readonly open: (chunkId: string) => Promise<Answer['passagesRead'][number] | null>;
}

export interface Asked {
  readonly request: AskRequest;
  readonly scope: ChatScope;
  /** Those before the question, oldest first. */
  readonly turns: readonly Turn[];
  readonly onProgress: ((progress: AnswerProgress) => void) | undefined;
  readonly signal: AbortSignal;
}

const usualPassages = 8;
const nearestOffered = 3;

const stopped: PlainError = { code: 'cancelled', message: 'Stopped. Ask again to have it answered.' };
const brokenOff: PlainError = {
  code: 'host-answer-broken',
  message: 'The answer broke off on its way. What was said until then stands; ask again for the rest.',
};

type Said = Omit<Answer, 'seconds' | 'queryUsed' | 'steps'>;

const nothingSaid: Said = {
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
};

/**
 * Answers. One that is stopped gives what was said until then; a model that fails gives quotes in its place.
 * @throws AppError what the library's own search and store throw
 */
export async function answerQuestion(parts: AnswerParts, asked: Asked): Promise<Answer> {
  const startedMs = performance.now();
  const growing = new GrowingAnswer(asked.request.askId, asked.onProgress);
  const answering = new Answering(parts, asked, growing);
  let said: Said;
  try {
    said = await answering.run();
  } catch (error) {
    if (!asked.signal.aborted) throw error;
    const draft = growing.said();
    const isSaid = draft.answer !== '';
    said = {
      ...nothingSaid,
      ...draft,
      kind: isSaid ? 'answered' : 'failed',
      confidence: isSaid ? 'low' : null,
      sent: answering.sent,
      problem: isSaid ? null : stopped,
      isStopped: true,
    };
  } finally {
    growing.end();
  }
  return {
    ...said,
    queryUsed: growing.queryUsed ?? asked.request.question,
    steps: growing.steps,
    seconds: (performance.now() - startedMs) / 1_000,
  };
}

class Answering {
  readonly #parts: AnswerParts;
  readonly #asked: Asked;
  readonly #growing: GrowingAnswer;
  readonly #find: FindOptions;
  /** What left the machine so far. */
  sent: SentRecord | null = null;

  constructor(parts: AnswerParts, asked: Asked, growing: GrowingAnswer) {
    this.#parts = parts;
    this.#asked = asked;
    this.#growing = growing;
    const { request, scope, signal } = asked;
    this.#find = { scope, count: request.passages ?? usualPassages, growing, signal };
  }

  async run(): Promise<Said> {
    const history = historyOf(this.#asked.turns);
    const found = await this.#found(history);
    if (found.isDeclined) return this.#declined(found);
    this.#growing.update({ phase: 'reading', passagesRead: found.passages });
    const { model } = this.#parts;
    if (model === null) return this.#quoted(found, null);
    if (history.leftOut > 0) this.#growing.step({ kind: 'shortened', turns: history.leftOut });
    try {
      return await this.#written(model, found, history);
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      this.sent = joinSent(this.sent, error.sent);
      if (this.#asked.signal.aborted) throw error;
      return this.#quoted(found, toPlainError(error));
    }
  }

  /** Searches for the question as it is understood. First turns are searched as they are. */
  async #found(history: History): Promise<FoundPassages> {
    const { request, turns } = this.#asked;
    const last = turns.at(-1);
    if (last === undefined) return this.#search(request.question);
    const rewritten = await this.#rewritten(history);
    if (rewritten !== null) {
      const found = await this.#search(rewritten);
      if (rewritten === request.question) return found;
      return withOriginal(
        found,
        await findPassages(this.#parts.search, request.question, this.#find),
        this.#find.count,
      );
    }
    const leaning = leaningOf(request.question);
    const combined =
      leaning === 'none'
        ? request.question
        : withEarlierTerms(request.question, { question: last.question, queryUsed: last.answer.queryUsed });
    const found = await this.#search(combined);
    if (combined === request.question || leaning === 'points') return found;
    // So short a question may stand alone as well.
    const better = betterOf(found, await findPassages(this.#parts.search, request.question, this.#find));
    this.#growing.update({ queryUsed: better.query });
    return better;
  }

  #search(query: string): Promise<FoundPassages> {
    this.#growing.update({ phase: 'searching', queryUsed: query });
    return findPassages(this.#parts.search, query, this.#find);
  }

  /** Null where nobody rewrites: then the question's own words decide. */
  async #rewritten({ turns }: History): Promise<string | null> {
    const { model } = this.#parts;
    const { request, signal } = this.#asked;
    if (model === null || turns.length === 0) return null;
    this.#growing.update({ phase: 'rewriting' });
    try {
      const { question, sent } = await model.rewrite(turns, request.question, signal);
      this.sent = joinSent(this.sent, sent);
      return question.trim() === '' ? request.question : question.trim();
    } catch (error) {
      // The answer itself will say what is wrong with the host.
      if (!(error instanceof ModelFailure)) throw error;
      this.sent = joinSent(this.sent, error.sent);
      if (signal.aborted) throw error;
      return null;
    }
  }

  async #quoted(found: FoundPassages, problem: PlainError | null): Promise<Said> {
    const drafted = await this.#parts.extractive.answer(this.#prompt(found, []), this.#options());
    if (drafted.foundNothing) return { ...this.#declined(found), problem };
    const cited = citedAnswer(drafted);
    const { answerable } = found;
    const confidence = confidenceOf({ answerable, citations: cited.citations });
    return { ...nothingSaid, ...cited, kind: 'extractive', confidence, answerable, sent: this.sent, problem };
  }

  async #written(model: LanguageModel, found: FoundPassages, history: History): Promise<Said> {
    const { signal } = this.#asked;
    const drafted = await model.answer(this.#prompt(found, history.turns), {
      ...this.#options(),
      tools: this.#tools(),
    });
    this.sent = joinSent(this.sent, drafted.sent);
    if (drafted.foundNothing && !drafted.isPartial) {
      const declined = this.#declined(found);
      return { ...declined, answer: drafted.answer.trim() || declined.answer, passagesRead: drafted.passages };
    }
    const cited = citedAnswer(drafted);
    if (cited.answer === '') {
      if (signal.aborted) return { ...nothingSaid, sent: this.sent, problem: stopped, isStopped: true };
      return this.#quoted(found, brokenOff);
    }
    const { answerable } = found;
    return {
      ...nothingSaid,
      ...cited,
      kind: 'answered',
      confidence: drafted.isPartial ? 'low' : confidenceOf({ answerable, citations: cited.citations }),
      answerable,
      sent: this.sent,
      problem: drafted.isPartial && !signal.aborted ? brokenOff : null,
      isStopped: signal.aborted,
    };
  }

  #prompt({ query, passages }: FoundPassages, history: History['turns']): Parameters<LanguageModel['answer']>[0] {
    return { question: this.#asked.request.question, queryUsed: query, history, passages };
  }

  #options(): AnswerOptions {
    return {
      signal: this.#asked.signal,
      onDraft: (draft) => this.#growing.draft(draft),
      onStep: (step) => this.#growing.step(step),
    };
  }

  /** What the model may do by itself: search in the same scope, and read around a passage. */
  #tools(): ModelTools {
    return {
      search: async (query, signal) => {
        const { passages } = await findPassages(this.#parts.search, query, { ...this.#find, growing: null, signal });
        return passages;
      },
      open: (chunkId) => this.#parts.open(chunkId),
    };
  }

  #declined({ passages, answerable }: FoundPassages): Said {
    const { question, language } = this.#asked.request;
    const own = languageOfQuestion(question) ?? (isAnswerLanguage(language) ? language : 'en');
    return {
      ...nothingSaid,
      kind: 'not-found',
      answer: notFoundWords[own],
      answerable,
      nearest: joinedPassages([passages], nearestOffered),
      sent: this.sent,
    };
  }
}
