// Making the blocks of a document: trimmed ranges, heading paths, and the values that most formats leave empty.

import { loadLimits } from './load-limits.js';
import type { Block, BlockKind } from './loaded-document.js';

export interface BlockParts {
  readonly kind: BlockKind;
  readonly start: number;
  readonly end: number;
  readonly headingPath?: readonly string[];
  readonly page?: number | null;
  readonly sheet?: string | null;
  readonly row?: number | null;
  readonly context?: string | null;
}

const noHeadings: readonly string[] = [];

/** A block whose range is shrunk to what it holds besides white space; null where nothing is left. */
export function makeBlock(text: string, parts: BlockParts): Block | null {
  let { start, end } = parts;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  if (start === end) return null;
  return {
    kind: parts.kind,
    start,
    end,
    headingPath: parts.headingPath ?? noHeadings,
    page: parts.page ?? null,
    sheet: parts.sheet ?? null,
    row: parts.row ?? null,
    context: parts.context ?? null,
  };
}

/** White space as `String.prototype.trim` sees it. */
export function isSpace(code: number): boolean {
  if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) return true;
  if (code < 0xa0) return false;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

/** The headings above the place that a loader has reached. */
export class HeadingTrail {
  #trail: { readonly level: number; readonly text: string }[] = [];
  #path: readonly string[] = noHeadings;

  /** The headings in force, outermost first. The same array until the next heading, so that blocks share it. */
  get path(): readonly string[] {
    return this.#path;
  }

  /** Enters a heading: it ends every heading of its own level or deeper. */
  enter(level: number, text: string): readonly string[] {
    const short = shorten(text, loadLimits.maxHeadingCharacters);
    this.#trail = this.#trail.filter((heading) => heading.level < level);
    if (short !== '') this.#trail.push({ level, text: short });
    this.#path = this.#trail.slice(-loadLimits.maxHeadingLevels).map((heading) => heading.text);
    return this.#path;
  }
}

/** White space runs become one space; text over `maxCharacters` is cut at a word and marked with an ellipsis. */
export function shorten(text: string, maxCharacters: number): string {
  const plain = text
    .slice(0, maxCharacters * 4)
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= maxCharacters) return plain;
  const cut = plain.slice(0, maxCharacters);
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > maxCharacters / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}
