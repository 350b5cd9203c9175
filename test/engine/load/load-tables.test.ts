// CSV and JSON: rows with their column names, values under their key paths.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText, blocksOf, loadBytes, textOf } from '../../helpers/load-bytes.js';

test('makes each record a row of its own source text with the column names', async () => {
  const source = 'Nombre;Ciudad;Nota\nAna;Málaga;"dos\nlíneas; y ""comillas"""\n\nLuis;Cádiz;\n';
  const document = await loadBytes('a.csv', source);
  expect(document).toMatchObject({ text: source, type: 'csv' });
  expect(document.blocks.map((block) => [block.row, textOf(document, block), block.context])).toEqual([
    [1, 'Nombre;Ciudad;Nota', null],
    [2, 'Ana;Málaga;"dos\nlíneas; y ""comillas"""', 'Nombre | Ciudad | Nota'],
    [3, 'Luis;Cádiz;', 'Nombre | Ciudad | Nota'],
  ]);
});

test.each([
  ['a.csv', 'a,b\n1,2\n'],
  ['a.csv', 'a;b\n1,5;2,5\n'],
  ['a.csv', 'a\tb\n1\t2\n'],
  ['a.csv', 'a|b\n1|2\n'],
  ['a.tsv', 'a\tb\n1, 2\t3\n'],
  ['a.csv', 'sep=;\na;b\n1;2\n'],
  ['a.csv', '"sep=|"\r\na|b\r\n1,2|2\r\n'],
])('finds the delimiter of %s %j', async (name, source) => {
  const document = await loadBytes(name, source);
  expect(document.blocks.map((block) => [block.row, block.context])).toEqual([
    [1, null],
    [2, 'a | b'],
  ]);
});

test('takes the first full row for column names where a title stands above it', async () => {
  const document = await loadBytes('a.csv', 'Informe de ventas,,\nMarzo,,\nZona,Precio,Nota\nNorte,3,\nSur,4,x\n');
  expect(document.blocks.map((block) => [block.row, block.context])).toEqual([
    [1, null],
    [2, null],
    [3, null],
    [4, 'Zona | Precio | Nota'],
    [5, 'Zona | Precio | Nota'],
  ]);
});

test('takes no data for column names', async () => {
  expect((await loadBytes('a.csv', 'Ana,31\nLuis,44\n')).blocks.map((block) => block.context)).toEqual([null, null]);
});

test('reads on after a quote that is never closed', async () => {
  const document = await loadBytes('a.csv', `a,b\n1,"abierta\n${'2,x\n'.repeat(40_000)}`);
  expect(document.blocks).toHaveLength(40_002);
});

test('reads text named .csv as paragraphs', async () => {
  expect(blocksOf(await loadBytes('a.csv', 'Solo una nota.\n\nY otra.'))).toEqual([
    ['paragraph', 'Solo una nota.'],
    ['paragraph', 'Y otra.'],
  ]);
});

test('loads a table of 300,000 rows without a quotation mark, each line looked at once', async () => {
  const rows = Array.from({ length: 300_000 }, (_, index) => `${index};nombre ${index};ciudad`);
  const { blocks } = await loadBytes('a.csv', `id;nombre;ciudad\n${rows.join('\n')}`);
  expect(blocks).toHaveLength(300_001);
});

test('loads a table of 300,000 rows', async () => {
  const rows = Array.from({ length: 300_000 }, (_, index) => `${index},"nombre, ${index}",ciudad`);
  const { blocks } = await loadBytes('a.csv', `id,nombre,ciudad\n${rows.join('\n')}`);
  expect(blocks).toHaveLength(300_001);
  expect(blocks.at(-1)).toMatchObject({ row: 300_001, context: 'id | nombre | ciudad' });
});

test('writes JSON as readable lines', async () => {
  const document = await loadBytes(
    'a.json',
    JSON.stringify({ title: 'Pedidos', abierto: true, etiquetas: ['a', 'b'], cliente: { nombre: 'Ana', edad: 31 } }),
  );
  expect(document).toMatchObject({ type: 'json', title: 'Pedidos' });
  expect(document.text).toBe('title: Pedidos\nabierto: true\netiquetas: a, b\n\ncliente:\n  nombre: Ana\n  edad: 31');
  expect(document.blocks.map((block) => block.headingPath)).toEqual([[], ['cliente']]);
});

test('puts each item of a list, and each part of what is long, under its key path', async () => {
  const long = 'palabra '.repeat(150);
  const document = await loadBytes(
    'a.json',
    JSON.stringify({
      capítulos: [
        { nombre: 'uno', texto: long },
        { nombre: 'dos', texto: long },
      ],
    }),
  );
  expect(document.blocks.map((block) => block.headingPath)).toEqual([
    ['capítulos', '1'],
    ['capítulos', '2'],
  ]);
});

test('reads one value a line', async () => {
  const document = await loadBytes('a.json', '{"n":"uno"}\n{"n":"dos"}\n');
  expect(blocksOf(document)).toEqual([
    ['paragraph', 'n: uno'],
    ['paragraph', 'n: dos'],
  ]);
});

test('keeps a line of JSON Lines that is cut as the text that it is', async () => {
  const document = await loadBytes('a.ndjson', '{"n":"uno"}\n{"n":"dos"}\n{"n":"tr');
  expect(document.type).toBe('jsonl');
  expect(blocksOf(document)).toEqual([
    ['paragraph', 'n: uno'],
    ['paragraph', 'n: dos'],
    ['paragraph', '{"n":"tr'],
  ]);
  expect(blocksOf(await loadBytes('a.jsonl', '{"n":"uno"}'))).toEqual([['paragraph', 'n: uno']]);
});

test('takes what is no JSON as text, and half characters as replacement marks', async () => {
  expect((await loadBytes('a.json', '{ sin: comillas }')).text).toBe('{ sin: comillas }');
  expect((await loadBytes('a.json', '["mitad \\ud83d fin", "x"]')).text).toBe('mitad \ufffd fin, x');
});

test('writes what is nested too deep on one line', async () => {
  const source = `{"a":${'{"b":['.repeat(500)}1,{"precio":"dos"}${']}'.repeat(500)}}`;
  expect((await loadBytes('a.json', source)).text).toMatch(/ 1, precio: dos$/);
});

test('survives nesting without end', async () => {
  const depth = 50_000;
  expect((await loadBytes('a.json', `${'['.repeat(depth)}"fondo"${']'.repeat(depth)}`)).blocks.length).toBeGreaterThan(
    0,
  );
  expect((await loadBytes('a.json', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).blocks.length).toBeGreaterThan(0);
});

test('gives sound blocks for any table and any JSON whatever', async () => {
  const cell = fc.oneof(anyText, fc.constantFrom('"', '""', ',', ';', '\n', '\t', '|', '1', 'nombre', 'a"b'));
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 1 }), async (cells) => {
      await loadBytes('a.csv', `x${cells.join('')}`);
    }),
    { numRuns: 200 },
  );
  await fc.assert(
    fc.asyncProperty(fc.json({ depthSize: 'medium' }), async (json) => {
      await loadBytes('a.json', `{"x":"y","z":${json}}`);
    }),
    { numRuns: 200 },
  );
});
