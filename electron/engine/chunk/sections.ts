// Blocks to sections: what stands under one heading, on one page, in one table. A chunk never leaves its section.
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
  let waiting: Section | null = null;
  for (const section of plainSections(blocks)) {
    const joined: Section | null = waiting === null ? section : join(waiting, section);
    if (joined !== null) {
      waiting = joined;
      continue;
    }
    if (waiting !== null) yield waiting;
    waiting = section;
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
function join(first: Section, second: Section): Section | null {
  if (first.page !== second.page || first.sheet !== second.sheet) return null;
  if (first.columns !== null && second.columns !== null && first.columns !== second.columns) return null;
  const common = commonPath(first.headingPath, second.headingPath);
  const isHeadingOnly = first.blocks.every((block) => block.kind === 'heading');
  const isParent = isHeadingOnly && common.length === first.headingPath.length;
  if (!isParent) {
    const shorter = Math.min(first.headingPath.length, second.headingPath.length);
    if (common.length < shorter - 1) return null;
    const firstLength = lengthOf(first);
    const secondLength = lengthOf(second);
    if (Math.min(firstLength, secondLength) > tinyCharacters) return null;
    if (firstLength + secondLength > joinedCharacters) return null;
  }
  return {
    blocks: [...first.blocks, ...second.blocks],
    headingPath: isHeadingOnly ? second.headingPath : common,
    page: first.page,
    sheet: first.sheet,
    columns: first.columns ?? second.columns,
  };
}

function lengthOf({ blocks }: Section): number {
  return (blocks.at(-1)?.end ?? 0) - (blocks[0]?.start ?? 0);
}

function commonPath(first: readonly string[], second: readonly string[]): readonly string[] {
  let length = 0;
  while (length < first.length && length < second.length && first[length] === second[length]) length++;
  return first.slice(0, length);
}

function isSamePath(first: readonly string[], second: readonly string[]): boolean {
  return first.length === second.length && first.every((heading, index) => heading === second[index]);
}
