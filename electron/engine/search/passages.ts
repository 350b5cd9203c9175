// Reads candidates from the store: their places, their text, their words.
import { createHash } from 'node:crypto';
import { pathOf } from '../store/paths.js';
import type { Database } from '../store/sqlite.js';
import { readPassage } from '../store/text-parts.js';
import { wordsOf } from './fold-words.js';
import type { PassageWords } from './score-passage.js';

/** A candidate as it lies in the store. */
export interface PassageRow {
  /** Row of the chunk; grows with time, so that older passages come first among equals. */
  readonly id: number;
  readonly chunkId: string;
  readonly document: number;
  readonly start: number;
  readonly end: number;
  readonly context: string;
  readonly page: number | null;
  readonly line: number | null;
  readonly headingPath: string;
  readonly sheet: string | null;
  readonly row: number | null;
  readonly inputHash: Uint8Array;
  readonly vector: number | null;
  readonly documentId: string;
  readonly relativePath: string;
  readonly type: string;
  readonly language: string | null;
  readonly modifiedMs: number;
  readonly title: string | null;
  readonly root: string;
  readonly isFile: number;
  readonly rootState: string;
}

export interface Passage extends PassageRow {
  readonly path: string;
  readonly text: string;
  readonly words: PassageWords;
  /** Passages with the same words are copies of each other. */
  readonly textKey: string;
}

const rememberedTexts = 2_048;

interface PassageText {
  readonly text: string;
  readonly words: PassageWords;
  readonly textKey: string;
}

/** Reads passages, and remembers the words of those read last: a question is typed letter by letter. */
export class PassageReader {
  readonly #database: Database;
  readonly #texts = new Map<string, PassageText>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** In no order; rows that are gone are missing. */
  read(ids: readonly number[]): readonly Passage[] {
    const rows = this.#database.all<PassageRow>(selectPassages, JSON.stringify(ids));
    return rows.map((row) => ({ ...row, path: pathOfRow(row), ...this.#textOf(row) }));
  }

  clear(): void {
    this.#texts.clear();
  }

  #textOf(row: PassageRow): PassageText {
    // Text and context by their hash, whatever the row is; the name may change on its own.
    const key = `${Buffer.from(row.inputHash).toString('base64')} ${row.end - row.start} ${row.relativePath}`;
    const known = this.#texts.get(key);
    if (known !== undefined) {
      this.#texts.delete(key);
      this.#texts.set(key, known);
      return known;
    }
    const text = readPassage(this.#database, row.document, row.start, row.end);
    const words = wordsOf(text);
    const around = wordsOf(`${row.context} ${row.relativePath}`).map(({ word }) => word);
    const textKey = createHash('sha256')
      .update(words.map(({ word }) => word).join(' '))
      .digest('base64');
    const read = { text, words: { text: words, around }, textKey };
    this.#texts.set(key, read);
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= rememberedTexts) break;
      this.#texts.delete(oldest);
    }
    return read;
  }
}

/** Rows of the chunks that have these vectors, by vector, ascending; at most `limitEach` of one vector. */
export function chunksOfVectors(
  database: Database,
  vectorIds: readonly number[],
  limitEach: number,
  isAllowed: (chunk: number) => boolean,
): ReadonlyMap<number, readonly number[]> {
  const rows = database.all<{ readonly id: number; readonly vector: number }>(
    'SELECT id, vector FROM chunks WHERE vector IN (SELECT value FROM json_each(?)) ORDER BY vector, id',
    JSON.stringify(vectorIds),
  );
  const chunks = new Map<number, number[]>();
  for (const { id, vector } of rows) {
    const list = chunks.get(vector) ?? [];
    if (list.length < limitEach && isAllowed(id)) list.push(id);
    chunks.set(vector, list);
  }
  return chunks;
}

const selectPassages = `
SELECT c.id, c.chunk_id AS chunkId, c.document, c.start, c."end", c.context, c.page, c.line,
  c.heading_path AS headingPath, c.sheet, c.row, c.input_hash AS inputHash, c.vector,
  d.document_id AS documentId, d.relative_path AS relativePath, d.type, d.language, d.modified_ms AS modifiedMs, d.title,
  f.path AS root, f.is_file AS isFile, f.state AS rootState
FROM chunks c JOIN documents d ON d.id = c.document JOIN folders f ON f.id = d.folder
WHERE c.id IN (SELECT value FROM json_each(?))`;

function pathOfRow(row: PassageRow): string {
  return pathOf({ rootPath: row.root, isFile: row.isFile === 1, relativePath: row.relativePath });
}
