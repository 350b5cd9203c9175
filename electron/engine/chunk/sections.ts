// Blocks to sections: what stands under one heading, on one page, in one table. A chunk never leaves its section, but for scraps that join a neighbour (`join-short.ts`).
import type { Block } from '../load/loaded-document.js';

export interface Section {
  readonly blocks: readonly Block[];
  readonly headingPath: readonly string[];
  readonly page: number | null;
  readonly sheet: string | null;
  /** A table's column names. */
  readonly columns: string | null;
}

/** Sections under this many characters are joined with a related neighbour… */
const tinyCharacters = 120;
/** …while what comes out is no longer than this. Measured in characters: it is only a rule of thumb. */
const joinedCharacters = 480;

/** Lazily, in reading order. */
export function* sectionsOf(blocks: Iterable<Block>): Generator<Section> {
  let waiting: OpenSection | null = null;
  for (const section of plainSections(blocks)) {
    const joined: OpenSection | null = waiting === null ? null : join(waiting, section);
    if (waiting !== null && joined === null) yield waiting;
    waiting = joined ?? { ...section, parent: parentOf(section.headingPath) };
  }
  if (waiting !== null) yield waiting;
}

function* plainSections(blocks: Iterable<Block>): Generator<Section> {
  let current: Block[] = [];
  for (const block of blocks) {
    const last = current.at(-1);
    if (last !== undefined && startsSection(last, block)) {
      yield sectionOf(current);
      current = [];
    }
    current.push(block);
  }
  if (current.length > 0) yield sectionOf(current);
}

function startsSection(last: Block, block: Block): boolean {
  return (
    block.kind === 'heading' ||
    block.page !== last.page ||
    block.sheet !== last.sheet ||
    block.context !== last.context ||
    !isSamePath(block.headingPath, last.headingPath)
  );
}

function sectionOf(blocks: readonly Block[]): Section {
  const [first] = blocks;
  return {
    blocks,
    headingPath: first?.headingPath ?? [],
    page: first?.page ?? null,
    sheet: first?.sheet ?? null,
    columns: first?.context ?? null,
  };
}

/** The two as one section, or null if they are better apart. */
function join(first: OpenSection, second: Section): OpenSection | null {
  if (first.page !== second.page || first.sheet !== second.sheet) return null;
  if (first.columns !== null && second.columns !== null && first.columns !== second.columns) return null;
  const isHeadingOnly = first.blocks.every((block) => block.kind === 'heading');
  const isAbove = startsWith(second.headingPath, first.headingPath);
  if (!(isHeadingOnly && isAbove)) {
    const isSibling = isSamePath(parentOf(second.headingPath), first.parent);
    if (!isSibling && !isAbove) return null;
    const firstLength = lengthOf(first);
    const secondLength = lengthOf(second);
    if (Math.min(firstLength, secondLength) > tinyCharacters) return null;
    if (firstLength + secondLength > joinedCharacters) return null;
  }
  const headingPath = isHeadingOnly ? second.headingPath : commonPath(first.headingPath, second.headingPath);
  return {
    blocks: [...first.blocks, ...second.blocks],
    headingPath,
    parent: isHeadingOnly ? parentOf(second.headingPath) : first.parent,
    page: first.page,
    sheet: first.sheet,
    columns: first.columns ?? second.columns,
  };
}

/** A section that may still grow: `parent` is what the sections that may join it stand under. */
interface OpenSection extends Section {
  readonly parent: readonly string[];
}

function parentOf(path: readonly string[]): readonly string[] {
  return path.slice(0, -1);
}

function lengthOf({ blocks }: Section): number {
  return (blocks.at(-1)?.end ?? 0) - (blocks[0]?.start ?? 0);
}

function commonPath(first: readonly string[], second: readonly string[]): readonly string[] {
  let length = 0;
  while (length < first.length && length < second.length && first[length] === second[length]) length++;
  return first.slice(0, length);
}

function startsWith(path: readonly string[], beginning: readonly string[]): boolean {
  return beginning.length <= path.length && beginning.every((heading, index) => heading === path[index]);
}

function isSamePath(first: readonly string[], second: readonly string[]): boolean {
  return first.length === second.length && startsWith(first, second);
}
