// From the pieces of text that pdf.js finds on a page to lines: which pieces stand on one line, and where.
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { cleanPieceText, countUnmapped } from './clean-text.js';

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
  /** Characters to which the page's fonts give no meaning: they are drawn, and can't be read as text. */
  readonly unmapped?: number | undefined;
}

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;
type TextItem = Extract<TextContent['items'][number], { str: string }>;
type Matrix = readonly [number, number, number, number, number, number];

/** The page's lines in the order in which the document draws them, which is the reading order of nearly every PDF. */
export async function readPageLines(page: PDFPageProxy): Promise<PageLines> {
  const viewport = page.getViewport({ scale: 1 });
  const content = await page.getTextContent();
  const toPage = viewport.transform as unknown as Matrix;
  const builder = new LineBuilder();
  let unmapped = 0;
  for (const item of content.items) {
    if (!('str' in item)) continue;
    unmapped += countUnmapped(item.str);
    const style = content.styles[item.fontName];
    builder.add(placePiece(item, style, toPage), item.hasEOL, style?.vertical ?? false);
  }
  return { widthPt: viewport.width, heightPt: viewport.height, lines: builder.finish(), unmapped };
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

function makeLine(drawn: readonly Piece[], isVertical: boolean): Line {
  const letters = (some: readonly Piece[]): number => some.reduce((sum, piece) => sum + piece.text.trim().length, 0);
  const isRightToLeft = letters(drawn.filter((piece) => piece.isRightToLeft)) * 2 > letters(drawn);
  const spaced = withSpaces(isRightToLeft ? rightToLeftOrder(drawn) : drawn, isVertical);
  const sizes = new Map<number, number>();
  for (const piece of spaced) {
    const size = Math.round(piece.fontSize * 10) / 10;
    sizes.set(size, (sizes.get(size) ?? 0) + piece.text.trim().length);
  }
  const [fontSize] = [...sizes].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, -1]);
  const x = Math.min(...spaced.map((piece) => piece.x));
  const y = Math.min(...spaced.map((piece) => piece.y));
  return {
    pieces: spaced,
    text: spaced.map((piece) => piece.text).join(''),
    x,
    y,
    width: Math.max(...spaced.map((piece) => piece.x + piece.width)) - x,
    height: Math.max(...spaced.map((piece) => piece.y + piece.height)) - y,
    angle: spaced[0]?.angle ?? 0,
    fontSize,
    isRightToLeft,
    isVertical,
  };
}

/** Pieces drawn from left to right are put in reading order; pieces already drawn from the right stay as they are. */
function rightToLeftOrder(pieces: readonly Piece[]): readonly Piece[] {
  const solid = pieces.filter((piece) => piece.text.trim() !== '');
  const first = solid[0];
  const last = solid.at(-1);
  if (first === undefined || last === undefined || first.x >= last.x) return pieces;
  return [...pieces].reverse();
}

const noSpaceScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{P}]$/u;

/** pdf.js sees gaps inside a run of text; between runs (another font, another size) a wide gap is a space too. */
function withSpaces(pieces: readonly Piece[], isVertical: boolean): readonly Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last !== undefined && !isVertical && !/\s$/.test(last.text) && !/^\s/.test(piece.text)) {
      const gap = Math.max(piece.x - (last.x + last.width), last.x - (piece.x + piece.width));
      const limit = noSpaceScripts.test(last.text) ? 0.6 : 0.2;
      const isLevel = Math.abs(Math.sin(piece.angle)) < 0.1;
      if (isLevel && gap > limit * Math.max(piece.fontSize, last.fontSize)) {
        result.push({ ...last, text: ' ', x: last.x + last.width, width: Math.max(0, piece.x - last.x - last.width) });
      }
    }
    result.push(piece);
  }
  return result;
}
