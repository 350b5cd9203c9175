// The last order of a list comes once, and never under the person's hands.
import { expect, test } from 'vitest';
import { rerankQuietly } from '../../../../renderer/features/search/rerank-quietly.js';
import type { SearchResult } from '../../../../shared/domain/search.js';
import type { ChannelRequest, IpcReply } from '../../../../shared/ipc/contract.js';
import { makeHit } from '../../make-hit.js';

const result: SearchResult = {
  query: 'deposit',
  answerable: 0.8,
  threshold: 0.4,
  seconds: 1,
  hits: [makeHit(1, 'a')],
  chunksWithoutVector: 0,
  listed: false,
  vectorSource: 'exact',
  searched: null,
};
const value: IpcReply<SearchResult> = { kind: 'value', value: result };

test('a list that nobody touches gets its last order', async () => {
  const asked: ChannelRequest<'search.query'>[] = [];
  const ask = async (request: ChannelRequest<'search.query'>): Promise<IpcReply<SearchResult>> => {
    asked.push(request);
    return value;
  };
  expect(await rerankQuietly({ query: 'deposit', k: 50 }, ask, () => true)).toBe(result);
  expect(asked).toEqual([{ query: 'deposit', k: 50, rerank: true }]);
});

test('a list that is being looked through is not even compared', async () => {
  const ask = () => Promise.reject(new Error('nobody asks'));
  expect(await rerankQuietly({ query: 'deposit' }, ask, () => false)).toBeNull();
});

test('a list that was touched while it was compared stays as it is', async () => {
  let isTouched = false;
  const ask = async (): Promise<IpcReply<SearchResult>> => {
    isTouched = true;
    return value;
  };
  expect(await rerankQuietly({ query: 'deposit' }, ask, () => !isTouched)).toBeNull();
});

test('a comparison that was stopped or failed leaves the list as it is', async () => {
  const ask = async (): Promise<IpcReply<SearchResult>> => ({
    kind: 'error',
    error: { code: 'cancelled', message: 'Cancelled.' },
  });
  expect(await rerankQuietly({ query: 'deposit' }, ask, () => true)).toBeNull();
});
