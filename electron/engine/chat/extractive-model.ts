// Answers without a language model: the sentences of the best passages that say most about the question, quoted. Nothing leaves the machine.
import type { AnswerPassage } from '../../../shared/domain/chat.js';
import { toPlainError } from '../../../shared/errors.js';
import { mean } from '../evaluate/metrics.js';
import { dot } from '../search/vector-index.js';
import type {
  AnswerOptions,
  AnswerPrompt,
  LanguageModel,
  ModelAnswer,
  RawCitation,
  Rewritten,
} from './language-model.js';
import { quotableSentences } from './sentences-of.js';
import { shownQuote } from './shown-quote.js';

export interface ExtractiveParts {
  embedQuestion(text: string, signal: AbortSignal): Promise<Float32Array>;
  /** Each as a passage of its own, before all indexing work. */
  embedSentences(sentences: readonly SentenceInput[], signal: AbortSignal): Promise<readonly Float32Array[]>;
  /** Share of the question's words in each text, 0 to 1. */
  coverage(question: string, texts: readonly string[], signal: AbortSignal): Promise<readonly number[]>;
}

export interface SentenceInput {
  /** The heading above it. */
  readonly context: string;
  readonly text: string;
}

interface Sentence {
  /** Index into the passages. */
  readonly passage: number;
  /** In the passage's text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface SentenceFigures extends Sentence {
  /** 0 to 1, of its passage: 1 for the best. */
  readonly passageScore: number;
  readonly cosine: number;
  readonly coverage: number;
}

/** Best passages whose sentences are looked at, and sentences that are embedded at most. */
const passagesLookedAt = 3;
const mostSentences = 40;
const sentencesQuoted = 2;

/** Fitted on one half of xquad es, en and de: see docs/chat.md. */
const weights = { passage: 1.2, cosine: 8, coverage: 1 };

export class ExtractiveModel implements LanguageModel {
  constructor(private readonly parts: ExtractiveParts) {}

  async answer({ question, queryUsed, passages }: AnswerPrompt, { signal }: AnswerOptions): Promise<ModelAnswer> {
    const best = passages.slice(0, passagesLookedAt);
    const figures = await sentenceFigures(this.parts, [...new Set([queryUsed, question])], best, signal);
    const { answer, citations } = quoted(chosen(figures), best);
    return {
      answer,
      citations,
      passages: best,
      dropped: 0,
      foundNothing: answer === '',
      isPartial: false,
      sent: null,
    };
  }

  rewrite(_history: unknown, question: string): Promise<Rewritten> {
    return Promise.resolve({ question, sent: null });
  }
}

/**
 * All sentences of the passages with their figures, in reading order.
 * @param questions as it was searched for and as it was typed, where that differs: what was added to find the passages must not
 *   outweigh what is asked
 */
export async function sentenceFigures(
  parts: ExtractiveParts,
  questions: readonly string[],
  passages: readonly AnswerPassage[],
  signal: AbortSignal,
): Promise<readonly SentenceFigures[]> {
  const sentences = passages
    .flatMap((one, passage) =>
      quotableSentences(one.text, one).map(({ start, end, heading }) => ({
        passage,
        start,
        end,
        text: one.text.slice(start, end),
        context: heading ?? one.locator.headingPath?.at(-1) ?? '',
      })),
    )
    .slice(0, mostSentences);
  const figures = await Promise.all(
    questions.map(async (question) => {
      const texts = sentences.map(({ context, text }) => (context === '' ? text : `${context}\n${text}`));
      const [cosines, coverages] = await Promise.all([
        cosinesOf(parts, question, sentences, signal),
        parts.coverage(question, texts, signal),
      ]);
      return { cosines, coverages };
    }),
  );
  const best = Math.max(0, ...passages.map(({ relevance }) => relevance ?? 0));
  return sentences.map(({ passage, start, end, text }, at) => {
    const own = passages[passage]?.relevance ?? null;
    return {
      ...{ passage, start, end, text },
      passageScore: own === null || best === 0 ? 1 / (1 + passage) : own / best,
      cosine: mean(figures.map(({ cosines }) => cosines?.[at] ?? 0)),
      coverage: mean(figures.map(({ coverages }) => coverages[at] ?? 0)),
    };
  });
}

/** Null where the model that reads meaning can't be had: then the words decide alone. */
async function cosinesOf(
  parts: ExtractiveParts,
  question: string,
  sentences: readonly SentenceInput[],
  signal: AbortSignal,
): Promise<readonly number[] | null> {
  try {
    const vector = await parts.embedQuestion(question, signal);
    return (await parts.embedSentences(sentences, signal)).map((other) => dot(vector, other));
  } catch (error) {
    const { code } = toPlainError(error);
    if (code === 'model-missing' || code === 'model-corrupt') return null;
    throw error;
  }
}

function scoreOf({ passageScore, cosine, coverage }: SentenceFigures): number {
  return weights.passage * passageScore + weights.cosine * cosine + weights.coverage * coverage;
}

/** The best ones, in reading order: as their passages come, and inside a passage as it is written. */
function chosen(figures: readonly SentenceFigures[]): readonly Sentence[] {
  return [...figures]
    .sort((a, b) => scoreOf(b) - scoreOf(a))
    .slice(0, sentencesQuoted)
    .sort((a, b) => a.passage - b.passage || a.start - b.start);
}

/** Each sentence is a paragraph of its own, unless it goes on where the one before ends. */
function quoted(
  sentences: readonly Sentence[],
  passages: readonly AnswerPassage[],
): { readonly answer: string; readonly citations: readonly RawCitation[] } {
  let answer = '';
  const citations: RawCitation[] = [];
  for (const [at, sentence] of sentences.entries()) {
    const before = sentences[at - 1];
    const { text = '', type } = passages[sentence.passage] ?? {};
    const goesOn =
      before?.passage === sentence.passage && text.slice(before.end, sentence.start).replace(/\s/gu, '') === '';
    const gap = at === 0 ? '' : goesOn ? ' ' : '\n\n';
    answer += gap + shownQuote(sentence.text, type);
    citations.push({ passage: sentence.passage, at: answer.length, quote: sentence.text });
  }
  return { answer, citations };
}
