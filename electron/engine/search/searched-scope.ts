// What a search that found nothing looked through, and which typed filter left nothing to look through.
import type { SearchedScope, SearchFilter } from '../../../shared/domain/search.js';
import type { Database } from '../store/sqlite.js';
import { countWithText } from './scope.js';

/**
 * @param typed the filters in the question
 * @param given those that came with it
 * @throws AppError `wrong-use` for a date or a language that can't be
 */
export function searchedScope(database: Database, typed: SearchFilter, given: SearchFilter): SearchedScope {
  const documents = countWithText(database, [typed, given]);
  const isNarrowed = [typed, given].some((filter) => Object.values(filter).some((value) => value !== undefined));
  if (documents > 0) return { documents, isNarrowed, misfits: [] };
  const misfits = singleFilters(typed).filter(({ filter }) => countWithText(database, [filter]) === 0);
  return { documents, isNarrowed, misfits: misfits.map(({ source }) => source) };
}

interface SingleFilter {
  /** As it may be typed. */
  readonly source: string;
  readonly filter: SearchFilter;
}

function singleFilters({ types, inFolder, languages, since, until, meta }: SearchFilter): readonly SingleFilter[] {
  const singles: SingleFilter[] = [];
  if (types !== undefined) singles.push({ source: `type:${types.join()}`, filter: { types } });
  if (inFolder !== undefined) singles.push({ source: `in:${quoted(inFolder.join())}`, filter: { inFolder } });
  if (languages !== undefined) singles.push({ source: `lang:${languages.join()}`, filter: { languages } });
  if (since !== undefined) singles.push({ source: `since:${since}`, filter: { since } });
  if (until !== undefined) singles.push({ source: `until:${until}`, filter: { until } });
  for (const condition of meta ?? []) {
    const { key, comparison, values } = condition;
    singles.push({ source: `meta:${key}${comparison}${quoted(values.join())}`, filter: { meta: [condition] } });
  }
  return singles;
}

function quoted(value: string): string {
  return /\s/u.test(value) ? `"${value}"` : value;
}
