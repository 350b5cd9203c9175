// Plain text and Markdown: the text stays as it is, and the structure points into it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Block } from '../../../electron/engine/load/loaded-document.js';
import { scanMarkdownLines } from '../../../electron/engine/load/markdown/scan-lines.js';
import { MarkdownStructure } from '../../../electron/engine/load/markdown/structure.js';
import { anyText, blocksOf, loadBytes, textOf } from '../../helpers/load-bytes.js';

test('cuts plain text into paragraphs at blank lines and keeps every character', async () => {
  const text = '\n  Primera línea\nsigue aquí.  \n \t\nSegundo párrafo.\n\n\n# no es un título\n';
  const document = await loadBytes('a.txt', text);
  expect(document).toMatchObject({ text, type: 'txt', title: null, encoding: 'utf-8', pages: null, note: null });
  expect(blocksOf(document)).toEqual([
    ['paragraph', 'Primera línea\nsigue aquí.'],
    ['paragraph', 'Segundo párrafo.'],
    ['paragraph', '# no es un título'],
  ]);
});

test.each([
  [
    'capitals',
    'STADTBIBLIOTHEK\nDas Wichtigste\n\nÖFFNUNGSZEITEN\nDienstag bis Freitag.\n\nAUSWEIS:\n\nEr kostet 20 Euro.',
    'STADTBIBLIOTHEK',
    ['STADTBIBLIOTHEK > ÖFFNUNGSZEITEN: Dienstag bis Freitag.', 'STADTBIBLIOTHEK > AUSWEIS: Er kostet 20 Euro.'],
  ],
  [
    'numbers',
    'Informe de la obra\n\n1. Objeto del contrato\n\nSe describe aquí.\n\n1.1 Alcance\n\nTres pisos.\n\n2. Plazos\n\nUn año.',
    null,
    [
      '1. Objeto del contrato: Se describe aquí.',
      '1. Objeto del contrato > 1.1 Alcance: Tres pisos.',
      '2. Plazos: Un año.',
    ],
  ],
  [
    'a line below',
    'Guide\n=====\n\nAll of it.\n\nFirst steps\n-----------\nOpen the box.\n',
    'Guide',
    ['Guide: All of it.', 'Guide > First steps: Open the box.'],
  ],
])('takes lines marked by %s as headings of plain text', async (_mark, text, title, below) => {
  const document = await loadBytes('a.txt', text);
  expect(document).toMatchObject({ text, title });
  const paragraphs = document.blocks.filter(({ kind, headingPath }) => kind === 'paragraph' && headingPath.length > 0);
  const seen = paragraphs.map((block) => `${block.headingPath.join(' > ')}: ${textOf(document, block)}`);
  expect(seen.slice(-below.length)).toEqual(below);
});

test.each([
  ['a list with blank lines', '1. Comprar leche\n\n2. Comprar pan\n\n3. Llamar a Ana\n\nY nada más.'],
  [
    'a paragraph in capitals',
    'NO SE ADMITEN DEVOLUCIONES DE ARTÍCULOS\nREBAJADOS SALVO DEFECTO DE FÁBRICA\n\nGracias.',
  ],
  ['a sentence in capitals', 'SE RUEGA SILENCIO.\n\nGracias.'],
  ['a code', 'F-2024-1014\n\nA factura.'],
  ['a rule between lines', 'Uno\n\n-----\n\nDos'],
  ['Japanese', '営業時間\n\n午前九時から午後五時まで。'],
])('takes no heading from %s', async (_what, text) => {
  const document = await loadBytes('a.txt', text);
  expect(document.blocks.filter(({ kind }) => kind === 'heading')).toEqual([]);
});

test.each(['|', '·', '−', '№', '―'])('tells the language of words with %s between them', async (sign) => {
  const words = ['The lamp was delivered', 'three weeks too late', 'and nobody answered', 'when the customer called'];
  const document = await loadBytes('a.txt', words.join(` ${sign} `));
  expect(document.language).toBe('en');
});

test('loads 50 MB of text', async () => {
  const paragraph = `${'Una línea de texto cualquiera que se repite. '.repeat(8)}\n\n`;
  const document = await loadBytes('grande.txt', paragraph.repeat(Math.ceil(50_000_000 / paragraph.length)));
  expect(document.blocks).toHaveLength(Math.ceil(50_000_000 / paragraph.length));
  expect(document.language).toBe('es');
});

test('loads 10 MB on one line', async () => {
  expect((await loadBytes('linea.txt', 'palabra '.repeat(1_300_000))).blocks).toHaveLength(1);
});

test('gives Markdown its headings, items, code and tables', async () => {
  const source = `---
title: "Normas de la tienda"
tags: [a, b]
---
# Entregas

Se entrega en *tres* días.
Incluye fines de semana.

## Zonas

- Norte
  - Interior
- Sur

\`\`\`sh
# no es un título
echo hola

echo adiós
\`\`\`

| Zona | Precio |
| --- | --- |
| Norte | 3 € |
| Sur | 4 € |

> Una cita.

Pagos
=====

Con tarjeta.
`;
  const document = await loadBytes('a.MD', source);
  expect(document).toMatchObject({ text: source, type: 'md', title: 'Normas de la tienda' });
  expect(
    document.blocks.map((block) => [block.kind, textOf(document, block).split('\n')[0], block.headingPath.join(' > ')]),
  ).toEqual([
    ['paragraph', '---', ''],
    ['heading', '# Entregas', 'Entregas'],
    ['paragraph', 'Se entrega en *tres* días.', 'Entregas'],
    ['heading', '## Zonas', 'Entregas > Zonas'],
    ['list-item', '- Norte', 'Entregas > Zonas'],
    ['list-item', '- Interior', 'Entregas > Zonas'],
    ['list-item', '- Sur', 'Entregas > Zonas'],
    ['code', '```sh', 'Entregas > Zonas'],
    ['table-row', '| Zona | Precio |', 'Entregas > Zonas'],
    ['table-row', '| Norte | 3 € |', 'Entregas > Zonas'],
    ['table-row', '| Sur | 4 € |', 'Entregas > Zonas'],
    ['paragraph', 'Una cita.', 'Entregas > Zonas'],
    ['heading', 'Pagos', 'Pagos'],
    ['paragraph', 'Con tarjeta.', 'Pagos'],
  ]);
  const rows = document.blocks.filter((block) => block.kind === 'table-row');
  expect(rows.map((block) => [block.row, block.context])).toEqual([
    [1, null],
    [2, 'Zona | Precio'],
    [3, 'Zona | Precio'],
  ]);
});

test.each([
  ['# Primero\n\n# Segundo', 'Primero'],
  ['texto\n\n### El *título* con `código`', 'El título con código'],
  ['+++\ntitle = "De TOML"\n+++\n\n# Otro', 'De TOML'],
  ['---\ntitle: Sin comillas\n---\n# Otro', 'Sin comillas'],
  ['```\n# comentario\n```\n', null],
  ['solo texto', null],
  [
    '# [Un enlace](a.md) y <b>**mucho**</b> de snake_case_name, _así_ \\* &amp; más',
    'Un enlace y mucho de snake_case_name, así * & más',
  ],
  ['## ![logo](l.png) Acervo ##', 'logo Acervo'],
])('takes the title from front matter or the first heading: %j', async (source, title) => {
  expect((await loadBytes('a.md', source)).title).toBe(title);
});

function scanned(source: string): MarkdownStructure {
  const structure = new MarkdownStructure(source);
  scanMarkdownLines(structure, 0, source.length);
  return structure;
}

test('scans Markdown line by line to the same headings and code as the parser finds', async () => {
  const source =
    '# Uno\n\ntexto #1\nsigue\n\n```py\n# no\n```\n\n- a\n- b\n\n## Dos ##\n\n~~~\n```\n~~~\n\nfin\n\n'.repeat(3);
  const inShort = (blocks: readonly Block[]): unknown =>
    blocks.map(({ kind, start, headingPath }) => [kind, start, headingPath]);
  expect(inShort(scanned(source).blocks)).toEqual(inShort((await loadBytes('a.md', source)).blocks));
  expect(scanned(source).title).toBe('Uno');
});

test('parses long Markdown section by section to the same blocks as each section alone', async () => {
  const section = `## Sección\n\n${'Un párrafo de texto.\n\n'.repeat(30)}| a | b |\n| - | - |\n| 1 | 2 |\n\n\`\`\`\n\n# no\n\`\`\`\n\n`;
  const [alone, long] = [await loadBytes('a.md', section), await loadBytes('a.md', section.repeat(60))];
  expect(long.blocks).toHaveLength(alone.blocks.length * 60);
  expect(long.blocks.slice(-alone.blocks.length)).toEqual(
    alone.blocks.map((block) => ({
      ...block,
      start: block.start + section.length * 59,
      end: block.end + section.length * 59,
    })),
  );
});

test('loads 20 MB of Markdown, and marks without end', async () => {
  const part = '## Sección\n\nUn párrafo con **algo** de texto y [un enlace](https://example.org).\n\n- punto\n\n';
  const count = Math.ceil(20_000_000 / part.length);
  expect((await loadBytes('grande.md', part.repeat(count))).blocks).toHaveLength(count * 3);
  for (const mark of ['> ', '- ', '* ', '1. ', '[a', '*a_ ', '![[', '<!--', '| a ', 'a\n===\n']) {
    expect((await loadBytes('hondo.md', mark.repeat(20_000))).blocks.length).toBeGreaterThan(0);
  }
});

const markdownPiece = fc.constantFrom(
  '# t',
  '\n',
  '\n\n',
  '- a',
  '  - b',
  '1. c',
  '```',
  '~~~',
  '    x',
  '> q',
  '| a | b |',
  '| - | - |',
  '<div>',
  '<!-- c -->',
  '[x]: y',
  '---',
  '\t',
  ' ',
  'é',
  '日本',
  '😀',
  '\\',
  '*',
  '`',
  '[^1]: n',
  '===',
  '&amp;',
  '$',
  '\u00a0',
);

test('gives sound blocks for any text and Markdown whatever', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(markdownPiece, anyText), { minLength: 1 }), async (parts) => {
      const source = `x${parts.join('')}`;
      await loadBytes('a.txt', source);
      await loadBytes('a.md', source);
      const { blocks } = scanned(source);
      expect(
        blocks.every((block, index) => block.start < block.end && block.start >= (blocks[index - 1]?.end ?? 0)),
      ).toBe(true);
    }),
    { numRuns: 200 },
  );
});
