// What becomes of a Markdown text, whichever way it is read: its blocks, its title, the headings in force.
import { type BlockParts, HeadingTrail, makeBlock, shorten } from '../blocks.js';
import { loadLimits } from '../load-limits.js';
import type { Block } from '../loaded-document.js';

export class MarkdownStructure {
  readonly text: string;
  readonly blocks: Block[] = [];
  readonly #trail = new HeadingTrail();
  #frontMatterTitle: string | null = null;
  #firstHeading: string | null = null;

  constructor(text: string) {
    this.text = text;
  }

  /** From the front matter, else the first heading. */
  get title(): string | null {
    return this.#frontMatterTitle ?? this.#firstHeading;
  }

  /** A block of the text from `start` to `end`; what earlier blocks hold of it is left out. */
  add(start: number, end: number, parts: Omit<BlockParts, 'start' | 'end'>): void {
    const from = Math.max(start, this.blocks.at(-1)?.end ?? 0);
    const block = makeBlock(this.text, { headingPath: this.#trail.path, ...parts, start: from, end });
    if (block !== null) this.blocks.push(block);
  }

  /** `words`: the heading as a reader sees it. */
  addHeading(start: number, end: number, level: number, words: string): void {
    this.#firstHeading ??= words === '' ? null : shorten(words, loadLimits.maxHeadingCharacters);
    this.add(start, end, { kind: 'heading', headingPath: this.#trail.enter(level, words) });
  }

  /** What stands at the top up to `end`. `source`: what of it stands between the fences. */
  addFrontMatter(end: number, source: string): void {
    this.#frontMatterTitle = titleOfFrontMatter(source.slice(0, loadLimits.maxFrontMatterCharacters));
    this.add(0, end, { kind: 'paragraph' });
  }
}

/** `title: …` (YAML) or `title = …` (TOML), without quotes. */
function titleOfFrontMatter(source: string): string | null {
  const value = /^title[ \t]*[:=][ \t]*(.+)$/im.exec(source)?.[1]?.trim();
  const bare = value === undefined ? '' : (/^(["'])(.*)\1\s*(?:#.*)?$/.exec(value)?.[2] ?? value).trim();
  return bare === '' || /^[>|][-+]?$/.test(bare) ? null : shorten(bare, loadLimits.maxHeadingCharacters);
}
