// One slide: its title, and the text of its shapes, tables, charts and diagrams in the order of the file.

import { drawnText } from '../docx/docx-flow.js';
import type { FlowPiece, FlowTable } from '../flow.js';
import type { XmlElement } from '../xml.js';
import { childOf, childrenOf, findElement, isOn } from '../xml-names.js';

export interface ReadSlide {
  readonly title: string;
  readonly pieces: readonly FlowPiece[];
  /** Of a page of notes: what the speaker wrote. */
  readonly notes: readonly FlowPiece[];
  /** Date and foot line, which most slides repeat. */
  readonly footers: readonly string[];
}

interface Collected {
  title: string;
  readonly pieces: FlowPiece[];
  readonly notes: FlowPiece[];
  readonly footers: string[];
}

/** `drawings`: lines of charts and diagrams by the id of their relationship. */
export function readSlide(tree: XmlElement | null, drawings: ReadonlyMap<string, readonly string[]>): ReadSlide {
  const slide: Collected = { title: '', pieces: [], notes: [], footers: [] };
  const shapes = findElement(tree, 'p:spTree');
  if (shapes !== null) readShapes(shapes, slide, drawings);
  return slide;
}

function readShapes(group: XmlElement, slide: Collected, drawings: ReadonlyMap<string, readonly string[]>): void {
  for (const shape of childrenOf(group)) {
    switch (shape.name) {
      case 'p:sp':
      case 'p:cxnSp':
        readShape(shape, slide);
        break;
      case 'p:graphicFrame':
        readFrame(shape, slide.pieces, drawings);
        break;
      case 'mc:AlternateContent':
        readAlternative(shape, slide, drawings);
        break;
      default:
        readShapes(shape, slide, drawings);
    }
  }
}

/** The first of the alternatives that shows something. */
function readAlternative(
  element: XmlElement,
  slide: Collected,
  drawings: ReadonlyMap<string, readonly string[]>,
): void {
  for (const branch of childrenOf(element)) {
    const before = slide.pieces.length;
    readShapes(branch, slide, drawings);
    if (slide.pieces.length > before) return;
  }
}

function readShape(shape: XmlElement, slide: Collected): void {
  const paragraphs = childrenOf(childOf(shape, 'p:txBody'), 'a:p').map(drawnText);
  const kind = findElement(childOf(shape, 'p:nvSpPr'), 'p:ph')?.attributes.type;
  const text = paragraphs.join(' ').replace(/\s+/g, ' ').trim();
  if (text === '') return;
  if ((kind === 'title' || kind === 'ctrTitle') && slide.title === '') {
    slide.title = text;
  } else if (kind === 'dt' || kind === 'ftr' || kind === 'hdr') {
    slide.footers.push(text);
  } else if (kind !== 'sldNum' && kind !== 'sldImg') {
    const pieces = textPieces(paragraphs);
    slide.pieces.push(...pieces);
    if (kind === 'body') slide.notes.push(...pieces);
  }
}

/** The paragraphs of one shape belong together: they are lines of one paragraph. */
function textPieces(paragraphs: readonly string[]): FlowPiece[] {
  const filled = paragraphs.filter((paragraph) => paragraph.trim() !== '');
  if (filled.length === 1) return [{ kind: 'paragraph', text: filled[0] ?? '' }];
  return filled.map((text) => ({ kind: 'list-item', text }));
}

function readFrame(frame: XmlElement, pieces: FlowPiece[], drawings: ReadonlyMap<string, readonly string[]>): void {
  const table = findElement(frame, 'a:tbl');
  if (table !== null) {
    pieces.push(readTable(table));
    return;
  }
  const id = findElement(frame, 'c:chart')?.attributes['r:id'] ?? findElement(frame, 'dgm:relIds')?.attributes['r:dm'];
  for (const text of drawings.get(id ?? '') ?? []) pieces.push({ kind: 'paragraph', text });
}

function readTable(table: XmlElement): FlowTable {
  const hasHeader = childOf(table, 'a:tblPr')?.attributes.firstRow;
  const rows = childrenOf(table, 'a:tr').map((row) => ({
    isHeader: false,
    cells: childrenOf(row, 'a:tc').map((cell) =>
      childrenOf(childOf(cell, 'a:txBody'), 'a:p').map(
        (paragraph): FlowPiece => ({
          kind: 'paragraph',
          text: drawnText(paragraph),
        }),
      ),
    ),
  }));
  const flag: XmlElement | null =
    hasHeader === undefined ? null : { name: '', attributes: { val: hasHeader }, children: [] };
  return { kind: 'table', mayHaveHeader: isOn(flag), rows };
}
