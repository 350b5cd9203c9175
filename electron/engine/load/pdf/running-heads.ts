// Headers, footers and page numbers: the same words at the same height on most pages are no part of the text.
import type { Line, PageLines } from './page-lines.js';

/** Only lines this near to the page's upper or lower edge can be running heads. */
const edgeShare = 0.14;
const minPages = 3;
/** Seen on this share of the pages looked at (odd and even pages may differ, chapters begin without one). */
const minShare = 0.3;
const heightStepPt = 4;

interface Seen {
  readonly pages: Set<number>;
  /** Number in the line minus page index: one difference for most pages means page numbers. */
  readonly offsets: Map<number, number>;
  readonly variants: Set<string>;
}

/** Learns from pages in the order given; ask for a page only after it was learned. */
export class RunningHeads {
  readonly #seen = new Map<string, Seen>();
  #pages = 0;

  learn(page: PageLines, pageIndex: number): void {
    this.#pages++;
    for (const line of page.lines) {
      if (!isAtEdge(line, page)) continue;
      const { keys, number } = keysOf(line);
      for (const key of keys) {
        const seen = this.#seen.get(key) ?? { pages: new Set(), offsets: new Map(), variants: new Set() };
        this.#seen.set(key, seen);
        seen.pages.add(pageIndex);
        if (seen.variants.size < minPages) seen.variants.add(line.text);
        if (number !== null) seen.offsets.set(number - pageIndex, (seen.offsets.get(number - pageIndex) ?? 0) + 1);
      }
    }
  }

  /** The page without them; the whole page where nothing else would be left. */
  withoutHeads(page: PageLines): readonly Line[] {
    const rest = page.lines.filter((line) => !(isAtEdge(line, page) && this.#isRunning(line)));
    return rest.length === 0 ? page.lines : rest;
  }

  #isRunning(line: Line): boolean {
    return keysOf(line).keys.some((key) => {
      const seen = this.#seen.get(key);
      if (seen === undefined || seen.pages.size < Math.max(minPages, this.#pages * minShare)) return false;
      if (seen.variants.size === 1) return true;
      // Lines that differ in their number only ("Chapter 3") are running heads if the number counts the pages.
      const counted = Math.max(0, ...seen.offsets.values());
      return counted >= seen.pages.size * 0.7;
    });
  }
}

function isAtEdge(line: Line, page: PageLines): boolean {
  const middle = line.y + line.height / 2;
  return middle < page.heightPt * edgeShare || middle > page.heightPt * (1 - edgeShare);
}

/** Two keys, so that a height on the border of two steps is still met again. */
function keysOf(line: Line): { readonly keys: readonly string[]; readonly number: number | null } {
  const numbers = line.text.match(/\d+/g) ?? [];
  const words = line.text.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().toLowerCase().slice(0, 200);
  const step = line.y / heightStepPt;
  const bare = isRomanNumber(words) ? '#' : words;
  // "Page 3 of 12": the number that counts is one of them; the first is it nearly always, the last in "Title 2019 | 3".
  const first = numbers[0];
  const last = numbers.at(-1);
  const isTotal = /#\s*(?:of|de|von|sur|di|\/)\s*#$/.test(words);
  const chosen = isTotal ? numbers.at(-2) : words.startsWith('#') ? first : last;
  return {
    keys: [`${Math.floor(step)} ${bare}`, `${Math.floor(step + 0.5) - 0.5} ${bare}`],
    number: chosen === undefined ? null : Number(chosen),
  };
}

function isRomanNumber(words: string): boolean {
  return /^[ivxlc]{1,7}$/.test(words);
}
