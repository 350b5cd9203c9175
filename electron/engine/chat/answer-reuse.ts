// An answer that was given before, looked up before the search; and which answers are worth keeping for that.
import { createHash } from 'node:crypto';
import type { Answer, AnswerPassage, ChatScope, ChatSettings } from '../../../shared/domain/chat.js';
import { type ErrorCode, toPlainError } from '../../../shared/errors.js';
import type { KeptAnswer, KeptUnder } from '../store/kept-answers.js';
import type { ChatParts } from './chat-session.js';

/** Grows when prompts or answers change so that older ones are no longer what would be given. */
const answersVersion = 1;

/** What decides about an answer besides its question. */
export interface ReuseTerms {
  readonly scope: ChatScope;
  readonly settings: Pick<ChatSettings, 'baseUrl' | 'model'>;
  readonly passages: number | undefined;
  readonly reading: string;
}

const withoutVectors: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['model-missing', 'model-corrupt']);

/** For one question. */
export class AnswerReuse {
  readonly #parts: Pick<ChatParts, 'store' | 'embedQuestion'>;
  readonly #key: string;
  readonly #isAfresh: boolean;
  #under: KeptUnder | null = null;

  /** @param isAfresh the answer is to be made anew, and takes the earlier one's place */
  constructor(parts: Pick<ChatParts, 'store' | 'embedQuestion'>, terms: ReuseTerms, isAfresh: boolean) {
    this.#parts = parts;
    this.#key = keyOf(terms);
    this.#isAfresh = isAfresh;
  }

  /** @param question as it stands alone */
  async find(question: string, signal: AbortSignal): Promise<KeptAnswer | null> {
    try {
      const vector = await this.#parts.embedQuestion(question, signal);
      const asked = { key: this.#key, question, vector };
      const { revision, kept } = await this.#parts.store.call('keptAnswer', asked, signal);
      this.#under = { ...asked, revision };
      return this.#isAfresh ? null : kept;
    } catch (error) {
      // Without vectors every question is a new one.
      if (withoutVectors.has(toPlainError(error).code)) return null;
      throw error;
    }
  }

  /** Under what the answer is to be kept; undefined for one that must not be given again. */
  keepUnder(answer: Answer): KeptUnder | undefined {
    return this.#under !== null && isWorthKeeping(answer) ? this.#under : undefined;
  }
}

/** Whole, written by the model that was asked for, and with quotes that stand in their passages. */
export function isWorthKeeping({ kind, confidence, problem, isStopped, isFromCache, sources }: Answer): boolean {
  return (
    kind === 'answered' &&
    problem === null &&
    !isStopped &&
    !isFromCache &&
    (confidence === 'high' || confidence === 'medium') &&
    sources.length > 0
  );
}

/** The search gives the very passages that the answer was made from, in whatever order. */
export function isFromSamePassages({ passagesRead }: Answer, found: readonly AnswerPassage[]): boolean {
  const read = new Map(passagesRead.map(({ chunkId, text }) => [chunkId, text]));
  return found.length > 0 && found.every(({ chunkId, text }) => read.get(chunkId) === text);
}

/** Its passages as they were found now: their documents may be offline, or look nearer. */
export function withFoundPassages(answer: Answer, found: readonly AnswerPassage[]): Answer {
  const byId = new Map(found.map((passage) => [passage.chunkId, passage]));
  return {
    ...answer,
    sources: answer.sources.map((source) => ({ ...(byId.get(source.chunkId) ?? source), n: source.n })),
    passagesRead: answer.passagesRead.map((passage) => byId.get(passage.chunkId) ?? passage),
  };
}

function keyOf({ scope, settings, passages, reading }: ReuseTerms): string {
  const parts = Object.entries(scope)
    .filter(([, value]) => value !== undefined && (!Array.isArray(value) || value.length > 0))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => [name, Array.isArray(value) ? value.map((one) => JSON.stringify(one)).sort() : value]);
  const all = [answersVersion, parts, settings.baseUrl, settings.model, passages ?? null, reading];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}
