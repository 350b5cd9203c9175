// OpenDocument's paragraphs, lists and tables as a reader sees them: no deleted text, no comments, notes in their place.
import { loadLimits } from '../../load-limits.js';
import type { FlowPiece, FlowRow, FlowTable } from '../flow.js';
import { ListCounter } from '../numbering.js';
import type { XmlElement } from '../xml.js';
import { childOf, childrenOf, rawText } from '../xml-names.js';
import type { OdfStyles } from './odf-styles.js';

/** Deleted text, comments, descriptions of pictures, what fields and indexes are made from, embedded files. */
const unseen: ReadonlySet<string> = new Set([
  'text:tracked-changes',
  'table:tracked-changes',
  'office:annotation',
  'office:annotation-end',
  'office:forms',
  'office:binary-data',
  'office:scripts',
  'office:event-listeners',
  'svg:title',
  'svg:desc',
  'text:ruby-text',
  'text:script',
  'text:hidden-text',
  'text:hidden-paragraph',
  'text:table-of-content-source',
  'text:alphabetical-index-source',
  'text:illustration-index-source',
  'text:table-index-source',
  'text:object-index-source',
  'text:user-index-source',
  'text:bibliography-source',
  'text:variable-decls',
  'text:sequence-decls',
  'text:user-field-decls',
  'draw:object',
  'draw:object-ole',
  'draw:plugin',
  'presentation:notes',
]);

interface ListPlace {
  readonly style: string | undefined;
  readonly counter: ListCounter;
  readonly level: number;
  /** The mark for the item's first paragraph, until it is used. */
  mark: string | null;
}

export class OdfFlow {
  readonly #styles: OdfStyles;
  readonly #outline = new ListCounter();
  readonly #counters = new Map<string, ListCounter>();
  /** Text boxes and notes, which stand behind the paragraph that they hang on. */
  #behind: FlowPiece[] = [];
  #tableDepth = 0;

  constructor(styles: OdfStyles) {
    this.#styles = styles;
  }

  /** Everything below an element that holds paragraphs. */
  read(container: XmlElement): FlowPiece[] {
    const pieces: FlowPiece[] = [];
    this.#readChildren(container, pieces, null);
    return pieces;
  }

  #readChildren(container: XmlElement, pieces: FlowPiece[], list: ListPlace | null): void {
    for (const child of container.children) if (typeof child !== 'string') this.#readBlock(child, pieces, list);
  }

  #readBlock(element: XmlElement, pieces: FlowPiece[], list: ListPlace | null): void {
    if (unseen.has(element.name)) return;
    switch (element.name) {
      case 'text:p':
      case 'text:h':
        this.#readParagraph(element, pieces, list);
        return;
      case 'text:list':
        this.#readList(element, pieces, list);
        return;
      case 'table:table':
        if (this.#tableDepth < loadLimits.maxTableNesting) pieces.push(this.readTable(element));
        return;
      default:
        this.#readChildren(element, pieces, list);
    }
  }

  #readList(element: XmlElement, pieces: FlowPiece[], outer: ListPlace | null): void {
    const style = element.attributes['style-name'] ?? outer?.style;
    const counter = outer?.counter ?? this.#counterOf(element);
    const level = outer === null ? 0 : outer.level + 1;
    for (const item of childrenOf(element)) {
      const place: ListPlace = { style, counter, level, mark: null };
      if (item.name === 'text:list-item') {
        const first = firstParagraph(item);
        const levels = this.#styles.listLevels(style ?? this.#styles.listStyleOf(first?.attributes['style-name']));
        const start = Number(item.attributes['start-value']);
        if (Number.isSafeInteger(start)) counter.restart(level, start);
        // An item that only holds a deeper list draws no mark of its own.
        if (first !== null) place.mark = counter.next(levels, level);
      }
      this.#readChildren(item, pieces, place);
    }
  }

  /** A list may go on counting where another one stopped. */
  #counterOf({ attributes }: XmlElement): ListCounter {
    const style = attributes['style-name'] ?? '';
    const continued = attributes['continue-list'] ?? (attributes['continue-numbering'] === 'true' ? style : null);
    const counter = (continued === null ? null : this.#counters.get(continued)) ?? new ListCounter();
    this.#counters.set(style, counter);
    if (attributes.id !== undefined) this.#counters.set(attributes.id, counter);
    return counter;
  }

  #readParagraph(paragraph: XmlElement, pieces: FlowPiece[], list: ListPlace | null): void {
    const outerBehind = this.#behind;
    this.#behind = [];
    const text = this.#inline(paragraph);
    const style = paragraph.attributes['style-name'];
    const isSeen = text.trim() !== '' && !this.#styles.isHidden('paragraph', style);
    if (isSeen) {
      const mark = list?.mark ?? null;
      if (list !== null) list.mark = null;
      if (paragraph.name === 'text:h') {
        const level = Math.max(1, Number(paragraph.attributes['outline-level'] ?? 1) || 1);
        const number = mark ?? this.#outline.next(this.#styles.outline, level - 1);
        pieces.push({ kind: 'heading', level, text: number + text.trimStart() });
      } else if (this.#styles.isTitle(style)) {
        pieces.push({ kind: 'heading', level: 0, text });
      } else {
        pieces.push({ kind: list === null ? 'paragraph' : 'list-item', text: (mark ?? '') + text.trimStart() });
      }
    }
    pieces.push(...this.#behind);
    this.#behind = outerBehind;
  }

  readTable(table: XmlElement): FlowTable {
    this.#tableDepth++;
    const rows: FlowRow[] = [];
    this.#collectRows(table, false, rows);
    this.#tableDepth--;
    return { kind: 'table', mayHaveHeader: true, rows };
  }

  #collectRows(container: XmlElement, isHeader: boolean, rows: FlowRow[]): void {
    for (const child of childrenOf(container)) {
      if (child.name === 'table:table-row') {
        const cells = childrenOf(child, 'table:table-cell').map((cell) => this.read(cell));
        rows.push({ isHeader, cells });
      } else if (child.name.startsWith('table:table-')) {
        this.#collectRows(child, isHeader || child.name === 'table:table-header-rows', rows);
      }
    }
  }

  #inline(element: XmlElement): string {
    let text = '';
    for (const child of element.children) {
      // White space in the file is one space; more of it is written as elements.
      text += typeof child === 'string' ? child.replace(/\s+/g, ' ') : this.#inlineElement(child);
    }
    return text;
  }

  #inlineElement(element: XmlElement): string {
    const { name, attributes } = element;
    if (unseen.has(name)) return '';
    switch (name) {
      case 'text:s':
        return ' '.repeat(Math.min(Number(attributes.c ?? 1) || 1, 100));
      case 'text:tab':
        return '\t';
      case 'text:line-break':
        return '\n';
      case 'text:span':
        return this.#styles.isHidden('text', attributes['style-name']) ? '' : this.#inline(element);
      case 'text:note':
        return this.#note(element);
      case 'text:p':
      case 'text:h':
      case 'text:list':
      case 'table:table':
        this.#readBlock(element, this.#behind, null);
        return '';
      default:
        return this.#inline(element);
    }
  }

  #note(note: XmlElement): string {
    const mark = `[${rawText(childOf(note, 'text:note-citation')).trim()}]`;
    const body = childOf(note, 'text:note-body');
    const [first, ...others] = body === null ? [] : this.read(body);
    if (first === undefined) return '';
    if (first.kind === 'table') this.#behind.push({ kind: 'paragraph', text: mark }, first, ...others);
    else this.#behind.push({ kind: 'paragraph', text: `${mark} ${first.text.trimStart()}` }, ...others);
    return mark;
  }
}

function firstParagraph(item: XmlElement): XmlElement | null {
  return childOf(item, 'text:p') ?? childOf(item, 'text:h');
}
