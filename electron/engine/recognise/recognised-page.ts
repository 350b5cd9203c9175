// What text recognition found on one page, and how it is packed to cross processes and lie in the store.
import type { Line, PageLines } from '../load/pdf/page-lines.js';

/**
 * `empty`: there is nothing to read on the page; `failed`: it took too long, and may be tried again; `damaged` and `too-large`:
 * its picture cannot be drawn, however often it is tried.
 */
export type RecognisedOutcome = 'words' | 'empty' | 'failed' | 'damaged' | 'too-large';

/** A word in its place: page points, origin top left. `confidence` is 0 to 1. */
export interface RecognisedWord {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly confidence: number;
}

export interface RecognisedLine {
  readonly fontSize: number;
  /** Where the text runs on the page, in radians: 0 to the right, π/2 down. */
  readonly angle: number;
  readonly words: readonly RecognisedWord[];
}

export interface PageOfLines {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly lines: readonly RecognisedLine[];
}

/** One page as the store keeps it, by the hash of the file's content. */
export interface RecognisedPage {
  /** From 1. */
  readonly page: number;
  readonly outcome: RecognisedOutcome;
  /** Mean over the page's letters, 0 to 1; null where no word was found. */
  readonly confidence: number | null;
  /** Tesseract's name of the language that it was read in. */
  readonly language: string | null;
  /** The packed lines; empty where no word was found. */
  readonly lines: Uint8Array;
}

/** Recognised pages of one document, by page from 1. */
export type RecognisedPages = ReadonlyMap<number, RecognisedPage>;

export function pagesByNumber(pages: readonly RecognisedPage[]): RecognisedPages {
  return new Map(pages.map((page) => [page.page, page]));
}

type PackedLine = readonly [fontSize: number, angle: number, words: readonly (string | number)[]];
const numbersPerWord = 6;

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

export function packLines({ widthPt, heightPt, lines }: PageOfLines): Uint8Array {
  const packed = lines.map(
    ({ fontSize, angle, words }): PackedLine => [
      fontSize,
      rounded(angle),
      words.flatMap(({ text, x, y, width, height, confidence }) => [
        text,
        ...[x, y, width, height, confidence].map(rounded),
      ]),
    ],
  );
  return new TextEncoder().encode(JSON.stringify([widthPt, heightPt, packed]));
}

export function unpackLines(bytes: Uint8Array): PageOfLines {
  const [widthPt, heightPt, packed] = JSON.parse(new TextDecoder().decode(bytes)) as [number, number, PackedLine[]];
  const lines = packed.map(([fontSize, angle, flat]): RecognisedLine => {
    const words: RecognisedWord[] = [];
    for (let at = 0; at + numbersPerWord <= flat.length; at += numbersPerWord) {
      const [text, x, y, width, height, confidence] = flat.slice(at, at + numbersPerWord);
      const numbers = { x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
      words.push({ text: String(text), ...numbers, confidence: Number(confidence) });
    }
    return { fontSize, angle, words };
  });
  return { widthPt, heightPt, lines };
}

/** Recognised words as the lines that a PDF's own text gives, so that they are written, chunked and marked like those. */
export function linesOfRecognised(bytes: Uint8Array): PageLines {
  const { widthPt, heightPt, lines } = unpackLines(bytes);
  return { widthPt, heightPt, lines: lines.map(lineOf) };
}

function lineOf({ fontSize, angle, words }: RecognisedLine): Line {
  const x = Math.min(...words.map((word) => word.x));
  const y = Math.min(...words.map((word) => word.y));
  return {
    pieces: words.flatMap(({ text, confidence: _confidence, ...box }, index) => {
      const shared = { angle, fontSize, isRightToLeft: false };
      const piece = { ...box, ...shared, text };
      // A space of its own, so that a word's box is that of its letters.
      return index === 0 ? [piece] : [{ ...box, ...shared, width: 0, text: ' ' }, piece];
    }),
    text: words.map((word) => word.text).join(' '),
    x,
    y,
    width: Math.max(...words.map((word) => word.x + word.width)) - x,
    height: Math.max(...words.map((word) => word.y + word.height)) - y,
    angle,
    fontSize,
    isRightToLeft: false,
    isVertical: false,
  };
}
