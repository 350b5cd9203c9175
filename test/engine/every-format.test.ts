// Every kind of document that Acervo reads, through the whole engine: what a file says is found, at its place, word for word.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { excelPassword } from '../../electron/engine/load/office/lock/unlock-office.js';
import type { Locator } from '../../shared/domain/document.js';
import { type IndexedLibrary, openIndexedLibrary } from '../helpers/indexed-library.js';
import { lockAgile, lockWorkbook } from '../helpers/lock-office.js';
import { makeDoc } from '../helpers/make-doc.js';
import { makeMsg } from '../helpers/make-msg.js';
import {
  inlineRow,
  makeDocx,
  makeEpub,
  makeOdf,
  makePptx,
  makeXlsx,
  paragraph,
  shape,
} from '../helpers/make-office.js';
import { linesAt, makePdf } from '../helpers/make-pdf.js';
import { makePpt } from '../helpers/make-ppt.js';
import { makeTnef } from '../helpers/make-tnef.js';
import { writeFiles } from '../helpers/temporary-folder.js';

interface Made {
  readonly bytes: string | Uint8Array;
  readonly query: string;
  /** Exactly what the passage says around the words. */
  readonly says: string;
  readonly place: Partial<Locator>;
  /** Of a table, from its first on: the passage begins with the row that it says it begins with. */
  readonly rows?: readonly string[];
}

const heading = (text: string): string => paragraph(text, '<w:pStyle w:val="Heading1"/>');
const headingStyle = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`;
const filler = 'El faro se ve desde el pueblo y avisa a los barcos cuando hay niebla en la costa del norte.';
/** Enough for several passages. */
const longFiller = Array.from({ length: 12 }, (_, index) => `${filler} Van ${index + 1} noches.`).join(' ');
const sheet = [
  ['Concepto', 'Importe'],
  ...Array.from({ length: 40 }, (_, index) => [`Alquiler del almacén de la calle Mayor, mes ${index + 1}`, '800']),
  ['Calefacción', '95'],
];
const rowsWith = (separator: string): readonly string[] => sheet.map((cells) => cells.join(separator));
const book = utils.book_new();
utils.book_append_sheet(book, utils.aoa_to_sheet(sheet), 'Gastos');
const workbook = (bookType: 'biff8' | 'xlsb' | 'ods'): Uint8Array =>
  new Uint8Array(write(book, { type: 'buffer', bookType }) as Uint8Array);
const inSheet = {
  query: 'calefacción',
  says: 'Calefacción | 95',
  place: { sheet: 'Gastos' },
  rows: rowsWith(' | '),
};
const message = {
  subject: 'Reunión de padres',
  senderName: 'Ana',
  senderAddress: 'ana@example.org',
  to: [{ name: 'Luis', address: 'luis@example.org' }],
  attachments: [],
};
const mail = [
  'From: Ana <ana@example.org>',
  'To: Luis <luis@example.org>',
  'Subject: =?utf-8?Q?Reuni=C3=B3n?=',
  'Content-Type: text/plain; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'La merienda ser=E1 en el jard=EDn.',
  '',
].join('\r\n');
const slide = '<draw:page draw:name="p"><draw:frame><draw:text-box>';
const slideEnd = '</draw:text-box></draw:frame></draw:page>';
const chapter = { place: { headingPath: ['Entregas'] }, query: 'mensajero', says: 'El mensajero llega el martes.' };

const made: Readonly<Record<string, Made>> = {
  'nota.txt': {
    bytes: iconv.encode(`${filler}\n\nLa acequia está rota desde enero.\n`, 'windows-1252'),
    query: 'acequia',
    says: 'La acequia está rota desde enero.',
    place: { line: 1 },
  },
  'nota.md': {
    bytes: `# Casa\n\n${longFiller}\n\n## Entregas\n\nEl mensajero llega el martes. ${filler}\n`,
    query: 'mensajero',
    says: 'El mensajero llega el martes.',
    place: { headingPath: ['Casa', 'Entregas'], line: 5 },
  },
  'plano.pdf': {
    bytes: makePdf([
      { texts: linesAt(72, 100, [filler]) },
      { texts: linesAt(72, 100, ['La caldera se revisa en otoño.']) },
    ]),
    query: 'caldera',
    says: 'La caldera se revisa en otoño.',
    place: { page: 2 },
  },
  'carta.docx': {
    bytes: makeDocx(
      heading('Entregas') + paragraph('El mensajero llega el martes.'),
      [['rId9', 'styles', 'styles.xml']],
      { 'word/styles.xml': headingStyle },
    ),
    ...chapter,
  },
  'carta.odt': {
    bytes: makeOdf(
      'text',
      '<text:h text:outline-level="1">Entregas</text:h><text:p>El mensajero llega el martes.</text:p>',
    ),
    ...chapter,
  },
  'carta.rtf': {
    bytes:
      '{\\rtf1\\ansi{\\stylesheet{\\s1\\outlinelevel0 heading 1;}}\\pard\\s1 Entregas\\par\\pard\\plain El mensajero llega el martes.\\par}',
    ...chapter,
  },
  'carta.doc': {
    bytes: makeDoc([{ text: 'Entregas', style: 1 }, { text: 'El mensajero llega el martes.' }]),
    ...chapter,
  },
  'charla.pptx': {
    bytes: makePptx([
      { shapes: shape(['El faro'], 'title') },
      { shapes: shape(['La linterna gira despacio'], 'body') },
    ]),
    query: 'linterna',
    says: 'La linterna gira despacio',
    place: { slide: 2, page: null },
  },
  'charla.ppt': { bytes: makePpt(), query: 'saludar', says: 'Saludar primero.', place: { slide: 1, page: null } },
  'charla.odp': {
    bytes: makeOdf(
      'presentation',
      `${slide}<text:p>El faro</text:p>${slideEnd}${slide}<text:p>La linterna gira despacio</text:p>${slideEnd}`,
    ),
    query: 'linterna',
    says: 'La linterna gira despacio',
    place: { slide: 2, page: null },
  },
  'gastos.xlsx': {
    bytes: makeXlsx([{ name: 'Gastos', rows: sheet.map((cells, index) => inlineRow(index + 1, cells)).join('') }]),
    ...inSheet,
  },
  'gastos.xls': { bytes: workbook('biff8'), ...inSheet },
  'gastos.xlsb': { bytes: workbook('xlsb'), ...inSheet },
  'gastos.ods': { bytes: workbook('ods'), ...inSheet },
  'gastos.csv': {
    bytes: rowsWith(';').join('\r\n').replace('Calefacción', '"Calefacción\r\ny agua"'),
    query: 'calefacción agua',
    says: 'Calefacción\ny agua";95',
    place: {},
    rows: rowsWith(';'),
  },
  'gastos.tsv': {
    bytes: rowsWith('\t').join('\n'),
    query: 'calefacción',
    says: 'Calefacción\t95',
    place: {},
    rows: rowsWith('\t'),
  },
  'libro.epub': {
    bytes: makeEpub({ 'uno.xhtml': '<h1>Entregas</h1><p>El mensajero llega el martes.</p>' }),
    ...chapter,
  },
  'pagina.html': {
    bytes: iconv.encode(
      `<meta charset="iso-8859-15"><nav><a href="/">Inicio</a></nav><main><h1>Entregas</h1><p>El envío cuesta 3 €.</p></main>`,
      'iso-8859-15',
    ),
    query: 'envío',
    says: 'El envío cuesta 3 €.',
    place: { headingPath: ['Entregas'] },
  },
  'correo.eml': { bytes: mail, query: 'merienda', says: 'La merienda será en el jardín.', place: {} },
  'correos.mbox': {
    bytes: `From ana@example.org Mon Jan  1 10:00:00 2024\n${mail.replaceAll('\r', '')}\nFrom ana@example.org Tue Jan  2 10:00:00 2024\n${mail.replaceAll('\r', '').replace('jard=EDn', 'desv=E1n')}`,
    query: 'desván',
    says: 'La merienda será en el desván.',
    place: {},
  },
  'correo.msg': {
    bytes: makeMsg({ ...message, body: 'La merienda es a las diez.' }),
    query: 'merienda diez',
    says: 'La merienda es a las diez.',
    place: {},
  },
  'winmail.dat': {
    bytes: makeTnef({ subject: 'Reunión', body: 'La merienda es en la azotea.' }),
    query: 'azotea',
    says: 'La merienda es en la azotea.',
    place: {},
  },
  'gente.vcf': {
    bytes: 'BEGIN:VCARD\nFN:Ana Pérez\nNOTE:Tiene la llave del palomar.\nEND:VCARD\n',
    query: 'palomar',
    says: 'Tiene la llave del palomar.',
    place: { headingPath: ['Ana Pérez'] },
  },
  'agenda.ics': {
    bytes:
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Vendimia\nDTSTART;VALUE=DATE:20240914\nDESCRIPTION:Traer las cestas.\nEND:VEVENT\nEND:VCALENDAR\n',
    query: 'cestas',
    says: 'Traer las cestas.',
    place: { headingPath: ['Vendimia'] },
  },
  'cerrado.xlsx': {
    bytes: lockAgile(
      makeXlsx([{ name: 'Gastos', rows: sheet.map((cells, index) => inlineRow(index + 1, cells)).join('') }]),
      excelPassword,
    ),
    ...inSheet,
  },
  'cerrado.xls': { bytes: lockWorkbook('Gastos', sheet, { password: excelPassword, cipher: 'rc4' }), ...inSheet },
  'datos.json': {
    bytes: JSON.stringify({ huerto: { riego: 'Regar al anochecer' } }),
    query: 'anochecer',
    says: 'Regar al anochecer',
    place: {},
  },
  'datos.jsonl': {
    bytes: '{"riego":"Regar al amanecer"}\n{"poda":"Podar en febrero"}\n',
    query: 'podar',
    says: 'Podar en febrero',
    place: {},
  },
  'datos.xml': {
    bytes: '<?xml version="1.0"?><huerto><riego>Regar al mediodía</riego></huerto>',
    query: 'mediodía',
    says: 'Regar al mediodía',
    place: {},
  },
  'datos.yaml': {
    bytes: 'huerto:\n  riego: Regar de madrugada\n',
    query: 'madrugada',
    says: 'Regar de madrugada',
    place: {},
  },
  'texto.org': { bytes: '* Entregas\nEl mensajero llega el martes.\n', ...chapter },
  'texto.rst': { bytes: 'Entregas\n========\n\nEl mensajero llega el martes.\n', ...chapter },
  'texto.adoc': {
    bytes: '= Tienda\n\n== Entregas\n\nEl mensajero llega el martes.\n',
    ...chapter,
    place: { headingPath: ['Tienda', 'Entregas'] },
  },
  'texto.tex': {
    bytes: '\\section{Entregas}\nEl mensajero llega el martes.\n',
    ...chapter,
  },
  'cuaderno.ipynb': {
    bytes: JSON.stringify({
      nbformat: 4,
      cells: [{ cell_type: 'markdown', source: ['# Entregas\n', '\n', 'El mensajero llega el martes.'], metadata: {} }],
      metadata: {},
    }),
    ...chapter,
  },
  'video.srt': {
    bytes: '1\n00:00:01,000 --> 00:00:03,000\nAl abrir la compuerta baja el agua.\n',
    query: 'compuerta',
    says: 'Al abrir la compuerta baja el agua.',
    place: { headingPath: ['00:00:01'] },
  },
  'video.vtt': {
    bytes: 'WEBVTT\n\n00:01.000 --> 00:03.000\nAl cerrar la compuerta sube el agua.\n',
    query: 'compuerta',
    says: 'Al cerrar la compuerta sube el agua.',
    place: {},
  },
  'video.ass': {
    bytes:
      '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:02.00,0:00:03.00,{\\i1}La compuerta{\\i0} se atasca, otra vez.\n',
    query: 'compuerta atasca',
    says: 'La compuerta se atasca, otra vez.',
    place: { headingPath: ['00:00:02'] },
  },
  'riego.py': {
    bytes: 'def regar(litros):\n    """Abre el aspersor."""\n    return litros * 2\n',
    query: 'aspersor',
    says: 'Abre el aspersor.',
    place: { line: 1 },
  },
};

let indexed: IndexedLibrary;
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'acervo-formats-')));

beforeAll(async () => {
  writeFiles(folder, Object.fromEntries(Object.entries(made).map(([name, { bytes }]) => [name, bytes])));
  indexed = await openIndexedLibrary([folder], { wordsOnly: true });
});
afterAll(async () => {
  await indexed.close();
  rmSync(folder, { recursive: true, force: true });
});

test('reads every one of them, and lists none with a problem', () => {
  expect(indexed.report.problems).toEqual([]);
  expect(indexed.report.documents.indexed).toBe(Object.keys(made).length);
});

test.each(Object.keys(made))('finds what %s says, at its place and word for word', async (name) => {
  const { query, says, place, rows } = made[name] as Made;
  const path = join(folder, name);
  const { hits } = await indexed.library.search({ query, mode: 'words', all: true, filter: { paths: [path] } });
  const [first] = hits;
  expect(first?.text).toContain(says);
  expect(first?.locator).toMatchObject(place);
  if (rows !== undefined) {
    const row = first?.locator.row ?? 0;
    expect(row).toBeGreaterThan(1);
    expect(first?.text.startsWith(rows[row - 1] ?? '?')).toBe(true);
  }
  const { text } = await indexed.library.text(first?.documentId ?? '');
  expect(text.slice(first?.start, first?.end)).toBe(first?.text);
});
