// Reads candidates from the store: first what ranks them, then, for the few that are shown, everything.
import { pathOf } from '../store/paths.js';
import type { Database } from '../store/sqlite.js';
import { foldWords } from './fold-words.js';
import type { PassageWords } from './score-passage.js';

/** A candidate, as far as ranking needs it. */
export interface Passage {
  /** Row of the chunk. */
  readonly id: number;
  /** Row of the document. */
  readonly document: number;
  readonly vector: number | null;
  readonly relativePath: string;
  /** What its document is. */
  readonly type: string;
  readonly start: number;
  readonly text: string;
  readonly words: PassageWords;
  /** Passages with the same words are copies of each other. */
  readonly textKey: string;
}

/** Where a passage comes from, for a hit. */
export interface PassagePlace {
  readonly id: number;
  readonly chunkId: string;
  readonly documentId: string;
  readonly path: string;
  readonly title: string | null;
  readonly type: string;
  readonly language: string | null;
  readonly modifiedMs: number;
  readonly isOffline: boolean;
  readonly start: number;
  readonly end: number;
  readonly page: number | null;
  readonly line: number | null;
  readonly headingPath: readonly string[];
  readonly sheet: string | null;
  readonly row: number | null;
  /** How sure text recognition was of the page; null where the text is the document's own. */
  readonly recognised: number | null;
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
  readonly #texts = new Map<number, PassageText>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** In no order; rows that are gone are missing. */
  read(ids: readonly number[]): readonly Passage[] {
    const texts = this.#textsOf(ids);
    const rows = this.#database.all<Omit<Passage, keyof PassageText>>(selectCandidates, JSON.stringify(ids));
    return rows.flatMap((row) => {
      const text = texts.get(row.id);
      return text === undefined ? [] : [{ ...row, ...text }];
    });
  }

  places(ids: readonly number[]): ReadonlyMap<number, PassagePlace> {
    const rows = this.#database.all<PlaceRow>(selectPlaces, JSON.stringify(ids));
    return new Map(rows.map((row) => [row.id, placeOf(row)]));
  }

  /** What was embedded with each passage. */
  contexts(ids: readonly number[]): ReadonlyMap<number, string> {
    const rows = this.#database.all<{ readonly id: number; readonly context: string }>(
      'SELECT id, context FROM chunks WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(ids),
    );
    return new Map(rows.map(({ id, context }) => [id, context]));
  }

  /** To be called when the store has changed: a document may have another name. */
  forget(): void {
    this.#texts.clear();
  }

  #textsOf(ids: readonly number[]): ReadonlyMap<number, PassageText> {
    const texts = new Map<number, PassageText>();
    const unknown: number[] = [];
    for (const id of ids) {
      const text = this.#texts.get(id);
      if (text === undefined) unknown.push(id);
      else texts.set(id, text);
    }
    const parts = new Map<number, [TextRow, ...TextRow[]]>();
    for (const row of this.#database.all<TextRow>(selectTexts, JSON.stringify(unknown))) {
      const known = parts.get(row.id);
      if (known === undefined) parts.set(row.id, [row]);
      else known.push(row);
    }
    for (const [id, rows] of parts) texts.set(id, textOf(rows));
    // What this question asked about is the last to be forgotten.
    for (const [id, text] of texts) {
      this.#texts.delete(id);
      this.#texts.set(id, text);
    }
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= rememberedTexts) break;
      this.#texts.delete(oldest);
    }
    return texts;
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

const selectCandidates = `
SELECT c.id, c.document, c.vector, d.relative_path AS relativePath, d.type, c.start
FROM chunks c JOIN documents d ON d.id = c.document WHERE c.id IN (SELECT value FROM json_each(?))`;

interface TextRow {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly context: string;
  readonly relativePath: string;
  /** One of the parts of the document's text that the passage touches, and where it begins. */
  readonly partStart: number;
  readonly part: string;
}

const selectTexts = `
SELECT c.id, c.start, c."end", c.context, d.relative_path AS relativePath, p.start AS partStart, p.text AS part
FROM chunks c JOIN documents d ON d.id = c.document
JOIN text_parts p ON p.document = c.document AND p.start < c."end" AND p.start >= coalesce(
  (SELECT max(q.start) FROM text_parts q WHERE q.document = c.document AND q.start <= c.start), 0)
WHERE c.id IN (SELECT value FROM json_each(?))`;

/** `rows` are the parts of one passage. */
function textOf(rows: readonly [TextRow, ...TextRow[]]): PassageText {
  const parts = rows.toSorted((a, b) => a.partStart - b.partStart);
  const [{ start, end, context, relativePath }] = rows;
  const before = Math.min(...parts.map(({ partStart }) => partStart));
  const text = parts
    .map(({ part }) => part)
    .join('')
    .slice(start - before, end - before);
  const folded = foldWords(text);
  // A passage of signs only (a line of emoji, say) is told by its very text.
  const textKey = folded === '' ? text : folded;
  return { text, words: { passage: listed(folded), around: listed(foldWords(`${context} ${relativePath}`)) }, textKey };
}

function listed(folded: string): readonly string[] {
  return folded === '' ? [] : folded.split(' ');
}

interface PlaceRow extends Omit<PassagePlace, 'path' | 'headingPath' | 'isOffline'> {
  readonly headingPath: string;
  readonly relativePath: string;
  readonly rootPath: string;
  readonly rootIsFile: number;
  readonly rootState: string;
  readonly missingMs: number | null;
}

const selectPlaces = `
SELECT c.id, c.chunk_id AS chunkId, c.start, c."end", c.page, c.line, c.heading_path AS headingPath, c.sheet, c.row,
  d.document_id AS documentId, d.relative_path AS relativePath, d.type, d.language, d.modified_ms AS modifiedMs, d.title,
  f.path AS rootPath, f.is_file AS rootIsFile, f.state AS rootState, d.missing_ms AS missingMs,
  r.confidence AS recognised
FROM chunks c JOIN documents d ON d.id = c.document JOIN folders f ON f.id = d.folder
LEFT JOIN recognised_pages r ON r.content_hash = d.content_hash AND r.page = c.page
WHERE c.id IN (SELECT value FROM json_each(?))`;

function placeOf({
  headingPath,
  relativePath,
  rootPath,
  rootIsFile,
  rootState,
  missingMs,
  ...row
}: PlaceRow): PassagePlace {
  return {
    ...row,
    path: pathOf({ rootPath, isFile: rootIsFile === 1, relativePath }),
    headingPath: JSON.parse(headingPath) as readonly string[],
    isOffline: rootState === 'offline' || missingMs !== null,
  };
}
