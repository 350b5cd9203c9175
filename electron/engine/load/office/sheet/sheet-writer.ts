// Sheets as rows: filled cells on one line, each row in its place, with the names of the columns as its context.
import { loadLimits } from '../../load-limits.js';
import { cleanWords } from '../flow.js';
import type { OfficeWriter } from '../office-writer.js';
import { headerContext, lineOfCells } from '../table-header.js';

/** Column names stand near the top, below a title at most. */
const maxHeaderRow = 20;

export interface SheetRow {
  /** 1-based. */
  readonly row: number;
  /** In the order of the columns; empty ones may be left out. */
  readonly cells: readonly string[];
}

/** Writes the rows of one sheet in ascending order. */
export class SheetWriter {
  readonly #writer: OfficeWriter;
  #context: string | null = null;
  /** The row before, as long as it may hold the column names: the next row shows whether it does. */
  #candidate: readonly string[] | null = null;
  #filledRows = 0;

  constructor(writer: OfficeWriter, sheet: string) {
    this.#writer = writer;
    writer.sheet = sheet;
    writer.leaveHeadings();
  }

  get isFull(): boolean {
    return this.#writer.isFull;
  }

  add({ row, cells }: SheetRow): void {
    if (this.isFull) return;
    const words = boundedCells(cells);
    const line = lineOfCells(words);
    if (line === '') return;
    if (this.#candidate !== null) this.#context = headerContext(this.#candidate, words);
    this.#candidate = this.#context === null && this.#filledRows++ < maxHeaderRow ? words : null;
    this.#writer.add('table-row', line, { row, context: this.#context });
  }

  /** Text boxes and charts, which lie over the cells. */
  addDrawn(lines: readonly string[]): void {
    for (const line of lines) this.#writer.add('paragraph', line);
  }
}

/** Each cell on one line; as many characters as a cell can hold, and as many cells as a row may hold. */
function boundedCells(cells: readonly string[]): readonly string[] {
  const words: string[] = [];
  let characters = 0;
  for (const cell of cells) {
    if (words.length >= loadLimits.maxRowCells || characters > loadLimits.maxRowCharacters) break;
    const word = cleanWords(cell.slice(0, loadLimits.maxCellCharacters)).replace(/\s*\n\s*/g, ' ');
    characters += word.length;
    words.push(word);
  }
  return words;
}
