// Reads what was typed: plain words, "exact phrases", -excluded words and filters such as `type:pdf`.
import { type MetaCondition, readMetaCondition } from '../../../shared/domain/metadata.js';
import type { SearchFilter } from '../../../shared/domain/search.js';
import { wordsOf } from './fold-words.js';

/** A word of the question: folded, and as it was typed. */
export interface QuestionWord {
  readonly word: string;
  readonly typed: string;
}

export interface ParsedQuery {
  /** The question without its operators: what is embedded, and whose words are looked up. */
  readonly text: string;
  /** The distinct words of `text` in order. */
  readonly words: readonly QuestionWord[];
  /** Folded words that must stand together in this order. */
  readonly phrases: readonly (readonly string[])[];
  /** The same for what must not occur. */
  readonly excluded: readonly (readonly string[])[];
  readonly filter: SearchFilter;
}

/**
 * Parses any input; nothing is an error. An operator that is unknown, or whose value makes no sense,
 * is words. With `isLiteral` everything is.
 *
 * - `"exact phrase"` must occur, `-word` and `-"a phrase"` must not;
 * - `type:pdf`, `in:folder`, `in:"two words"`, `lang:es`, `since:2021-05`, `until:2022` narrow the search;
 *   `type`, `in` and `lang` may be given several times or with commas: one of the values must hold;
 * - `meta:version=2`, `meta:author="Ana Pérez"`, `meta:year>2020` ask for the keys that documents carry. Each of them must
 *   hold; commas give several values of which one must.
 */
export function parseQuery(query: string, isLiteral = false): ParsedQuery {
  if (isLiteral) return { text: query.trim(), words: distinctWords(query), phrases: [], excluded: [], filter: {} };
  const parts: string[] = [];
  const phrases: (readonly string[])[] = [];
  const excluded: (readonly string[])[] = [];
  const filter = new FilterBuilder();

  for (const token of tokensOf(query)) {
    const words = wordsOf(token.value).map((place) => place.word);
    if (token.isExcluded && words.length > 0) {
      excluded.push(words);
    } else if (token.isQuoted && token.operator === null) {
      if (words.length > 0) phrases.push(words);
      parts.push(token.value);
    } else if (token.operator === null || !filter.take(token.operator, token.value, token.isQuoted)) {
      parts.push(token.source);
    }
  }
  const text = parts.join(' ').trim();
  return { text, words: distinctWords(text), phrases, excluded, filter: filter.build() };
}

interface Token {
  /** Exactly as typed. */
  readonly source: string;
  /** Without sign, operator and quotes. */
  readonly value: string;
  readonly operator: string | null;
  readonly isQuoted: boolean;
  readonly isExcluded: boolean;
}

const tokenPattern =
  /(?<sign>-(?=["“„«\p{L}\p{N}]))?(?:(?<operator>\p{L}+):(?<key>[^\s"“”„«»=<>]+(?:[<>]=?|=))?)?(?:"(?<straight>[^"]*)"|[“„](?<curly>[^“”]*)[“”]|«(?<angle>[^»]*)»)(?=[\s\p{P}]|$)|\S+/gu;

function tokensOf(query: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const match of query.matchAll(tokenPattern)) {
    const groups = match.groups ?? {};
    const quoted = groups.straight ?? groups.curly ?? groups.angle;
    const source = match[0];
    tokens.push(quoted === undefined ? plainToken(source) : quotedToken(source, quoted, groups));
  }
  return tokens;
}

function quotedToken(source: string, value: string, groups: Readonly<Record<string, string | undefined>>): Token {
  const operator = groups.operator?.toLowerCase() ?? null;
  return {
    source,
    value: (groups.key ?? '') + value.trim(),
    operator,
    isQuoted: true,
    isExcluded: groups.sign !== undefined,
  };
}

function plainToken(source: string): Token {
  const isExcluded = /^-[\p{L}\p{N}]/u.test(source);
  const operation = isExcluded ? null : /^(\p{L}+):(\S+)$/u.exec(source);
  return {
    source,
    value: operation?.[2] ?? (isExcluded ? source.slice(1) : source),
    operator: operation?.[1]?.toLowerCase() ?? null,
    isQuoted: false,
    isExcluded,
  };
}

class FilterBuilder {
  readonly #types: string[] = [];
  readonly #folders: string[] = [];
  readonly #languages: string[] = [];
  readonly #meta: MetaCondition[] = [];
  #since: string | undefined;
  #until: string | undefined;

  /** False where the operator is unknown or its value makes no sense. */
  take(operator: string, value: string, isQuoted: boolean): boolean {
    switch (operator) {
      case 'type':
        return takeAll(this.#types, value, (part) => /^\.?([a-z0-9]{1,12})$/i.exec(part)?.[1]?.toLowerCase());
      case 'in':
        return takeAll(this.#folders, value, (part) => (wordsOf(part).length > 0 ? part : undefined));
      case 'lang':
        return takeAll(this.#languages, value, (part) => /^([a-z]{2,3})(?:[-_]\w+)?$/i.exec(part)?.[1]?.toLowerCase());
      case 'meta': {
        const condition = readMetaCondition(value, !isQuoted);
        if (condition !== null) this.#meta.push(condition);
        return condition !== null;
      }
      case 'since':
        if (!isDate(value)) return false;
        this.#since = value;
        return true;
      case 'until':
        if (!isDate(value)) return false;
        this.#until = value;
        return true;
      default:
        return false;
    }
  }

  build(): SearchFilter {
    return {
      ...(this.#types.length > 0 && { types: this.#types }),
      ...(this.#folders.length > 0 && { inFolder: this.#folders }),
      ...(this.#languages.length > 0 && { languages: this.#languages }),
      ...(this.#meta.length > 0 && { meta: this.#meta }),
      ...(this.#since !== undefined && { since: this.#since }),
      ...(this.#until !== undefined && { until: this.#until }),
    };
  }
}

function takeAll(into: string[], value: string, read: (part: string) => string | undefined): boolean {
  const values = value.split(',').map((part) => read(part.trim()));
  const known = values.filter((part) => part !== undefined);
  if (known.length !== values.length) return false;
  into.push(...known);
  return true;
}

/** `2021`, `2021-05` or `2021-05-30`, and a day that exists. */
export function isDate(value: string): boolean {
  return dateRange(value) !== null;
}

/** First and last millisecond (UTC) of a year, month or day; null where there is no such day. */
export function dateRange(value: string): { readonly firstMs: number; readonly lastMs: number } | null {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(value);
  if (match === null) return null;
  const year = Number(match[1]);
  const month = match[2] === undefined ? null : Number(match[2]);
  const day = match[3] === undefined ? null : Number(match[3]);
  const first = new Date(Date.UTC(year, (month ?? 1) - 1, day ?? 1));
  first.setUTCFullYear(year);
  if ((month !== null && first.getUTCMonth() !== month - 1) || (day !== null && first.getUTCDate() !== day))
    return null;
  const next = new Date(first);
  if (day !== null) next.setUTCDate(day + 1);
  else if (month !== null) next.setUTCMonth(month);
  else next.setUTCFullYear(year + 1);
  return { firstMs: first.getTime(), lastMs: next.getTime() - 1 };
}

function distinctWords(text: string): readonly QuestionWord[] {
  const words = new Map<string, QuestionWord>();
  for (const { word, start, end } of wordsOf(text)) {
    if (!words.has(word)) words.set(word, { word, typed: text.slice(start, end) });
  }
  return [...words.values()];
}
