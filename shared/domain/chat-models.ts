// The models that answers can be written by, with their prices, as they were on one day; settings may name any other.
import type { AnswerUsage } from './chat.js';

/** US dollars per million tokens. */
export interface TokenPrices {
  readonly inputUsd: number;
  readonly cacheWriteUsd: number;
  readonly cacheReadUsd: number;
  readonly outputUsd: number;
}

export interface ChatModel {
  readonly id: string;
  readonly label: string;
  readonly prices: TokenPrices;
  /** For a request whose whole input is longer; it then holds for all of its tokens. */
  readonly longInput?: { readonly overTokens: number; readonly prices: TokenPrices };
  /** Asked in its place while it is overloaded. */
  readonly standIn: string | null;
}

export const defaultBaseUrl = 'https://api.anthropic.com';
export const defaultModel = 'claude-opus-5-5';
/** Rewrites follow-ups. */
export const defaultFastModel = 'claude-haiku-5-5';

/** The day on which the prices below were looked up at platform.claude.com; cache writes are those of five minutes. */
export const pricesDate = '2026-11-30';

/** Strongest first. */
export const modelTable: readonly ChatModel[] = [
  {
    id: 'claude-fable-5-1',
    label: 'Claude Fable 5.1',
    prices: { inputUsd: 10, cacheWriteUsd: 12.5, cacheReadUsd: 0.25, outputUsd: 50 },
    standIn: 'claude-opus-5-5',
  },
  {
    id: 'claude-opus-5-5',
    label: 'Claude Opus 5.5',
    prices: { inputUsd: 4, cacheWriteUsd: 5, cacheReadUsd: 0.2, outputUsd: 20 },
    standIn: 'claude-sonnet-5-5',
  },
  {
    id: 'claude-sonnet-5-5',
    label: 'Claude Sonnet 5.5',
    prices: { inputUsd: 2, cacheWriteUsd: 2.5, cacheReadUsd: 0.1, outputUsd: 10 },
    standIn: 'claude-haiku-5-5',
  },
  {
    id: 'claude-haiku-5-5',
    label: 'Claude Haiku 5.5',
    prices: { inputUsd: 0.1, cacheWriteUsd: 0.125, cacheReadUsd: 0.01, outputUsd: 0.5 },
    longInput: {
      overTokens: 100_000,
      prices: { inputUsd: 0.5, cacheWriteUsd: 0.625, cacheReadUsd: 0.05, outputUsd: 2.5 },
    },
    standIn: 'claude-sonnet-5-5',
  },
];

/** Of one request; null for a model that the table does not know. */
export function costUsdOf(model: string, usage: AnswerUsage, table: readonly ChatModel[] = modelTable): number | null {
  const known = table.find(({ id }) => id === model);
  if (known === undefined) return null;
  const inputTokens = usage.input + usage.cacheRead + usage.cacheWritten;
  const isLong = known.longInput !== undefined && inputTokens > known.longInput.overTokens;
  const prices = isLong && known.longInput !== undefined ? known.longInput.prices : known.prices;
  return (
    (usage.input * prices.inputUsd +
      usage.cacheWritten * prices.cacheWriteUsd +
      usage.cacheRead * prices.cacheReadUsd +
      usage.output * prices.outputUsd) /
    1_000_000
  );
}
