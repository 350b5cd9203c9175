// Workbooks of today's Excel: rows are read one by one, so that a sheet of any size fits into memory.
import type { Loader } from '../../load-context.js';
import { loadLimits } from '../../load-limits.js';
import { drawnLines } from '../docx/docx-flow.js';
import { damagedError } from '../office-errors.js';
import { OfficeWriter } from '../office-writer.js';
import { mainPart, type Relationship, relationshipsOf, targetOf, titleOf } from '../relationships.js';
import { readXml, type XmlElement } from '../xml.js';
import { childOf, childrenOf, findElement, findElements, isOn, rawText } from '../xml-names.js';
import { ZipPackage } from '../zip-package.js';
import { formatCell, readableFormat } from './number-format.js';
import { SheetWriter } from './sheet-writer.js';

interface Workbook {
  readonly strings: readonly string[];
  /** Of each cell style. */
  readonly formats: readonly (string | number)[];
  readonly isFrom1904: boolean;
}

export const loadXlsx: Loader = async (bytes, { onProgress }) => {
  const parts = new ZipPackage(bytes);
  const main = await mainPart(parts, 'xl/workbook.xml');
  const tree = await parts.tree(main);
  const relationships = await relationshipsOf(parts, main);
  const sheets = sheetsOf(tree, relationships, parts);
  if (sheets.length === 0) throw damagedError();
  const workbook: Workbook = {
    strings: await readStrings(parts, targetOf(relationships, 'sharedStrings') ?? 'xl/sharedStrings.xml', onProgress),
    formats: formatsOf(await parts.tree(targetOf(relationships, 'styles') ?? 'xl/styles.xml')),
    isFrom1904: isOnAttribute(findElement(tree, 'x:workbookPr')?.attributes.date1904),
  };
  const writer = new OfficeWriter();
  for (const { name, part } of sheets.slice(0, loadLimits.maxPackedPages)) {
    if (writer.isFull) break;
    onProgress();
    const sheet = new SheetWriter(writer, name);
    const content = await parts.read(part);
    if (content !== null) readRows(content, workbook, sheet, onProgress);
    sheet.addDrawn(await drawnOn(parts, part));
  }
  return writer.document({ type: 'xlsx', title: await titleOf(parts), isDamaged: parts.isDamaged });
};

interface SheetPart {
  readonly name: string;
  readonly part: string;
}

function sheetsOf(tree: XmlElement | null, relationships: readonly Relationship[], parts: ZipPackage): SheetPart[] {
  const listed = findElements(tree, 'x:sheet').flatMap(({ attributes }): SheetPart[] => {
    const part = relationships.find(({ id }) => id === attributes['r:id'])?.target;
    // What is hidden so deeply that no menu shows it is the work of programs, not text.
    const isSeen = attributes.state !== 'veryHidden' && part !== null && part !== undefined && parts.has(part);
    return isSeen ? [{ name: attributes.name ?? '', part }] : [];
  });
  if (listed.length > 0) return listed;
  const found = parts.names.filter((name) => /^xl\/worksheets\/[^/]+\.xml$/i.test(name));
  return found.map((part) => ({ name: part.replace(/^.*\/|\.xml$/gi, ''), part }));
}

/** Texts that cells share. The largest part of many workbooks: read one by one. */
async function readStrings(parts: ZipPackage, part: string, onProgress: () => void): Promise<readonly string[]> {
  const content = await parts.read(part);
  const strings: string[] = [];
  if (content !== null) {
    readXml(content, {
      taken: new Set(['x:si']),
      onElement: (element) => {
        if (strings.push(richText(element)) % progressStrings === 0) onProgress();
      },
    });
  }
  return strings;
}

/** Plain or formatted text, without the guide to its pronunciation. */
function richText(element: XmlElement | null): string {
  return childrenOf(element)
    .map((child) => (child.name === 'x:t' ? rawText(child) : child.name === 'x:r' ? richText(child) : ''))
    .join('');
}

function formatsOf(styles: XmlElement | null): readonly (string | number)[] {
  const own = new Map(
    findElements(styles, 'x:numFmt').map(({ attributes }) => [
      attributes.numFmtId,
      readableFormat(attributes.formatCode ?? 'General'),
    ]),
  );
  return childrenOf(findElement(styles, 'x:cellXfs'), 'x:xf').map(({ attributes }) => {
    const id = attributes.numFmtId ?? '0';
    return own.get(id) ?? Number(id);
  });
}

const progressRows = 5_000;
const progressStrings = 50_000;

function readRows(content: Uint8Array, workbook: Workbook, sheet: SheetWriter, onProgress: () => void): void {
  let row = 0;
  let count = 0;
  readXml(content, {
    taken: new Set(['x:row']),
    onElement: (element) => {
      // A row without a number is the next one.
      row = Number(element.attributes.r) || row + 1;
      if (++count % progressRows === 0) onProgress();
      if (element.children.length > 0) sheet.add({ row, cells: cellsOf(element, workbook) });
    },
    isDone: () => sheet.isFull,
  });
}

function cellsOf(row: XmlElement, workbook: Workbook): readonly string[] {
  return childrenOf(row, 'x:c').map((cell) => textOfCell(cell, workbook));
}

function textOfCell(cell: XmlElement, { strings, formats, isFrom1904 }: Workbook): string {
  const { t: type = 'n', s: style } = cell.attributes;
  if (type === 'inlineStr') return richText(childOf(cell, 'x:is'));
  const value = rawText(childOf(cell, 'x:v'));
  switch (type) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'str':
    case 'e':
    case 'd':
      return value;
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    default: {
      const number = Number(value);
      if (value.trim() === '' || Number.isNaN(number)) return value;
      return formatCell(number, formats[Number(style ?? 0)] ?? 0, isFrom1904);
    }
  }
}

/** Lines of the text boxes, charts and diagrams that lie over a sheet. */
async function drawnOn(parts: ZipPackage, sheet: string): Promise<readonly string[]> {
  const lines: string[] = [];
  const drawings = (await relationshipsOf(parts, sheet)).filter(({ kind }) => kind === 'drawing');
  for (const { target } of drawings) {
    if (target === null) continue;
    lines.push(...drawnLines(await parts.tree(target)));
    for (const inner of await relationshipsOf(parts, target)) {
      if (inner.target !== null && (inner.kind === 'chart' || inner.kind === 'diagramData')) {
        lines.push(...drawnLines(await parts.tree(inner.target)));
      }
    }
  }
  return [...new Set(lines)];
}

function isOnAttribute(value: string | undefined): boolean {
  return value !== undefined && isOn({ name: '', attributes: { val: value }, children: [] });
}
