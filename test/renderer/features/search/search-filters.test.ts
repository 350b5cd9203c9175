// What is sent to the engine for what was typed and chosen.
import { describe, expect, it } from 'vitest';
import { noFilters, sinceDate, toSearchRequest } from '../../../../renderer/features/search/search-filters.js';
import { searchRequestSchema } from '../../../../shared/ipc/contract.js';

const now = new Date(2024, 2, 31, 12);
const parts = { query: 'deposit', mode: 'hybrid', filters: noFilters, threshold: null, now, passages: 50 } as const;

describe('a search request', () => {
  it('asks for passages below the threshold too, since they are shown as less sure', () => {
    expect(toSearchRequest(parts)).toEqual({ query: 'deposit', mode: 'hybrid', k: 50, all: true });
  });

  it('carries the filters that are on, and a folder by its id', () => {
    const request = toSearchRequest({
      ...parts,
      threshold: 0.3,
      filters: {
        place: { kind: 'folder', folderId: 7, path: 'E:\\Archive\\Leases' },
        types: ['pdf'],
        languages: ['es'],
        date: 'year',
        meta: [{ key: 'version', value: '2' }],
      },
    });
    expect(request.minRelevance).toBe(0.3);
    expect(request.filter).toEqual({
      folderIds: [7],
      types: ['pdf'],
      languages: ['es'],
      since: '2023-03-31',
      meta: [{ key: 'version', comparison: '=', values: ['2'] }],
    });
    expect(searchRequestSchema.safeParse(request).success).toBe(true);
  });

  it('goes back whole months for a span that ends today', () => {
    expect(sinceDate('fiveYears', now)).toBe('2019-03-31');
  });
});
