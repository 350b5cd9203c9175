// Writes paragraphs, headings and rows as one text with its blocks; stops at the limit on length and says so.
import { HeadingTrail, shorten } from '../blocks.js';
import { loadLimits } from '../load-limits.js';
import type { Block, BlockKind, LoadedDocument } from '../loaded-document.js';
import { textDocument } from '../text-document.js';
import { cleanWords, type FlowPiece, type FlowTable, lineOfPieces } from './flow.js';
import { damagedError } from './office-errors.js';
import { contextOfNames, headerContext, lineOfCells } from './table-header.js';

const maxCellCharacters = 600;

export interface Placing {
  readonly row?: number | null;
  readonly context?: string | null;
}

/** One use: write, then `document`. */
export class OfficeWriter {
  /** Of what is written next. */
  page: number | null = null;
  sheet: string | null = null;
  readonly #parts: string[] = [];
  readonly #blocks: Block[] = [];
  #trail = new HeadingTrail();
  #length = 0;
  #last: Block | null = null;
  #firstHeading: string | null = null;
  #isFull = false;

  /** Nothing more is taken: the text has reached its limit. */
  get isFull(): boolean {
    return this.#isFull;
  }

  get hasText(): boolean {
    return this.#blocks.length > 0;
  }

  /** What follows stands under no heading: another slide, another sheet, or what is no part of the running text. */
  leaveHeadings(): void {
    this.#trail = new HeadingTrail();
  }

  heading(level: number, text: string): void {
    const words = cleanWords(text);
    if (words === '' || this.#isFull) return;
    this.#trail.enter(level, words);
    this.#firstHeading ??= shorten(words, loadLimits.maxHeadingCharacters);
    this.#add('heading', words, {});
  }

  /** Words of any other kind; white space alone is nothing. */
  add(kind: BlockKind, text: string, placing: Placing = {}): void {
    const words = cleanWords(text);
    // Pictures of letters (an arrow of a symbol font in a shape of its own) say nothing alone.
    if (!this.#isFull && !/^[•\s]*$/.test(words)) this.#add(kind, words, placing);
  }

  pieces(pieces: readonly FlowPiece[], depth = 0): void {
    for (const piece of pieces) {
      if (piece.kind === 'heading') this.heading(piece.level, piece.text);
      else if (piece.kind !== 'table') this.add(piece.kind, piece.text);
      else if (depth < loadLimits.maxTableNesting) this.#table(piece, depth);
    }
  }

  /** Rows of data are kept as rows; a table that lays out a page is read as the text that it holds. */
  #table({ rows, mayHaveHeader }: FlowTable, depth: number): void {
    const lines = rows.map((row) => ({ ...row, words: row.cells.map(lineOfPieces) }));
    const filled = lines.filter(({ words }) => words.some((word) => word !== ''));
    const isData =
      filled.filter(({ words }) => words.length > 1).length >= filled.length / 2 &&
      filled.every(({ words }) => words.every((word) => word.length <= maxCellCharacters)) &&
      !rows.some(({ cells }) => cells.some((cell) => cell.some(({ kind }) => kind === 'table')));
    if (!isData) {
      for (const { cells } of rows) for (const cell of cells) this.pieces(cell, depth + 1);
      return;
    }
    const [first, second] = filled;
    const headers = filled.findIndex(({ isHeader }) => !isHeader);
    const told = headers > 0 ? contextOfNames(filled.slice(0, headers).flatMap(({ words }) => words)) : null;
    const guessed = mayHaveHeader && first && second ? headerContext(first.words, second.words) : null;
    const headerRows = told !== null ? headers : 1;
    for (const [index, { words }] of filled.entries()) {
      const context = index < headerRows ? null : (told ?? guessed);
      this.add('table-row', lineOfCells(words), { row: index + 1, context });
    }
  }

  #add(kind: BlockKind, words: string, { row = null, context = null }: Placing): void {
    const separator = this.#last === null ? '' : this.#continues(kind, row) ? '\n' : '\n\n';
    if (this.#length + separator.length + words.length > loadLimits.maxOfficeTextCharacters) {
      this.#isFull = true;
      return;
    }
    const start = this.#length + separator.length;
    const end = start + words.length;
    this.#parts.push(separator, words);
    this.#length = end;
    const headingPath = this.#trail.path;
    this.#last = { kind, start, end, headingPath, page: this.page, sheet: this.sheet, row, context };
    this.#blocks.push(this.#last);
  }

  #continues(kind: BlockKind, row: number | null): boolean {
    const last = this.#last;
    if (last === null || last.kind !== kind || last.page !== this.page || last.sheet !== this.sheet) return false;
    return kind === 'list-item' || (kind === 'table-row' && row !== 1);
  }

  /** `isDamaged`: parts of the file could not be read. `title` null: the first heading is the title. */
  document(options: {
    readonly type: string;
    readonly title: string | null;
    readonly pages?: number | null;
    readonly encoding?: string | null;
    readonly isDamaged?: boolean;
  }): LoadedDocument {
    // A damaged file that gives nothing is not an empty one.
    if (options.isDamaged === true && this.#blocks.length === 0) throw damagedError();
    const text = this.#parts.join('');
    const title = options.title === null ? this.#firstHeading : shorten(options.title, loadLimits.maxHeadingCharacters);
    return textDocument({
      text,
      type: options.type,
      title,
      encoding: options.encoding ?? null,
      pages: options.pages ?? null,
      blocks: this.#blocks,
      note: this.#isFull ? fullNote : options.isDamaged === true ? damagedNote : null,
    });
  }
}

const fullNote = {
  reason: 'too-large',
  message: 'This file holds more text than is read from one file. Split it to index the rest.',
} as const;

const damagedNote = {
  reason: 'damaged',
  message: 'This file is damaged: what could still be read of it is indexed, and parts may be missing.',
} as const;
