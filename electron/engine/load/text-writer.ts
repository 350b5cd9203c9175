// Writes a text piece by piece together with its blocks, for formats whose source is not what a reader sees.
import { type BlockParts, isSpace } from './blocks.js';
import type { Block } from './loaded-document.js';

type WrittenParts = Omit<BlockParts, 'start' | 'end'>;

const noHeadings: readonly string[] = [];

/** One use: add pieces in reading order, then read `text` and `blocks`. */
export class TextWriter {
  readonly blocks: Block[] = [];
  readonly #parts: string[] = [];
  #length = 0;

  /** Characters so far. */
  get length(): number {
    return this.#length;
  }

  get text(): string {
    return this.#parts.join('');
  }

  /** A block of its own text; `separator` stands before it unless it is the first. Blank words add nothing. */
  add(words: string, parts: WrittenParts, separator = '\n\n'): void {
    let start = 0;
    let end = words.length;
    while (start < end && isSpace(words.charCodeAt(start))) start++;
    while (end > start && isSpace(words.charCodeAt(end - 1))) end--;
    if (start === end) return;
    const at = this.#append(words.slice(start, end), separator);
    this.blocks.push({
      kind: parts.kind,
      start: at,
      end: this.#length,
      headingPath: parts.headingPath ?? noHeadings,
      page: parts.page ?? null,
      sheet: parts.sheet ?? null,
      row: parts.row ?? null,
      context: parts.context ?? null,
    });
  }

  /** A text that has its blocks already; its heading paths go on below `above`. */
  addText(text: string, blocks: readonly Block[], above: readonly string[] = noHeadings): void {
    const [first, last] = [blocks[0], blocks.at(-1)];
    if (first === undefined || last === undefined) return;
    const shift = this.#append(text.slice(first.start, last.end), '\n\n') - first.start;
    const pathOf = pathBelow(above);
    for (const block of blocks) {
      const { start, end, headingPath } = block;
      this.blocks.push({ ...block, start: start + shift, end: end + shift, headingPath: pathOf(headingPath) });
    }
  }

  /** Returns where the words begin. */
  #append(words: string, separator: string): number {
    if (this.#length > 0) {
      this.#parts.push(separator);
      this.#length += separator.length;
    }
    const start = this.#length;
    this.#parts.push(words);
    this.#length += words.length;
    return start;
  }
}

/** Neighbours share their path, so it is made once for each run of them. */
function pathBelow(above: readonly string[]): (path: readonly string[]) => readonly string[] {
  let [last, joined] = [noHeadings, above];
  return (path) => {
    if (path !== last) [last, joined] = [path, path.length === 0 ? above : [...above, ...path]];
    return joined;
  };
}
