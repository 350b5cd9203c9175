// Spreadsheets of all programs: rows with their sheet, number and column names, as their cells are seen.
import { utils, write } from '@e965/xlsx';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import type { LoadedDocument } from '../../../../electron/engine/load/loaded-document.js';
import { loadBytes, textOf } from '../../../helpers/load-bytes.js';
import { contain } from '../../../helpers/make-doc.js';
import { inlineRow, makeOdf, makeXlsx, odfPart } from '../../../helpers/make-office.js';

function rowsOf(document: LoadedDocument): readonly (readonly [string | null, number | null, string, string | null])[] {
  return document.blocks.map((block) => [block.sheet, block.row, textOf(document, block), block.context]);
}

test('gives rows with sheet, row and column names, and numbers and dates as they are seen', async () => {
  const document = await loadBytes(
    'ventas.xlsx',
    makeXlsx(
      [
        {
          name: 'Ventas',
          rows:
            '<row r="2"><c t="s"><v>0</v></c></row>' +
            '<row r="4"><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="inlineStr"><is><t>Pagado</t></is></c></row>' +
            '<row r="5"><c s="1"><v>45356</v></c><c s="2"><v>1234.5</v></c><c t="b"><v>1</v></c></row>' +
            '<row r="9"><c t="str"><v>total</v></c><c s="3"><v>0.25</v></c><c t="e"><v>#N/A</v></c></row>',
        },
        { name: 'Oculta', state: 'veryHidden', rows: inlineRow(1, ['no']) },
      ],
      {
        strings: [
          '<r><t>Ventas </t></r><r><t>de marzo</t></r><rPh><t>ベンタス</t></rPh>',
          '<t>Fecha</t>',
          '<t>Importe</t>',
        ],
        formats: ['dd/mm/yyyy', '#,##0.00 &quot;€&quot;', '0%'],
      },
    ),
  );
  expect(document).toMatchObject({ type: 'xlsx', pages: null });
  expect(rowsOf(document)).toEqual([
    ['Ventas', 2, 'Ventas de marzo', null],
    ['Ventas', 4, 'Fecha | Importe | Pagado', null],
    ['Ventas', 5, '05/03/2024 | 1,234.50 € | TRUE', 'Fecha | Importe | Pagado'],
    ['Ventas', 9, 'total | 25% | #N/A', 'Fecha | Importe | Pagado'],
  ]);
});

/** Formats as programs of many countries write them, with what a cell shows. */
const formatsAsSeen = [
  ['dd.mm.yyyy', 45_356, '05.03.2024'],
  ['[$-407]d. mmmm yyyy', 45_356, '5. March 2024'],
  ['yyyy. mm. dd.', 45_356, '2024. 03. 05.'],
  ['d.m.yyyy h:mm:ss.0', 45_356.75, '5.3.2024 18:00:00.0'],
  ['[$-409]#,##0.00', 1_234.5, '1,234.50'],
  ['[$-3000401]0', 123, '123'],
  ['[$-409]General', 0.5, '0.5'],
  ['#,##0.00\\ [$€-407]', 1_234.5, '1,234.50 €'],
  ['0.0 %', 0.25, '25.0%'],
  ['0\\ %', 0.25, '25%'],
  ['0" [$-407] d."', 7, '7 [$-407] d.'],
  ['TT.MM.JJJJ', 45_356, '2024-03-05'],
] as const;

test('shows dates, amounts and shares in the formats of many countries', async () => {
  const sheet = formatsAsSeen.map(
    ([, value], index) => `<row r="${index + 1}"><c s="${index + 1}"><v>${value}</v></c></row>`,
  );
  const formats = formatsAsSeen.map(([code]) => code.replaceAll('"', '&quot;'));
  const document = await loadBytes('a.xlsx', makeXlsx([{ name: 'h', rows: sheet.join('') }], { formats }));
  expect(document.text.split('\n')).toEqual(formatsAsSeen.map(([, , seen]) => seen));
});

test.each(['biff8', 'xlsb'] as const)('shows them in a workbook written as %s', async (bookType) => {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet(formatsAsSeen.map(([, value]) => [value]));
  for (const [index, [code, value]] of formatsAsSeen.entries()) sheet[`A${index + 1}`] = { t: 'n', v: value, z: code };
  utils.book_append_sheet(book, sheet, 'h');
  const document = await loadBytes('a.bin', write(book, { type: 'buffer', bookType }) as Uint8Array);
  expect(document.text.split('\n')).toEqual(formatsAsSeen.map(([, , seen]) => seen));
});

test('tells the language of what stands in cells', async () => {
  const words = ['Nombre de la clienta', 'Dirección de entrega', 'Teléfono', 'Lo que pidió la última vez'];
  const german = ['Name der Kundin', 'Anschrift für die Lieferung', 'Telefon', 'Was sie zuletzt bestellt hat'];
  for (const [cells, language] of [
    [words, 'es'],
    [german, 'de'],
  ] as const) {
    const document = await loadBytes('a.xlsx', makeXlsx([{ name: 'h', rows: inlineRow(1, cells) }]));
    expect(document).toMatchObject({ text: cells.join(' | '), language });
  }
});

test('takes no row of data for column names', async () => {
  const document = await loadBytes(
    'a.xlsx',
    makeXlsx([
      { name: 'Repetida', rows: inlineRow(1, ['Obras', 'Norte']) + inlineRow(2, ['Obras', 'Sur']) },
      { name: 'Enlaces', rows: inlineRow(1, ['www.a.example', 'www.b.example']) + inlineRow(2, ['x', 'y']) },
    ]),
  );
  expect(document.blocks.map(({ context }) => context)).toEqual([null, null, null, null]);
});

test('passes over a million empty rows and cells at the far end of a sheet', async () => {
  const empty = Array.from({ length: 1_000_000 }, (_value, index) => `<row r="${index + 2}"/>`).join('');
  const rows = `${inlineRow(1, ['primero'])}${empty}<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>último</t></is></c></row>`;
  const document = await loadBytes('a.xlsx', makeXlsx([{ name: 'h', rows }]));
  expect(rowsOf(document)).toEqual([
    ['h', 1, 'primero', null],
    ['h', 1_048_576, 'último', null],
  ]);
});

test('bounds what repeats itself: one huge cell in a thousand rows', async () => {
  const rows = Array.from({ length: 1_000 }, (_value, index) => `<row r="${index + 1}"><c t="s"><v>0</v></c></row>`);
  const document = await loadBytes(
    'a.xlsx',
    makeXlsx([{ name: 'h', rows: rows.join('') }], { strings: [`<t>${'x'.repeat(1_000_000)}</t>`] }),
  );
  expect(document.text.length).toBeLessThanOrEqual(16_000_000);
  expect(document.note).toMatchObject({ reason: 'too-large' });
});

const rows = [
  ['Zona', 'Precio', 'Desde'],
  ['Norte', 3.5, new Date(Date.UTC(2024, 2, 5))],
  ['Sur', 4, null],
];

test.each([
  ['xls', 'biff8', 'xls'],
  ['xls', 'biff5', 'xls'],
  ['xlsb', 'xlsb', 'xlsb'],
  ['xlsx', 'xlsx', 'xlsx'],
  ['xls', 'xlml', 'xls'],
  ['bin', 'biff8', 'xls'],
] as const)('reads a .%s file written as %s', async (extension, bookType, type) => {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet(rows, { UTC: true, dateNF: 'yyyy-mm-dd' });
  sheet.B2 = { t: 'n', v: 3.5, z: '0.00' };
  utils.book_append_sheet(book, sheet, 'Tarifas');
  const document = await loadBytes(`a.${extension}`, write(book, { type: 'buffer', bookType }) as Uint8Array);
  expect(document.type).toBe(type);
  expect(rowsOf(document)).toEqual([
    ['Tarifas', 1, 'Zona | Precio | Desde', null],
    ['Tarifas', 2, 'Norte | 3.50 | 2024-03-05', 'Zona | Precio | Desde'],
    ['Tarifas', 3, 'Sur | 4', 'Zona | Precio | Desde'],
  ]);
});

/** A record of the old binary workbooks. */
function record(type: number, ...content: readonly number[]): Buffer {
  const bytes = Buffer.from([0, 0, 0, 0, ...content]);
  bytes.writeUInt16LE(type, 0);
  bytes.writeUInt16LE(content.length, 2);
  return bytes;
}

test('decodes workbooks of before 1997 by their code page', async () => {
  const label = (column: number, text: string): Buffer => {
    const words = [...iconv.encode(text, 'windows-1251')];
    return record(0x0004, 0, 0, column, 0, 0, 0, 0, words.length, ...words);
  };
  const codePage = record(0x0042, 1251 & 0xff, 1251 >> 8);
  const book = [record(0x0009, 2, 0, 0x10, 0), codePage, label(0, 'Доставка'), label(1, 'Цена'), record(0x000a)];
  const document = await loadBytes('a.xls', Buffer.concat(book));
  expect(document).toMatchObject({ type: 'xls', text: 'Доставка | Цена' });
});

test('says which old workbooks need a password', async () => {
  const zeros = (count: number): readonly number[] => new Array<number>(count).fill(0);
  const begin = record(0x0809, 0, 6, 5, 0, ...zeros(12));
  const lock = record(0x002f, 1, 0, 1, 0, 1, 0, ...zeros(48));
  const workbook = Buffer.concat([begin, lock, record(0x000a), Buffer.alloc(4_096)]);
  await expect(loadBytes('a.xls', contain({ Workbook: workbook }))).rejects.toMatchObject({
    code: 'password-protected',
  });
});

test.each([
  ['zeros and ones', Buffer.concat([Buffer.alloc(504), Buffer.alloc(4_096, 0xff)])],
  ['nothing but zeros', Buffer.alloc(4_600)],
  ['nothing but ones', Buffer.alloc(4_600, 0xff)],
])('takes a container of %s for damaged, not for locked', async (_what, rest) => {
  const bytes = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), rest]);
  for (const name of ['a.xls', 'a.doc', 'a.ppt']) {
    await expect(loadBytes(name, bytes)).rejects.toMatchObject({ code: 'damaged' });
  }
});

const cell = (text: string, attributes = ''): string =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const filler =
  '<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
const sheets =
  `<table:table table:name="Tarifas"><table:table-row>${cell('Zona')}${cell('Precio')}</table:table-row>` +
  `<table:table-row>${cell('Norte')}${cell('3,50 €', 'office:value="3.5"')}<table:covered-table-cell><text:p>tapado</text:p></table:covered-table-cell></table:table-row>` +
  `${filler}<table:table-row>${cell('Sur')}<table:table-cell office:value="4"/></table:table-row></table:table>` +
  `<table:table table:name="Otra"><table:table-row>${cell('sola<office:annotation><text:p>nota</text:p></office:annotation>')}</table:table-row></table:table>`;

test.each([
  ['packed', makeOdf('spreadsheet', sheets)],
  [
    'flat',
    odfPart('document', `<office:body><office:spreadsheet>${sheets}</office:spreadsheet></office:body>`).replace(
      '<office:document ',
      '<office:document office:mimetype="application/vnd.oasis.opendocument.spreadsheet" ',
    ),
  ],
])('reads OpenDocument sheets, %s', async (_name, bytes) => {
  const document = await loadBytes('a.ods', bytes);
  expect(document.type).toBe('ods');
  expect(rowsOf(document)).toEqual([
    ['Tarifas', 1, 'Zona | Precio', null],
    ['Tarifas', 2, 'Norte | 3,50 €', 'Zona | Precio'],
    ['Tarifas', 1_000_003, 'Sur | 4', 'Zona | Precio'],
    ['Otra', 1, 'sola', null],
  ]);
});

test('writes a repeated row of data a bounded number of times', async () => {
  const row = `<table:table-row table:number-rows-repeated="900000">${cell('igual')}</table:table-row>`;
  const document = await loadBytes('a.ods', makeOdf('spreadsheet', `<table:table table:name="h">${row}</table:table>`));
  expect(document.blocks).toHaveLength(100);
});

test('knows pages and tables of text that are named as workbooks', async () => {
  expect(
    (await loadBytes('a.xls', '<html><body><table><tr><td>a</td><td>b</td></tr></table></body></html>')).type,
  ).toBe('html');
  expect((await loadBytes('a.xls', 'a;b\n1;2\n')).type).toBe('csv');
});
