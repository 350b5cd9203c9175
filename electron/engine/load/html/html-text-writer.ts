// Writes a page's elements as text with blocks: what a browser puts on lines of its own stands on lines of its own.
import { HeadingTrail, shorten } from '../blocks.js';
import { loadLimits } from '../load-limits.js';
import type { Block, BlockKind } from '../loaded-document.js';
import type { MainContent } from './main-content.js';
import { type AnyNode, type Element, isElement, isLineNumber, isUnseen, type ParentNode } from './nodes.js';
import { readTable } from './table-rows.js';

const blockElements: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol option p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

export interface HtmlText {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly firstHeading: string | null;
}

interface Flow {
  readonly kind: BlockKind;
  readonly headingLevel: number;
  readonly isPre: boolean;
  /** Of the list around: the next item's number, or 0 in a list without numbers. */
  readonly list: { next: number } | null;
}

const plainFlow: Flow = { kind: 'paragraph', headingLevel: 0, isPre: false, list: null };

/** Inside text that is set line by line, these stand on one line. */
const cells: ReadonlySet<string> = new Set(['td', 'th']);

type Step =
  | { readonly kind: 'line' }
  | { readonly kind: 'node'; readonly node: AnyNode; readonly flow: Flow }
  | { readonly kind: 'end'; readonly flow: Flow };

/** One use: make it and call `write`. Walks with a stack of its own, so that no depth of nesting overflows. */
export class HtmlTextWriter {
  readonly #main: MainContent;
  readonly #parts: string[] = [];
  readonly #blocks: Block[] = [];
  readonly #trail = new HeadingTrail();
  #length = 0;
  #firstHeading: string | null = null;
  #pending = '';
  #marker = '';
  #lastKind: BlockKind | null = null;

  constructor(main: MainContent) {
    this.#main = main;
  }

  write(): HtmlText {
    for (const root of this.#main.roots) this.#writeTree(root);
    return { text: this.#parts.join(''), blocks: this.#blocks, firstHeading: this.#firstHeading };
  }

  #writeTree(root: ParentNode): void {
    const stack: Step[] = [];
    const push = (nodes: readonly AnyNode[], flow: Flow): void => {
      for (let i = nodes.length - 1; i >= 0; i--) {
        const node = nodes[i];
        if (node !== undefined) stack.push({ kind: 'node', node, flow });
      }
    };
    push(root.children, plainFlow);
    for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
      if (step.kind === 'end') this.#flush(step.flow);
      else if (step.kind === 'line') this.#endLine();
      else if (step.node.type === 'text')
        this.#pending += step.flow.isPre ? step.node.data : step.node.data.replace(/\s+/g, ' ');
      else if (isElement(step.node)) this.#enter(step.node, step.flow, stack, push);
      else if (step.node.type === 'cdata') push(step.node.children, step.flow);
    }
    this.#flush(plainFlow);
  }

  #enter(element: Element, flow: Flow, stack: Step[], push: (nodes: readonly AnyNode[], flow: Flow) => void): void {
    if (isUnseen(element) || isLineNumber(element) || this.#main.isBoilerplate(element)) return;
    const { name } = element;
    if (name === 'br') {
      this.#pending += '\n';
      return;
    }
    if (!blockElements.has(name) || (flow.isPre && cells.has(name))) {
      push(element.children, flow);
      return;
    }
    if (flow.isPre && !/^h[1-6]$/.test(name)) {
      this.#endLine();
      stack.push({ kind: 'line' });
      push(element.children, flow);
      return;
    }
    this.#flush(flow);
    const rows = name === 'table' ? readTable(element) : null;
    if (rows !== null) {
      for (const [index, { text, context }] of rows.entries()) {
        this.#add(text, { kind: 'table-row', row: index + 1, context });
      }
      return;
    }
    const inner = this.#flowOf(element, flow);
    stack.push({ kind: 'end', flow: inner });
    push(element.children, inner);
  }

  /** Code is often wrapped line by line. */
  #endLine(): void {
    if (this.#pending !== '' && !this.#pending.endsWith('\n')) this.#pending += '\n';
  }

  #flowOf({ name, attribs }: Element, flow: Flow): Flow {
    const heading = /^h([1-6])$/.exec(name);
    if (heading) return { ...flow, kind: 'heading', headingLevel: Number(heading[1]) };
    switch (name) {
      case 'pre':
        return { ...flow, kind: 'code', isPre: true };
      case 'ol':
        return { ...flow, list: { next: Number.parseInt(attribs.start ?? '1', 10) || 1 } };
      case 'ul':
      case 'menu':
      case 'dir':
        return { ...flow, list: { next: 0 } };
      case 'li':
        this.#marker = flow.list === null || flow.list.next === 0 ? '• ' : `${flow.list.next++}. `;
        return { ...flow, kind: 'list-item' };
      default:
        return flow;
    }
  }

  #flush(flow: Flow): void {
    const pending = this.#pending;
    this.#pending = '';
    const words = flow.isPre ? keptLines(pending) : collapse(pending);
    if (words.trim() === '') return;
    const isHeading = flow.kind === 'heading';
    if (isHeading) {
      this.#firstHeading ??= shorten(words, loadLimits.maxHeadingCharacters);
      this.#trail.enter(flow.headingLevel, words);
    }
    const marker = flow.kind === 'list-item' ? this.#marker : '';
    this.#marker = '';
    this.#add(marker + words, { kind: flow.kind, row: null, context: null });
  }

  #add(words: string, { kind, row, context }: Pick<Block, 'kind' | 'row' | 'context'>): void {
    const isNextOfKind = kind === this.#lastKind && (kind === 'list-item' || (kind === 'table-row' && row !== 1));
    if (this.#length > 0) this.#append(isNextOfKind ? '\n' : '\n\n');
    this.#lastKind = kind;
    const start = this.#length + (words.length - words.trimStart().length);
    this.#append(words);
    this.#blocks.push({
      kind,
      start,
      end: this.#length,
      headingPath: this.#trail.path,
      page: null,
      sheet: null,
      row,
      context,
    });
  }

  #append(words: string): void {
    this.#parts.push(words);
    this.#length += words.length;
  }
}

/** Lines as they stand, without what all of them are indented by: so they stand to each other as they did. */
function keptLines(words: string): string {
  const lines = words
    .replace(/\r\n?/g, '\n')
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  let common = indents[0] ?? '';
  for (const indent of indents) while (!indent.startsWith(common)) common = common.slice(0, -1);
  return lines.map((line) => line.slice(Math.min(common.length, /^[ \t]*/.exec(line)?.[0].length ?? 0))).join('\n');
}

/** One space for white space, but `\n` for a line break that was asked for. */
function collapse(words: string): string {
  return words
    .replaceAll('\0', ' ')
    .replace(/[ \t\r\f\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
