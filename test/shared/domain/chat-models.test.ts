// The table of models, and what a request costs by it.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  costUsdOf,
  defaultFastModel,
  defaultModel,
  modelTable,
  pricesDate,
} from '../../../shared/domain/chat-models.js';

const usage = { input: 1_000_000, cacheRead: 0, cacheWritten: 0, output: 0 };

it('knows its defaults and stand-ins', () => {
  const ids = modelTable.map(({ id }) => id);
  expect(ids).toContain(defaultModel);
  expect(ids).toContain(defaultFastModel);
  expect(modelTable.every(({ id, standIn }) => standIn === null || (standIn !== id && ids.includes(standIn)))).toBe(
    true,
  );
});

it('adds up what was paid in full, read, written and answered', () => {
  const each = { input: 1_000, cacheRead: 10_000, cacheWritten: 2_000, output: 500 };
  expect(costUsdOf('claude-opus-5-5', each)).toBeCloseTo(0.004 + 0.002 + 0.01 + 0.01, 10);
});

it('takes the price of long input for the whole request, output too', () => {
  const short = { ...usage, input: 100_000, output: 1_000_000 };
  expect(costUsdOf('claude-haiku-5-5', short)).toBeCloseTo(0.01 + 0.5, 10);
  expect(costUsdOf('claude-haiku-5-5', { ...short, cacheRead: 1 })).toBeCloseTo(0.05 + 2.5, 6);
});

it('knows no price of other models', () => {
  expect(costUsdOf('llama', usage)).toBeNull();
});

it('is of the day that the docs name', () => {
  expect(readFileSync('docs/chat.md', 'utf8')).toContain(`prices, as of ${pricesDate},`);
});
