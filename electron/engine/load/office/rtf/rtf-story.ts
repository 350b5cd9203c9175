// One stream of RTF's text (the body, a footnote, a header): characters become paragraphs, cells and rows.
import type { FlowPiece, FlowRow } from '../flow.js';
import { bullet } from '../numbering.js';

export interface ParagraphLook {
  /** 0 is a title; null: no heading. */
  readonly headingLevel: number | null;
  readonly isInTable: boolean;
  readonly isListItem: boolean;
}

export class RtfStory {
  readonly #pieces: FlowPiece[] = [];
  readonly #rows: FlowRow[] = [];
  #cells: (readonly FlowPiece[])[] = [];
  #cell: FlowPiece[] = [];
  /** Notes and text boxes, which stand behind the paragraph that they hang on. */
  #behind: FlowPiece[] = [];
  #text = '';
  #mark = '';

  write(text: string): void {
    this.#text += text;
  }

  /** The mark of a list item, as the file spells it out. */
  setMark(mark: string): void {
    const plain = mark.trim();
    // Bullets of all kinds, among them the letter that looks like a circle.
    this.#mark = plain === 'o' || (plain !== '' && !/[\p{L}\p{N}]/u.test(plain)) ? bullet : plain;
  }

  addBehind(pieces: readonly FlowPiece[]): void {
    this.#behind.push(...pieces);
  }

  endParagraph(look: ParagraphLook): void {
    const piece = this.#takeParagraph(look);
    if (look.isInTable) {
      if (piece !== null) this.#cell.push(piece);
      this.#cell.push(...this.#takeBehind());
      return;
    }
    this.#endTable();
    if (piece !== null) this.#pieces.push(piece);
    this.#pieces.push(...this.#takeBehind());
  }

  endCell(look: ParagraphLook): void {
    this.endParagraph({ ...look, isInTable: true });
    this.#cells.push(this.#cell);
    this.#cell = [];
  }

  endRow(isHeader: boolean): void {
    if (this.#cell.length > 0) this.#cells.push(this.#cell);
    if (this.#cells.length > 0) this.#rows.push({ isHeader, cells: this.#cells });
    this.#cells = [];
    this.#cell = [];
  }

  /** All that was written. */
  finish(look: ParagraphLook): readonly FlowPiece[] {
    this.endParagraph({ ...look, isInTable: this.#cells.length > 0 || this.#cell.length > 0 });
    this.#endTable();
    return this.#pieces;
  }

  #takeBehind(): readonly FlowPiece[] {
    const behind = this.#behind;
    this.#behind = [];
    return behind;
  }

  #takeParagraph({ headingLevel, isListItem }: ParagraphLook): FlowPiece | null {
    const words = this.#text.trim();
    const mark = this.#mark;
    this.#text = '';
    this.#mark = '';
    if (words === '') return null;
    const text = mark === '' ? words : `${mark} ${words}`;
    if (headingLevel !== null) return { kind: 'heading', level: headingLevel, text };
    return { kind: mark !== '' || isListItem ? 'list-item' : 'paragraph', text };
  }

  #endTable(): void {
    this.endRow(false);
    if (this.#rows.length > 0) this.#pieces.push({ kind: 'table', mayHaveHeader: true, rows: this.#rows.splice(0) });
  }
}
