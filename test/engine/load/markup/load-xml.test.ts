// XML of any kind: its words in reading order, and nothing from outside the file.
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { anyText, blocksOf, loadBytes } from '../../../helpers/load-bytes.js';

test('reads a document with its titles as headings and its sentences whole', async () => {
  const document = await loadBytes(
    'a.xml',
    `<article xmlns="http://docbook.org/ns/docbook"><title>Normas</title>
     <section id="s1"><title>Entregas</title><para>Se entrega en <emphasis>tres <b>días</b></emphasis> hábiles.</para>
     <itemizedlist><listitem><para>Norte</para></listitem><listitem><para>Sur</para></listitem></itemizedlist></section>
     <section><title>Pagos</title><para>Con tarjeta.</para></section></article>`,
  );
  expect(document).toMatchObject({ type: 'xml', title: 'Normas' });
  expect(blocksOf(document)).toEqual([
    ['heading', 'Normas'],
    ['heading', 'Entregas'],
    ['paragraph', 'Se entrega en tres días hábiles.'],
    ['paragraph', 'Norte\nSur'],
    ['heading', 'Pagos'],
    ['paragraph', 'Con tarjeta.'],
  ]);
  expect(document.blocks[3]?.headingPath).toEqual(['Normas', 'Entregas']);
});

test('reads a FictionBook by its chapters, without its pictures', async () => {
  const document = await loadBytes(
    'a.fb2',
    `<?xml version="1.0"?><FictionBook><description><title-info><book-title>El faro</book-title></title-info></description>
     <body><section><title><p>Uno</p></title><p>El farero cuenta <emphasis>los barcos</emphasis>.</p></section></body>
     <binary id="c.jpg" content-type="image/jpeg">${'QUJD'.repeat(40)}</binary></FictionBook>`,
  );
  expect(document.title).toBe('El faro');
  const last = document.blocks.at(-1);
  expect([document.text.slice(last?.start, last?.end), last?.headingPath]).toEqual([
    'El farero cuenta los barcos.',
    ['El faro', 'Uno'],
  ]);
});

test('reads records as lines with their names, under what names the record', async () => {
  const document = await loadBytes(
    'a.xml',
    '<catálogo><libro id="7"><autor>Ana</autor><title>Uno</title><precio>3</precio></libro><libro><autor>Eva</autor><precio>4</precio></libro></catálogo>',
  );
  expect(document.title).toBeNull();
  expect(blocksOf(document)).toEqual([
    ['paragraph', 'autor: Ana\ntitle: Uno\nprecio: 3'],
    ['paragraph', 'autor: Eva\nprecio: 4'],
  ]);
  expect(document.blocks.map(({ headingPath }) => headingPath)).toEqual([['Uno'], ['libro']]);
});

test('takes words from attributes, but no identifiers, numbers and addresses', async () => {
  const document = await loadBytes(
    'a.opml',
    '<opml version="2.0"><body><outline text="Noticias" id="x1"><outline text="El País" xmlUrl="https://example.org/a b"/><outline text="snake_case" width="30"/></outline></body></opml>',
  );
  expect(document.text).toBe('Noticias\n\noutline: El País');
});

test('reads pages inside a news feed as pages', async () => {
  const document = await loadBytes(
    'a.rss',
    '<rss><channel><title>Canal</title><item><title>Hola</title><description><![CDATA[<p>Uno <b>dos</b>.</p><p>Tres.</p>]]></description></item></channel></rss>',
  );
  expect(blocksOf(document).slice(2)).toEqual([
    ['paragraph', 'Uno dos.'],
    ['paragraph', 'Tres.'],
  ]);
});

test('expands no entity of the file and reads nothing from outside it', async () => {
  const levels = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');
  const document = await loadBytes(
    'a.xml',
    `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e0 "ja">${levels}<!ENTITY f SYSTEM "file:///etc/passwd">]><r><p>Antes &amp; después &#241; &e9; &f;</p></r>`,
  );
  expect(document.text).toBe('Antes & después ñ &e9; &f;');
});

test.each([
  ['declared', '<?xml version="1.0" encoding="windows-1251"?>'],
  ['not declared', ''],
])('reads letters right whose encoding is %s', async (_what, declaration) => {
  const words = 'Доставка занимает три рабочих дня';
  const document = await loadBytes('a.xml', iconv.encode(`${declaration}<r><p>${words}</p></r>`, 'windows-1251'));
  expect(document).toMatchObject({ text: words, encoding: 'windows-1251' });
});

test('takes XHTML for a page and text without elements for text', async () => {
  const page =
    '<?xml version="1.0"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Hola</p></body></html>';
  expect((await loadBytes('a.xml', page)).type).toBe('html');
  expect(blocksOf(await loadBytes('a.xml', 'Solo una nota.'))).toEqual([['paragraph', 'Solo una nota.']]);
});

test('survives nesting without end, and tags that are never closed', async () => {
  await expect(loadBytes('a.xml', `${'<a>'.repeat(300_000)}fondo`)).rejects.toMatchObject({ code: 'damaged' });
  const document = await loadBytes('a.xml', `<r><p>Antes.</p>${'<a>'.repeat(300_000)}fondo`);
  expect(document).toMatchObject({ text: 'Antes.', note: { reason: 'damaged' } });
  expect((await loadBytes('a.xml', `${'<a>'.repeat(500)}fondo${'</a>'.repeat(500)}`)).text).toBe('fondo');
  expect((await loadBytes('a.xml', '<r><p>uno<p>dos<q a="')).text).toContain('dos');
});

test('gives sound blocks for any XML whatever', async () => {
  const piece = fc.constantFrom(
    ...[
      '<a>',
      '</a>',
      '<title>',
      '</title>',
      '<p>',
      '</p>',
      '<x:b c="Una frase">',
      '</x:b>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
    ],
    ...['&amp;', '&#0;', '&x;', '<?p ?>', '<!DOCTYPE r [', ']>', '\n', ' ', 'é', '<'],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(piece, anyText)), async (parts) => {
      await loadBytes('a.xml', `<r>palabra${parts.join('')}`);
    }),
    { numRuns: 300 },
  );
});
