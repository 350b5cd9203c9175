// Filters by the keys that documents carry: which documents have such a value, and which values a question names.
import type { MetaComparison, MetaCondition, MetaGuess } from '../../../shared/domain/metadata.js';
import { foldMeta } from '../store/document-meta.js';
import type { Database } from '../store/sqlite.js';
import { wordsOf } from './fold-words.js';
import { dateRange, parseQuery } from './parse-query.js';

/** Rows of the documents for which the condition holds, each once. */
export function documentsWithMeta(database: Database, { key, comparison, values }: MetaCondition): readonly number[] {
  const wanted = values.map(foldMeta);
  if (comparison === '=') {
    return database
      .all<{ document: number }>(
        `SELECT DISTINCT document FROM document_meta
         WHERE folded_key = ? AND folded_value IN (SELECT value FROM json_each(?))`,
        foldMeta(key),
        JSON.stringify(wanted),
      )
      .map(({ document }) => document);
  }
  const rows = database.all<{ document: number; folded_value: string }>(
    'SELECT document, folded_value FROM document_meta WHERE folded_key = ?',
    foldMeta(key),
  );
  const found = rows.filter(({ folded_value }) => wanted.some((one) => isInOrder(folded_value, comparison, one)));
  return [...new Set(found.map(({ document }) => document))];
}

/** Numbers with numbers, dates with dates; nothing else has an order. A year or month is all its days. */
function isInOrder(value: string, comparison: MetaComparison, wanted: string): boolean {
  const spans = spansOf(value, wanted);
  if (spans === null) return false;
  const [[first, last], [wantedFirst, wantedLast]] = spans;
  if (comparison === '<') return last < wantedFirst;
  if (comparison === '>') return first > wantedLast;
  return comparison === '<=' ? last <= wantedLast : first >= wantedFirst;
}

type Span = readonly [first: number, last: number];

function spansOf(value: string, wanted: string): readonly [Span, Span] | null {
  const number = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
  if (number.test(value) && number.test(wanted)) {
    return [
      [Number(value), Number(value)],
      [Number(wanted), Number(wanted)],
    ];
  }
  // What follows the day is a time.
  const [date, wantedDate] = [dateRange(value.slice(0, 10)), dateRange(wanted)];
  if (date === null || wantedDate === null) return null;
  return [
    [date.firstMs, date.lastMs],
    [wantedDate.firstMs, wantedDate.lastMs],
  ];
}

const mostGuesses = 3;
/** Words of one value. */
const mostWords = 6;
/** Values that stand in a question without their key: shorter ones, and numbers, are named by chance. */
const leastLoneLetters = 4;

interface Named {
  readonly words: string;
  /** Word before it and after it, where there are. */
  readonly before: string;
  readonly after: string;
}

/**
 * Filters that the question may mean, the surest first: a value beside its key (`version 2`), or a value that is
 * a word or name of its own. What is filtered already, and what would leave nothing out, is not among them.
 */
export function guessMeta(database: Database, question: string): readonly MetaGuess[] {
  const { text, filter } = parseQuery(question);
  const named = namesIn(text);
  if (named.length === 0) return [];
  const total = database.get<{ total: number }>('SELECT count(*) AS total FROM documents')?.total ?? 0;
  const rows = database.all<MetaGuess & { folded_key: string; words: string }>(
    `SELECT min(key) AS key, min(value) AS value, folded_key, words, count(DISTINCT document) AS documents
     FROM document_meta WHERE words IN (SELECT value FROM json_each(?)) GROUP BY folded_key, folded_value`,
    JSON.stringify(named.map(({ words }) => words)),
  );
  const used = new Set((filter.meta ?? []).map(({ key }) => foldMeta(key)));
  const guesses = rows
    .filter(({ documents, folded_key }) => documents < total && !used.has(folded_key))
    .map((row) => ({ ...row, weight: weightOf(row, named) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.documents - b.documents || (a.key < b.key ? -1 : 1));
  const keys = new Set<string>();
  const best = guesses.filter(({ folded_key }) => !keys.has(folded_key) && keys.add(folded_key));
  return best.slice(0, mostGuesses).map(({ key, value, documents }) => ({ key, value, documents }));
}

/** Every run of up to {@link mostWords} words of the question. */
function namesIn(text: string): readonly Named[] {
  const words = wordsOf(text.slice(0, 2_000)).map(({ word }) => word);
  return words.flatMap((_, from) =>
    Array.from({ length: Math.min(mostWords, words.length - from) }, (_none, more) => ({
      words: words.slice(from, from + more + 1).join(' '),
      before: words[from - 1] ?? '',
      after: words[from + more + 1] ?? '',
    })),
  );
}

/** 0 where the value is there by chance. */
function weightOf(
  { folded_key, words }: { readonly folded_key: string; readonly words: string },
  named: readonly Named[],
): number {
  const keyWords = wordsOf(folded_key.split('.').at(-1) ?? '').map(({ word }) => word);
  const places = named.filter((place) => place.words === words);
  const isBesideKey = places.some(({ before, after }) => keyWords.includes(before) || keyWords.includes(after));
  if (isBesideKey) return 1_000 + words.length;
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  return letters >= leastLoneLetters && !/^(?:true|false)$/.test(words) ? words.length : 0;
}
