// The candidates by words: BM25 over FTS5, and the vocabulary that lets a mistyped or inflected word find its passage.
import type { Database } from '../store/sqlite.js';
import type { QuestionWord } from './parse-query.js';
import { isInScope, type Scope } from './scope.js';
import { idfOf, type QuestionTerm } from './score-passage.js';
import { priorCount, priorPassages } from './usual-words.js';
import { Vocabulary } from './vocabulary.js';

/** Longer questions are looked up by their rarest words. */
const maxTerms = 64;
const maxSimilarWords = 40;
/** Similar words of one term that are searched for; the others only count in passages that were found anyhow. */
const maxSearchedSimilar = 12;
/** Rows of the index that one look-up may walk through, about 1 µs each. */
const maxPostings = 24_000;

/** Chunks found by words, best first. */
export interface KeywordCandidates {
  /** By the question's own words. */
  readonly exact: readonly number[];
  /** By these and by words like them; empty where there are none. */
  readonly similar: readonly number[];
}

export interface LibraryCounts {
  readonly chunks: number;
  /** Words of a passage, on average. */
  readonly averageWords: number;
}

/** Share of passages that may come or go before their average length is taken again. */
const staleShare = 0.02;

export class KeywordIndex {
  #averageWords = 0;
  #averagedOver = 0;
  readonly #database: Database;
  readonly vocabulary = new Vocabulary();

  constructor(database: Database) {
    this.#database = database;
  }

  counts(): LibraryCounts {
    const chunks = this.#database.get<{ chunks: number }>('SELECT count(*) AS chunks FROM chunks')?.chunks ?? 0;
    // The average reads every row: it is taken again only when it can have changed by as much as matters.
    if (Math.abs(chunks - this.#averagedOver) > this.#averagedOver * staleShare) {
      const row = this.#database.get<{ words: number | null }>('SELECT avg(word_count) AS words FROM chunks');
      this.#averageWords = row?.words ?? 0;
      this.#averagedOver = chunks;
    }
    return { chunks, averageWords: this.#averageWords };
  }

  /** Passages that have the word. The vocabulary may still be behind: what it does not know is looked up. */
  passagesOf(word: string): number {
    const known = this.vocabulary.passagesOf(word);
    if (known > 0) return known;
    return this.#database.get<{ doc: number }>('SELECT doc FROM temp.library_words WHERE term = ?', word)?.doc ?? 0;
  }

  /** What the library knows of each word; the rarest where they are too many. */
  termsOf(words: readonly QuestionWord[], chunks: number): readonly QuestionTerm[] {
    const terms = words.map(({ word, typed }) => {
      const own = this.passagesOf(word);
      const similar = this.vocabulary.similar(word, maxSimilarWords);
      const prior = priorCount(word);
      const all = similar.reduce((sum, other) => sum + other.passages, own);
      return {
        word,
        typed,
        idf: idfOf(own + prior, chunks + priorPassages),
        similar: new Map(similar.map((other) => [other.word, other.weight])),
        fuzzyIdf: idfOf(all + prior, chunks + priorPassages),
      };
    });
    if (terms.length <= maxTerms) return terms;
    const rarest = new Set([...terms].sort((a, b) => b.idf - a.idf).slice(0, maxTerms));
    return terms.filter((term) => rarest.has(term));
  }

  /** At most `count` of each kind. */
  candidates(terms: readonly QuestionTerm[], scope: Scope, count: number): KeywordCandidates {
    const words = terms.map(({ word }) => ({ word, passages: this.passagesOf(word) }));
    const exact = this.#match(words, scope, count);
    const others = terms.flatMap((term) =>
      [...term.similar.keys()]
        .slice(0, maxSearchedSimilar)
        .map((word) => ({ word, passages: this.vocabulary.passagesOf(word) })),
    );
    return { exact, similar: others.length === 0 ? [] : this.#match([...words, ...others], scope, count) };
  }

  #match(words: readonly WordCost[], scope: Scope, count: number): readonly number[] {
    const affordable = withinBudget(words.filter(({ passages }) => passages > 0));
    if (affordable.length === 0 || scope.chunks?.size === 0) return [];
    const match = affordable.map((word) => `"${word}"`).join(' OR ');
    if (scope.chunks === null) {
      const rows = this.#database.all<{ readonly id: number }>(
        'SELECT rowid AS id FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?',
        match,
        count + scope.excluded.size,
      );
      return rows
        .map(({ id }) => id)
        .filter((id) => isInScope(scope, id))
        .slice(0, count);
    }
    const rows = this.#database.all<{ readonly id: number }>(
      `SELECT rowid AS id FROM words WHERE words MATCH ? AND +rowid IN (SELECT value FROM json_each(?))
       ORDER BY rank LIMIT ?`,
      match,
      JSON.stringify([...scope.chunks].filter((id) => !scope.excluded.has(id))),
      count,
    );
    return rows.map(({ id }) => id);
  }
}

interface WordCost {
  readonly word: string;
  readonly passages: number;
}

/** The rarest words whose lists are short enough together; the rarest of all in any case. */
function withinBudget(words: readonly WordCost[]): readonly string[] {
  const distinct = new Map(words.map((cost) => [cost.word, cost]));
  const rarestFirst = [...distinct.values()].sort((a, b) => a.passages - b.passages);
  let walked = 0;
  const taken: string[] = [];
  for (const { word, passages } of rarestFirst) {
    walked += passages;
    if (taken.length > 0 && walked > maxPostings) break;
    taken.push(word);
  }
  return taken;
}
