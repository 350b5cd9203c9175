// One question from asking to answering: understood, searched, guarded, answered, checked.
import type {
  Answer,
  AnswerPassage,
  AnswerProgress,
  AskRequest,
  ChatScope,
  OtherReading,
  SentRecord,
  Turn,
} from '../../../shared/domain/chat.js';
import { type ErrorCode, type PlainError, toPlainError } from '../../../shared/errors.js';
import type { KeptAnswer } from '../store/kept-answers.js';
import { joinedPassages } from './answer-passages.js';
import { type AnswerReuse, isFromSamePassages, withFoundPassages } from './answer-reuse.js';
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
import type { WholeDocument } from './whole-document.js';
import { otherWay, type WholeReading, withFigures } from './whole-reading.js';

export interface AnswerParts {
  readonly search: Search;
  readonly extractive: LanguageModel;
  /** Null where answers are quoted. */
  readonly model: LanguageModel | null;
  readonly open: (chunkId: string) => Promise<Answer['passagesRead'][number] | null>;
  /** Null where only passages are read. */
  readonly whole: WholeReading | null;
  /** Null where no answer is given twice. */
  readonly reuse: AnswerReuse | null;
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

const hopeless: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'key-refused',
  'key-missing',
  'address-refused',
  'offline-chosen',
]);

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
  /** Why nobody will write this answer, as the rewriting has shown. */
  #hopeless: ModelFailure | null = null;
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
    const alone = await this.#standingAlone(history);
    const kept = alone === null ? null : await this.#kept(alone);
    if (kept?.isCurrent === true) return this.#again(kept, kept.answer);
    const found = await this.#found(alone);
    const { model, whole } = this.#parts;
    if (found.isDeclined && (model === null || whole?.isAskedFor !== true || whole.document === null)) {
      return this.#declined(found);
    }
    if (kept !== null && isFromSamePassages(kept.answer, found.passages)) {
      return this.#again(kept, withFoundPassages(kept.answer, found.passages));
    }
    this.#growing.update({ phase: 'reading', passagesRead: found.passages });
    if (model === null) return this.#quoted(found, null);
    if (this.#hopeless !== null) return this.#quoted(found, toPlainError(this.#hopeless));
    if (history.leftOut > 0) this.#growing.step({ kind: 'shortened', turns: history.leftOut });
    try {
      return await this.#writtenEitherWay(model, found, history);
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      this.sent = joinSent(this.sent, error.sent);
      if (this.#asked.signal.aborted) throw error;
      return this.#quoted(found, toPlainError(error));
    }
  }

  /** From the whole document where that is chosen; from its passages where it is not, or where the host does not take so much. */
  async #writtenEitherWay(model: LanguageModel, found: FoundPassages, history: History): Promise<Said> {
    const { whole } = this.#parts;
    if (whole?.isChosen !== true) return this.#written(model, found, history, null);
    const { document } = whole;
    if (document === null) {
      this.#growing.step({ kind: 'too-long' });
      return this.#written(model, found, history, null);
    }
    this.#growing.step({ kind: 'whole', tokens: document.tokens });
    try {
      return await this.#written(model, found, history, document);
    } catch (error) {
      if (!(error instanceof ModelFailure) || error.code !== 'host-refused' || this.#asked.signal.aborted) throw error;
      this.sent = joinSent(this.sent, error.sent);
      this.#growing.step({ kind: 'too-long' });
      return this.#written(model, found, history, null);
    }
  }

  /** The question without what it leans on; null where only its own words can tell. First turns are left as they are. */
  #standingAlone(history: History): Promise<string | null> {
    const { request, turns } = this.#asked;
    return turns.length === 0 ? Promise.resolve(request.question) : this.#rewritten(history);
  }

  async #kept(question: string): Promise<KeptAnswer | null> {
    const { reuse } = this.#parts;
    if (reuse === null) return null;
    this.#growing.update({ phase: 'searching', queryUsed: question });
    return reuse.find(question, this.#asked.signal);
  }

  /** An earlier answer: nothing was sent for it now, but what a rewriting took. */
  #again({ question, asked }: KeptAnswer, answer: Said): Said {
    this.#growing.step({ kind: 'reused', question, asked });
    return { ...answer, sent: this.sent, isFromCache: true };
  }

  /** Searches for the question as it is understood. */
  async #found(alone: string | null): Promise<FoundPassages> {
    const { request, turns } = this.#asked;
    const last = turns.at(-1);
    if (last === undefined) return this.#search(request.question);
    if (alone !== null) {
      const found = await this.#search(alone);
      if (alone === request.question) return found;
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
      const { question, sent } = await model.rewrite(turns, request.question, this.#options());
      this.sent = joinSent(this.sent, sent);
      return question.trim() === '' ? request.question : question.trim();
    } catch (error) {
      // The answer itself will say what is wrong with the host; what asking again cannot mend is not asked again.
      if (!(error instanceof ModelFailure)) throw error;
      this.sent = joinSent(this.sent, error.sent);
      if (signal.aborted) throw error;
      if (hopeless.has(error.code)) this.#hopeless = error;
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

  async #written(
    model: LanguageModel,
    found: FoundPassages,
    history: History,
    document: WholeDocument | null,
  ): Promise<Said> {
    const { signal } = this.#asked;
    const shown = document === null ? null : withFigures(document.passages, found.passages);
    const prompt = this.#prompt(shown === null ? found : { ...found, passages: shown }, history.turns);
    const drafted = await model.answer(
      { ...prompt, isWhole: document !== null },
      {
        ...this.#options(),
        // A draft comes with every token, and a document has hundreds of passages: those that were found stand for it.
        onDraft: (draft) => this.#growing.draft(draft, shown === null ? null : found.passages),
        tools: document === null ? this.#tools() : undefined,
      },
    );
    this.sent = joinSent(this.sent, drafted.sent);
    const other = this.#other(drafted.sent, document !== null, drafted.passages);
    if (drafted.foundNothing && !drafted.isPartial) {
      const declined = this.#declined(found);
      const passagesRead = shown === null ? drafted.passages : found.passages;
      return { ...declined, answer: drafted.answer.trim() || declined.answer, passagesRead, other };
    }
    const whole = citedAnswer(drafted);
    const cited = shown === null ? whole : { ...whole, passagesRead: found.passages };
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
      other,
    };
  }

  #other(sent: SentRecord | null, isWhole: boolean, passages: readonly AnswerPassage[]): OtherReading | undefined {
    return otherWay(this.#parts.whole, { sent, isWhole, passages, count: this.#find.count });
  }

  #prompt({ query, passages }: FoundPassages, history: History['turns']): Parameters<LanguageModel['answer']>[0] {
    return { question: this.#asked.request.question, queryUsed: query, history, passages };
  }

  #options(): AnswerOptions {
    return {
      signal: this.#asked.signal,
      onDraft: (draft) => this.#growing.draft(draft, null),
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
      other: this.#other(null, false, passages),
    };
  }
}
