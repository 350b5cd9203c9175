// Keeps the vocabulary in step with the store, in small steps between searches.
import type { Database } from '../store/sqlite.js';
import { readPassage } from '../store/text-parts.js';
import { untilOthersRan } from '../workers/until-others-ran.js';
import { wordsOf } from './fold-words.js';
import type { Vocabulary } from './vocabulary.js';

const wordsPerRead = 500;
const chunksPerRead = 32;
/** The vocabulary is read anew when this share of the passages that it was made of is gone. */
const maxRemovedShare = 0.25;

interface NewChunk {
  readonly id: number;
  readonly document: number;
  readonly start: number;
  readonly end: number;
  readonly context: string;
  readonly name: string;
}

export class VocabularyKeeper {
  readonly #database: Database;
  readonly #vocabulary: Vocabulary;
  #isLoaded = false;
  #lastChunk = 0;
  #chunks = 0;
  #isDue = false;
  #isClosed = false;
  #work: Promise<void> | null = null;

  constructor(database: Database, vocabulary: Vocabulary) {
    this.#database = database;
    this.#vocabulary = vocabulary;
  }

  /** Returns at once. */
  refresh(): void {
    this.#isDue = true;
    if (this.#isClosed) return;
    this.#work ??= this.#runWork().finally(() => {
      this.#work = null;
      if (this.#isDue && !this.#isClosed) this.refresh();
    });
    // Whoever waits for it gets the error; a failed refresh is tried again with the next.
    this.#work.catch(() => undefined);
  }

  async settle(): Promise<void> {
    this.refresh();
    while (this.#work !== null) await this.#work;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#work !== null) await this.#work.catch(() => undefined);
  }

  /** Forgets everything; the next refresh reads all words again. */
  async reset(): Promise<void> {
    while (this.#work !== null) await this.#work.catch(() => undefined);
    this.#startOver();
  }

  #startOver(): void {
    this.#vocabulary.clear();
    this.#isLoaded = false;
    this.#lastChunk = 0;
    this.#chunks = 0;
  }

  async #runWork(): Promise<void> {
    while (this.#isDue && !this.#isClosed) {
      this.#isDue = false;
      if (this.#storedChunks() < this.#chunks * (1 - maxRemovedShare)) this.#startOver();
      if (!this.#isLoaded) await this.#loadWords();
      await this.#addNewChunks();
    }
  }

  #storedChunks(): number {
    return this.#database.get<{ count: number }>('SELECT count(*) AS count FROM chunks')?.count ?? 0;
  }

  async #loadWords(): Promise<void> {
    const last = this.#database.get<{ id: number | null }>('SELECT max(id) AS id FROM chunks')?.id ?? 0;
    const chunks = this.#storedChunks();
    let after = '';
    while (!this.#isClosed) {
      const rows = this.#database.all<{ readonly term: string; readonly doc: number }>(
        'SELECT term, doc FROM temp.library_words WHERE term > ? ORDER BY term LIMIT ?',
        after,
        wordsPerRead,
      );
      for (const { term, doc } of rows) this.#vocabulary.add(term, doc);
      after = rows.at(-1)?.term ?? after;
      if (rows.length < wordsPerRead) break;
      await untilOthersRan();
    }
    this.#isLoaded = !this.#isClosed;
    this.#lastChunk = last;
    this.#chunks = chunks;
  }

  async #addNewChunks(): Promise<void> {
    while (!this.#isClosed) {
      const rows = this.#database.all<NewChunk>(
        `SELECT c.id, c.document, c.start, c."end", c.context, d.relative_path AS name
         FROM chunks c JOIN documents d ON d.id = c.document WHERE c.id > ? ORDER BY c.id LIMIT ?`,
        this.#lastChunk,
        chunksPerRead,
      );
      for (const row of rows) this.#addChunk(row);
      if (rows.length < chunksPerRead) return;
      await untilOthersRan();
    }
  }

  #addChunk({ id, document, start, end, context, name }: NewChunk): void {
    const text = readPassage(this.#database, document, start, end);
    for (const word of new Set(wordsOf(`${text} ${context} ${name}`).map((place) => place.word))) {
      this.#vocabulary.add(word, 1);
    }
    this.#lastChunk = id;
    this.#chunks += 1;
  }
}

/** Makes FTS5's own list of words readable as `temp.library_words`; belongs to the connection, not to the file. */
export function openWordList(database: Database): void {
  // The connection is read only; only its own temporary tables become writable for a moment.
  database.exec('PRAGMA query_only = OFF');
  database.exec(`CREATE VIRTUAL TABLE temp.library_words USING fts5vocab ('main', 'words', 'row')`);
  database.exec('PRAGMA query_only = ON');
}
