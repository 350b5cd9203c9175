// Markdown cut into sections at its headings, so that a long text is parsed piece by piece, in straight time and little memory.

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
/** Marks of quotes and list items in a row, each a level of nesting. */
const deeplyNested = /^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*){30}/;

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
    const line = text.slice(lineStart, Math.min(lineEnd, lineStart + 200));
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

/** The open fence's mark after this line, or null outside of fences. */
export function fenceAfter(line: string, fence: string | null): string | null {
  const mark = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line);
  if (mark === null) return fence;
  if (fence === null) return mark[1] ?? null;
  return mark[1]?.startsWith(fence) && mark[2]?.trim() === '' ? null : fence;
}
