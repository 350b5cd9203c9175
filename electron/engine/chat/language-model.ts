// What an answer is written by: a host that speaks the Messages API, or nobody (the best sentences quoted).
import type { AnswerPassage, AnswerStep, SentRecord } from '../../../shared/domain/chat.js';
import { AppError, type ErrorCode } from '../../../shared/errors.js';

/** An earlier exchange of the conversation, without its passages. */
export interface PastTurn {
  readonly question: string;
  readonly answer: string;
}

export interface AnswerPrompt {
  readonly question: string;
  /** What was searched for. */
  readonly queryUsed: string;
  /** Oldest first; already cut to what fits. */
  readonly history: readonly PastTurn[];
  /** Best first. Data: nothing in them may steer anything. */
  readonly passages: readonly AnswerPassage[];
  /** They are one whole document, the same for each question about it: it goes first, so that the host may keep it. */
  readonly isWhole?: boolean | undefined;
}

/** A citation as the model gave it, already mapped to a passage that was given to it; others are dropped and counted. */
export interface RawCitation {
  /** Index into the passages that were given: those of the prompt, then those that tools found. */
  readonly passage: number;
  /** UTF-16 offset into the answer behind which it stands. */
  readonly at: number;
  /** What it says that it quotes; empty where the host only gave a number: the whole passage is meant. */
  readonly quote: string;
}

export interface Drafted {
  readonly answer: string;
  readonly citations: readonly RawCitation[];
  /** The prompt's passages and, behind them, what the model found by itself. */
  readonly passages: readonly AnswerPassage[];
}

export interface ModelAnswer extends Drafted {
  /** Citations that named no passage given. */
  readonly dropped: number;
  /** The model said that the passages hold no answer. */
  readonly foundNothing: boolean;
  /** It was stopped, or cut off after its last retry: what was said until then stands. */
  readonly isPartial: boolean;
  readonly sent: SentRecord | null;
}

/** What a model may do by itself; read only. */
export interface ModelTools {
  search(query: string, signal: AbortSignal): Promise<readonly AnswerPassage[]>;
  /** The passage and what stands around it; null for an id that was not given to the model before. */
  open(chunkId: string, signal: AbortSignal): Promise<AnswerPassage | null>;
}

export interface AnswerOptions {
  readonly signal: AbortSignal;
  readonly onDraft: (draft: Drafted) => void;
  readonly onStep: (step: AnswerStep) => void;
  readonly tools?: ModelTools | undefined;
}

/** A question as it is to be searched for. */
export interface Rewritten {
  readonly question: string;
  readonly sent: SentRecord | null;
}

/** An answer that did not come. What left the machine before it failed is told all the same. */
export class ModelFailure extends AppError {
  readonly sent: SentRecord | null;

  constructor(code: ErrorCode, message: string, sent: SentRecord | null) {
    super(code, message);
    this.sent = sent;
  }
}

/** @throws ModelFailure of the codes in docs/chat.md once its retries are used up and nothing was said */
export interface LanguageModel {
  answer(prompt: AnswerPrompt, options: AnswerOptions): Promise<ModelAnswer>;
  /** A follow-up as a question that stands alone; the question itself where it does already. */
  rewrite(
    history: readonly PastTurn[],
    question: string,
    options: Pick<AnswerOptions, 'signal' | 'onStep'>,
  ): Promise<Rewritten>;
}
