// Word's paragraphs and tables as a reader sees them: changes accepted, fields as their results, each alternative once.
import { loadLimits } from '../../load-limits.js';
import { cleanWords, type FlowPiece, type FlowRow, type FlowTable, symbolCharacter } from '../flow.js';
import type { XmlElement } from '../xml.js';
import { childOf, childrenOf, findElements, isOn, rawText } from '../xml-names.js';
import type { DocxNumbering } from './docx-numbering.js';
import { type DocxStyles, numberingOf, outlineLevel } from './docx-styles.js';

export interface DocxParts {
  readonly styles: DocxStyles;
  readonly numbering: DocxNumbering;
  /** Notes by kind and id (`footnote 2`). Each is taken out when it has been read, so that none is read twice. */
  readonly notes: Map<string, XmlElement>;
  /** Lines of charts and diagrams, by the id of their relationship. */
  readonly drawings: ReadonlyMap<string, readonly string[]>;
}

/** What is no text of the document as it stands: properties, deleted and moved-away text, codes of fields, the phonetic guide. */
const unseen: ReadonlySet<string> = new Set([
  'w:pPr',
  'w:rPr',
  'w:sdtPr',
  'w:sdtEndPr',
  'w:tblPr',
  'w:tblGrid',
  'w:trPr',
  'w:tcPr',
  'w:sectPr',
  'w:del',
  'w:moveFrom',
  'w:delText',
  'w:instrText',
  'w:delInstrText',
  'w:rt',
  'w:altChunk',
  'w:binData',
  'w:docOleData',
]);

const breaks: Readonly<Record<string, string>> = {
  'w:br': '\n',
  'w:cr': '\n',
  'w:tab': '\t',
  'w:ptab': '\t',
  'w:noBreakHyphen': '-',
};

/** Reads one stream of text (a body, a header). Fields and deleted paragraph ends reach over paragraphs, so it holds their state. */
export class DocxFlow {
  readonly #parts: DocxParts;
  /** True for each open field that is still in its code; only results are seen. */
  readonly #fields: boolean[] = [];
  /** Text boxes, notes and the like, which stand behind the paragraph that they hang on. */
  #behind: FlowPiece[] = [];
  #carried = '';
  #noteCount = 0;
  #tableDepth = 0;

  constructor(parts: DocxParts) {
    this.#parts = parts;
  }

  /** Everything below an element that holds paragraphs. */
  read(container: XmlElement): FlowPiece[] {
    const pieces: FlowPiece[] = [];
    for (const child of container.children) if (typeof child !== 'string') this.#readBlock(child, pieces);
    return pieces;
  }

  #readBlock(element: XmlElement, pieces: FlowPiece[]): void {
    if (unseen.has(element.name)) return;
    switch (element.name) {
      case 'w:p':
        this.#readParagraph(element, pieces);
        return;
      case 'w:tbl':
        if (this.#tableDepth < loadLimits.maxTableNesting) pieces.push(this.#readTable(element));
        return;
      case 'mc:AlternateContent':
        for (const branch of childrenOf(element)) {
          const own = this.read(branch);
          pieces.push(...own);
          if (own.length > 0) return;
        }
        return;
      case 'm:oMathPara':
      case 'm:oMath':
        pieces.push({ kind: 'paragraph', text: this.#inline(element) });
        return;
      default:
        for (const child of element.children) if (typeof child !== 'string') this.#readBlock(child, pieces);
    }
  }

  #readParagraph(paragraph: XmlElement, pieces: FlowPiece[]): void {
    const outerBehind = this.#behind;
    this.#behind = [];
    const properties = childOf(paragraph, 'w:pPr');
    const own = this.#inline(paragraph);
    // A field's code never reaches over a paragraph: what is still open was never closed.
    this.#fields.fill(false);
    const text = this.#carried + own;
    const mark = childOf(properties, 'w:rPr');
    if (childOf(mark, 'w:del') !== null || childOf(mark, 'w:moveFrom') !== null) {
      this.#carried = text;
    } else {
      this.#carried = '';
      this.#pushParagraph(text, properties, pieces);
    }
    pieces.push(...this.#behind);
    this.#behind = outerBehind;
  }

  #pushParagraph(text: string, properties: XmlElement | null, pieces: FlowPiece[]): void {
    const style = this.#parts.styles.of(childOf(properties, 'w:pStyle')?.attributes.val);
    if (style.isHidden) return;
    const told = outlineLevel(properties);
    const level = told === null ? style.headingLevel : told > 9 ? null : told;
    const place = numberingOf(properties) ?? style.numbering;
    const isEmpty = text.trim() === '';
    const mark = place === null || isEmpty ? null : this.#parts.numbering.next(place);
    if (isEmpty) return;
    const words = (mark ?? '') + text.trimStart();
    if (level !== null) pieces.push({ kind: 'heading', level, text: words });
    else pieces.push({ kind: mark === null ? 'paragraph' : 'list-item', text: words });
  }

  #readTable(table: XmlElement): FlowTable {
    this.#tableDepth++;
    const rows: FlowRow[] = [];
    for (const row of rowsOf(table)) {
      const properties = childOf(row, 'w:trPr');
      if (childOf(properties, 'w:del') !== null) continue;
      const cells = cellsOf(row).map((cell) => this.#readCell(cell));
      rows.push({ isHeader: isOn(childOf(properties, 'w:tblHeader')), cells });
    }
    this.#tableDepth--;
    const look = childOf(childOf(table, 'w:tblPr'), 'w:tblLook')?.attributes;
    const firstRow = look?.firstRow ?? ((Number.parseInt(look?.val ?? '0020', 16) & 0x20) === 0 ? '0' : '1');
    return { kind: 'table', mayHaveHeader: firstRow !== '0', rows };
  }

  #readCell(cell: XmlElement): readonly FlowPiece[] {
    const pieces = this.read(cell);
    if (this.#carried !== '') pieces.push({ kind: 'paragraph', text: this.#carried });
    this.#carried = '';
    return pieces;
  }

  #inline(element: XmlElement): string {
    let text = '';
    for (const child of element.children) if (typeof child !== 'string') text += this.#inlineElement(child);
    return text;
  }

  #inlineElement(element: XmlElement): string {
    const { name, attributes } = element;
    if (unseen.has(name)) return '';
    const character = breaks[name];
    if (character !== undefined) return this.#seen(character);
    switch (name) {
      case 'w:t':
      case 'm:t':
        return this.#seen(rawText(element));
      case 'w:r':
        return this.#readRun(element);
      case 'w:fldChar':
        this.#enterField(attributes.fldCharType);
        return '';
      case 'w:sym':
        return this.#seen(symbolCharacter(Number.parseInt(attributes.char ?? '0', 16), attributes.font ?? ''));
      case 'w:footnoteReference':
        return this.#note(`footnote ${attributes.id}`);
      case 'w:endnoteReference':
        return this.#note(`endnote ${attributes.id}`);
      case 'w:footnote':
      case 'w:endnote':
      case 'w:txbxContent':
      case 'w:tbl':
      case 'w:p':
        this.#behind.push(...this.#apart(element));
        return '';
      case 'a:p':
        this.#behind.push({ kind: 'paragraph', text: drawnText(element) });
        return '';
      case 'v:textpath':
        if (attributes.string !== undefined) this.#behind.push({ kind: 'paragraph', text: attributes.string });
        return '';
      case 'c:chart':
        this.#draw(attributes['r:id']);
        return '';
      case 'dgm:relIds':
        this.#draw(attributes['r:dm']);
        return '';
      case 'mc:AlternateContent':
        return this.#alternative(element);
      default:
        return this.#inline(element);
    }
  }

  /** Hidden text is left out, but fields begin and end in it. */
  #readRun(run: XmlElement): string {
    const text = this.#inline(run);
    return isOn(childOf(childOf(run, 'w:rPr'), 'w:vanish')) ? '' : text;
  }

  #enterField(kind: string | undefined): void {
    if (kind === 'begin') this.#fields.push(true);
    else if (kind === 'separate') this.#fields[this.#fields.length - 1] = false;
    else if (kind === 'end') this.#fields.pop();
  }

  #seen(text: string): string {
    return this.#fields.includes(true) ? '' : text;
  }

  #note(key: string): string {
    const note = this.#parts.notes.get(key);
    if (note === undefined || this.#fields.includes(true)) return '';
    this.#parts.notes.delete(key);
    const mark = `[${++this.#noteCount}]`;
    const [first, ...others] = this.#apart(note);
    if (first === undefined) return '';
    if (first.kind === 'table') this.#behind.push({ kind: 'paragraph', text: mark }, first, ...others);
    else this.#behind.push({ kind: 'paragraph', text: `${mark} ${first.text.trimStart()}` }, ...others);
    return mark;
  }

  /** Paragraphs that are not part of the paragraph around them. */
  #apart(element: XmlElement): FlowPiece[] {
    const inner = new DocxFlow(this.#parts);
    inner.#noteCount = this.#noteCount;
    inner.#tableDepth = this.#tableDepth;
    const wrapped = { name: '', attributes: {}, children: [element] };
    const pieces = inner.read(element.name === 'w:p' || element.name === 'w:tbl' ? wrapped : element);
    this.#noteCount = inner.#noteCount;
    return pieces;
  }

  #draw(id: string | undefined): void {
    for (const line of this.#parts.drawings.get(id ?? '') ?? []) this.#behind.push({ kind: 'paragraph', text: line });
  }

  /** The first of the alternatives that shows something; the others show the same for older programs. */
  #alternative(element: XmlElement): string {
    for (const branch of childrenOf(element)) {
      const before = this.#behind.length;
      const text = this.#inline(branch);
      if (text.trim() !== '' || this.#behind.length > before) return text;
    }
    return '';
  }
}

/** Rows and cells may lie in controls and marks of changes. */
function rowsOf(table: XmlElement): readonly XmlElement[] {
  return through(table, 'w:tr', 'w:tbl');
}

function cellsOf(row: XmlElement): readonly XmlElement[] {
  return through(row, 'w:tc', 'w:tbl');
}

function through(element: XmlElement, wanted: string, closed: string): readonly XmlElement[] {
  return childrenOf(element).flatMap((child) => {
    if (child.name === wanted) return [child];
    return unseen.has(child.name) || child.name === closed || child.name === 'w:p'
      ? []
      : through(child, wanted, closed);
  });
}

/** Text of a drawing's paragraph. */
export function drawnText(paragraph: XmlElement): string {
  let text = '';
  for (const child of childrenOf(paragraph)) {
    if (child.name === 'a:t' || child.name === 'm:t') text += rawText(child);
    else if (child.name === 'a:br') text += '\n';
    else if (child.name !== 'a:pPr' && child.name !== 'a:rPr') text += drawnText(child);
  }
  return text;
}

/** Lines that a chart or a diagram shows. */
export function drawnLines(tree: XmlElement | null): readonly string[] {
  const lines = findElements(tree, 'a:p').map(drawnText);
  // Names of series and categories; their numbers are drawn as bars.
  for (const cache of findElements(tree, 'c:strCache')) {
    lines.push(findElements(cache, 'c:v').map(rawText).join(', '));
  }
  return [...new Set(lines.map(cleanWords))].filter((line) => line !== '');
}
