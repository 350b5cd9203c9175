// Reranking with the embedder's own token vectors: no second model. What was asked about lately is remembered.
import { setMaxListeners } from 'node:events';
import { AppError } from '../../../shared/errors.js';
import { untilOthersRan } from '../workers/until-others-ran.js';
import type { PassageToRerank, Reranker } from './reranker.js';
import { bytesOf, lateInteraction, someTokens, type TokenVectors } from './token-vectors.js';

export interface LateInteractionParts {
  /** Model inputs, with the model's prefix before and its special tokens around. */
  tokenizeQuestion(text: string, signal?: AbortSignal): Promise<Int32Array>;
  tokenizePassages(passages: readonly PassageToRerank[], signal?: AbortSignal): Promise<readonly Int32Array[]>;
  /** A vector for each token, special ones too. */
  embedEachToken(tokenIds: Int32Array, signal?: AbortSignal): Promise<TokenVectors>;
}

/** Fitted on one half of the questions: docs/retrieval.md. */
const fittedWeight = 40;
/** A name or two words are looked up, not asked: their few tokens tell nothing up to the first number, and all from the second on. */
const tellingTokens = [6, 12] as const;
/** Of the question; with a passage they take some ten milliseconds. */
const tokensAtOnce = 64;
/** Some three hundred passages of usual length. */
const rememberedBytes = 32 * 1024 * 1024;

export class LateInteraction implements Reranker {
  readonly weight = fittedWeight;
  readonly #parts: LateInteractionParts;
  readonly #known = new Map<string, TokenVectors>();
  #knownBytes = 0;

  constructor(parts: LateInteractionParts) {
    this.#parts = parts;
  }

  async score(
    question: string,
    passages: readonly PassageToRerank[],
    signal?: AbortSignal,
  ): Promise<readonly number[]> {
    const stop = AbortSignal.any(signal === undefined ? [] : [signal]);
    // Each passage that is embedded listens.
    setMaxListeners(passages.length + 10, stop);
    const [ids, prefix] = await Promise.all([
      this.#parts.tokenizeQuestion(question, stop),
      this.#parts.tokenizeQuestion('', stop),
    ]);
    const trust = trustIn(ids.length - 1 - sharedStart(ids.subarray(0, -1), prefix.subarray(0, -1)));
    if (trust === 0) return passages.map(() => 0);
    const [asked, said] = await Promise.all([this.#embedded(ids, prefix, stop), this.#passages(passages, stop)]);
    const scores: number[] = [];
    for (const vectors of said) scores.push(trust * (await this.#fit(asked, vectors, stop)));
    return scores;
  }

  /** A question may be a pasted page: it is compared piece by piece, and others are answered in between. */
  async #fit(asked: TokenVectors, said: TokenVectors, signal: AbortSignal): Promise<number> {
    const count = asked.scales.length;
    let score = 0;
    for (let from = 0; from < count; from += tokensAtOnce) {
      await untilOthersRan();
      if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
      const piece = someTokens(asked, from, from + tokensAtOnce);
      score += lateInteraction(piece, said) * (piece.scales.length / count);
    }
    return score;
  }

  /** To be called when documents were removed: nothing of them may stay. */
  forget(): void {
    this.#known.clear();
    this.#knownBytes = 0;
  }

  async #passages(passages: readonly PassageToRerank[], signal: AbortSignal): Promise<readonly TokenVectors[]> {
    const found = new Map(passages.map((passage) => [keyOf(passage), this.#known.get(keyOf(passage))]));
    const unknown = passages.filter((passage) => found.get(keyOf(passage)) === undefined);
    const [prefix = new Int32Array(), ...inputs] =
      unknown.length === 0 ? [] : await this.#parts.tokenizePassages([{ context: '', text: '' }, ...unknown], signal);
    await Promise.all(
      unknown.map(async (passage, at) => {
        found.set(keyOf(passage), await this.#embedded(inputs[at] ?? new Int32Array(), prefix, signal));
      }),
    );
    return passages.map((passage) => {
      const vectors = found.get(keyOf(passage));
      if (vectors === undefined) throw new AppError('bug', 'A passage was not embedded.');
      this.#remember(keyOf(passage), vectors);
      return vectors;
    });
  }

  /** Without the tokens that every input begins with, and the one that it ends with: they say nothing. */
  async #embedded(ids: Int32Array, prefix: Int32Array, signal: AbortSignal): Promise<TokenVectors> {
    const vectors = await this.#parts.embedEachToken(ids, signal);
    return someTokens(vectors, sharedStart(ids.subarray(0, -1), prefix.subarray(0, -1)), vectors.scales.length - 1);
  }

  #remember(key: string, vectors: TokenVectors): void {
    // What was used last is the last to be forgotten.
    if (this.#known.delete(key)) this.#knownBytes -= bytesOf(vectors);
    this.#known.set(key, vectors);
    this.#knownBytes += bytesOf(vectors);
    for (const [oldest, { values, scales }] of this.#known) {
      if (this.#knownBytes <= rememberedBytes) break;
      this.#known.delete(oldest);
      this.#knownBytes -= values.byteLength + scales.byteLength;
    }
  }
}

/** How far a question of so many tokens can be told from its tokens, 0 to 1. */
function trustIn(tokens: number): number {
  const [nothing, all] = tellingTokens;
  return Math.max(0, Math.min(1, (tokens - nothing) / (all - nothing)));
}

function keyOf({ context, text }: PassageToRerank): string {
  return `${context}\n${text}`;
}

function sharedStart(first: Int32Array, second: Int32Array): number {
  const end = Math.min(first.length, second.length);
  for (let at = 0; at < end; at++) if (first[at] !== second[at]) return at;
  return end;
}
