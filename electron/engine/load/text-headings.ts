// Headings in text whose format has none: lines that people write as headings, by capitals, numbers or a line below.
import { HeadingTrail, makeBlock } from './blocks.js';
import type { Block } from './loaded-document.js';

/** A stretch between blank lines, trimmed. */
export interface Paragraph {
  readonly start: number;
  readonly end: number;
}

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

interface MarkedParagraph extends Paragraph {
  readonly heading: Heading | null;
}

const maxHeadingLength = 100;
const maxNumberDepth = 5;
/** Below a title stands no more than this (a place, a date) before the first section. */
const maxBelowTitle = 200;

const underline = /^(?:={3,}|-{3,})$/u;
const numbered = /^(?:§\s*)?(\d{1,3}(?:\.\d{1,3}){0,4})[.)]?\s+[\p{L}¿¡"«„“]/u;
const lettered = /^(?:[IVXLC]{1,6}|\p{Lu})[.)]\s+[\p{L}¿¡"«„“]/u;
const endsSentence = /[.,;!…]$/u;

/** Paragraphs to blocks with their headings. Only looks at a paragraph's first two lines; the text itself is not changed. */
export function structureText(text: string, paragraphs: readonly Paragraph[]): StructuredText {
  const marked = withoutLists(paragraphs.map((paragraph) => ({ ...paragraph, heading: headingOf(text, paragraph) })));
  const title = titleOf(marked);
  const trail = new HeadingTrail();
  const blocks: Block[] = [];
  for (const { start, end, heading } of marked) {
    if (heading !== null) {
      const words = text.slice(heading.start, heading.end).replace(/\s*:$/u, '');
      const headingPath = trail.enter(heading === title ? 0 : levelOf(heading.mark), words);
      push(blocks, makeBlock(text, { kind: 'heading', start, end: heading.bodyStart, headingPath }));
    }
    push(
      blocks,
      makeBlock(text, { kind: 'paragraph', start: heading?.bodyStart ?? start, end, headingPath: trail.path }),
    );
  }
  return { title: title === null ? null : text.slice(title.start, title.end), blocks };
}

function push(blocks: Block[], block: Block | null): void {
  if (block !== null) blocks.push(block);
}

function headingOf(text: string, { start, end }: Paragraph): Heading | null {
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
function isInCapitals(line: string): boolean {
  if (endsSentence.test(line) || /\p{Ll}/u.test(line)) return false;
  const capitals = line.match(/\p{Lu}/gu)?.length ?? 0;
  return capitals >= 3 && capitals * 2 >= line.replace(/\s/gu, '').length;
}

/** Numbered lines that mostly have nothing between them are the items of a list. */
function withoutLists(paragraphs: readonly MarkedParagraph[]): readonly MarkedParagraph[] {
  const counts = new Map<Mark, { all: number; empty: number }>();
  paragraphs.forEach(({ end, heading }, index) => {
    if (heading === null || !heading.mark.startsWith('number')) return;
    const count = counts.get(heading.mark) ?? { all: 0, empty: 0 };
    const isEmpty = heading.bodyStart === end && paragraphs[index + 1]?.heading?.mark === heading.mark;
    counts.set(heading.mark, { all: count.all + 1, empty: count.empty + (isEmpty ? 1 : 0) });
  });
  const isList = ({ mark }: Heading): boolean => {
    const count = counts.get(mark);
    return count !== undefined && count.empty * 2 >= count.all;
  };
  return paragraphs.map((paragraph) =>
    paragraph.heading !== null && isList(paragraph.heading) ? { ...paragraph, heading: null } : paragraph,
  );
}

/** The heading that a text begins with, if it is the only one of its kind or almost nothing stands below it. */
function titleOf(paragraphs: readonly MarkedParagraph[]): Heading | null {
  const first = paragraphs[0]?.heading ?? null;
  if (first === null || first.mark.startsWith('number')) return null;
  const next = paragraphs.find(({ heading }, index) => index > 0 && heading !== null);
  if (next === undefined || next.start - first.bodyStart <= maxBelowTitle) return first;
  return paragraphs.some(({ heading }, index) => index > 0 && heading?.mark === first.mark) ? null : first;
}

function levelOf(mark: Mark): number {
  if (mark === 'double-line') return 1;
  if (mark === 'single-line') return 2;
  if (mark === 'capitals') return 3;
  return 3 + Math.min(maxNumberDepth, Number(mark.slice('number-'.length)));
}
