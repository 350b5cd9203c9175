// Headers, footers and page numbers: what repeats at the edges of the pages is no part of the text.
import type { Line, PageLines } from './page-lines.js';

/** Only lines this near to the page's upper or lower edge can be running heads. */
const edgeShare = 0.14;
const minPages = 3;
/** The same words on this share of the pages are dropped everywhere (odd and even pages may differ). */
const minShare = 0.3;
/** Page numbers must count the pages on this share of the lines at their place. */
const minCounted = 0.6;
const heightStepPt = 4;

interface Seen {
  readonly pages: Set<number>;
  firstPage: number;
}

interface Place {
  lines: number;
  /** Number in the line minus page index: one difference on most pages means page numbers. */
  readonly offsets: Map<number, number>;
}

/** Learns from pages in the order given; ask for a page only after it was learned. */
export class RunningHeads {
  readonly #words = new Map<string, Seen>();
  readonly #places = new Map<string, Place>();
  #pages = 0;

  learn(page: PageLines, pageIndex: number): void {
    this.#pages++;
    for (const line of page.lines) {
      for (const key of wordKeys(line, page)) {
        const seen = this.#words.get(key) ?? { pages: new Set(), firstPage: pageIndex };
        this.#words.set(key, seen);
        seen.pages.add(pageIndex);
      }
      const numbers = edgeNumbers(line);
      if (numbers.length === 0) continue;
      for (const key of placeKeys(line, page)) {
        const place = this.#places.get(key) ?? { lines: 0, offsets: new Map() };
        this.#places.set(key, place);
        place.lines++;
        for (const number of new Set(numbers)) {
          place.offsets.set(number - pageIndex, (place.offsets.get(number - pageIndex) ?? 0) + 1);
        }
      }
    }
  }

  /** The page without them; the whole page where nothing else would be left. */
  withoutHeads(page: PageLines, pageIndex: number): readonly Line[] {
    const rest = page.lines.filter(
      (line) => !this.#repeatsWords(line, page, pageIndex) && !this.#countsPages(line, page, pageIndex),
    );
    return rest.length === 0 ? page.lines : rest;
  }

  /** On many pages: dropped everywhere. On a few (a chapter's name): kept where it comes first. */
  #repeatsWords(line: Line, page: PageLines, pageIndex: number): boolean {
    return wordKeys(line, page).some((key) => {
      const seen = this.#words.get(key);
      if (seen === undefined || seen.pages.size < minPages) return false;
      return seen.pages.size >= this.#pages * minShare || seen.firstPage !== pageIndex;
    });
  }

  #countsPages(line: Line, page: PageLines, pageIndex: number): boolean {
    const numbers = edgeNumbers(line);
    if (numbers.length === 0) return false;
    return placeKeys(line, page).some((key) => {
      const place = this.#places.get(key);
      if (place === undefined) return false;
      const [offset, times] = [...place.offsets].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0]);
      if (times < minPages || times < place.lines * minCounted) return false;
      return numbers.some((number) => number - pageIndex === offset);
    });
  }
}

function isAtEdge(line: Line, page: PageLines): boolean {
  const middle = line.y + line.height / 2;
  return middle < page.heightPt * edgeShare || middle > page.heightPt * (1 - edgeShare);
}

/** Two steps, so that a height on the border of two is still met again. */
function steps(line: Line): readonly [number, number] {
  const step = line.y / heightStepPt;
  return [Math.floor(step), Math.floor(step + 0.5) - 0.5];
}

function wordKeys(line: Line, page: PageLines): readonly string[] {
  const words = line.text.replace(/\s+/g, ' ').trim().slice(0, 200);
  // Numbers alone are table cells or page numbers, which are told by counting.
  if (!isAtEdge(line, page) || !/\p{L}/u.test(words)) return [];
  return steps(line).map((step) => `${step} ${words}`);
}

/** The numbers that stand first and last in the line, Roman ones too where they stand alone. */
function edgeNumbers(line: Line): readonly number[] {
  const numbers = line.text.match(/\d+/g);
  if (numbers !== null) {
    const isShort = line.text.length < 120;
    return isShort ? [...new Set([numbers[0], numbers.at(-1), numbers.at(-2)])].map((digits) => Number(digits)) : [];
  }
  const roman = romanNumber(line.text.trim().toLowerCase());
  return roman === null ? [] : [roman];
}

/** Its height, where it is at an edge; being a bare number on the last line, wherever that is. */
function placeKeys(line: Line, page: PageLines): readonly string[] {
  const keys = isAtEdge(line, page) ? steps(line).map((step) => `${step} ${Math.round(line.fontSize)}`) : [];
  const isBare = /^\W*(?:page|página|seite)?\W*(?:\d{1,4}|[ivxlc]+)\W*$/i.test(line.text);
  const isLowest = page.lines.every((other) => other === line || other.y <= line.y);
  return isBare && isLowest ? [...keys, 'last line'] : keys;
}

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function romanNumber(letters: string): number | null {
  if (!/^[ivxlc]{1,8}$/.test(letters)) return null;
  const values = [...letters].map((letter) => romanDigits[letter] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}
