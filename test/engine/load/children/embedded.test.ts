// What is embedded in office files and books of every kind: found, named, unwrapped to the byte, and read as documents.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OpenedFiles } from '../../../../electron/engine/load/children/opened-files.js';
import { openContainer } from '../../../../electron/engine/load/office/ole-container.js';
import { loadBytes, textOf } from '../../../helpers/load-bytes.js';
import { contain, makeDoc } from '../../../helpers/make-doc.js';
import { objectFrame, packageStream, rtfObject } from '../../../helpers/make-embedded.js';
import { makeDocx, makeEpub, makeOdf, odfPart, paragraph, xmlHead } from '../../../helpers/make-office.js';
import { linesAt, makePdf } from '../../../helpers/make-pdf.js';
import { makePpt } from '../../../helpers/make-ppt.js';
import { temporaryFolder } from '../../../helpers/temporary-folder.js';

const { signal } = new AbortController();
const room = { children: 10_000, bytes: 1024 ** 3 };

/** Names of what a file holds, each with its bytes. */
async function inside(name: string, bytes: Uint8Array): Promise<readonly (readonly [string, Buffer])[]> {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  const files = new OpenedFiles();
  const { children } = await files.list({ path, inside: [] }, bytes, { room, signal, onProgress: () => undefined });
  const read = async (child: string): Promise<readonly [string, Buffer]> => [
    child,
    Buffer.from((await files.read({ path, inside: [child] }, signal)).bytes),
  ];
  return Promise.all(children.map((child) => read(child.name)));
}

/** The passage that a child gives: its words by the slice that its block names, and where they stand. */
async function passageOf([name, bytes]: readonly [string, Uint8Array]): Promise<unknown> {
  const document = await loadBytes(name, bytes);
  const block = document.blocks.at(-1);
  return [textOf(document, block), block?.headingPath, block?.sheet, block?.page];
}

const letter = makeDocx(paragraph('Carta', '<w:pStyle w:val="Heading1"/>') + paragraph('El pozo tiene ocho metros.'));
const page = makePdf([{ texts: linesAt(72, 100, ['A page of its own.']) }]);
const inner = makeDoc([{ text: 'Obra', style: 1 }, { text: 'La presa mide treinta metros.' }]);

describe('what is embedded in', () => {
  it('Word of before 2007: wrapped, packed, and whole documents of the older kind, and no formula', async () => {
    const found = await inside(
      'a.doc',
      makeDoc([{ text: 'Fuera' }], {
        objects: {
          '_1/\u0001Ole10Native': packageStream('plan.txt', Buffer.from('El plan.')),
          '_2/Package': letter,
          '_3/CONTENTS': page,
          '_4/Equation Native': Buffer.alloc(100, 1),
          ...streamsOf('_5', inner, ['WordDocument', '1Table']),
        },
      }),
    );
    expect(found.map(([name]) => name)).toEqual(['plan.txt', 'Object 2.docx', 'Object 3.pdf', 'Object 5.doc']);
    const [plan, docx, pdf, doc] = found;
    expect(plan?.[1].toString()).toBe('El plan.');
    expect(docx?.[1].equals(letter)).toBe(true);
    expect(pdf?.[1].equals(page)).toBe(true);
    expect(doc && (await passageOf(doc))).toEqual(['La presa mide treinta metros.', ['Obra'], null, null]);
  });

  it('Excel of before 2007', async () => {
    const book = contain({
      Workbook: Buffer.alloc(600, 9),
      'MBD0001/\u0001Ole10Native': packageStream('informe.docx', letter, 'Отчёт.docx'),
      'MBD0002/\u0001CompObj': Buffer.from('Microsoft Graph Chart MSGraph.Chart.8'),
      'MBD0002/Workbook': Buffer.alloc(600, 9),
    });
    const found = await inside('a.xls', book);
    expect(found.map(([name]) => name)).toEqual(['Отчёт.docx']);
    expect(found[0] && (await passageOf(found[0]))).toEqual(['El pozo tiene ocho metros.', ['Carta'], null, null]);
  });

  it('PowerPoint of before 2007, packed or not', async () => {
    const objects = [
      { content: contain({ Package: letter }), isPacked: true },
      { content: contain({ '\u0001Ole10Native': packageStream('pagina.pdf', page) }), isPacked: false },
      { content: Buffer.alloc(0), isPacked: true },
    ];
    const found = await inside('a.ppt', makePpt(undefined, objects));
    expect(found.map(([name, bytes]) => [name, bytes.length])).toEqual([
      ['Object 1.docx', letter.length],
      ['pagina.pdf', page.length],
    ]);
    expect(found[1] && (await passageOf(found[1]))).toEqual(['A page of its own.', [], null, 1]);
  });

  it('RTF: objects and packages, no links', async () => {
    const packaged = packageStream('notas.txt', Buffer.from('Ocho notas.')).subarray(4);
    const rtf = [
      '{\\rtf1 Fuera.',
      rtfObject(objectFrame('Word.Document.12', contain({ Package: letter }))),
      rtfObject(objectFrame('Package', packaged)),
      rtfObject(objectFrame('Package', packaged, 1)),
      'They write \\\\objdata 0105 in it.}',
    ].join('');
    const found = await inside('a.rtf', Buffer.from(rtf));
    expect(found.map(([name]) => name)).toEqual(['Object 1.docx', 'notas.txt']);
    expect(found[0]?.[1].equals(letter)).toBe(true);
    expect(found[1]?.[1].toString()).toBe('Ocho notas.');
    expect((await loadBytes('a.rtf', rtf)).text).not.toContain('0105000');
  });

  it('OpenDocument: documents of its own kind, others beside them, and no chart', async () => {
    const manifest = [
      ['Object 1/', 'application/vnd.oasis.opendocument.spreadsheet'],
      ['Object 2/', 'application/vnd.oasis.opendocument.chart'],
    ].map(([path, type]) => `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${type}"/>`);
    const table =
      '<table:table table:name="Cuentas"><table:table-row><table:table-cell><text:p>Cebada</text:p></table:table-cell>' +
      '<table:table-cell><text:p>12</text:p></table:table-cell></table:table-row></table:table>';
    const sheet = odfPart(
      'document-content',
      `<office:body><office:spreadsheet>${table}</office:spreadsheet></office:body>`,
    );
    const found = await inside(
      'a.odt',
      makeOdf('text', '<text:p>Fuera</text:p>', {
        'META-INF/manifest.xml': `${xmlHead}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">${manifest.join('')}</manifest:manifest>`,
        'Object 1/content.xml': sheet,
        'Object 1/styles.xml': '<office:document-styles/>',
        'Object 2/content.xml': sheet,
        'Object 3': contain({ '\u0001Ole10Native': packageStream('carta.docx', letter) }),
        'Pictures/1.png': 'png',
      }),
    );
    expect(found.map(([name]) => name)).toEqual(['Object 1.ods', 'carta.docx']);
    expect(found[0] && (await passageOf(found[0]))).toEqual(['Cebada | 12', [], 'Cuentas', null]);
    expect(found[1]?.[1].equals(letter)).toBe(true);
  });

  it('a book: documents beside its chapters', async () => {
    const book = makeEpub({ 'one.xhtml': '<p>Fuera</p>' }, { 'OEBPS/extra/hoja.pdf': page, 'OEBPS/cover.jpg': 'jpg' });
    const found = await inside('a.epub', book);
    expect(found.map(([name]) => name)).toEqual(['hoja.pdf']);
    expect(found[0]?.[1].equals(page)).toBe(true);
  });

  it('a package of today whose one object is broken: the others are there, and it says why it is not', async () => {
    const path = join(temporaryFolder(), 'a.docx');
    const bytes = makeDocx(paragraph('Fuera'), [], {
      'word/embeddings/oleObject1.bin': contain({ Package: letter }).subarray(0, 700),
      'word/embeddings/oleObject2.bin': contain({ '\u0001Ole10Native': packageStream('carta.docx', letter) }),
    });
    writeFileSync(path, bytes);
    const files = new OpenedFiles();
    const { children } = await files.list({ path, inside: [] }, bytes, { room, signal, onProgress: () => undefined });
    expect(children.map(({ name, contentHash }) => [name, contentHash === null])).toEqual([
      ['oleObject1.bin', true],
      ['carta.docx', false],
    ]);
    await expect(files.read({ path, inside: ['oleObject1.bin'] }, signal)).rejects.toMatchObject({ code: 'damaged' });
  });
});

/** A made file's streams, below a folder. */
function streamsOf(folder: string, file: Uint8Array, names: readonly string[]): Record<string, Uint8Array> {
  const stream = openContainer(file);
  return Object.fromEntries(names.map((name) => [`${folder}/${name}`, stream(name) ?? new Uint8Array()]));
}
