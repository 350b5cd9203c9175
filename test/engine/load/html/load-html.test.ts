// HTML: readable text, structure, and nothing of the page around it.
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { anyText, blocksOf, loadBytes, textOf } from '../../../helpers/load-bytes.js';

test('gives the text of a page with its headings, lists and code', async () => {
  const document = await loadBytes(
    'a.html',
    `<!doctype html><html><head><title>Normas &amp; tarifas</title>
    <style>p { color: red }</style></head><body><h1>Normas</h1><p>Se entrega   en <b>tres</b>
    días&nbsp;h&aacute;biles.<br>Siempre.</p><script>alert('no')</script>
    <h2>Zonas</h2><ul><li>Norte</li><li>Sur <i>lejano</i></li></ul><ol start="3"><li>Tercero</li></ol>
    <pre>una\n  dos</pre><!-- nada --><noscript>no</noscript></body></html>`,
  );
  expect(document).toMatchObject({ type: 'html', title: 'Normas & tarifas' });
  expect(blocksOf(document)).toEqual([
    ['heading', 'Normas'],
    ['paragraph', 'Se entrega en tres días hábiles.\nSiempre.'],
    ['heading', 'Zonas'],
    ['list-item', '• Norte'],
    ['list-item', '• Sur lejano'],
    ['list-item', '3. Tercero'],
    ['code', 'una\n  dos'],
  ]);
  expect(document.blocks.at(-1)?.headingPath).toEqual(['Normas', 'Zonas']);
});

test('takes the first heading as the title of a page without one', async () => {
  expect((await loadBytes('a.htm', '<p>Antes</p><h2>El título</h2>')).title).toBe('El título');
});

const article = '<p>Un texto largo con bastantes palabras para que cuente como el contenido de la página. </p>'.repeat(
  6,
);
const links =
  '<ul><li><a href="/a">Inicio</a></li><li><a href="/b">Tienda</a></li><li><a href="/c">Ayuda</a></li><li><a href="/d">Salir</a></li></ul>';

test.each([
  ['nav', `<nav>${links}</nav>${article}`],
  ['a list of links', `${links}${article}`],
  ['a class', `<div class="site-sidebar">Publicidad</div>${article}`],
  ['a video player', `${article}<div class="vjs-menu-button"><div class="vjs-menu">Publicidad</div></div>`],
  ['a role', `<div role="contentinfo">Publicidad</div>${article}`],
  ['what is around main', `<div>Publicidad</div><main>${article}</main><div>Publicidad</div>`],
  ['what is around an article', `<div>Publicidad</div><article>${article}</article>`],
  ['a footer', `${article}<footer>Publicidad</footer>`],
  ['what is hidden', `<p hidden>Publicidad</p><p style="display: none">Publicidad</p>${article}`],
])('leaves out %s', async (_name, body) => {
  const { text } = await loadBytes('a.html', body);
  expect(text).not.toMatch(/Publicidad|Inicio|Tienda/);
  expect(text.match(/Un texto largo/g)).toHaveLength(6);
});

test('keeps a page that is nothing but links', async () => {
  expect((await loadBytes('a.html', `<title>Índice</title>${links}`)).text).toContain('Tienda');
});

test('reads data tables by rows with their column names, and layout tables as text', async () => {
  const table =
    '<table><tr><th>Zona</th><th>Precio</th></tr><tr><td>Norte</td><td><b>3</b> €</td></tr><tr><td>Sur</td><td>4 €</td></tr></table>';
  const document = await loadBytes('a.html', `<p>Tarifas</p>${table}`);
  expect(
    document.blocks.slice(1).map((block) => [block.kind, block.row, textOf(document, block), block.context]),
  ).toEqual([
    ['table-row', 1, 'Zona | Precio', null],
    ['table-row', 2, 'Norte | 3 €', 'Zona | Precio'],
    ['table-row', 3, 'Sur | 4 €', 'Zona | Precio'],
  ]);
  const layout = await loadBytes(
    'b.html',
    `<table><tr><td>Menú</td><td><p>Párrafo uno.</p><p>Párrafo dos.</p>${table}</td></tr></table>`,
  );
  expect(blocksOf(layout).slice(0, 4)).toEqual([
    ['paragraph', 'Menú'],
    ['paragraph', 'Párrafo uno.'],
    ['paragraph', 'Párrafo dos.'],
    ['table-row', 'Zona | Precio'],
  ]);
});

test.each([
  ['<meta charset="windows-1251">', 'windows-1251'],
  ['<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">', 'koi8-r'],
  ['<!-- <meta charset="koi8-r"> --><meta charset=iso-8859-5>', 'iso-8859-5'],
])('follows %s', async (meta, encoding) => {
  const document = await loadBytes(
    'a.html',
    iconv.encode(`<html><head>${meta}</head><body><p>Доставка</p></body></html>`, encoding),
  );
  expect(document).toMatchObject({ text: 'Доставка', encoding });
});

test('survives nesting without end and tags that are never closed', async () => {
  expect((await loadBytes('a.html', `${'<div>'.repeat(20_000)}fondo`)).text).toBe('fondo');
  expect((await loadBytes('a.html', '<p>uno<p>dos<td>tres<a href="')).text).toContain('dos');
  // What stands deeper than pages go is words without their look, and no program becomes a word.
  const deep = `${'<div>'.repeat(200_000)}fondo<b title="x">s</b><script>if (a < b) no()</script>${'</div>'.repeat(200_000)}<p>final`;
  const { text } = await loadBytes('a.html', `<h1>Arriba</h1>${deep}`);
  expect(text.replace(/\s+/g, ' ')).toBe('Arriba fondo s final');
});

test('keeps how lines of code stand to each other, however the page wraps them', async () => {
  const code = 'if (a) {\n  b();\n}';
  const lines = code.split('\n');
  const numbers = '<pre>1\n2\n3</pre>';
  for (const body of [
    `<pre>${code}</pre>`,
    `<article><ul><li>Mira:<pre>    if (a) {\n      b();\n    }\n</pre></li></ul></article>`,
    `<pre>${lines.map((line) => `<div class="line">${line}</div>`).join('')}</pre>`,
    `<pre><code>${lines.map((line, index) => `<span class="lineno">${index + 1} </span>${line}`).join('<br>')}</code></pre>`,
    `<table><tr><td class="linenos">${numbers}</td><td><pre>${code}</pre></td></tr></table>`,
    `<pre><table>${lines.map((line, index) => `<tr><td class="hljs-ln-numbers">${index + 1}</td><td>${line}</td></tr>`).join('')}</table></pre>`,
  ]) {
    const document = await loadBytes('a.html', `<p>Así:</p>${body}`);
    const block = document.blocks.find(({ kind }) => kind === 'code');
    expect(textOf(document, block)).toBe(code);
    expect(document.blocks.filter(({ kind }) => kind === 'code')).toHaveLength(1);
  }
});

test('gives sound blocks for any page whatever', async () => {
  const piece = fc.constantFrom(
    '<p>',
    '</p>',
    '<div>',
    '</div>',
    '<li>',
    '<ul>',
    '</ul>',
    '<ol>',
    '<h1>',
    '</h1>',
    '<h3>',
    '<table>',
    '<tr>',
    '<td>',
    '<th>',
    '</table>',
    '<pre>',
    '</pre>',
    '<br>',
    '<a href="x">',
    '</a>',
    '&nbsp;',
    '&#0;',
    '<script>',
    '</script>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    ' ',
    '\n',
    'é',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(piece, anyText)), async (parts) => {
      await loadBytes('a.html', `<p>x</p>${parts.join('')}`);
    }),
    { numRuns: 200 },
  );
});
