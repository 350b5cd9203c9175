// OpenDocument text and presentations.
import { expect, test } from 'vitest';
import { blocksOf, loadBytes, textOf } from '../../../helpers/load-bytes.js';
import { makeOdf, odfPart } from '../../../helpers/make-office.js';

const styles = odfPart(
  'document-styles',
  '<office:styles><style:style style:family="paragraph" style:name="P1" style:parent-style-name="Title"/>' +
    '<style:style style:family="text" style:name="T9"><style:text-properties text:display="none"/></style:style>' +
    '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>' +
    '<text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"/></text:list-style>' +
    '<text:list-style style:name="L2"><text:list-level-style-bullet text:level="1"/></text:list-style></office:styles>' +
    '<office:master-styles><style:master-page><style:header><text:p>Ayuntamiento</text:p></style:header>' +
    '<style:footer><text:p>Página 2</text:p><text:p>Calle Mayor 1</text:p></style:footer></style:master-page></office:master-styles>',
);
const meta = odfPart('document-meta', '<office:meta><dc:title>Memoria</dc:title></office:meta>');
const item = (text: string, inner = ''): string => `<text:list-item><text:p>${text}</text:p>${inner}</text:list-item>`;

test('gives headings, lists with their marks, tables, notes, headers and footers', async () => {
  const document = await loadBytes(
    'memoria.odt',
    makeOdf(
      'text',
      '<text:tracked-changes><text:changed-region><text:deletion><text:p>borrado</text:p></text:deletion></text:changed-region></text:tracked-changes>' +
        '<text:p text:style-name="P1">Memoria anual</text:p><text:h text:outline-level="1">Uno</text:h><text:h text:outline-level="2">Dos</text:h>' +
        '<text:p>Hay   <text:span>tres</text:span><text:s text:c="2"/>días<text:line-break/>y<text:tab/>más<text:change text:change-id="c"/>' +
        '<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Según la ley.</text:p></text:note-body></text:note>' +
        '<office:annotation><text:p>comentario</text:p></office:annotation><text:span text:style-name="T9">oculto</text:span>.</text:p>' +
        `<text:list text:style-name="L1">${item('a', `<text:list>${item('b')}</text:list>`)}${item('c')}</text:list>` +
        `<text:list text:style-name="L2">${item('punto')}</text:list>` +
        '<text:p>Junto<draw:frame><draw:text-box><text:p>Recuadro</text:p></draw:text-box></draw:frame> al texto</text:p>' +
        '<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>Año</text:p></table:table-cell><table:table-cell><text:p>2024</text:p></table:table-cell></table:table-row></table:table-header-rows>' +
        '<table:table-row><table:table-cell><text:p>Norte</text:p></table:table-cell><table:table-cell><text:p>3</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table>',
      { 'styles.xml': styles, 'meta.xml': meta },
    ),
  );
  expect(document).toMatchObject({ type: 'odt', title: 'Memoria', note: null });
  expect(blocksOf(document)).toEqual([
    ['paragraph', 'Ayuntamiento'],
    ['heading', 'Memoria anual'],
    ['heading', 'Uno'],
    ['heading', 'Dos'],
    ['paragraph', 'Hay tres  días\ny\tmás[1].'],
    ['paragraph', '[1] Según la ley.'],
    ['list-item', '1. a'],
    ['list-item', 'a) b'],
    ['list-item', '2. c'],
    ['list-item', '• punto'],
    ['paragraph', 'Junto al texto'],
    ['paragraph', 'Recuadro'],
    ['table-row', 'Año | 2024'],
    ['table-row', 'Norte | 3'],
    ['paragraph', 'Calle Mayor 1'],
  ]);
  expect(document.blocks[13]).toMatchObject({
    row: 2,
    context: 'Año | 2024',
    headingPath: ['Memoria anual', 'Uno', 'Dos'],
  });
  expect(document.blocks[14]?.headingPath).toEqual([]);
});

test('reads presentations by slides, with titles and notes', async () => {
  const box = (text: string, kind = ''): string =>
    `<draw:frame${kind === '' ? '' : ` presentation:class="${kind}"`}><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
  const notes = `<presentation:notes><draw:page-thumbnail/>${box('Saludar.', 'notes')}${box('1', 'page-number')}</presentation:notes>`;
  const document = await loadBytes(
    'charla.odp',
    makeOdf(
      'presentation',
      `<draw:page draw:name="p1">${box('Un resumen')}${box('El faro', 'title')}${notes}</draw:page><draw:page draw:name="p2"><draw:g>${box('En grupo')}</draw:g></draw:page>`,
    ),
  );
  expect(document).toMatchObject({ type: 'odp', title: 'El faro', pages: 2 });
  expect(
    document.blocks.map((block) => [block.page, block.kind, textOf(document, block), block.headingPath[0]]),
  ).toEqual([
    [1, 'heading', 'El faro', 'El faro'],
    [1, 'paragraph', 'Un resumen', 'El faro'],
    [1, 'paragraph', 'Saludar.', 'El faro'],
    [2, 'paragraph', 'En grupo', undefined],
  ]);
});

test('says which files need a password, in both ways of locking', async () => {
  const manifest = (entry: string): string =>
    `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">${entry}</manifest:manifest>`;
  for (const entry of [
    '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>',
    '<manifest:file-entry manifest:full-path="encrypted-package"/>',
  ]) {
    const bytes = makeOdf('text', '<text:p>x</text:p>', { 'META-INF/manifest.xml': manifest(entry) });
    await expect(loadBytes('a.odt', bytes)).rejects.toMatchObject({ code: 'password-protected' });
  }
});

test('reads flat files and goes by content, not by name', async () => {
  const flat = odfPart(
    'document',
    '<office:body><office:text><text:p>Plano</text:p></office:text></office:body>',
  ).replace('<office:document ', '<office:document office:mimetype="application/vnd.oasis.opendocument.text" ');
  expect(await loadBytes('a.fodt', flat)).toMatchObject({ type: 'odt', text: 'Plano' });
  expect((await loadBytes('a.docx', makeOdf('text', '<text:p>Hola</text:p>'))).type).toBe('odt');
});
