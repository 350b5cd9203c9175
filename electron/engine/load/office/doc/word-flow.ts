// The binary Word file: its text as paragraphs and tables, fields as their results, deleted and hidden text left out.
import type { FlowPiece, FlowRow } from '../flow.js';
import type { WordFile } from './word-file.js';
import { type ParagraphLook, paragraphLooks, unseenCharacters } from './word-looks.js';
import { headingLevels } from './word-styles.js';

const cellEnd = 0x07;
const paragraphEnd = 0x0d;
const pageBreak = 0x0c;
const fieldBegin = 0x13;
const fieldSeparator = 0x14;
const fieldEnd = 0x15;

export class WordFlow {
  readonly #file: WordFile;
  readonly #unseen: Uint8Array;
  readonly #lookAt: (character: number) => ParagraphLook;
  readonly #headingLevel: (style: number) => number | null;

  constructor(file: WordFile) {
    this.#file = file;
    this.#unseen = unseenCharacters(file);
    this.#lookAt = paragraphLooks(file);
    this.#headingLevel = headingLevels(file);
  }

  /** What stands from one character of the text to another. */
  read(from: number, to: number): readonly FlowPiece[] {
    const out = new Assembler();
    const { text } = this.#file;
    /** True for each open field that is still in its code. */
    const fields: boolean[] = [];
    let words = '';
    for (let at = from; at < Math.min(to, text.length); at++) {
      const code = text.charCodeAt(at);
      if (code === fieldBegin) fields.push(true);
      else if (code === fieldSeparator) fields[fields.length - 1] = false;
      else if (code === fieldEnd) fields.pop();
      else if (code === paragraphEnd || code === cellEnd || code === pageBreak) {
        // The mark of a paragraph that was deleted joins it with the next.
        if (code === paragraphEnd && this.#unseen[at] === 1) continue;
        fields.fill(false);
        this.#end(out, words, code, at);
        words = '';
      } else if (this.#unseen[at] !== 1 && !fields.includes(true)) words += seenCharacter(code);
    }
    if (words.trim() !== '') out.runningText({ kind: 'paragraph', text: words });
    return out.finish();
  }

  #end(out: Assembler, words: string, code: number, at: number): void {
    const look = this.#lookAt(at);
    if (look.isRowEnd) {
      out.endRow();
      return;
    }
    const piece = words.trim() === '' ? null : this.#pieceOf(words, look);
    if (!look.isInTable) out.runningText(piece);
    else if (piece !== null) out.inCell(piece);
    if (code === cellEnd) out.endCell();
  }

  #pieceOf(text: string, { style, outlineLevel, isListItem, isInTable }: ParagraphLook): FlowPiece {
    const level = outlineLevel === null ? this.#headingLevel(style) : outlineLevel > 9 ? null : outlineLevel;
    if (level !== null && !isInTable) return { kind: 'heading', level, text };
    return { kind: isListItem ? 'list-item' : 'paragraph', text };
  }
}

/** What a special character stands for; '' for places of pictures, notes and comments. */
function seenCharacter(code: number): string {
  if (code >= 0x20) return String.fromCharCode(code);
  if (code === 0x09) return '\t';
  if (code === 0x0b) return '\n';
  return code === 0x1e ? '-' : '';
}

/** Gathers cells into rows and rows into tables. */
class Assembler {
  readonly #pieces: FlowPiece[] = [];
  readonly #rows: FlowRow[] = [];
  #cells: (readonly FlowPiece[])[] = [];
  #cell: FlowPiece[] = [];

  inCell(piece: FlowPiece): void {
    this.#cell.push(piece);
  }

  /** A paragraph outside tables, also an empty one, ends the table before it. */
  runningText(piece: FlowPiece | null): void {
    this.#endTable();
    if (piece !== null) this.#pieces.push(piece);
  }

  endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = [];
  }

  endRow(): void {
    if (this.#cell.length > 0) this.endCell();
    if (this.#cells.length > 0) this.#rows.push({ isHeader: false, cells: this.#cells });
    this.#cells = [];
  }

  #endTable(): void {
    this.endRow();
    if (this.#rows.length > 0) this.#pieces.push({ kind: 'table', mayHaveHeader: true, rows: this.#rows.splice(0) });
  }

  finish(): readonly FlowPiece[] {
    this.#endTable();
    return this.#pieces;
  }
}
