// From lines to paragraphs: where one ends, and how its lines are joined again.
import { hyphenStays, type Vocabulary } from './hyphens.js';
import type { Line } from './page-lines.js';

/** What stands between a line and the next one of its paragraph. */
export type Join = '' | ' ' | '\n' | 'without-hyphen';

export interface Paragraph {
  readonly lines: readonly Line[];
  /** One for each line but the last. */
  readonly joins: readonly Join[];
  readonly isListItem: boolean;
  /** Empty space stands above it (or it starts elsewhere on the page). */
  readonly hasGapAbove: boolean;
}

const bullet = /^[•◦▪▫‣⁃∙●○■□◆◇➢➤✓✔\uf0b7\uf0a7]\s*/u;
const numbered = /^(?:[-–—*]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)])\s+\S/u;
const endsSentence = /[.!?:;…。！？؟।]["'»”’)\]]*\s*$/u;
const tallEnough = 0.5;

/** Groups a page's lines. `words`: the document's words so far, which tell hyphens from word breaks. */
export function groupParagraphs(lines: readonly Line[], words: Vocabulary): Paragraph[] {
  const leading = typicalLeading(lines);
  const paragraphs: Paragraph[] = [];
  let current: Line[] = [];
  let joins: Join[] = [];
  let hasGapAbove = true;

  const close = (): void => {
    const first = current[0];
    if (first === undefined) return;
    paragraphs.push({ lines: current, joins, isListItem: startsListItem(first), hasGapAbove });
    current = [];
    joins = [];
  };

  lines.forEach((line, index) => {
    const previous = current.at(-1);
    if (previous !== undefined) {
      const step = breakBetween(current, previous, line, lines[index + 1], leading);
      if (step === 'none') {
        joins.push(joinOf(current, previous, line, words));
      } else {
        close();
        hasGapAbove = step === 'gap';
      }
    }
    current.push(line);
  });
  close();
  return paragraphs;
}

/**
 * How a paragraph that was cut by the end of its page goes on in the first one of the next; null where that is another one.
 * Page ends tell less than line ends: what is not plainly the rest of a sentence stays apart.
 */
export function continuation(before: Paragraph, after: Paragraph, words: Vocabulary): Join | null {
  const [previous, line] = [before.lines.at(-1), after.lines[0]];
  if (previous === undefined || line === undefined || startsListItem(line)) return null;
  const areAlike = isSameSize(previous, line) && previous.isRightToLeft === line.isRightToLeft;
  const areLevel = Math.abs(Math.sin(previous.angle)) < 0.1 && Math.abs(Math.sin(line.angle)) < 0.1;
  if (!areAlike || !areLevel || previous.isVertical || line.isVertical || isTabular(previous) || isTabular(line))
    return null;
  if (endsSentence.test(previous.text)) return null;
  const start = line.text.trimStart();
  const isRest = /^\p{Ll}/u.test(start) || (/^\p{Lo}/u.test(start) && /\p{Lo}[،,]?\s*$/u.test(previous.text));
  const isText = after.lines.length > 1 || endsSentence.test(line.text);
  if (!isRest && !(isText && isFullLine(before) && /[\p{L}\p{N},]\s*$/u.test(previous.text))) return null;
  const join = joinOf(before.lines, previous, line, words);
  return join === '\n' ? ' ' : join;
}

/** Its last line is as long as the others: the text was not at its end there. */
function isFullLine({ lines }: Paragraph): boolean {
  const last = lines.at(-1);
  if (last === undefined || lines.length < 2) return false;
  const right = Math.max(...lines.map((line) => line.x + line.width));
  return last.x + last.width > right - last.fontSize * 2;
}

function typicalLeading(lines: readonly Line[]): number {
  const ratios: number[] = [];
  for (let i = 1; i < lines.length; i++) {
    const [previous, line] = [lines[i - 1], lines[i]];
    if (previous === undefined || line === undefined) continue;
    const ratio = stepDown(previous, line) / line.fontSize;
    if (ratio > 0.8 && ratio < 2.6 && isSameSize(previous, line)) ratios.push(ratio);
  }
  ratios.sort((a, b) => a - b);
  // The lower third: pages with many short paragraphs have as many gaps as line steps.
  return ratios[Math.floor(ratios.length / 3)] ?? 1.2;
}

function stepDown(previous: Line, line: Line): number {
  return line.y + line.height - (previous.y + previous.height);
}

function isSameSize(a: Line, b: Line): boolean {
  return Math.max(a.fontSize, b.fontSize) < Math.min(a.fontSize, b.fontSize) * 1.12;
}

type Break = 'none' | 'line' | 'gap';

function breakBetween(
  paragraph: readonly Line[],
  previous: Line,
  line: Line,
  next: Line | undefined,
  leading: number,
): Break {
  if (previous.isVertical !== line.isVertical || Math.abs(Math.sin(previous.angle - line.angle)) > 0.1) return 'gap';
  const isLevel = Math.abs(Math.sin(line.angle)) < 0.1 && Math.cos(line.angle) > 0;
  if (line.isVertical || !isLevel) return 'none';
  const size = Math.max(line.fontSize, previous.fontSize);
  const down = stepDown(previous, line);
  const isContinued = !endsSentence.test(previous.text) && /^\p{Ll}/u.test(line.text);
  if (!isSameSize(previous, line)) return isContinued && Math.abs(down) < size * 2 ? 'none' : 'gap';
  // Back up the page: a new column or box. A sentence may run on there.
  if (down < -size * tallEnough) return isContinued && previous.width > line.width * 0.6 ? 'none' : 'gap';
  if (down > leading * size * 1.3 + 1) return 'gap';
  return startsParagraph(paragraph, previous, line, next) ? 'line' : 'none';
}

/** Lines at ordinary distance: list marks, indents and lines that were ended early tell a new paragraph. */
function startsParagraph(paragraph: readonly Line[], previous: Line, line: Line, next: Line | undefined): boolean {
  const size = Math.max(line.fontSize, previous.fontSize);
  const first = paragraph[0] ?? previous;
  const ended = endsSentence.test(previous.text);
  if (bullet.test(line.text)) return true;
  if (numbered.test(line.text) && (ended || startsListItem(first)) && line.x <= first.x + size) return true;
  if (line.isRightToLeft) return false;
  if (isIndented(previous, line, next, size) || isOutdented(paragraph, line, size)) return true;
  return ended && wouldFit(paragraph, previous, line);
}

/** A first line that stands in: the paragraph before it ended with a full stop, or the line after it goes back out. */
function isIndented(previous: Line, line: Line, next: Line | undefined, size: number): boolean {
  const indent = line.x - previous.x;
  if (indent < size * 0.8 || indent > size * 5) return false;
  return endsSentence.test(previous.text) && (next === undefined || Math.abs(next.x - previous.x) < size * 0.5);
}

/** Back out from a block of two or more lines that stood in (a quotation, a list item's text). */
function isOutdented(paragraph: readonly Line[], line: Line, size: number): boolean {
  const [previous, before] = [paragraph.at(-1), paragraph.at(-2)];
  if (previous === undefined || before === undefined) return false;
  return line.x < previous.x - size * 0.8 && Math.abs(previous.x - before.x) < size * 0.3;
}

function startsListItem(line: Line): boolean {
  return bullet.test(line.text) || numbered.test(line.text);
}

/** The next line's first word would have fitted behind the previous line: the break was meant. */
function wouldFit(paragraph: readonly Line[], previous: Line, line: Line): boolean {
  const right = Math.max(line.x + line.width, ...paragraph.slice(-6).map((other) => other.x + other.width));
  const room = right - (previous.x + previous.width);
  const firstWord = /^\s*\S+/.exec(line.text)?.[0].length ?? 0;
  const letterWidth = line.width / Math.max(1, line.text.length);
  return room > (firstWord + 1.5) * letterWidth + line.fontSize * 0.5;
}

const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

function joinOf(paragraph: readonly Line[], previous: Line, line: Line, words: Vocabulary): Join {
  const [before, after] = [previous.text.trimEnd(), line.text.trimStart()];
  if (/\p{L}[-\u00ad\u2010]$/u.test(before) && /^\p{L}/u.test(after)) {
    const stays = hyphenStays(before, after, words);
    if (stays !== null) return stays ? '' : 'without-hyphen';
  }
  const isVertical = previous.isVertical && line.isVertical;
  if (
    dense.test(before.slice(-1)) &&
    dense.test(after.slice(0, 1)) &&
    (isVertical || !wouldFit(paragraph, previous, line))
  )
    return '';
  if (isVertical) return ' ';
  if (isTabular(previous) || isTabular(line)) return '\n';
  return line.isRightToLeft || !wouldFit(paragraph, previous, line) ? ' ' : '\n';
}

/** Wide gaps inside the line, or leaders as in a table of contents. */
function isTabular(line: Line): boolean {
  if (/\.{4}|(?:\. ){4}/.test(line.text)) return true;
  return line.pieces.some((piece) => piece.text.trim() === '' && piece.width > line.fontSize * 1.8);
}
