// Source code, settings, YAML and notebooks: the text as it is, cut where a reader would.
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { anyText, blocksOf, loadBytes, textOf } from '../../../helpers/load-bytes.js';

test('cuts source code between functions, not inside them', async () => {
  const source = `import os

def uno():
    x = 1

    return x


class B:
    def dos(self):
        pass

    def tres(self):
        pass
`;
  const document = await loadBytes('a.py', source);
  expect(document).toMatchObject({ text: source, type: 'py', title: null, language: null });
  expect(blocksOf(document).map(([kind, words]) => [kind, words.split('\n')[0]])).toEqual([
    ['code', 'import os'],
    ['code', 'def uno():'],
    ['code', 'class B:'],
  ]);
});

test('cuts a long function at its blank lines, and keeps closing brackets with it', async () => {
  const line = '  hazAlgo(conEsto, yConEsto, yConAquello);\n';
  const source = `function larga() {\n${`${line.repeat(15)}\n`.repeat(4)}\n}\n\nfin();\n`;
  const document = await loadBytes('a.js', source);
  expect(document.blocks.length).toBeGreaterThan(2);
  expect(textOf(document, document.blocks.at(-1))).toBe('fin();');
  expect(textOf(document, document.blocks.at(-2))).toMatch(/\n\}$/);
});

test.each([
  ['Dockerfile', 'FROM alpine\n', 'dockerfile'],
  ['src/Makefile', 'all:\n\techo\n', 'makefile'],
  ['a.TSX', 'export const x = 1;\n', 'tsx'],
  ['README', 'Léeme.\n', 'txt'],
])('knows %s by its name', async (name, source, type) => {
  expect((await loadBytes(name, source)).type).toBe(type);
});

test('puts settings under the name of their section', async () => {
  const document = await loadBytes('a.ini', 'a = 1\n[núcleo]\nb = 2\n\nc = 3\n[[otra]]\nd = 4\n');
  expect(document.blocks.map((block) => [block.headingPath.join(), textOf(document, block)])).toEqual([
    ['', 'a = 1'],
    ['núcleo', '[núcleo]\nb = 2'],
    ['núcleo', 'c = 3'],
    ['otra', '[[otra]]\nd = 4'],
  ]);
});

test.each([
  ['a.py', '# -*- coding: koi8-r -*-\n', 'koi8-r'],
  ['a.rb', '#!/usr/bin/ruby\n# vim: set fileencoding=iso-8859-5 :\n', 'iso-8859-5'],
])('follows the coding line of %s', async (name, line, encoding) => {
  const source = `${line}# Да\n`;
  expect(await loadBytes(name, iconv.encode(source, encoding))).toMatchObject({ text: source, encoding });
});

test('gives YAML its keys as the path, and keeps short lines together', async () => {
  const long = '    texto: una línea de palabras que se repite\n'.repeat(40);
  const source = `# notas\ntitle: "Pedidos"\nversión: 1\ncliente:\n  nombre: Ana\n  # su edad\n  edad: 31\ncapítulos:\n  uno:\n${long}  dos:\n    texto: fin\nprosa: |\n  nota: no es clave\n`;
  const document = await loadBytes('a.yml', source);
  expect(document).toMatchObject({ text: source, type: 'yaml', title: 'Pedidos' });
  expect(
    document.blocks.map((block) => [block.headingPath.join(' > '), textOf(document, block).split('\n')[0]]),
  ).toEqual([
    ['', '# notas'],
    ['cliente', 'cliente:'],
    ['capítulos', 'capítulos:'],
    ['capítulos > uno', 'uno:'],
    ['capítulos > uno', 'texto: una línea de palabras que se repite'],
    ['capítulos > dos', 'dos:'],
    ['prosa', 'prosa: |'],
  ]);
});

test('expands no alias of YAML', async () => {
  const source = `a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n`;
  expect((await loadBytes('a.yaml', source)).text).toBe(source);
});

const notebook = {
  nbformat: 4,
  metadata: {},
  cells: [
    { cell_type: 'markdown', source: ['# Ventas\n', '\n', 'Un texto ![foto](data:image/png;base64,AAAA).'] },
    {
      cell_type: 'code',
      source: 'import os\n\nprint(1)',
      outputs: [
        { output_type: 'stream', text: ['\u001b[31muno\u001b[0m\n'] },
        { output_type: 'display_data', data: { 'image/png': 'iVBORw0KGgo', 'text/plain': ['<Figura>'] } },
        { output_type: 'error', ename: 'ValueError', evalue: 'malo', traceback: ['x'] },
      ],
    },
    { cell_type: 'markdown', source: '## Por zonas\n\n- Norte' },
    { cell_type: 'code', source: '', outputs: [] },
    { cell_type: 'raw', source: 'Sin más.' },
  ],
};

test('reads a notebook cell by cell, without its pictures', async () => {
  const document = await loadBytes('a.ipynb', JSON.stringify(notebook));
  expect(document).toMatchObject({ type: 'ipynb', title: 'Ventas' });
  expect(document.blocks.map((block) => [block.kind, textOf(document, block), block.headingPath.join(' > ')])).toEqual([
    ['heading', '# Ventas', 'Ventas'],
    ['paragraph', 'Un texto ![foto]().', 'Ventas'],
    ['code', 'import os\n\nprint(1)', 'Ventas'],
    ['code', 'uno', 'Ventas'],
    ['code', '<Figura>', 'Ventas'],
    ['code', 'ValueError: malo', 'Ventas'],
    ['heading', '## Por zonas', 'Ventas > Por zonas'],
    ['list-item', '- Norte', 'Ventas > Por zonas'],
    ['paragraph', 'Sin más.', 'Ventas > Por zonas'],
  ]);
});

test('reads notebooks of the older format, and what is no notebook as JSON', async () => {
  const cells = [
    { cell_type: 'heading', level: 2, source: ['Viejo'] },
    { cell_type: 'code', input: ['x = 1'], outputs: [{ output_type: 'pyout', text: ['1'] }] },
  ];
  const old = await loadBytes('a.ipynb', JSON.stringify({ nbformat: 3, worksheets: [{ cells }] }));
  expect(blocksOf(old)).toEqual([
    ['heading', '## Viejo'],
    ['code', 'x = 1'],
    ['code', '1'],
  ]);
  expect((await loadBytes('a.ipynb', '{"nombre":"Ana"}')).text).toBe('nombre: Ana');
  expect((await loadBytes('a.ipynb', '{"cells": [')).text).toBe('{"cells": [');
});

test('gives sound blocks for any code, YAML and notebook whatever', async () => {
  const piece = fc.constantFrom('a:', '  b: c', '- d', '#', '|', '[x]', '\n', '\n\n', '}', '\t', '  ', 'é', '"', "'");
  const cell = fc.record({
    cell_type: fc.constantFrom('markdown', 'code', 'raw', 'x'),
    source: fc.oneof(anyText, fc.array(piece)),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(piece, anyText)), fc.array(cell), async (parts, cells) => {
      for (const name of ['a.yml', 'a.ini', 'a.py']) await loadBytes(name, `x${parts.join('')}`);
      const known = { cell_type: 'raw', source: 'x' };
      await loadBytes('a.ipynb', JSON.stringify({ cells: [known, ...cells] }));
    }),
    { numRuns: 200 },
  );
});
