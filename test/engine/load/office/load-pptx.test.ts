// Presentations: a slide is a page, with its title, its text and the speaker's notes.
import { expect, test } from 'vitest';
import { blocksOf, loadBytes, textOf } from '../../../helpers/load-bytes.js';
import { makePptx, shape } from '../../../helpers/make-office.js';

const table =
  '<p:graphicFrame><a:tbl><a:tblPr firstRow="1"/>' +
  [
    ['Año', 'Socios'],
    ['2020', '31'],
  ]
    .map(
      (row) =>
        `<a:tr>${row.map((cell) => `<a:tc><a:txBody><a:p><a:r><a:t>${cell}</a:t></a:r></a:p></a:txBody></a:tc>`).join('')}</a:tr>`,
    )
    .join('') +
  '</a:tbl></p:graphicFrame>';

test('reads slides in the order of the show, with titles, notes, tables and groups', async () => {
  const document = await loadBytes(
    'charla.pptx',
    makePptx([
      { shapes: shape(['El faro'], 'ctrTitle') + shape(['Un resumen'], 'subTitle'), notes: 'Saludar primero.' },
      { shapes: shape(['Primero', 'Segundo'], 'body') + shape(['Socios'], 'title') + shape(['7'], 'sldNum') },
      { shapes: `<p:grpSp>${shape(['En grupo'])}</p:grpSp>${table}` },
    ]),
  );
  expect(document).toMatchObject({ type: 'pptx', title: 'El faro', pages: 3 });
  expect(
    document.blocks.map((block) => [block.page, block.kind, textOf(document, block), block.headingPath[0]]),
  ).toEqual([
    [1, 'heading', 'El faro', 'El faro'],
    [1, 'paragraph', 'Un resumen', 'El faro'],
    [1, 'paragraph', 'Saludar primero.', 'El faro'],
    [2, 'heading', 'Socios', 'Socios'],
    [2, 'list-item', 'Primero', 'Socios'],
    [2, 'list-item', 'Segundo', 'Socios'],
    [3, 'paragraph', 'En grupo', undefined],
    [3, 'table-row', 'Año | Socios', undefined],
    [3, 'table-row', '2020 | 31', undefined],
  ]);
  expect(document.blocks.at(-1)).toMatchObject({ row: 2, context: 'Año | Socios' });
});

test('says the foot line of every slide once, and each alternative once', async () => {
  const foot = shape(['Colegio Norte'], 'ftr');
  const twice = `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice>${shape(['Fórmula'])}</mc:Choice><mc:Fallback>${shape(['Fórmula'])}</mc:Fallback></mc:AlternateContent>`;
  const document = await loadBytes('a.pptx', makePptx([{ shapes: shape(['Uno']) + foot }, { shapes: twice + foot }]));
  expect(blocksOf(document)).toEqual([
    ['paragraph', 'Uno'],
    ['paragraph', 'Colegio Norte'],
    ['paragraph', 'Fórmula'],
  ]);
});

test('counts slides without text as slides', async () => {
  const document = await loadBytes('a.pptx', makePptx([{ shapes: '' }, { shapes: shape(['Hola']) }]));
  expect(document).toMatchObject({ pages: 2, blocks: [{ page: 2 }] });
  await expect(loadBytes('a.pptx', makePptx([{ shapes: '' }]))).rejects.toMatchObject({ code: 'empty' });
});
