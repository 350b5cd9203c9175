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
  /** Null: not known. */
  readonly prices: TokenPrices | null;
  /** How much it takes at once: what it is given and what it answers. */
  readonly windowTokens: number;
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
    windowTokens: 1_000_000,
    prices: { inputUsd: 10, cacheWriteUsd: 12.5, cacheReadUsd: 0.25, outputUsd: 50 },
    standIn: 'claude-opus-5-5',
  },
  {
    id: 'claude-opus-5-5',
    label: 'Claude Opus 5.5',
    windowTokens: 1_000_000,
    prices: { inputUsd: 4, cacheWriteUsd: 5, cacheReadUsd: 0.2, outputUsd: 20 },
    standIn: 'claude-sonnet-5-5',
  },
  {
    id: 'claude-sonnet-5-5',
    label: 'Claude Sonnet 5.5',
    windowTokens: 1_000_000,
    prices: { inputUsd: 2, cacheWriteUsd: 2.5, cacheReadUsd: 0.1, outputUsd: 10 },
    standIn: 'claude-haiku-5-5',
  },
  {
    id: 'claude-haiku-5-5',
    label: 'Claude Haiku 5.5',
    windowTokens: 1_000_000,
    prices: { inputUsd: 0.1, cacheWriteUsd: 0.125, cacheReadUsd: 0.01, outputUsd: 0.5 },
    longInput: {
      overTokens: 100_000,
      prices: { inputUsd: 0.5, cacheWriteUsd: 0.625, cacheReadUsd: 0.05, outputUsd: 2.5 },
    },
    standIn: 'claude-sonnet-5-5',
  },
];

/** A document with more goes along only where it is asked for: with the default model these cost some .20 US dollars, once kept by the host .01. */
export const wholeDocumentTokens = 50_000;

/** A model as a person entered it: its own prices in US dollars per million tokens, and its window. */
export interface OwnModel {
  readonly id: string;
  /** Null: as it is in the table, or not known. */
  readonly inputUsd: number | null;
  readonly outputUsd: number | null;
  /** Tokens; null as above. */
  readonly windowTokens: number | null;
}

/** The table with a person's own entries in the place of its, and behind it. A price from the cache is a tenth, one to it a quarter more. */
export function modelsWith(own: readonly OwnModel[] = []): readonly ChatModel[] {
  const changed = modelTable.map((model) => {
    const entry = own.find(({ id }) => id === model.id);
    return entry === undefined ? model : withEntry(model, entry);
  });
  const added = own.filter(({ id }) => modelNamed(id) === undefined);
  return [...changed, ...added.map((entry) => withEntry(emptyModel(entry.id), entry))];
}

const unknownWindowTokens = 32_000;

function emptyModel(id: string): ChatModel {
  return { id, label: id, windowTokens: unknownWindowTokens, prices: null, standIn: null };
}

function withEntry({ longInput, ...model }: ChatModel, { inputUsd, outputUsd, windowTokens }: OwnModel): ChatModel {
  const window = { windowTokens: windowTokens ?? model.windowTokens };
  if (inputUsd === null || outputUsd === null) return { ...model, ...(longInput && { longInput }), ...window };
  const prices = { inputUsd, outputUsd, cacheReadUsd: inputUsd / 10, cacheWriteUsd: inputUsd * 1.25 };
  return { ...model, prices, ...window };
}

export function modelNamed(id: string, table: readonly ChatModel[] = modelTable): ChatModel | undefined {
  return table.find((model) => model.id === id);
}

/** Of one request; null for a model whose prices are not known. */
export function costUsdOf(model: string, usage: AnswerUsage, table: readonly ChatModel[] = modelTable): number | null {
  const known = modelNamed(model, table);
  if (known === undefined || known.prices === null) return null;
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
