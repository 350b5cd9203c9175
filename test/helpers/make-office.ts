// Small office files for tests, made of the XML that office programs write.
import { makeZip, type ZipParts } from './make-zip.js';

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = { docx: 'word/document.xml', pptx: 'ppt/presentation.xml', xlsx: 'xl/workbook.xml' } as const;

const wordNames =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ' +
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" ' +
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml" ' +
  `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${office}"`;

/** `[id, kind, target]`; a target that begins with `http` lies outside. */
export type Link = readonly [id: string, kind: string, target: string];

export function relationships(links: readonly Link[]): string {
  const items = links.map(
    ([id, kind, target]) =>
      `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"${target.startsWith('http') ? ' TargetMode="External"' : ''}/>`,
  );
  return `${xmlHead}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join('')}</Relationships>`;
}

function packageOf(type: keyof typeof main, parts: ZipParts): Uint8Array {
  return makeZip({ '_rels/.rels': relationships([['rId1', 'officeDocument', main[type]]]), ...parts });
}

export function wordPart(root: string, content: string): string {
  return `${xmlHead}<w:${root} ${wordNames}>${content}</w:${root}>`;
}

/** `links` name further parts of the document, `parts` hold them. */
export function makeDocx(body: string, links: readonly Link[] = [], parts: ZipParts = {}): Uint8Array {
  return packageOf('docx', {
    'word/document.xml': wordPart('document', `<w:body>${body}</w:body>`),
    'word/_rels/document.xml.rels': relationships(links),
    ...parts,
  });
}

/** A paragraph with a style and plain text. */
export function paragraph(text: string, properties = ''): string {
  return `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

export function wordTable(rows: readonly (readonly string[])[], rowProperties = ''): string {
  const cells = (row: readonly string[]): string => row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('');
  const lines = rows.map((row, index) => `<w:tr>${index === 0 ? rowProperties : ''}${cells(row)}</w:tr>`);
  return `<w:tbl>${lines.join('')}</w:tbl>`;
}

const slideNames =
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';

export interface SlideParts {
  readonly shapes: string;
  readonly notes?: string;
}

export function shape(lines: readonly string[], placeholder?: string): string {
  const kind = placeholder === undefined ? '' : `<p:ph type="${placeholder}"/>`;
  const paragraphs = lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('');
  return `<p:sp><p:nvSpPr><p:nvPr>${kind}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`;
}

export function makePptx(slides: readonly SlideParts[]): Uint8Array {
  const parts: Record<string, string> = {};
  const links: Link[] = [];
  const tree = (root: string, shapes: string): string =>
    `${xmlHead}<p:${root} ${slideNames}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${root}>`;
  slides.forEach(({ shapes, notes }, index) => {
    // The last slide has the first number: the order is the presentation's, not that of the names.
    const file = `slide${slides.length - index}.xml`;
    links.push([`rId${index + 7}`, 'slide', `slides/${file}`]);
    parts[`ppt/slides/${file}`] = tree('sld', shapes);
    if (notes === undefined) return;
    parts[`ppt/slides/_rels/${file}.rels`] = relationships([['rId1', 'notesSlide', `../notesSlides/${file}`]]);
    parts[`ppt/notesSlides/${file}`] = tree('notes', shape(['12'], 'sldNum') + shape([notes], 'body'));
  });
  const list = links.map(([id], index) => `<p:sldId id="${256 + index}" r:id="${id}"/>`).join('');
  return packageOf('pptx', {
    'ppt/presentation.xml': `${xmlHead}<p:presentation ${slideNames} xmlns:r="${office}"><p:sldIdLst>${list}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(links),
    ...parts,
  });
}

const sheetNames = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

export interface SheetParts {
  readonly name: string;
  readonly rows: string;
  readonly state?: string;
}

/** `strings`: the shared ones; `formats`: number formats, whose cell styles are 1, 2, … */
export function makeXlsx(
  sheets: readonly SheetParts[],
  { strings = [], formats = [] }: { readonly strings?: readonly string[]; readonly formats?: readonly string[] } = {},
): Uint8Array {
  const links = sheets.map(
    (_sheet, index): Link => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`],
  );
  const list = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${index + 1}"/>`,
  );
  const codes = formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`).join('');
  const styles = formats.map((_code, index) => `<xf numFmtId="${164 + index}"/>`).join('');
  return packageOf('xlsx', {
    'xl/workbook.xml': `${xmlHead}<workbook ${sheetNames} xmlns:r="${office}"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(links),
    'xl/sharedStrings.xml': `${xmlHead}<sst ${sheetNames}>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `${xmlHead}<styleSheet ${sheetNames}><numFmts>${codes}</numFmts><cellXfs><xf numFmtId="0"/>${styles}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `${xmlHead}<worksheet ${sheetNames}><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  });
}

export function inlineRow(row: number, cells: readonly string[]): string {
  const texts = cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('');
  return `<row r="${row}">${texts}</row>`;
}

const odfNames = ['office', 'text', 'table', 'style', 'presentation', 'manifest']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  )
  .join(' ');

export function odfPart(root: string, content: string): string {
  return `${xmlHead}<office:${root} ${odfNames}>${content}</office:${root}>`;
}

/** `kind`: `text`, `presentation` or `spreadsheet`; `content` is what stands in its body. */
export function makeOdf(kind: string, content: string, parts: ZipParts = {}): Uint8Array {
  return makeZip(
    {
      mimetype: `application/vnd.oasis.opendocument.${kind}`,
      'content.xml': odfPart(
        'document-content',
        `<office:body><office:${kind}>${content}</office:${kind}></office:body>`,
      ),
      ...parts,
    },
    { stored: ['mimetype'] },
  );
}

/** Chapters by file name, in reading order. */
export function makeEpub(chapters: Readonly<Record<string, string>>, parts: ZipParts = {}): Uint8Array {
  const names = Object.keys(chapters);
  // The manifest lists them in another order than the spine.
  const items = names
    .map((name, index) => `<item id="c${index}" href="${name}" media-type="application/xhtml+xml"/>`)
    .reverse();
  const spine = names.map((_name, index) => `<itemref idref="c${index}"/>`).join('');
  return makeZip(
    {
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': `${xmlHead}<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`,
      'OEBPS/book.opf': `${xmlHead}<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>El faro</dc:title></metadata><manifest>${items.join('')}<item id="toc" href="toc.ncx"/></manifest><spine toc="toc">${spine}</spine></package>`,
      ...Object.fromEntries(
        names.map((name) => [
          `OEBPS/${name}`,
          `${xmlHead}<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x.js"/></head><body>${chapters[name]}</body></html>`,
        ]),
      ),
      ...parts,
    },
    { stored: ['mimetype'] },
  );
}
