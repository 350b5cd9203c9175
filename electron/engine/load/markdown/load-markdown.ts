// Markdown: its source text as it is, with the structure that a Markdown parser sees in it.

import { markdownSections } from '../../../../shared/markdown/sections.js';
import { decodeText } from '../decode-text.js';
import type { Loader } from '../load-context.js';
import { loadLimits } from '../load-limits.js';
import { textDocument } from '../text-document.js';
import { readFrontMatter } from './front-matter.js';
import { parseMarkdownSection } from './parse-section.js';
import { scanMarkdownLines } from './scan-lines.js';
import { MarkdownStructure } from './structure.js';

/** Sections between two signs of life. */
const sectionsAtOnce = 50;

export const loadMarkdown: Loader = async (bytes, { onProgress }) => {
  const { text, encoding } = decodeText(bytes);
  const structure = new MarkdownStructure(text);
  const isLong = text.length > loadLimits.maxMarkdownParseCharacters;
  for (const [index, { start, end, isScanned }] of markdownSections(text).entries()) {
    if (isScanned || isLong) scanMarkdownLines(structure, start, end);
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
    ...readFrontMatter(text),
  });
};
