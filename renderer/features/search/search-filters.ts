// The filters above the results, and the request that they make together with what was typed.
import type { MetaEntry } from '../../../shared/domain/metadata.js';
import type { SearchMode } from '../../../shared/domain/search.js';
import type { ChannelRequest } from '../../../shared/ipc/contract.js';
import type { Place } from '../../components/place-items.js';

export const dateSpans = ['any', 'month', 'year', 'fiveYears'] as const;
export type DateSpan = (typeof dateSpans)[number];

export interface SearchFilters {
  readonly place: Place;
  readonly types: readonly string[];
  readonly languages: readonly string[];
  readonly date: DateSpan;
  /** Keys that the documents must have, each with its value. */
  readonly meta: readonly MetaEntry[];
}

export const noFilters: SearchFilters = { place: { kind: 'all' }, types: [], languages: [], date: 'any', meta: [] };

export function hasFilters(filters: SearchFilters): boolean {
  const { place, types, languages, date, meta } = filters;
  return place.kind !== 'all' || types.length > 0 || languages.length > 0 || date !== 'any' || meta.length > 0;
}

export interface RequestParts {
  readonly query: string;
  readonly mode: SearchMode;
  readonly filters: SearchFilters;
  /** The person's own threshold; null: the calibrated one. */
  readonly threshold: number | null;
  readonly now: Date;
  /** How many passages are listed. */
  readonly passages: number;
}

export function toSearchRequest({
  query,
  mode,
  filters,
  threshold,
  now,
  passages,
}: RequestParts): ChannelRequest<'search.query'> {
  const { place, types, languages, date, meta } = filters;
  return {
    query,
    mode,
    k: passages,
    // Passages under the threshold are shown as less sure, never cut.
    all: true,
    ...(threshold === null ? {} : { minRelevance: threshold }),
    ...(hasFilters(filters)
      ? {
          filter: {
            ...(place.kind === 'collection' ? { collection: place.name } : {}),
            ...(place.kind === 'folder' ? { folderIds: [place.folderId] } : {}),
            ...(types.length > 0 ? { types: [...types] } : {}),
            ...(languages.length > 0 ? { languages: [...languages] } : {}),
            ...(meta.length > 0
              ? { meta: meta.map(({ key, value }) => ({ key, comparison: '=' as const, values: [value] })) }
              : {}),
            ...(date === 'any' ? {} : { since: sinceDate(date, now) }),
          },
        }
      : {}),
  };
}

/** The first day of a span that ends today, as an ISO date. */
export function sinceDate(span: Exclude<DateSpan, 'any'>, now: Date): string {
  const months = { month: 1, year: 12, fiveYears: 60 }[span];
  const since = new Date(Date.UTC(now.getFullYear(), now.getMonth() - months, now.getDate()));
  return since.toISOString().slice(0, 10);
}
