// Writes the pages' lines as one text, with blocks for the chunker and a layout for the viewer.
import { HeadingTrail, shorten } from '../blocks.js';
import { loadLimits } from '../load-limits.js';
import type { Block, PageLayout } from '../loaded-document.js';
import { Vocabulary } from './hyphens.js';
import { type OutlineLevels, outlineKey } from './outline.js';
import type { Line, PageLines } from './page-lines.js';
import { continuation, groupParagraphs, type Join, type Paragraph } from './paragraphs.js';
import { RunningHeads } from './running-heads.js';

interface NumberedPage {
  readonly page: number;
  readonly lines: PageLines;
}

interface WaitingPage extends NumberedPage {
  readonly paragraphs: readonly Paragraph[];
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

/** The last character of a sentence with another one behind it. */
const sentenceEnd = /[.!?…。！？؟]["'»”’)\]]*(?=\s+[\p{Lu}\p{Lo}«“"¿¡(])/u;

/** Give it pages in order, some dozens at a time: what repeats on them is learned before they are written. */
export class PdfTextWriter {
  readonly #outline: OutlineLevels;
  readonly #heads = new RunningHeads();
  readonly #words = new Vocabulary();
  readonly #lettersOfSize = new Map<number, number>();
  readonly #trail = new HeadingTrail();
  readonly #blocks: Block[] = [];
  readonly #layouts: PageLayout[] = [];
  /** The last page that came, until the next one is known. */
  #waiting: WaitingPage | null = null;
  /** How the last paragraph written goes on on the page that is written next. */
  #goesOn: Join | null = null;
  #bodySize = 0;
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
    this.#bodySize = [...this.#lettersOfSize].reduce((best, size) => (size[1] > best[1] ? size : best), [0, 0])[0];
    for (const { page, lines } of pages) {
      const paragraphs = groupParagraphs(this.#heads.withoutHeads(lines, page - 1), this.#words);
      this.#writeWaiting(paragraphs[0] ?? null);
      this.#waiting = { page, lines, paragraphs };
    }
  }

  finish(): PdfText {
    this.#writeWaiting(null);
    return {
      text: this.#parts.join(''),
      blocks: this.#blocks,
      layouts: this.#layouts,
      firstHeading: this.#firstHeading?.text ?? null,
    };
  }

  /** A page is written when it is known how the next one begins: its last sentence may go on there. */
  #writeWaiting(nextFirst: Paragraph | null): void {
    if (this.#waiting === null) return;
    const { page, lines, paragraphs } = this.#waiting;
    const goesOn = this.#goesOn;
    if (this.#layouts.length > 0) this.#append(goesOn === null ? '\n\n' : separatorOf(goesOn));
    const start = this.#length;
    this.#items = [];
    const last = paragraphs.at(-1);
    this.#goesOn =
      last === undefined || nextFirst === null || this.#isHeading(last) || this.#isHeading(nextFirst)
        ? null
        : continuation(last, nextFirst, this.#words);
    paragraphs.forEach((paragraph, index) => {
      if (index > 0) this.#append(paragraph.hasGapAbove ? '\n\n' : '\n');
      const endsWith = paragraph === last ? this.#goesOn : null;
      if (index === 0 && goesOn !== null) this.#writeRest(paragraph, page, endsWith);
      else this.#writeParagraph(paragraph, page, endsWith);
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

  /** What goes on from the page before: the rest of its sentence belongs to the block there, the other ones to this page. */
  #writeRest(paragraph: Paragraph, page: number, goesOn: Join | null): void {
    const start = this.#length;
    const text = this.#writeLines(paragraph, goesOn);
    const before = this.#blocks.at(-1);
    if (before === undefined || text.trim() === '') return;
    const end = sentenceEnd.exec(text);
    const sentence = end === null ? text.trimEnd() : text.slice(0, end.index + end[0].length);
    this.#blocks[this.#blocks.length - 1] = { ...before, end: start + sentence.length };
    const others = text.slice(sentence.length);
    if (others.trim() === '') return;
    const othersStart = start + sentence.length + (others.length - others.trimStart().length);
    this.#blocks.push({ ...before, kind: 'paragraph', start: othersStart, end: start + text.length, page });
  }

  #isHeading(paragraph: Paragraph): boolean {
    return this.#headingLevel(paragraph, wordsOf(paragraph)) !== null;
  }

  /** Gives the text as it was written. */
  #writeLines(paragraph: Paragraph, goesOn: Join | null): string {
    const from = this.#parts.length;
    paragraph.lines.forEach((line, index) => {
      const join = paragraph.joins[index] ?? goesOn;
      this.#writeLine(line, join === 'without-hyphen');
      if (index < paragraph.lines.length - 1 && join !== null) this.#append(separatorOf(join));
    });
    return this.#parts.slice(from).join('');
  }

  #writeParagraph(paragraph: Paragraph, page: number, goesOn: Join | null): void {
    const start = this.#length;
    this.#writeLines(paragraph, goesOn);
    const end = this.#length;
    if (end === start) return;
    const words = wordsOf(paragraph);
    const level = this.#headingLevel(paragraph, words);
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
  #headingLevel(paragraph: Paragraph, words: string): number | null {
    const [first] = paragraph.lines;
    if (first === undefined || paragraph.lines.length > maxHeadingLines) return null;
    if (words.length > loadLimits.maxHeadingCharacters || !/\p{L}{2}/u.test(words)) return null;
    const outlined = this.#outline.get(outlineKey(words));
    if (outlined !== undefined) return outlined;
    if (this.#outline.size >= minOutlineEntries) return null;
    // A bigger letter stands further out: its size is the level, turned round.
    return first.fontSize >= this.#bodySize * headingScale ? 10_000 - Math.round(first.fontSize * 2) : null;
  }

  /** The title is the largest heading of the first page, the first of several of that size. */
  #noteHeading(words: string, fontSize: number): void {
    if (this.#firstHeading !== null && fontSize <= this.#firstHeading.fontSize * 1.05) return;
    this.#firstHeading = { text: shorten(words, loadLimits.maxHeadingCharacters), fontSize };
  }
}

function wordsOf({ lines }: Paragraph): string {
  return lines.map((line) => line.text).join(' ');
}

function separatorOf(join: Join): string {
  return join === 'without-hyphen' ? '' : join;
}
