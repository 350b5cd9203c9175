// From the pieces of text that pdf.js finds on a page to lines: which pieces stand on one line, and where.
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { cleanPieceText } from './clean-text.js';
import { inColumns } from './columns.js';
import { makeLine } from './make-line.js';

/** A box in PDF points, origin top left. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Piece extends Box {
  readonly text: string;
  /** Where the text runs: x to the right, y down. */
  readonly angle: number;
  readonly fontSize: number;
  readonly isRightToLeft: boolean;
}

export interface Line extends Box {
  readonly pieces: readonly Piece[];
  readonly text: string;
  readonly angle: number;
  /** Of most of its letters. */
  readonly fontSize: number;
  readonly isRightToLeft: boolean;
  readonly isVertical: boolean;
}

export interface PageLines {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly lines: readonly Line[];
}

/** Fewer nameless letters than this are marks of lists and the like. */
const minNameless = 10;

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;
type TextItem = Extract<TextContent['items'][number], { str: string }>;
type Matrix = readonly [number, number, number, number, number, number];

/** The page's lines in the order in which the document draws them, which is the reading order of nearly every PDF. */
export async function readPageLines(page: PDFPageProxy): Promise<PageLines> {
  const viewport = page.getViewport({ scale: 1 });
  // Letters joined in one shape stay one until their line has been put in order: pdf.js would turn `لخ` round as two.
  const content = await page.getTextContent({ disableNormalization: true });
  const toPage = viewport.transform as unknown as Matrix;
  if (!isLegible(content.items)) return { widthPt: viewport.width, heightPt: viewport.height, lines: [] };
  const builder = new LineBuilder();
  for (const item of content.items) {
    if (!('str' in item)) continue;
    const style = content.styles[item.fontName];
    if (isFalseSpace(item)) continue;
    builder.add(placePiece(item, style, toPage), item.hasEOL, style?.vertical ?? false);
  }
  return { widthPt: viewport.width, heightPt: viewport.height, lines: inColumns(builder.finish()) };
}

/** Where a third of the letters have no name, the others have wrong ones: such text is no text. */
function isLegible(items: TextContent['items']): boolean {
  let [all, nameless] = [0, 0];
  for (const item of items) {
    if (!('str' in item)) continue;
    all += item.str.length;
    if (/[\p{Cc}\p{Co}\ufffd]/u.test(item.str))
      nameless += item.str.match(/[\p{Co}\ufffd]|(?!\s)\p{Cc}/gu)?.length ?? 0;
  }
  return nameless < minNameless || nameless * 3 < all;
}

/**
 * In a font that is squeezed to nothing in one direction (some Type 3 fonts are set like that) pdf.js takes each shift of a
 * letter for a space: a narrow one is none.
 */
export function isFalseSpace({
  str,
  width,
  transform,
  hasEOL,
}: Pick<TextItem, 'str' | 'width' | 'transform' | 'hasEOL'>): boolean {
  if (str !== ' ' || hasEOL) return false;
  const [a, b, c, d] = transform as unknown as Matrix;
  const height = Math.hypot(c, d);
  return Math.hypot(a, b) < height * 0.2 && width < height * 0.12;
}

function placePiece(item: TextItem, style: TextContent['styles'][string] | undefined, toPage: Matrix): Piece {
  const [a, b, c, d, e, f] = multiply(toPage, item.transform as unknown as Matrix);
  const scale = Math.hypot(toPage[0], toPage[1]);
  const fontSize = Math.hypot(c, d) || Math.hypot(a, b);
  const angle = Math.atan2(b, a);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners: (readonly [number, number])[] = [];
  if (style?.vertical) {
    const half = (item.width * scale) / 2 || fontSize / 2;
    for (const [along, across] of [
      [-half, 0],
      [half, 0],
      [-half, item.height * scale],
      [half, item.height * scale],
    ] as const) {
      corners.push([e + along * cos - across * sin, f + along * sin + across * cos]);
    }
  } else {
    const ascent = fontSize * share(style?.ascent, 0.8);
    const descent = fontSize * share(style?.descent, -0.2);
    // A mirrored or upside-down font is rare; its ascent then points the other way.
    const up = a * d - b * c > 0 ? 1 : -1;
    for (const [along, across] of [
      [0, ascent],
      [0, descent],
      [item.width * scale, ascent],
      [item.width * scale, descent],
    ] as const) {
      corners.push([e + along * cos - across * up * sin, f + along * sin + across * up * cos]);
    }
  }
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return {
    text: cleanPieceText(item.str),
    x,
    y,
    width: Math.max(...xs) - x,
    height: Math.max(...ys) - y,
    angle,
    fontSize,
    isRightToLeft: item.dir === 'rtl',
  };
}

function share(value: number | undefined, otherwise: number): number {
  return value !== undefined && Number.isFinite(value) && value !== 0 && Math.abs(value) < 2 ? value : otherwise;
}

function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ];
}

/** Joins pieces to lines: pdf.js says where most lines end, the boxes say the rest. */
class LineBuilder {
  readonly #lines: Line[] = [];
  #pieces: Piece[] = [];
  #isVertical = false;
  #isEnded = false;

  add(piece: Piece, endsLine: boolean, isVertical: boolean): void {
    if (piece.text !== '') {
      const last = this.#pieces.findLast((other) => other.text.trim() !== '');
      const isSolid = last !== undefined && piece.text.trim() !== '';
      if (isSolid && (this.#isEnded || !isVertical) && !this.#goesOn(last, piece)) this.#endLine();
      this.#pieces.push(piece);
      this.#isVertical = isVertical;
    }
    this.#isEnded ||= endsLine;
  }

  /** pdf.js ends the line at each large rise or fall, so at some superscripts too: what follows close by goes on. */
  #goesOn(last: Piece, piece: Piece): boolean {
    if (!isSameLine(last, piece)) return false;
    if (!this.#isEnded) return true;
    const gap = piece.x - (last.x + last.width);
    const size = Math.max(piece.fontSize, last.fontSize);
    return piece.fontSize !== last.fontSize && gap > -0.3 * size && gap < 0.5 * size;
  }

  finish(): readonly Line[] {
    this.#endLine();
    return this.#lines;
  }

  #endLine(): void {
    const pieces = trimPieces(this.#pieces);
    this.#pieces = [];
    this.#isEnded = false;
    if (pieces.length > 0) this.#lines.push(makeLine(pieces, this.#isVertical));
  }
}

function trimPieces(pieces: readonly Piece[]): Piece[] {
  const first = pieces.findIndex((piece) => piece.text.trim() !== '');
  return first === -1 ? [] : pieces.slice(first, pieces.findLastIndex((piece) => piece.text.trim() !== '') + 1);
}

/** Same direction, and overlapping across it by half: superscripts belong to the line, the next line does not. */
function isSameLine(last: Piece, next: Piece): boolean {
  if (Math.abs(Math.sin(last.angle - next.angle)) > 0.1) return false;
  const isUpright = Math.abs(Math.sin(last.angle)) > 0.7;
  const [from, to] = isUpright ? [last.x, last.x + last.width] : [last.y, last.y + last.height];
  const [nextFrom, nextTo] = isUpright ? [next.x, next.x + next.width] : [next.y, next.y + next.height];
  const overlap = Math.min(to, nextTo) - Math.max(from, nextFrom);
  return overlap >= Math.min(to - from, nextTo - nextFrom) * 0.4;
}
