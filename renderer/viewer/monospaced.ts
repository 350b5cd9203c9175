// What is drawn with letters of one width: source code, data, and the stretches of code in pages and notes.
import { codeExtensions } from '../../shared/domain/code-extensions.js';
import type { TextRange } from '../../shared/domain/search.js';

const wholeTypes: ReadonlySet<string> = new Set([
  ...['json', 'jsonl', 'csv', 'tsv', 'xml', 'yaml'],

  ...codeExtensions,
]);
const typesWithCode: ReadonlySet<string> = new Set(['html', 'epub', 'ipynb', 'md', 'rst', 'org', 'adoc', 'tex']);

export function isMonospacedType(type: string): boolean {
  return wholeTypes.has(type);
}

/** An indent, or columns: readers of these formats leave neither in ordinary text. */
const codeLine = /^(?: {2,}|\t+)(?![-*+•] |\d+[.)] )\S|\S {3,}\S|\S\t+\S/;
const fenceLine = /^ {0,3}(?:`{3,}|~{3,})/;

/**
 * Stretches of code in a text, whole lines of it, in order: what is fenced, and lines between blank ones of which one has an indent.
 * None in formats that never have code.
 */
export function codeRanges(text: string, type: string): readonly TextRange[] {
  if (!typesWithCode.has(type)) return [];
  const ranges: { start: number; end: number }[] = [];
  const add = (start: number, end: number): void => {
    const last = ranges.at(-1);
    // A blank line in code, and not the start of something else.
    if (last !== undefined && text.slice(last.end, start).trim() === '') last.end = end;
    else ranges.push({ start, end });
  };
  let blockStart = 0;
  let isCode = false;
  let isFenced = false;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline + 1;
    const line = text.slice(start, end);
    if (fenceLine.test(line)) {
      if (!isFenced) blockStart = start;
      isFenced = !isFenced;
      isCode = true;
    }
    const isBlank = line.trim() === '';
    if (isBlank && !isFenced) {
      if (isCode) add(blockStart, start);
      isCode = false;
      blockStart = end;
    } else if (codeLine.test(line)) {
      isCode = true;
    }
    start = end;
  }
  if (isCode) add(blockStart, text.length);
  return ranges;
}

/** Whether an offset lies in one of the ranges, which are in order. */
export function isInRanges(ranges: readonly TextRange[], offset: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return (ranges[low]?.start ?? Number.POSITIVE_INFINITY) <= offset;
}
