// Markdown: its source text as it is, with the structure that a Markdown parser sees in it.

import { markdownSections } from '../../../../shared/markdown/sections.js';
import { decodeText } from '../decode-text.js';
import type { Loader } from '../load-context.js';
import { loadLimits } from '../load-limits.js';
import { textDocument } from '../text-document.js';
import { findFrontMatter, readFrontMatter } from './front-matter.js';
import { parseMarkdownSection } from './parse-section.js';
import { scanMarkdownLines } from './scan-lines.js';
import { MarkdownStructure } from './structure.js';

/** Sections between two signs of life. */
const sectionsAtOnce = 50;

export const loadMarkdown: Loader = async (bytes, { onProgress }) => {
  const { text, encoding } = decodeText(bytes);
  const structure = new MarkdownStructure(text);
  const front = findFrontMatter(text);
  const after = front?.after ?? 0;
  // Whatever stands in it: a comment is no heading, and neither is looked for in megabytes of them.
  if (front !== null) structure.addFrontMatter(after, text.slice(front.start, front.end));
  const isLong = text.length - after > loadLimits.maxMarkdownParseCharacters;
  for (const [index, section] of markdownSections(after === 0 ? text : text.slice(after)).entries()) {
    const [start, end] = [section.start + after, section.end + after];
    if (section.isScanned || isLong) scanMarkdownLines(structure, start, end);
    else parseMarkdownSection(structure, start, end);
    if (index % sectionsAtOnce === sectionsAtOnce - 1) {
      onProgress();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return textDocument({
    text,
    type: 'md',
    title: structure.title,
    encoding,
    blocks: structure.blocks,
    ...readFrontMatter(text, front),
  });
};
