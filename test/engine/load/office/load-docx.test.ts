// Word documents: what a reader sees of them, once, under its headings.
import { expect, test } from 'vitest';
import { blocksOf, loadBytes, textOf } from '../../../helpers/load-bytes.js';
import { makeDocx, paragraph, wordPart, wordTable } from '../../../helpers/make-office.js';

const styles = wordPart(
  'styles',
  '<w:style w:styleId="Titel"><w:name w:val="Title"/></w:style>' +
    '<w:style w:styleId="Ttulo1"><w:name w:val="heading 1"/></w:style>' +
    '<w:style w:styleId="Mio"><w:name w:val="Mío"/><w:basedOn w:val="Ttulo2"/></w:style>' +
    '<w:style w:styleId="Ttulo2"><w:name w:val="heading 2"/></w:style>',
);
const numbering = wordPart(
  'numbering',
  '<w:abstractNum w:abstractNumId="4"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>' +
    '<w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl></w:abstractNum>' +
    '<w:abstractNum w:abstractNumId="5"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val=""/></w:lvl></w:abstractNum>' +
    '<w:num w:numId="1"><w:abstractNumId w:val="4"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="5"/></w:num>',
);
const styled = (id: string): string => `<w:pStyle w:val="${id}"/>`;
const listed = (id: number, level: number): string =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`;

test('gives headings as heading path, paragraphs, and list items with the marks that Word draws', async () => {
  const document = await loadBytes(
    'acta.docx',
    makeDocx(
      paragraph('Acta anual', styled('Titel')) +
        paragraph('Acuerdos', styled('Ttulo1')) +
        paragraph('Plazos', styled('Mio')) +
        paragraph('Se aprueba.') +
        paragraph('Uno', listed(1, 0)) +
        paragraph('Dentro', listed(1, 1)) +
        paragraph('Dos', listed(1, 0)) +
        paragraph('Punto', listed(2, 0)) +
        paragraph('Con esquema', '<w:outlineLvl w:val="0"/>') +
        paragraph('Fin'),
      [
        ['rId1', 'styles', 'styles.xml'],
        ['rId2', 'numbering', 'numbering.xml'],
      ],
      { 'word/styles.xml': styles, 'word/numbering.xml': numbering },
    ),
  );
  expect(document).toMatchObject({ type: 'docx', title: 'Acta anual', pages: null, encoding: null, note: null });
  expect(blocksOf(document)).toEqual([
    ['heading', 'Acta anual'],
    ['heading', 'Acuerdos'],
    ['heading', 'Plazos'],
    ['paragraph', 'Se aprueba.'],
    ['list-item', '1. Uno'],
    ['list-item', '1.a) Dentro'],
    ['list-item', '2. Dos'],
    ['list-item', '• Punto'],
    ['heading', 'Con esquema'],
    ['paragraph', 'Fin'],
  ]);
  expect(document.blocks[3]?.headingPath).toEqual(['Acta anual', 'Acuerdos', 'Plazos']);
  expect(document.blocks.at(-1)?.headingPath).toEqual(['Acta anual', 'Con esquema']);
});

test('keeps inserted text, leaves deleted, moved-away and hidden text out, and joins where a paragraph end was deleted', async () => {
  const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const { text } = await loadBytes(
    'a.docx',
    makeDocx(
      `<w:p>${run('El plazo es de ')}<w:del><w:r><w:delText>veinte</w:delText></w:r></w:del><w:ins>${run('treinta')}</w:ins>${run(' días')}` +
        '<w:r><w:rPr><w:vanish/></w:rPr><w:t>secreto</w:t></w:r>' +
        `<w:moveFrom>${run('movido')}</w:moveFrom></w:p><w:moveTo><w:p>${run('Aquí está.')}</w:p></w:moveTo>` +
        `<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>${run('Una ')}</w:p><w:p>${run('frase.')}</w:p>`,
    ),
  );
  expect(text).toBe('El plazo es de treinta días\n\nAquí está.\n\nUna frase.');
});

test('reads tables by rows with their column names, and tables that lay out a page as text', async () => {
  const table = wordTable([
    ['Zona', 'Precio'],
    ['Norte', '3 €'],
    ['Sur', '4 €'],
  ]);
  const document = await loadBytes('a.docx', makeDocx(table + paragraph('Fin')));
  expect(document.blocks.map((block) => [block.kind, block.row, textOf(document, block), block.context])).toEqual([
    ['table-row', 1, 'Zona | Precio', null],
    ['table-row', 2, 'Norte | 3 €', 'Zona | Precio'],
    ['table-row', 3, 'Sur | 4 €', 'Zona | Precio'],
    ['paragraph', null, 'Fin', null],
  ]);
  const nested = `<w:tbl><w:tr><w:tc>${paragraph('Izquierda')}</w:tc><w:tc>${table}</w:tc></w:tr></w:tbl>`;
  expect(blocksOf(await loadBytes('b.docx', makeDocx(nested)))[0]).toEqual(['paragraph', 'Izquierda']);
  const told = wordTable(
    [
      ['2024', '7'],
      ['a', 'b'],
    ],
    '<w:trPr><w:tblHeader/></w:trPr>',
  );
  expect((await loadBytes('c.docx', makeDocx(told))).blocks[1]?.context).toBe('2024 | 7');
});

test('says text boxes, notes, headers and footers once, each in its place', async () => {
  const box = (text: string): string => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`;
  const document = await loadBytes(
    'a.docx',
    makeDocx(
      '<w:p><w:r><w:t>Véase la nota</w:t><w:footnoteReference w:id="2"/></w:r><w:r><mc:AlternateContent>' +
        `<mc:Choice><wps:txbx>${box('Recuadro')}</wps:txbx></mc:Choice><mc:Fallback><v:textbox>${box('Recuadro')}</v:textbox></mc:Fallback>` +
        '</mc:AlternateContent></w:r></w:p>' +
        paragraph('Final'),
      [
        ['rId1', 'footnotes', 'footnotes.xml'],
        ['rId2', 'header', 'header1.xml'],
        ['rId3', 'header', 'header2.xml'],
        ['rId4', 'footer', 'footer1.xml'],
      ],
      {
        'word/footnotes.xml': wordPart(
          'footnotes',
          `<w:footnote w:type="separator" w:id="-1">${paragraph('separador')}</w:footnote><w:footnote w:id="2">${paragraph('Según la ley.')}</w:footnote>`,
        ),
        'word/header1.xml': wordPart('hdr', paragraph('Ayuntamiento')),
        'word/header2.xml': wordPart('hdr', paragraph('Ayuntamiento')),
        'word/footer1.xml': wordPart('ftr', paragraph('Página 3 de 7') + paragraph('Calle Mayor 1')),
      },
    ),
  );
  expect(document.text).toBe(
    'Ayuntamiento\n\nVéase la nota[1]\n\n[1] Según la ley.\n\nRecuadro\n\nFinal\n\nCalle Mayor 1',
  );
});

test('shows results of fields without their codes, also where one field lies in another', async () => {
  const field = (kind: string): string => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`;
  const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const { text } = await loadBytes(
    'a.docx',
    makeDocx(
      `<w:p>${run('Ver ')}${field('begin')}<w:r><w:instrText>HYPERLINK "http://x"</w:instrText></w:r>${field('begin')}${run('codigo')}${field('separate')}` +
        `${run('interior')}${field('end')}${field('separate')}${run('el enlace')}${field('end')}${run('.')}</w:p>` +
        `<w:p>${field('begin')}${run('sin fin')}</w:p>${paragraph('Sigue.')}`,
    ),
  );
  expect(text).toBe('Ver el enlace.\n\nSigue.');
});

test('never unfolds entities, reads nothing from outside, and says that something may be missing', async () => {
  const laughs =
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/hostname">]>';
  const bytes = makeDocx('', [], {
    'word/document.xml': wordPart('document', `<w:body>${paragraph('Hola &b;&f; mundo')}</w:body>`).replace(
      '?>\n',
      `?>\n${laughs}`,
    ),
  });
  expect(await loadBytes('a.docx', bytes)).toMatchObject({ text: 'Hola &b;&f; mundo', note: { reason: 'damaged' } });
});

test('says that what is nested without end cannot be read', async () => {
  const deep = '<w:sdt><w:sdtContent>'.repeat(30_000);
  await expect(loadBytes('a.docx', makeDocx(`${deep}${paragraph('fondo')}`))).rejects.toMatchObject({
    code: 'damaged',
  });
  const tables = '<w:tbl><w:tr><w:tc>'.repeat(100);
  const document = await loadBytes('b.docx', makeDocx(`${paragraph('antes')}${tables}${paragraph('fondo')}`));
  expect(document.text).toBe('antes');
});

test('reads the XML of Word 2003 and packages in one file, whatever they are called', async () => {
  const old =
    '<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml">' +
    `<w:body>${paragraph('De antes')}</w:body></w:wordDocument>`;
  expect(await loadBytes('a.doc', old)).toMatchObject({ type: 'docx', text: 'De antes' });
  const flat =
    '<?xml version="1.0"?><?mso-application progid="Word.Document"?><pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage">' +
    `<pkg:part pkg:name="/word/document.xml"><pkg:xmlData>${wordPart('document', `<w:body>${paragraph('Plano')}</w:body>`).replace(/^.*\n/, '')}</pkg:xmlData></pkg:part></pkg:package>`;
  expect(await loadBytes('a.xml', flat)).toMatchObject({ type: 'docx', text: 'Plano' });
});

test('takes the title from the properties, unless nobody chose it', async () => {
  const withTitle = (title: string): Uint8Array =>
    makeDocx(paragraph('Texto'), [], {
      'docProps/core.xml': `<cp:coreProperties xmlns:cp="x" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></cp:coreProperties>`,
    });
  expect((await loadBytes('a.docx', withTitle('Memoria 2019'))).title).toBe('Memoria 2019');
  expect((await loadBytes('a.docx', withTitle('Microsoft Word - borrador.doc'))).title).toBeNull();
});
