// OpenDocument spreadsheets: rows are read one by one, and what is repeated a million times is looked at once.
import type { Loader } from '../../load-context.js';
import { loadLimits } from '../../load-limits.js';
import { damagedError } from '../office-errors.js';
import { OfficeWriter } from '../office-writer.js';
import { linesOfPieces } from '../running-lines.js';
import { SheetWriter } from '../sheet/sheet-writer.js';
import { readXml, type XmlElement } from '../xml.js';
import { childrenOf } from '../xml-names.js';
import { isZip } from '../zip-entries.js';
import { odfTitle, openOdfPackage } from './odf-file.js';
import { OdfFlow } from './odf-flow.js';
import { OdfStyles } from './odf-styles.js';

const progressRows = 5_000;

export const loadOds: Loader = async (bytes, { onProgress }) => {
  const parts = isZip(bytes) ? await openOdfPackage(bytes) : null;
  const content = parts === null ? bytes : await parts.read('content.xml');
  if (content === null) throw damagedError();
  const writer = new OfficeWriter();
  const rest = readSheets(content, writer, onProgress);
  const meta = parts === null ? rest : await parts.tree('meta.xml');
  return writer.document({ type: 'ods', title: odfTitle(meta), isDamaged: parts?.isDamaged ?? false });
};

/** Writes all sheets; gives the tree of what is no row. */
function readSheets(content: Uint8Array, writer: OfficeWriter, onProgress: () => void): XmlElement {
  // Styles of cells say nothing about their text: numbers and dates stand in the file as they are seen.
  const flow = new OdfFlow(new OdfStyles([]));
  let sheet: SheetWriter | null = null;
  let row = 1;
  let count = 0;
  return readXml(content, {
    taken: new Set(['table:table-row', 'table:shapes', 'table:tracked-changes']),
    onOpen: ({ name, attributes }) => {
      if (name !== 'table:table') return;
      sheet = new SheetWriter(writer, attributes.name ?? '');
      row = 1;
    },
    onElement: (element) => {
      if (element.name === 'table:shapes') sheet?.addDrawn(linesOfPieces(flow.read(element)));
      if (element.name !== 'table:table-row') return;
      if (++count % progressRows === 0) onProgress();
      const repeated = repeats(element, 'number-rows-repeated');
      const cells = cellsOf(element, flow);
      if (cells.length > 0) {
        for (let copy = 0; copy < Math.min(repeated, loadLimits.maxRepeatedRows); copy++)
          sheet?.add({ row: row + copy, cells });
      }
      row += repeated;
    },
    isDone: () => writer.isFull,
  });
}

/** Texts of the filled cells. Cells under a merged one are not seen. */
function cellsOf(row: XmlElement, flow: OdfFlow): readonly string[] {
  const cells: string[] = [];
  for (const cell of childrenOf(row, 'table:table-cell')) {
    const text =
      linesOfPieces(flow.read(cell))
        .filter((line) => line !== '')
        .join('\n') || writtenValue(cell);
    const repeated = Math.min(repeats(cell, 'number-columns-repeated'), loadLimits.maxRepeatedCells);
    if (text !== '') for (let copy = 0; copy < repeated; copy++) cells.push(text);
  }
  return cells;
}

/** Some programs write a cell's value without the text that it is seen as. */
function writtenValue({ attributes }: XmlElement): string {
  return (
    attributes['string-value'] ?? attributes['date-value'] ?? attributes['boolean-value'] ?? attributes.value ?? ''
  );
}

function repeats({ attributes }: XmlElement, name: string): number {
  const count = Number(attributes[name] ?? 1);
  return Number.isSafeInteger(count) && count > 0 ? count : 1;
}
