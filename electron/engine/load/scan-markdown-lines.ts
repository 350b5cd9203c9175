// Structure of very long Markdown, told line by line: headings, fences, list items and paragraphs, in one pass.
import { type BlockParts, HeadingTrail, makeBlock, shorten } from './blocks.js';
import { loadLimits } from './load-limits.js';
import { type MarkdownStructure, titleOfFrontMatter } from './load-markdown.js';
import type { Block } from './loaded-document.js';

type LineKind =
  | { readonly kind: 'blank' }
  | { readonly kind: 'heading'; readonly level: number; readonly words: string }
  | { readonly kind: 'fence'; readonly mark: string }
  | { readonly kind: 'list-item' }
  | { readonly kind: 'words' };

/** Like `parseMarkdown`, without tables, quotes and nesting. Linear in the text's length, whatever it holds. */
export function scanMarkdownLines(text: string): MarkdownStructure {
  const blocks: Block[] = [];
  const trail = new HeadingTrail();
  let firstHeading: string | null = null;
  let open: { readonly kind: 'paragraph' | 'list-item' | 'code'; readonly start: number } | null = null;
  let fence: string | null = null;

  const add = (parts: BlockParts): void => {
    const block = makeBlock(text, parts);
    if (block !== null) blocks.push(block);
  };
  const close = (end: number): void => {
    if (open !== null) add({ kind: open.kind, start: open.start, end, headingPath: trail.path });
    open = null;
  };

  const frontMatter = /^(---|\+\+\+)\n([\s\S]{0,20000}?)\n\1[ \t]*(?:\n|$)/.exec(text);
  for (let start = frontMatter?.[0].length ?? 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = kindOfLine(text.slice(start, Math.min(end, start + 400)));
    if (fence !== null) {
      if (line.kind === 'fence' && line.mark.startsWith(fence)) {
        fence = null;
        close(end);
      }
    } else {
      switch (line.kind) {
        case 'blank':
          close(start);
          break;
        case 'heading':
          close(start);
          firstHeading ??= line.words === '' ? null : shorten(line.words, loadLimits.maxHeadingCharacters);
          add({ kind: 'heading', start, end, headingPath: trail.enter(line.level, line.words) });
          break;
        case 'fence':
          close(start);
          fence = line.mark;
          open = { kind: 'code', start };
          break;
        case 'list-item':
          close(start);
          open = { kind: 'list-item', start };
          break;
        case 'words':
          open ??= { kind: 'paragraph', start };
          break;
      }
    }
    start = end + 1;
  }
  close(text.length);
  return { title: (frontMatter?.[2] ? titleOfFrontMatter(frontMatter[2]) : null) ?? firstHeading, blocks };
}

function kindOfLine(line: string): LineKind {
  if (line.trim() === '') return { kind: 'blank' };
  const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line);
  if (heading) return { kind: 'heading', level: heading[1]?.length ?? 1, words: heading[2] ?? '' };
  const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line);
  if (fence) return { kind: 'fence', mark: fence[1] ?? '' };
  if (/^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line)) return { kind: 'list-item' };
  return { kind: 'words' };
}
