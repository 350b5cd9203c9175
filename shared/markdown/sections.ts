// Markdown cut into sections at its headings, so that a long text is parsed piece by piece, in straight time and little memory,
// and what no parser should be given: who reads and who draws Markdown ask here.

export interface MarkdownSection {
  readonly start: number;
  readonly end: number;
  /** Too long for the parser, or of a shape that it takes minutes for: to be scanned line by line. */
  readonly isScanned: boolean;
}

/** A section is closed at the next heading once it is this long. */
const wantedCharacters = 10_000;
const maxParsedCharacters = 60_000;
/** Underlines of headings in one section; the parser moves all that came before at each of them. */
const maxUnderlines = 200;
/** Of a line, what is looked at. */
const maxLineLook = 400;
/** Marks of quotes and list items in a row, or one after a long indent: each a level of nesting. */
const deeplyNested = /^(?:[ \t]{60,}(?:>|[-*+]|\d{1,9}[.)])|[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*){30})/;

/** Sections start at headings that stand after a blank line and outside fences. They join to the whole text. */
export function markdownSections(text: string): MarkdownSection[] {
  const sections: MarkdownSection[] = [];
  let start = 0;
  let isHard = false;
  let underlines = 0;
  let fence: string | null = null;
  let isAfterBlank = true;
  const close = (end: number): void => {
    if (end > start) sections.push({ start, end, isScanned: isHard || end - start > maxParsedCharacters });
    start = end;
    isHard = false;
    underlines = 0;
  };
  for (let lineStart = 0; lineStart < text.length; ) {
    const newline = text.indexOf('\n', lineStart);
    const lineEnd = newline === -1 ? text.length : newline;
    const line = text.slice(lineStart, Math.min(lineEnd, lineStart + maxLineLook));
    const isOutside = fence === null;
    if (isOutside && isAfterBlank && lineStart - start >= wantedCharacters && /^#{1,6}[ \t]/.test(line))
      close(lineStart);
    fence = fenceAfter(line, fence);
    if (isOutside && /^ {0,3}(?:=+|-+)[ \t]*$/.test(line)) underlines++;
    isHard ||= underlines > maxUnderlines || (isOutside && deeplyNested.test(line));
    isAfterBlank = line.trim() === '';
    lineStart = lineEnd + 1;
  }
  close(text.length);
  return sections;
}

/** Whether a parser that takes the whole text at once would fail on it or take very long. */
export function isHardMarkdown(text: string): boolean {
  return markdownSections(text).some(({ isScanned }) => isScanned);
}

/** The open fence's mark after this line, or null outside of fences. */
export function fenceAfter(line: string, fence: string | null): string | null {
  const mark = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line);
  if (mark === null) return fence;
  if (fence === null) return mark[1] ?? null;
  return mark[1]?.startsWith(fence) && mark[2]?.trim() === '' ? null : fence;
}
