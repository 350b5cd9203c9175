// Writes the pages' lines as one text, with blocks for the chunker and a layout for the viewer.
import { HeadingTrail, shorten } from '../blocks.js';
import { loadLimits } from '../load-limits.js';
import type { Block, PageLayout } from '../loaded-document.js';
import { Vocabulary } from './hyphens.js';
import { type OutlineLevels, outlineKey } from './outline.js';
import type { Line, PageLines } from './page-lines.js';
import { groupParagraphs, type Paragraph } from './paragraphs.js';
import { RunningHeads } from './running-heads.js';

interface NumberedPage {
  readonly page: number;
  readonly lines: PageLines;
}

export interface PdfText {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly layouts: readonly PageLayout[];
  readonly firstHeading: string | null;
}

const headingScale = 1.15;
const maxHeadingLines = 3;
/** An outline with fewer entries than this says too little to trust it alone. */
const minOutlineEntries = 3;

/** Give it pages in order, some dozens at a time: what repeats on them is learned before they are written. */
export class PdfTextWriter {
  readonly #outline: OutlineLevels;
  readonly #heads = new RunningHeads();
  readonly #words = new Vocabulary();
  readonly #lettersOfSize = new Map<number, number>();
  readonly #trail = new HeadingTrail();
  readonly #blocks: Block[] = [];
  readonly #layouts: PageLayout[] = [];
  #parts: string[] = [];
  #length = 0;
  #items: number[] = [];
  #firstHeading: { readonly text: string; readonly fontSize: number } | null = null;

  constructor(outline: OutlineLevels) {
    this.#outline = outline;
  }

  /** Characters written so far. */
  get length(): number {
    return this.#length;
  }

  write(pages: readonly NumberedPage[]): void {
    for (const { page, lines } of pages) {
      this.#heads.learn(lines, page - 1);
      this.#words.learn(lines.lines);
      for (const line of lines.lines) {
        this.#lettersOfSize.set(line.fontSize, (this.#lettersOfSize.get(line.fontSize) ?? 0) + line.text.length);
      }
    }
    const bodySize = [...this.#lettersOfSize].reduce((best, size) => (size[1] > best[1] ? size : best), [0, 0])[0];
    for (const page of pages) this.#writePage(page, bodySize);
  }

  finish(): PdfText {
    return {
      text: this.#parts.join(''),
      blocks: this.#blocks,
      layouts: this.#layouts,
      firstHeading: this.#firstHeading?.text ?? null,
    };
  }

  #writePage({ page, lines }: NumberedPage, bodySize: number): void {
    if (this.#layouts.length > 0) this.#append('\n\n');
    const start = this.#length;
    this.#items = [];
    groupParagraphs(this.#heads.withoutHeads(lines, page - 1), this.#words).forEach((paragraph, index) => {
      if (index > 0) this.#append(paragraph.hasGapAbove ? '\n\n' : '\n');
      this.#writeParagraph(paragraph, page, bodySize);
    });
    this.#layouts.push({
      page,
      widthPt: lines.widthPt,
      heightPt: lines.heightPt,
      start,
      end: this.#length,
      items: Float32Array.from(this.#items),
    });
  }

  #writeParagraph(paragraph: Paragraph, page: number, bodySize: number): void {
    const start = this.#length;
    paragraph.lines.forEach((line, index) => {
      const join = paragraph.joins[index];
      this.#writeLine(line, join === 'without-hyphen');
      if (join !== undefined && join !== 'without-hyphen') this.#append(join);
    });
    const end = this.#length;
    if (end === start) return;
    const words = paragraph.lines.map((line) => line.text).join(' ');
    const level = this.#headingLevel(paragraph, words, bodySize);
    const headingPath = level === null ? this.#trail.path : this.#trail.enter(level, words);
    if (level !== null && page === 1) this.#noteHeading(words, paragraph.lines[0]?.fontSize ?? 0);
    const kind = level !== null ? 'heading' : paragraph.isListItem ? 'list-item' : 'paragraph';
    this.#blocks.push({ kind, start, end, headingPath, page, sheet: null, row: null, context: null });
  }

  #writeLine(line: Line, dropsHyphen: boolean): void {
    const last = line.pieces.length - 1;
    line.pieces.forEach((piece, index) => {
      let text = index === 0 ? piece.text.trimStart() : piece.text;
      if (index === last) text = text.trimEnd();
      if (index === last && dropsHyphen) text = text.slice(0, -1);
      if (text === '') return;
      const start = this.#length;
      this.#append(text);
      if (text.trim() !== '') this.#items.push(start, this.#length, piece.x, piece.y, piece.width, piece.height);
    });
  }

  #append(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }

  /** Smaller is further out; null for ordinary text. */
  #headingLevel(paragraph: Paragraph, words: string, bodySize: number): number | null {
    const [first] = paragraph.lines;
    if (first === undefined || paragraph.lines.length > maxHeadingLines) return null;
    if (words.length > loadLimits.maxHeadingCharacters || !/\p{L}{2}/u.test(words)) return null;
    const outlined = this.#outline.get(outlineKey(words));
    if (outlined !== undefined) return outlined;
    if (this.#outline.size >= minOutlineEntries) return null;
    // A bigger letter stands further out: its size is the level, turned round.
    return first.fontSize >= bodySize * headingScale ? 10_000 - Math.round(first.fontSize * 2) : null;
  }

  /** The title is the largest heading of the first page, the first of several of that size. */
  #noteHeading(words: string, fontSize: number): void {
    if (this.#firstHeading !== null && fontSize <= this.#firstHeading.fontSize * 1.05) return;
    this.#firstHeading = { text: shorten(words, loadLimits.maxHeadingCharacters), fontSize };
  }
}
