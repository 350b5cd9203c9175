// The pieces of one line in reading order, with the spaces that the page shows between them.
import { joinAccent } from './clean-text.js';
import type { Line, Piece } from './page-lines.js';

/** One line of pieces that were drawn one after the other, in reading order and with the spaces between them. */
export function makeLine(drawn: readonly Piece[], isVertical: boolean): Line {
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
  return leftToRightRuns(pieces).reverse().flat();
}

/** Pieces one by one, but for words and numbers that read from the left inside the line: those keep their own order. */
function leftToRightRuns(pieces: readonly Piece[]): (readonly Piece[])[] {
  const runs: Piece[][] = [];
  let isOpen = false;
  for (const piece of pieces) {
    const isWord = !piece.isRightToLeft && /[\p{L}\p{N}]/u.test(piece.text);
    const isSpace = piece.text.trim() === '';
    const run = runs.at(-1);
    if (run !== undefined && isOpen && (isWord || isSpace)) run.push(piece);
    else runs.push([piece]);
    isOpen = isWord || (isOpen && isSpace);
  }
  // A space behind the last word stands between it and what follows.
  return runs.flatMap((run) => {
    const end = run.findLastIndex((piece) => piece.text.trim() !== '') + 1;
    return end > 0 && end < run.length ? [run.slice(0, end), ...run.slice(end).map((piece) => [piece])] : [run];
  });
}

const noSpaceScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{P}]$/u;

/** pdf.js sees gaps inside a run of text; between runs (another font, another size) a wide gap is a space too. */
function withSpaces(pieces: readonly Piece[], isVertical: boolean): readonly Piece[] {
  const result: Piece[] = [];
  for (const drawn of pieces) {
    let piece = drawn;
    const before = result.at(-1);
    const [text, next] = before === undefined ? ['', piece.text] : joinAccent(before.text, piece.text);
    if (before !== undefined && next !== piece.text) {
      result[result.length - 1] = { ...before, text };
      piece = { ...piece, text: next };
    }
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
