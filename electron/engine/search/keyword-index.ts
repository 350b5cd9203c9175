// The candidates by words: BM25 over FTS5, and the vocabulary that lets a mistyped or inflected word find its passage.
import type { Database } from '../store/sqlite.js';
import { unpackIds } from './packed-ids.js';
import type { QuestionWord } from './parse-query.js';
import { isInScope, type Scope } from './scope.js';
import { idfOf, type QuestionTerm } from './score-passage.js';
import { priorCount, priorPassages } from './usual-words.js';
import { NearestList } from './vector-index.js';
import { Vocabulary } from './vocabulary.js';

/** Longer questions are looked up by their rarest words. */
const maxTerms = 64;
const maxSimilarWords = 40;
/** Similar words of one term that are searched for; the others only count in passages that were found anyhow. */
const maxSearchedSimilar = 12;
/** Words like another that share its beginning are searched for apart from those that share letters. */
const nearWeight = 0.8;
/** Rows of the index that one question may walk through, about 2 µs each with FTS5's own rank and .3 µs without. */
const maxRankedRows = 1_000;
const maxPresentRows = 8_000;
/** Of a frequent word's passages; where a filter leaves most of them out, more are looked through. */
const maxFrequentRows = 8_000;
const maxFilteredRows = 200_000;
/** Where even the rarest word has more than this, nobody waits for the ranks of them all. */
const mostRankedRows = 16_000;

export interface LibraryCounts {
  readonly chunks: number;
  /** Words of a passage, on average. */
  readonly averageWords: number;
}

/** Share of passages that may come or go before their average length is taken again. */
const staleShare = 0.02;
/** Passages whose lengths are read one by one; of more than that, as many at even distances. */
const averagedPassages = 2_000;

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
    // It is taken again only when it can have changed by as much as matters.
    if (Math.abs(chunks - this.#averagedOver) > this.#averagedOver * staleShare) {
      this.#averageWords = this.#average(chunks);
      this.#averagedOver = chunks;
    }
    return { chunks, averageWords: this.#averageWords };
  }

  /** A million rows would have to be read before the first question is answered: a sample says the same to a hundredth. */
  #average(chunks: number): number {
    if (chunks <= averagedPassages * 10) {
      return this.#database.get<{ words: number | null }>('SELECT avg(word_count) AS words FROM chunks')?.words ?? 0;
    }
    const range = this.#database.get<{ first: number; last: number }>(
      'SELECT min(id) AS first, max(id) AS last FROM chunks',
    ) ?? { first: 0, last: 0 };
    const stride = (range.last - range.first + 1) / averagedPassages;
    const ids = Array.from({ length: averagedPassages }, (_, at) => range.first + Math.floor(at * stride));
    const sampled = this.#database.get<{ words: number | null }>(
      'SELECT avg(word_count) AS words FROM chunks WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(ids),
    );
    return sampled?.words ?? 0;
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

  /**
   * Chunks that have words of the question, or words like them, the most promising first: at most `count` by BM25 over
   * the rarest words, and at most `count` by which words they have at all.
   */
  candidates(terms: readonly QuestionTerm[], scope: Scope, count: number): readonly number[] {
    if (scope.chunks?.size === 0) return [];
    return [...new Set([...this.#ranked(terms, scope, count), ...this.#present(terms, scope, count)])];
  }

  /** By BM25 as FTS5 has it: it costs ten times as much for each row as knowing that the word is there. */
  #ranked(terms: readonly QuestionTerm[], scope: Scope, count: number): readonly number[] {
    const words = terms.map(({ word }) => this.#cost([word], 1)).filter(({ passages }) => passages > 0);
    const affordable = withinBudget(words, maxRankedRows);
    if (affordable.length === 0 || affordable.some(({ passages }) => passages > mostRankedRows)) return [];
    const rows = this.#database.all<{ readonly id: number }>(
      'SELECT rowid AS id FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?',
      affordable.map(({ match }) => match).join(' OR '),
      count + scope.excluded.size,
    );
    return rows.map(({ id }) => id).filter((id) => isInScope(scope, id));
  }

  /** By the rarity of the words that are there, similar words by their weight. */
  #present(terms: readonly QuestionTerm[], scope: Scope, count: number): readonly number[] {
    const groups = terms.flatMap((term, at) =>
      this.#groupsOf(term).map((group) => ({ ...group, at, worth: term.fuzzyIdf * group.weight })),
    );
    const affordable = new Set(withinBudget(groups, maxPresentRows));
    const scores = new Map<number, number>();
    const isAllFrequent = [...affordable].every(({ passages }) => passages > maxPresentRows);
    const mostRows = scope.chunks === null && scope.excluded.size === 0 ? maxFrequentRows : maxFilteredRows;
    if (isAllFrequent) this.#scoreTogether(terms, mostRows, scores);
    for (const at of terms.keys()) {
      const own = groups.filter((group) => group.at === at && affordable.has(group));
      // The question's own word comes before those like it, and a passage is paid once for each.
      const paid = own.length > 1 ? new Set<number>() : null;
      for (const { match, worth } of own) {
        for (const id of this.#rowsWith(match, mostRows)) {
          if (paid?.has(id)) continue;
          paid?.add(id);
          scores.set(id, (scores.get(id) ?? 0) + worth);
        }
      }
    }
    const best = new NearestList(count);
    for (const [id, score] of scores) if (isInScope(scope, id)) best.offer(id, score);
    return best.list().map(({ vectorId }) => vectorId);
  }

  /** Where every word is frequent, passages that have all of them come before those that have the rarest. */
  #scoreTogether(terms: readonly QuestionTerm[], mostRows: number, scores: Map<number, number>): void {
    const known = terms.filter(({ word }) => this.passagesOf(word) > 0);
    if (known.length < 2) return;
    const worth = known.reduce((sum, { fuzzyIdf }) => sum + fuzzyIdf, 0);
    const match = known.map(({ word }) => `"${word}"`).join(' AND ');
    for (const id of this.#rowsWith(match, mostRows)) scores.set(id, worth);
  }

  /** The word itself, those with its beginning, and those with its letters. */
  #groupsOf(term: QuestionTerm): readonly WordGroup[] {
    const similar = [...term.similar].slice(0, maxSearchedSimilar);
    const weights = [...new Set(similar.map(([, weight]) => weight >= nearWeight))].sort().reverse();
    const others = weights.map((isNear) => {
      const members = similar.filter(([, weight]) => weight >= nearWeight === isNear);
      const words = members.map(([word]) => word);
      return this.#cost(words, Math.max(...members.map(([, weight]) => weight)));
    });
    return [this.#cost([term.word], 1), ...others].filter(({ passages }) => passages > 0);
  }

  #cost(words: readonly string[], weight: number): WordGroup {
    return {
      match: words.map((word) => `"${word}"`).join(' OR '),
      passages: words.reduce((sum, word) => sum + this.passagesOf(word), 0),
      weight,
    };
  }

  /** Of too many the newest: one frequent word tells none of its passages from another. */
  #rowsWith(match: string, mostRows: number): readonly number[] {
    const packed = this.#database.get<{ ids: string | null }>(
      `SELECT group_concat(rowid) AS ids FROM
         (SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?)`,
      match,
      mostRows,
    );
    return unpackIds(packed?.ids ?? null);
  }
}

/** Words that are searched for together. */
interface WordGroup {
  readonly match: string;
  readonly passages: number;
  readonly weight: number;
}

/** The rarest groups whose lists are short enough together; the rarest of all in any case. */
function withinBudget<T extends WordGroup>(groups: readonly T[], maxRows: number): readonly T[] {
  let walked = 0;
  const taken: T[] = [];
  for (const group of [...groups].sort((a, b) => a.passages - b.passages)) {
    walked += group.passages;
    if (taken.length > 0 && walked > maxRows) break;
    taken.push(group);
  }
  return taken;
}
