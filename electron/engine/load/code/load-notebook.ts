// Notebooks: the cells in their order, prose with its headings, code as code, and what the code printed.
import { markdownSections } from '../../../../shared/markdown/sections.js';
import { decodeText } from '../decode-text.js';
import { detectLanguage } from '../language.js';
import type { Loader } from '../load-context.js';
import { loadJson } from '../load-json.js';
import { parseMarkdownSection } from '../markdown/parse-section.js';
import { scanMarkdownLines } from '../markdown/scan-lines.js';
import { MarkdownStructure } from '../markdown/structure.js';
import { textDocument } from '../text-document.js';
import { type Cell, cellsOf } from './notebook-cells.js';

export const loadNotebook: Loader = async (bytes, context) => {
  const { text: source, encoding } = decodeText(bytes);
  const cells = cellsOf(source);
  if (cells === null) return { ...(await loadJson(bytes, context)), type: 'ipynb' };
  const places = placesOf(cells);
  const text = places.map(({ words }) => words).join('\n\n');
  const structure = new MarkdownStructure(text);
  for (const { kind, start, words } of places) {
    if (kind === 'markdown') addMarkdown(structure, start, words);
    else structure.add(start, start + words.length, { kind: kind === 'raw' ? 'paragraph' : 'code' });
    context.onProgress();
  }
  const prose = places.filter(({ kind }) => kind === 'markdown');
  return textDocument({
    text,
    type: 'ipynb',
    title: structure.title,
    encoding,
    language: detectLanguage(prose.map(({ words }) => words).join('\n')),
    blocks: structure.blocks,
  });
};

interface Place extends Cell {
  readonly start: number;
}

/** Blank cells are left out; a blank line stands between two others. */
function placesOf(cells: readonly Cell[]): readonly Place[] {
  const places: Place[] = [];
  let start = 0;
  for (const { kind, words } of cells) {
    const trimmed = words.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
    if (trimmed === '') continue;
    places.push({ kind, words: trimmed, start });
    start += trimmed.length + 2;
  }
  return places;
}

function addMarkdown(structure: MarkdownStructure, start: number, words: string): void {
  for (const section of markdownSections(words)) {
    const [from, to] = [start + section.start, start + section.end];
    if (section.isScanned) scanMarkdownLines(structure, from, to);
    else parseMarkdownSection(structure, from, to);
  }
}
