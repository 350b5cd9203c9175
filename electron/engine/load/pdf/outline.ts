// A PDF's outline (its bookmarks): which lines are headings, and of which level.
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { loadLimits } from '../load-limits.js';

/** From a heading's words, as `outlineKey` gives them, to its level from 1. Empty where the PDF has no outline. */
export type OutlineLevels = ReadonlyMap<string, number>;

interface OutlineNode {
  readonly title: string;
  readonly items: readonly OutlineNode[];
}

/** Reads titles only: looking up where each points costs more than finding its words on the pages. */
export async function readOutline(document: PDFDocumentProxy): Promise<OutlineLevels> {
  const levels = new Map<string, number>();
  const roots: readonly OutlineNode[] | null = await document.getOutline().catch(() => null);
  let level = roots ?? [];
  for (let depth = 1; depth <= loadLimits.maxHeadingLevels && level.length > 0; depth++) {
    for (const { title } of level) {
      const key = outlineKey(title);
      if (key.length >= 3 && !levels.has(key) && levels.size < loadLimits.maxOutlineEntries) levels.set(key, depth);
    }
    level = level.flatMap((node) => node.items);
  }
  return levels;
}

/** Letters and digits only, without a number in front: page and outline differ in spaces, dots and numbering. */
export function outlineKey(words: string): string {
  return words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:\d+ )+(?=\p{L})/u, '')
    .replaceAll(' ', '');
}
