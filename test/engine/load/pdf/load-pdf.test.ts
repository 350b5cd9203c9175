// PDF through the real pdf.js: text, places, paragraphs, what is left out, and what is said of pages without text.
import { expect, test } from 'vitest';
import { cleanPieceText } from '../../../../electron/engine/load/pdf/clean-text.js';
import { isFalseSpace } from '../../../../electron/engine/load/pdf/page-lines.js';
import { blocksOf, loadBytes, textOf } from '../../../helpers/load-bytes.js';
import { linesAt, makePdf, pageHeightPt, pageWidthPt } from '../../../helpers/make-pdf.js';

test('gives the text of each page, with its page number and its range', async () => {
  const document = await loadBytes(
    'a.pdf',
    makePdf([
      { texts: linesAt(72, 100, ['La primera página habla de entregas.']) },
      { texts: linesAt(72, 100, ['The second page is about payment.']) },
    ]),
  );
  expect(document).toMatchObject({ type: 'pdf', pages: 2, encoding: null, note: null });
  expect(document.text).toBe('La primera página habla de entregas.\n\nThe second page is about payment.');
  expect(document.blocks.map((block) => block.page)).toEqual([1, 2]);
  expect(document.layouts.map((layout) => document.text.slice(layout.start, layout.end))).toEqual([
    'La primera página habla de entregas.',
    'The second page is about payment.',
  ]);
});

test('places every item on its page in points from the top left', async () => {
  const [layout] = (await loadBytes('a.pdf', makePdf([{ texts: [{ text: 'Hola', x: 72, y: 200, size: 20 }] }])))
    .layouts;
  expect(layout).toMatchObject({ page: 1, widthPt: pageWidthPt, heightPt: pageHeightPt });
  const [start, end, x = 0, y = 0, width = 0, height = 0] = layout?.items ?? [];
  expect([start, end, x]).toEqual([0, 4, 72]);
  expect(y).toBeLessThan(200);
  expect(y + height).toBeGreaterThan(200);
  expect(height).toBeGreaterThan(15);
  expect(width).toBeGreaterThan(30);
  expect(width).toBeLessThan(60);
});

test.each([90, 180, 270] as const)(
  'places items of a page turned by %i degrees where a reader sees them',
  async (rotate) => {
    const page = { texts: [{ text: 'Esquina', x: 20, y: 30 }], rotate };
    const [layout] = (await loadBytes('a.pdf', makePdf([page]))).layouts;
    const isSideways = rotate !== 180;
    expect(layout?.widthPt).toBe(isSideways ? pageHeightPt : pageWidthPt);
    const [, , x = 0, y = 0, width = 0, height = 0] = layout?.items ?? [];
    expect(height > width).toBe(isSideways);
    // The upper left corner of the sheet turns clockwise.
    expect(x > (layout?.widthPt ?? 0) / 2).toBe(rotate === 90 || rotate === 180);
    expect(y > (layout?.heightPt ?? 0) / 2).toBe(rotate === 180 || rotate === 270);
  },
);

test('counts places from the corner of the crop box', async () => {
  const page = { texts: [{ text: 'Dentro', x: 120, y: 142 }], cropBox: [100, 200, 500, 742] as const };
  const [layout] = (await loadBytes('a.pdf', makePdf([page]))).layouts;
  expect([layout?.widthPt, layout?.heightPt]).toEqual([400, 542]);
  const [, , x = 0, y = 0, , height = 0] = layout?.items ?? [];
  expect(x).toBe(20);
  expect(y).toBeLessThan(42);
  expect(y + height).toBeGreaterThan(42);
});

test('joins wrapped lines and makes paragraphs at gaps', async () => {
  const document = await loadBytes(
    'a.pdf',
    makePdf([
      {
        texts: [
          ...linesAt(72, 100, [
            'The first paragraph runs over two lines that',
            'are set one below the other as usual.',
          ]),
          ...linesAt(72, 160, ['The second one stands apart from the first.']),
        ],
      },
    ]),
  );
  expect(blocksOf(document).map(([, words]) => words)).toEqual([
    'The first paragraph runs over two lines that are set one below the other as usual.',
    'The second one stands apart from the first.',
  ]);
});

test('undoes hyphenation at line ends, and keeps hyphens that belong to the word', async () => {
  const document = await loadBytes(
    'a.pdf',
    makePdf([
      {
        texts: linesAt(72, 100, [
          'Este documento se ha partido: el docu-',
          'mento sigue, y el acuerdo franco-alemán dura. Lo franco-',
          'alemán también sigue, igual que las Ein- und Ausgaben der Ein-',
          'und Auszahlungen del modelo final que se repite aquí.',
        ]),
      },
    ]),
  );
  expect(document.text).toContain('el documento sigue');
  expect(document.text).toContain('Lo franco-alemán también');
  expect(document.text).toContain('der Ein- und Auszahlungen');
});

test('keeps item ranges right where a hyphen was dropped', async () => {
  const document = await loadBytes(
    'a.pdf',
    makePdf([{ texts: linesAt(72, 100, ['una palabra parti-', 'da en dos líneas de texto']) }]),
  );
  const [layout] = document.layouts;
  const items = Array.from({ length: (layout?.items.length ?? 0) / 6 }, (_, index) => {
    const [from, to] = layout?.items.subarray(index * 6, index * 6 + 2) ?? [];
    return document.text.slice(from, to);
  });
  expect(items).toEqual(['una palabra parti', 'da en dos líneas de texto']);
});

test('writes ligatures as letters', async () => {
  const document = await loadBytes('a.pdf', makePdf([{ texts: linesAt(72, 100, ['La oﬁcina y la ﬁrma']) }]));
  expect(document.text).toBe('La oficina y la firma');
});

test('composes accents that are set apart from their letters', async () => {
  const document = await loadBytes('a.pdf', makePdf([{ texts: linesAt(72, 100, ['La informaci´on de la p´agina']) }]));
  expect(document.text).toBe('La información de la página');
});

test('composes an accent that was drawn over its letter in a piece of its own', async () => {
  const texts = [
    { text: 'la p´', x: 72, y: 100 },
    { text: 'agina nueva', x: 89.8, y: 100 },
  ];
  expect((await loadBytes('a.pdf', makePdf([{ texts }]))).text).toBe('la página nueva');
});

test('takes no shift of a letter for a space in a font that is squeezed in one direction', () => {
  const space = (across: number, width: number) => ({
    str: ' ',
    width,
    transform: [across, 0, 0, 17, 72, 700],
    hasEOL: false,
  });
  expect(isFalseSpace(space(0.2, 0.7))).toBe(true);
  expect(isFalseSpace(space(0.2, 4))).toBe(false);
  expect(isFalseSpace(space(17, 0.7))).toBe(false);
});

test('reads Arabic that is drawn in joined shapes from the right, letter by letter', () => {
  expect(cleanPieceText('ا\ufccbﻄﻮط')).toBe('الخطوط');
});

test('drops headers, footers and page numbers that repeat, and keeps what differs', async () => {
  const pages = Array.from({ length: 6 }, (_, index) => ({
    texts: [
      { text: 'Informe anual de la cooperativa', x: 200, y: 40 },
      { text: `Tema ${['uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis'][index]} del informe.`, x: 72, y: 300 },
      { text: `Página ${index + 3} de 20`, x: 270, y: 810 },
    ],
  }));
  const document = await loadBytes('a.pdf', makePdf(pages));
  expect(document.text).toBe(
    ['uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis'].map((word) => `Tema ${word} del informe.`).join('\n\n'),
  );
});

test('joins a sentence that runs over the end of a page, past page numbers and a hyphen', async () => {
  const body = (lines: readonly string[], page: number) => ({
    texts: [...linesAt(72, 600, lines), { text: `${page}`, x: 290, y: 815 }],
  });
  const document = await loadBytes(
    'a.pdf',
    makePdf([
      body(['El molino se reparó en abril y todos los vecinos lo vieron, porque el docu-'], 1),
      body(
        ['mento estaba en la plaza. La rueda gira desde entonces sin parar y el agua', 'que sobra baja al río por un'],
        2,
      ),
      body(['canal nuevo. Nadie se queja.'], 3),
      body(['Los peces tampoco se quejan.'], 4),
    ]),
  );
  expect(document.blocks.map((block) => [block.page, textOf(document, block)])).toEqual([
    [1, 'El molino se reparó en abril y todos los vecinos lo vieron, porque el documento estaba en la plaza.'],
    [2, 'La rueda gira desde entonces sin parar y el agua que sobra baja al río por un canal nuevo.'],
    [3, 'Nadie se queja.'],
    [4, 'Los peces tampoco se quejan.'],
  ]);
  expect(document.layouts.map(({ start, end }) => document.text.slice(start, end))[1]).toMatch(/^mento .* por un$/);
});

test('keeps lines at the edge that repeat on two pages only, and a text that is nothing but such lines', async () => {
  const twice = await loadBytes(
    'a.pdf',
    makePdf([0, 1].map(() => ({ texts: [{ text: 'Nota al margen', x: 72, y: 40 }] }))),
  );
  expect(twice.text).toBe('Nota al margen\n\nNota al margen');
  const always = await loadBytes(
    'a.pdf',
    makePdf([0, 1, 2, 3].map(() => ({ texts: [{ text: 'Nada más', x: 72, y: 40 }] }))),
  );
  expect(always.text).toContain('Nada más');
});

test('finds headings by size and the title by metadata, else by the largest heading', async () => {
  const body = linesAt(72, 200, [
    'Un párrafo de cuerpo que es bastante más largo que el título.',
    'Y otra línea del cuerpo que sigue igual.',
  ]);
  const pages = [
    {
      texts: [
        { text: 'Normas de la tienda', x: 72, y: 100, size: 24 },
        { text: 'Pagos', x: 72, y: 160, size: 16 },
        ...body,
      ],
    },
  ];
  const document = await loadBytes('a.pdf', makePdf(pages));
  expect(document.title).toBe('Normas de la tienda');
  expect(document.blocks.map((block) => block.kind)).toEqual(['heading', 'heading', 'paragraph']);
  expect(document.blocks.at(-1)?.headingPath).toEqual(['Normas de la tienda', 'Pagos']);
  expect((await loadBytes('a.pdf', makePdf(pages, { title: 'Reglamento interno' }))).title).toBe('Reglamento interno');
  expect((await loadBytes('a.pdf', makePdf(pages, { title: 'Microsoft Word - borrador2.docx' }))).title).toBe(
    'Normas de la tienda',
  );
});

test('takes the headings of the outline where there is one', async () => {
  const titles = ['Entregas', 'Pagos', 'Quejas'];
  const texts = titles.flatMap((title, index) => [
    { text: `${index + 1}. ${title}`, x: 72, y: 100 + index * 100 },
    { text: `Lo que hay que saber de este asunto número ${index + 1}.`, x: 72, y: 130 + index * 100 },
  ]);
  const document = await loadBytes('a.pdf', makePdf([{ texts }], { outline: titles }));
  expect(document.blocks.filter((block) => block.kind === 'heading').map((block) => textOf(document, block))).toEqual([
    '1. Entregas',
    '2. Pagos',
    '3. Quejas',
  ]);
  expect(document.blocks.at(-1)?.headingPath).toEqual(['3. Quejas']);
});

test('reads two columns one after the other', async () => {
  const document = await loadBytes(
    'a.pdf',
    makePdf([
      {
        texts: [
          ...linesAt(60, 100, ['La columna izquierda empieza aquí', 'y termina en esta línea.']),
          ...linesAt(320, 100, ['La columna derecha viene después', 'y también tiene dos líneas.']),
        ],
      },
    ]),
  );
  expect(blocksOf(document).map(([, words]) => words)).toEqual([
    'La columna izquierda empieza aquí y termina en esta línea.',
    'La columna derecha viene después y también tiene dos líneas.',
  ]);
});

test('reads columns one after the other that are drawn line by line across the page', async () => {
  const rows: readonly (readonly [string, string])[] = [
    ['El puente nuevo se abrió en junio y la', 'La fuente de la plaza se limpió a fondo'],
    ['gente lo cruza desde entonces a pie y', 'con agua de lluvia y cepillos de raíz,'],
    ['en bicicleta, aunque algunos prefieren', 'que son los que menos dañan la piedra.'],
    ['el viejo, que tiene mejores vistas del', 'El trabajo duró tres semanas y media y'],
    ['valle y un banco donde sentarse a ver', 'lo pagaron a medias el municipio y los'],
    ['pasar el río en las tardes de verano.', 'vecinos que viven alrededor de ella.'],
  ];
  const texts = rows.flatMap(([left, right], index) => [
    { text: left, x: 60, y: 100 + index * 14 },
    { text: right, x: 320, y: 100 + index * 14 },
  ]);
  const document = await loadBytes(
    'a.pdf',
    makePdf([{ texts: [{ text: 'Crónica del pueblo', x: 60, y: 60 }, ...texts] }]),
  );
  expect(blocksOf(document).map(([, words]) => words)).toEqual([
    'Crónica del pueblo',
    rows.map(([left]) => left).join(' '),
    rows.map(([, right]) => right).join(' '),
  ]);
});

test('leaves the rows of a table together, and a table beside short labels', async () => {
  const rows = ['Harina', 'Aceite de oliva', 'Sal marina', 'Levadura', 'Azúcar moreno', 'Vinagre'];
  const texts = rows.flatMap((name, index) => [
    { text: `${name} del almacén`, x: 60, y: 100 + index * 14 },
    { text: `${index + 2} kg, pedido el lunes ${index + 1}`, x: 320, y: 100 + index * 14 },
  ]);
  const document = await loadBytes('a.pdf', makePdf([{ texts }]));
  expect(document.text).toMatch(/Harina del almacén\s+2 kg, pedido el lunes 1\s+Aceite de oliva del almacén\s+3 kg/);
});

test('makes list items at their marks', async () => {
  const document = await loadBytes(
    'a.pdf',
    makePdf([{ texts: linesAt(72, 100, ['Hay que traer:', '• pan de molde', '• leche entera']) }]),
  );
  expect(blocksOf(document)).toEqual([
    ['paragraph', 'Hay que traer:'],
    ['list-item', '• pan de molde'],
    ['list-item', '• leche entera'],
  ]);
});

test('includes what was typed into a form, beside its label', async () => {
  const document = await loadBytes(
    'a.pdf',
    makePdf(
      [
        {
          texts: [
            { text: 'Nombre:', x: 72, y: 112 },
            { text: 'Firma del solicitante', x: 72, y: 300 },
          ],
        },
      ],
      { fields: [{ page: 1, value: 'Rosalinda Quintero', x: 130, y: 100 }] },
    ),
  );
  expect(document.text).toMatch(/Nombre:\s+Rosalinda Quintero\s+Firma del solicitante/);
});

test('reads the comments that people put on a page, behind the sentence that they stand at', async () => {
  const texts = linesAt(72, 100, ['El precio se fija cada año en', 'la asamblea de mayo.', 'Lo demás queda igual.']);
  const comments = [
    { page: 1, kind: 'Highlight', words: 'Preguntar a Inés si sigue así', x: 72, y: 92 },
    { page: 1, kind: 'Text', words: 'queda igual', x: 300, y: 125 },
  ] as const;
  expect((await loadBytes('a.pdf', makePdf([{ texts }], { comments }))).text).toMatch(
    /^El precio se fija cada año en la asamblea de mayo\.\s+Preguntar a Inés si sigue así\s+Lo demás queda igual\.$/,
  );
});

test('reads a PDF under any name and with junk before its header', async () => {
  const pdf = makePdf([{ texts: linesAt(72, 100, ['Soy un PDF.']) }]);
  expect((await loadBytes('notas.TXT', pdf)).type).toBe('pdf');
  expect((await loadBytes('a.pdf', Uint8Array.from([0x0d, 0x0a, 0x20, ...pdf]))).text).toBe('Soy un PDF.');
});

test('a line in one of the standard fonts is as wide as that font, though the file says no widths', async () => {
  const words = 'The lighthouse keeper counts puffins at dawn, WAVE.';
  const bytes = makePdf([{ texts: linesAt(72, 100, [words]) }]);
  const widthOf = async (font: string) => {
    const named = Buffer.from(bytes).toString('latin1').replaceAll('/Helvetica', font);
    const { layouts } = await loadBytes('a.pdf', Buffer.from(named, 'latin1'));
    const items = layouts[0]?.items ?? new Float32Array();
    return (items.at(-4) ?? 0) + (items.at(-2) ?? 0) - (items[2] ?? 0);
  };
  // 11 points of the sums of the letters' published widths.
  expect(await widthOf('/Helvetica')).toBeCloseTo(262.911, 2);
  expect(await widthOf('/Times-Roman')).toBeCloseTo(241.648, 2);
  expect(await widthOf('/Courier')).toBeCloseTo(51 * 6.6, 2);
});
