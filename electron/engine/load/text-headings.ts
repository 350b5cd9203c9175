// Headings in text whose format has none: lines that people write as headings, by capitals, numbers or a line below.
import { HeadingTrail, makeBlock } from './blocks.js';
import type { Block } from './loaded-document.js';

export interface StructuredText {
  readonly title: string | null;
  readonly blocks: readonly Block[];
}

/** How a heading is marked. The lower its number, the higher it stands when several kinds are in one text. */
type Mark = 'double-line' | 'single-line' | 'capitals' | `number-${number}`;

interface Heading {
  readonly mark: Mark;
  readonly start: number;
  /** Of the heading's own line. */
  readonly end: number;
  /** Where what follows it begins: after the line below it, if that only underlines. */
  readonly bodyStart: number;
}

/** By the index of the paragraph that begins with it, ascending. */
type Headings = ReadonlyMap<number, Heading>;

const maxHeadingLength = 100;
const maxNumberDepth = 5;
/** Below a title stands no more than this (a place, a date) before the first section. */
const maxBelowTitle = 200;

const underline = /^(?:={3,}|-{3,})$/u;
const numbered = /^(?:§\s*)?(\d{1,3}(?:\.\d{1,3}){0,4})[.)]?\s+[\p{L}¿¡"«„“]/u;
const lettered = /^(?:[IVXLC]{1,6}|\p{Lu})[.)]\s+[\p{L}¿¡"«„“]/u;
const endsSentence = /[.,;!…]$/u;

/**
 * Paragraphs (stretches between blank lines) to blocks with their headings. Only a paragraph's first two lines are looked
 * at; the text itself is not changed.
 */
export function structureText(text: string, paragraphs: readonly Block[]): StructuredText {
  const headings = withoutLists(findHeadings(text, paragraphs), paragraphs);
  if (headings.size === 0) return { title: null, blocks: paragraphs };
  const title = titleOf(headings);
  const trail = new HeadingTrail();
  const blocks: Block[] = [];
  for (const [index, { start, end }] of paragraphs.entries()) {
    const heading = headings.get(index);
    if (heading !== undefined) {
      const words = text.slice(heading.start, heading.end).replace(/\s*:$/u, '');
      const headingPath = trail.enter(heading === title ? 0 : levelOf(heading.mark), words);
      push(blocks, makeBlock(text, { kind: 'heading', start, end: heading.bodyStart, headingPath }));
    }
    const bodyStart = heading?.bodyStart ?? start;
    push(blocks, makeBlock(text, { kind: 'paragraph', start: bodyStart, end, headingPath: trail.path }));
  }
  return { title: title === null ? null : text.slice(title.start, title.end), blocks };
}

function findHeadings(text: string, paragraphs: readonly Block[]): Headings {
  const headings = new Map<number, Heading>();
  for (const [index, paragraph] of paragraphs.entries()) {
    const heading = headingOf(text, paragraph);
    if (heading !== null) headings.set(index, heading);
  }
  return headings;
}

function push(blocks: Block[], block: Block | null): void {
  if (block !== null) blocks.push(block);
}

function headingOf(text: string, { start, end }: Block): Heading | null {
  const newline = text.indexOf('\n', start);
  const firstEnd = newline === -1 || newline > end ? end : newline;
  if (firstEnd - start > maxHeadingLength) return null;
  const line = text.slice(start, firstEnd).trim();
  const heading = { start, end: start + line.length };
  const isAlone = firstEnd >= end;
  if (isAlone) {
    if (isInCapitals(line)) return { ...heading, mark: numberMark(line) ?? 'capitals', bodyStart: end };
    const mark = endsSentence.test(line) ? null : numberMark(line);
    return mark === null ? null : { ...heading, mark, bodyStart: end };
  }
  const nextBreak = text.indexOf('\n', firstEnd + 1);
  const nextEnd = nextBreak === -1 || nextBreak > end ? end : nextBreak;
  const next = text.slice(firstEnd + 1, Math.min(nextEnd, firstEnd + 1 + 2 * maxHeadingLength)).trim();
  if (underline.test(next) && /\p{L}/u.test(line)) {
    return { ...heading, mark: next.startsWith('=') ? 'double-line' : 'single-line', bodyStart: nextEnd };
  }
  if (!isInCapitals(line) || isInCapitals(next)) return null;
  return { ...heading, mark: numberMark(line) ?? 'capitals', bodyStart: firstEnd };
}

function numberMark(line: string): Mark | null {
  const number = numbered.exec(line)?.[1];
  if (number !== undefined) return `number-${number.split('.').length}`;
  return lettered.test(line) ? 'number-1' : null;
}

/** More letters than anything else, and none of them small. Scripts without capitals never are. */
export function isInCapitals(line: string): boolean {
  if (endsSentence.test(line) || /\p{Ll}/u.test(line)) return false;
  const capitals = line.match(/\p{Lu}/gu)?.length ?? 0;
  return capitals >= 3 && capitals * 2 >= line.replace(/\s/gu, '').length;
}

/** Numbered lines that mostly have nothing between them are the items of a list. */
function withoutLists(headings: Headings, paragraphs: readonly Block[]): Headings {
  const counts = new Map<Mark, { all: number; empty: number }>();
  for (const [index, { mark, bodyStart }] of headings) {
    if (!mark.startsWith('number')) continue;
    const count = counts.get(mark) ?? { all: 0, empty: 0 };
    const isEmpty = bodyStart === paragraphs[index]?.end && headings.get(index + 1)?.mark === mark;
    counts.set(mark, { all: count.all + 1, empty: count.empty + (isEmpty ? 1 : 0) });
  }
  const isList = ({ mark }: Heading): boolean => {
    const count = counts.get(mark);
    return count !== undefined && count.empty * 2 >= count.all;
  };
  return new Map([...headings].filter(([, heading]) => !isList(heading)));
}

/** The heading that a text begins with, if it is the only one of its kind or almost nothing stands below it. */
function titleOf(headings: Headings): Heading | null {
  const first = headings.get(0) ?? null;
  if (first === null || first.mark.startsWith('number')) return null;
  const [next, ...others] = [...headings.values()].slice(1);
  if (next === undefined || next.start - first.bodyStart <= maxBelowTitle) return first;
  return [next, ...others].some(({ mark }) => mark === first.mark) ? null : first;
}

function levelOf(mark: Mark): number {
  if (mark === 'double-line') return 1;
  if (mark === 'single-line') return 2;
  if (mark === 'capitals') return 3;
  return 3 + Math.min(maxNumberDepth, Number(mark.slice('number-'.length)));
}
