// Plain text and Markdown: the text stays as it is, and the structure points into it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMarkdown } from '../../../electron/engine/load/load-markdown.js';
import { scanMarkdownLines } from '../../../electron/engine/load/scan-markdown-lines.js';
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
])('takes the title from front matter or the first heading: %j', async (source, title) => {
  expect((await loadBytes('a.md', source)).title).toBe(title);
});

test('scans very long Markdown line by line to the same headings and code', () => {
  const part = '# Uno\n\ntexto #1\nsigue\n\n```py\n# no\n```\n\n- a\n- b\n\n## Dos ##\n\n~~~\n```\n~~~\n\nfin\n\n';
  const [scanned, parsed] = [scanMarkdownLines(part.repeat(3)), parseMarkdown(part.repeat(3))];
  const kinds = ({ blocks }: typeof scanned): unknown =>
    blocks.map(({ kind, start, headingPath }) => [kind, start, headingPath]);
  expect(kinds(scanned)).toEqual(kinds(parsed));
  expect(scanned.title).toBe('Uno');
});

test('loads 20 MB of Markdown, and nesting without end', async () => {
  const part = '## Sección\n\nUn párrafo con **algo** de texto y [un enlace](https://example.org).\n\n- punto\n\n';
  const count = Math.ceil(20_000_000 / part.length);
  expect((await loadBytes('grande.md', part.repeat(count))).blocks).toHaveLength(count * 3);
  expect((await loadBytes('hondo.md', `${'> '.repeat(2_000)}hondo`)).blocks.length).toBeGreaterThan(0);
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
      const { blocks } = scanMarkdownLines(source);
      expect(
        blocks.every((block, index) => block.start < block.end && block.start >= (blocks[index - 1]?.end ?? 0)),
      ).toBe(true);
    }),
    { numRuns: 200 },
  );
});
