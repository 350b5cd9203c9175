// What an answer would have taken the other way: from the whole document instead of its passages, or from them instead of it. Pure.
import type { AnswerPassage, OtherReading, SentRecord } from '../../../shared/domain/chat.js';
import { type ChatModel, costUsdOf } from '../../../shared/domain/chat-models.js';

/** What goes along in any case: instructions and tools. */
const fixedCharacters = 3_600;

export interface ComparedReadings {
  readonly reading: OtherReading['reading'];
  /** How much text it was made from, and would have been. */
  readonly characters: number;
  readonly otherCharacters: number;
  /** What that would be by an estimate, where no host has counted. */
  readonly otherTokens: number;
  readonly model: string;
  readonly table: readonly ChatModel[];
}

/** From what the host counted for this answer, where it did; without anything read from a cache. */
export function otherReading(sent: SentRecord | null, about: ComparedReadings): OtherReading {
  const { reading, characters, otherCharacters, otherTokens, model, table } = about;
  const usage = sent?.usage ?? { input: 0, cacheRead: 0, cacheWritten: 0, output: 0 };
  const perRequest = (usage.input + usage.cacheRead + usage.cacheWritten) / Math.max(1, sent?.requests ?? 1);
  const tokens =
    perRequest === 0
      ? otherTokens
      : Math.round((perRequest * (fixedCharacters + otherCharacters)) / (fixedCharacters + characters));
  const input = { input: tokens, cacheRead: 0, cacheWritten: 0, output: usage.output };
  const following = { input: 0, cacheRead: tokens, cacheWritten: 0, output: usage.output };
  return {
    reading,
    tokens,
    costUsd: costUsdOf(model, input, table),
    followingCostUsd: reading === 'document' ? costUsdOf(model, following, table) : null,
  };
}

export function charactersOf(passages: readonly AnswerPassage[]): number {
  return passages.reduce((sum, { text }) => sum + text.length, 0);
}
