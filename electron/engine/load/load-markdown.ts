// Markdown: its source text as it is, with the structure that a Markdown parser sees in it.
import type { Nodes, Parents, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { type BlockParts, HeadingTrail, makeBlock, shorten } from './blocks.js';
import { decodeText } from './decode-text.js';
import { detectLanguage } from './language.js';
import type { Loader } from './load-context.js';
import { loadLimits } from './load-limits.js';
import type { Block } from './loaded-document.js';
import { scanMarkdownLines } from './scan-markdown-lines.js';

export const loadMarkdown: Loader = async (bytes) => {
  const { text, encoding } = decodeText(bytes);
  const { title, blocks } =
    text.length <= loadLimits.maxMarkdownParseCharacters ? parseMarkdown(text) : scanMarkdownLines(text);
  return {
    text,
    type: 'md',
    title,
    encoding,
    language: detectLanguage(text),
    pages: null,
    blocks,
    layouts: [],
    note: null,
  };
};

export interface MarkdownStructure {
  readonly title: string | null;
  readonly blocks: readonly Block[];
}

/** Blocks and title of Markdown source (CommonMark, GitHub's tables and task lists, front matter). */
export function parseMarkdown(text: string): MarkdownStructure {
  const tree = fromMarkdown(text, {
    extensions: [frontmatter(['yaml', 'toml']), gfm()],
    mdastExtensions: [frontmatterFromMarkdown(['yaml', 'toml']), gfmFromMarkdown()],
  });
  const walk = new MarkdownWalk(text);
  for (const node of tree.children) walk.visit(node, 0);
  return { title: walk.frontMatterTitle ?? walk.firstHeading, blocks: walk.blocks };
}

class MarkdownWalk {
  readonly blocks: Block[] = [];
  frontMatterTitle: string | null = null;
  firstHeading: string | null = null;
  readonly #text: string;
  readonly #trail = new HeadingTrail();

  constructor(text: string) {
    this.#text = text;
  }

  visit(node: RootContent, depth: number): void {
    if (isFrontMatter(node)) {
      this.frontMatterTitle ??= titleOfFrontMatter(node.value);
      this.#add(node, { kind: 'paragraph' });
      return;
    }
    switch (node.type) {
      case 'heading': {
        const words = wordsOf(node);
        this.firstHeading ??= words === '' ? null : shorten(words, loadLimits.maxHeadingCharacters);
        const headingPath = this.#trail.enter(node.depth, words);
        this.#add(node, { kind: 'heading', headingPath });
        break;
      }
      case 'code':
        this.#add(node, { kind: 'code' });
        break;
      case 'table':
        this.#visitTable(node);
        break;
      case 'html':
        if (!/^(?:\s*<!--[\s\S]*?-->)+\s*$/.test(node.value)) this.#add(node, { kind: 'paragraph' });
        break;
      case 'listItem':
        this.#visitListItem(node, depth);
        break;
      case 'list':
      case 'blockquote':
      case 'footnoteDefinition':
        if (depth > loadLimits.maxNesting) this.#add(node, { kind: 'paragraph' });
        else for (const child of node.children) this.visit(child, depth + 1);
        break;
      case 'thematicBreak':
        break;
      default:
        this.#add(node, { kind: 'paragraph' });
    }
  }

  /** The item's marker and first paragraph are one block; what else it holds are blocks of their own. */
  #visitListItem(node: Extract<RootContent, { type: 'listItem' }>, depth: number): void {
    const [first, ...rest] = node.children;
    const isPlain = first === undefined || first.type === 'paragraph';
    if (isPlain) this.#addRange(startOf(node), first === undefined ? endOf(node) : endOf(first), { kind: 'list-item' });
    for (const child of isPlain ? rest : node.children) {
      if (child.type === 'paragraph') this.#add(child, { kind: 'list-item' });
      else this.visit(child, depth + 1);
    }
  }

  #visitTable(node: Table): void {
    const [header] = node.children;
    const names = header?.children.map((cell) => wordsOf(cell)).filter((name) => name !== '') ?? [];
    const context = names.length === 0 ? null : shorten(names.join(' | '), loadLimits.maxContextCharacters);
    node.children.forEach((row, index) => {
      this.#add(row, { kind: 'table-row', row: index + 1, context: index === 0 ? null : context });
    });
  }

  #add(node: Nodes, parts: Omit<BlockParts, 'start' | 'end'>): void {
    this.#addRange(startOf(node), endOf(node), parts);
  }

  #addRange(start: number, end: number, parts: Omit<BlockParts, 'start' | 'end'>): void {
    const from = Math.max(start, this.blocks.at(-1)?.end ?? 0);
    const block = makeBlock(this.#text, { headingPath: this.#trail.path, ...parts, start: from, end });
    if (block !== null) this.blocks.push(block);
  }
}

/** TOML nodes are missing from the tree's published types. */
function isFrontMatter(node: RootContent): node is Extract<RootContent, { type: 'yaml' }> {
  return node.type === 'yaml' || (node.type as string) === 'toml';
}

const startOf = (node: Nodes): number => node.position?.start.offset ?? 0;
const endOf = (node: Nodes): number => node.position?.end.offset ?? 0;

/** The words that a reader sees in a heading or cell. */
function wordsOf(node: Nodes): string {
  if ('value' in node) return node.type === 'html' ? '' : node.value;
  if (node.type === 'image') return node.alt ?? '';
  if (node.type === 'break') return ' ';
  return 'children' in node ? (node as Parents).children.map(wordsOf).join('') : '';
}

/** `title: …` (YAML) or `title = …` (TOML), without quotes. */
export function titleOfFrontMatter(source: string): string | null {
  const value = /^title[ \t]*[:=][ \t]*(.+)$/im.exec(source)?.[1]?.trim();
  const bare = value === undefined ? '' : (/^(["'])(.*)\1\s*(?:#.*)?$/.exec(value)?.[2] ?? value).trim();
  return bare === '' || /^[>|][-+]?$/.test(bare) ? null : shorten(bare, loadLimits.maxHeadingCharacters);
}
