// One section of Markdown through the parser (CommonMark, GitHub's tables and notes).
import type { Nodes, Parents, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { shorten } from '../blocks.js';
import { loadLimits } from '../load-limits.js';
import { plainWords } from './plain-words.js';
import type { MarkdownStructure } from './structure.js';

/** Blocks are all that is wanted of most text: what stands inside a paragraph costs two thirds of the time. */
const blocksOnly = {
  disable: {
    null: [
      ...['attention', 'autolink', 'characterEscape', 'characterReference', 'codeText', 'hardBreakEscape', 'htmlText'],
      ...['labelEnd', 'labelStartImage', 'labelStartLink'],
      ...[
        'emailAutolink',
        'gfmFootnoteCall',
        'gfmPotentialFootnoteCall',
        'protocolAutolink',
        'strikethrough',
        'tasklistCheck',
        'wwwAutolink',
      ],
    ],
  },
};
const blockOptions = {
  extensions: [gfm(), blocksOnly],
  mdastExtensions: [gfmFromMarkdown()],
};

/** Adds the blocks of the text from `start` to `end`, which is parsed as if it stood alone. */
export function parseMarkdownSection(structure: MarkdownStructure, start: number, end: number): void {
  const tree = fromMarkdown(structure.text.slice(start, end), blockOptions);
  const walk = new SectionWalk(structure, start);
  for (const node of tree.children) walk.visit(node, 0);
}

class SectionWalk {
  readonly #structure: MarkdownStructure;
  readonly #base: number;

  constructor(structure: MarkdownStructure, base: number) {
    this.#structure = structure;
    this.#base = base;
  }

  visit(node: RootContent, depth: number): void {
    switch (node.type) {
      case 'heading':
        this.#structure.addHeading(this.#start(node), this.#end(node), node.depth, this.#words(node));
        break;
      case 'code':
        this.#add(node, 'code');
        break;
      case 'table':
        this.#visitTable(node);
        break;
      case 'html':
        if (!/^(?:\s*<!--[\s\S]*?-->)+\s*$/.test(node.value)) this.#add(node, 'paragraph');
        break;
      case 'listItem':
        this.#visitListItem(node, depth);
        break;
      case 'list':
      case 'blockquote':
      case 'footnoteDefinition':
        if (depth > loadLimits.maxNesting) this.#add(node, 'paragraph');
        else for (const child of node.children) this.visit(child, depth + 1);
        break;
      case 'thematicBreak':
        break;
      default:
        this.#add(node, 'paragraph');
    }
  }

  /** The item's marker and first paragraph are one block; what else it holds are blocks of their own. */
  #visitListItem(node: Extract<RootContent, { type: 'listItem' }>, depth: number): void {
    const [first, ...rest] = node.children;
    const isPlain = first === undefined || first.type === 'paragraph';
    if (isPlain) this.#structure.add(this.#start(node), this.#end(first ?? node), { kind: 'list-item' });
    for (const child of isPlain ? rest : node.children) {
      if (child.type === 'paragraph') this.#add(child, 'list-item');
      else this.visit(child, depth + 1);
    }
  }

  #visitTable(node: Table): void {
    const [header] = node.children;
    const names = header?.children.map((cell) => this.#words(cell)).filter((name) => name !== '') ?? [];
    const context = names.length === 0 ? null : shorten(names.join(' | '), loadLimits.maxContextCharacters);
    for (const [index, row] of node.children.entries()) {
      const isHeader = index === 0;
      this.#structure.add(this.#start(row), this.#end(row), {
        kind: 'table-row',
        row: index + 1,
        context: isHeader ? null : context,
      });
    }
  }

  #add(node: Nodes, kind: 'paragraph' | 'list-item' | 'code'): void {
    this.#structure.add(this.#start(node), this.#end(node), { kind });
  }

  #start(node: Nodes): number {
    return this.#base + (node.position?.start.offset ?? 0);
  }

  #end(node: Nodes): number {
    return this.#base + (node.position?.end.offset ?? 0);
  }

  #words(node: Parents): string {
    const [first, last] = [node.children[0], node.children.at(-1)];
    return first === undefined || last === undefined
      ? ''
      : plainWords(this.#structure.text.slice(this.#start(first), this.#end(last)));
  }
}
