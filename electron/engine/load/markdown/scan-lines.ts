// Structure of Markdown told line by line: headings, fences, list items and paragraphs, in one pass over any text.

import { fenceAfter } from '../../../../shared/markdown/sections.js';
import { plainWords } from './plain-words.js';
import type { MarkdownStructure } from './structure.js';

type LineKind =
  | { readonly kind: 'blank' }
  | { readonly kind: 'heading'; readonly level: number; readonly words: string }
  | { readonly kind: 'list-item' }
  | { readonly kind: 'words' };

const maxLineLook = 400;

/** Reads from `from` to `to`, without tables, quotes and nesting. Linear in the text's length, whatever it holds. */
export function scanMarkdownLines(structure: MarkdownStructure, from: number, to: number): void {
  const { text } = structure;
  let open: { readonly kind: 'paragraph' | 'list-item' | 'code'; readonly start: number } | null = null;
  let fence: string | null = null;
  const close = (end: number): void => {
    if (open !== null) structure.add(open.start, end, { kind: open.kind });
    open = null;
  };
  for (let start = from; start < to; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? to : Math.min(newline, to);
    const line = text.slice(start, Math.min(end, start + maxLineLook));
    const wasFenced = fence !== null;
    fence = fenceAfter(line, fence);
    if (!wasFenced && fence !== null) {
      close(start);
      open = { kind: 'code', start };
    } else if (wasFenced) {
      if (fence === null) close(end);
    } else {
      const kind = kindOfLine(line);
      if (kind.kind !== 'words') close(start);
      if (kind.kind === 'heading') structure.addHeading(start, end, kind.level, kind.words);
      if (kind.kind === 'list-item') open = { kind: 'list-item', start };
      if (kind.kind === 'words') open ??= { kind: 'paragraph', start };
    }
    start = end + 1;
  }
  close(to);
}

function kindOfLine(line: string): LineKind {
  if (line.trim() === '') return { kind: 'blank' };
  const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(line);
  if (heading) {
    return {
      kind: 'heading',
      level: heading[1]?.length ?? 1,
      words: plainWords((heading[2] ?? '').replace(/(?:^|[ \t]+)#+[ \t]*$/, '')),
    };
  }
  if (/^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line)) return { kind: 'list-item' };
  return { kind: 'words' };
}
