// Keys and values that a document carries at its top (front matter), and conditions on them.

/** One value of one key, as written; a list gives several entries with one key, a key inside a key is `author.name`. */
export interface MetaEntry {
  readonly key: string;
  readonly value: string;
}

/** Why not all keys of a document can be filtered by. `unreadable`: none can; `cut-short`: there are more than are kept. */
export type MetaProblem = 'unreadable' | 'cut-short';

export const metaComparisons = ['=', '<', '<=', '>', '>='] as const;
export type MetaComparison = (typeof metaComparisons)[number];

/** Holds where the document has the key with one of the values; letters without case and accents, numbers and dates as written. */
export interface MetaCondition {
  readonly key: string;
  readonly comparison: MetaComparison;
  readonly values: readonly string[];
}

/** A filter that a question may mean, since it names the value. Only ever offered. */
export interface MetaGuess extends MetaEntry {
  /** How many documents have it. */
  readonly documents: number;
}

/** Longer keys and values are not looked up. */
export const maxMetaCharacters = 200;

/** A key ends with no sign that turns a comparison round: `year!=5` is none. */
const conditionPattern = /^\s*([^=<>]*[^=<>!~\s])\s*(<=|>=|=|<|>)\s*(\S.*?)\s*$/su;

/**
 * Reads `version=2`, `year>2020`, `tags=a,b`; null where it is none.
 * @param hasList commas separate values, of which one must hold
 */
export function readMetaCondition(source: string, hasList = true): MetaCondition | null {
  const [, key = '', sign = '', rest = ''] = conditionPattern.exec(source) ?? [];
  const comparison = metaComparisons.find((one) => one === sign);
  // `year<>5`, `year==5`, `year=>5`: signs that there are not. Between quotation marks they are the value's own.
  if (hasList && /^[=<>]/u.test(rest)) return null;
  const values = (hasList ? rest.split(',') : [rest]).map((value) => value.trim()).filter((value) => value !== '');
  if (comparison === undefined || values.length === 0) return null;
  return [key, ...values].some((part) => part.length > maxMetaCharacters) ? null : { key, comparison, values };
}
