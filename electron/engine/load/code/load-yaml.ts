// YAML: its source as it is, comments too, each key's part a block under its key path. Nothing is expanded.
import { HeadingTrail, makeBlock, shorten } from '../blocks.js';
import { declaredInText } from '../declared-encoding.js';
import { decodeText } from '../decode-text.js';
import { type Line, linesOf } from '../lines.js';
import type { Loader } from '../load-context.js';
import { loadLimits } from '../load-limits.js';
import type { Block } from '../loaded-document.js';
import { textDocument } from '../text-document.js';
import { codeBlocks } from './load-code.js';

/** A key's part that is longer than this is cut at the keys inside it. */
const maxPartCharacters = 1_500;

export const loadYaml: Loader = async (bytes) => {
  const { text, encoding } = decodeText(bytes, declaredInText(bytes));
  const title = /^title:[ \t]+(["']?)([^\n]+?)\1[ \t]*$/m.exec(text)?.[2];
  return textDocument({
    text,
    type: 'yaml',
    title: title === undefined || /^[>|]/.test(title) ? null : shorten(title, loadLimits.maxHeadingCharacters),
    encoding,
    blocks: text.length > loadLimits.maxKeyedCharacters ? codeBlocks(text) : yamlBlocks(text),
  });
};

interface Part {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly Line[];
}

/** Each key's part with its path; short ones beside each other as one block. */
export function yamlBlocks(text: string): Block[] {
  const scan = new YamlScan(text);
  scan.read([...linesOf(text)], 1);
  return scan.blocks;
}

class YamlScan {
  readonly blocks: Block[] = [];
  readonly #text: string;
  readonly #trail = new HeadingTrail();
  #short: { readonly start: number; readonly end: number } | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  read(lines: readonly Line[], level: number): void {
    for (const part of partsOf(this.#text, lines)) {
      if (isSingleLine(this.#text, part)) {
        this.#short = { start: this.#short?.start ?? part.start, end: part.end };
      } else {
        this.#addShort();
        this.#readPart(part, level);
      }
    }
    this.#addShort();
  }

  #readPart(part: Part, level: number): void {
    const key = keyOf(this.#text, part);
    const [first, ...rest] = part.lines;
    const isLong = part.end - part.start > maxPartCharacters && level < loadLimits.maxHeadingLevels;
    if (key !== null) this.#trail.enter(level, key.name);
    if (first !== undefined && key !== null && isLong && rest.length > 0 && !key.isProse) {
      this.#add(first.start, first.end);
      this.read(rest, level + 1);
    } else if (isLong) {
      for (const [start, end] of paragraphsOf(this.#text, part)) this.#add(start, end);
    } else {
      this.#add(part.start, part.end);
    }
    this.#trail.enter(level, '');
  }

  #addShort(): void {
    if (this.#short !== null) this.#add(this.#short.start, this.#short.end);
    this.#short = null;
  }

  #add(start: number, end: number): void {
    const block = makeBlock(this.#text, { kind: 'paragraph', start, end, headingPath: this.#trail.path });
    if (block !== null) this.blocks.push(block);
  }
}

/** Stretches that each begin at the smallest indent among the lines, comments above a key going with it. */
function partsOf(text: string, lines: readonly Line[]): Part[] {
  let least = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const indent = indentOf(text, line);
    if (indent !== null && !isComment(text, line, indent)) least = Math.min(least, indent);
  }
  const parts: Part[] = [];
  let current: Line[] = [];
  let isOpen = false;
  const close = (): void => {
    const [first, last] = [current[0], current.at(-1)];
    if (first !== undefined && last !== undefined) parts.push({ start: first.start, end: last.end, lines: current });
    current = [];
    isOpen = false;
  };
  for (const line of lines) {
    const indent = indentOf(text, line);
    const isNote = indent !== null && isComment(text, line, indent);
    if (indent !== null && indent <= least && isOpen) close();
    current.push(line);
    if (indent !== null && !isNote) isOpen = true;
  }
  close();
  return parts;
}

/** One line with words, comments aside, and not a long one. */
function isSingleLine(text: string, { lines, start, end }: Part): boolean {
  if (end - start > maxPartCharacters / 4) return false;
  return (
    lines.filter((line) => {
      const indent = indentOf(text, line);
      return indent !== null && !isComment(text, line, indent);
    }).length === 1
  );
}

/** Columns before the words (a list's dash is one of them); null for a blank line. */
function indentOf(text: string, { start, end }: Line): number | null {
  let at = start;
  while (at < end && (text[at] === ' ' || text[at] === '\t')) at++;
  return at === end ? null : at - start;
}

function isComment(text: string, { start }: Line, indent: number): boolean {
  return text[start + indent] === '#';
}

interface Key {
  readonly name: string;
  /** A block of words follows, in which nothing is a key. */
  readonly isProse: boolean;
}

/** The key that a part begins with. A comment above it is passed over. */
function keyOf(text: string, { lines }: Part): Key | null {
  for (const line of lines) {
    const words = text.slice(line.start, Math.min(line.end, line.start + 400)).trim();
    if (words === '' || words.startsWith('#')) continue;
    const match = /^(?:-\s+)*(?:"([^"]+)"|'([^']+)'|([^\s#:'"{[&*!|>%@`-][^#:{[]*?))\s*:(?:\s+(.*))?$/.exec(words);
    if (match === null) return null;
    return { name: match[1] ?? match[2] ?? match[3] ?? '', isProse: /^[|>]/.test(match[4] ?? '') };
  }
  return null;
}

function* paragraphsOf(text: string, { start, end }: Part): Generator<readonly [number, number]> {
  let from = start;
  for (const match of text.slice(start, end).matchAll(/\n[ \t]*\n/g)) {
    const at = start + match.index;
    if (at - from < maxPartCharacters / 2) continue;
    yield [from, at];
    from = at;
  }
  yield [from, end];
}
