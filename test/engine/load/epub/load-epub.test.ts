// Books: chapters in reading order, under their headings.
import { expect, test } from 'vitest';
import { blocksOf, loadBytes } from '../../../helpers/load-bytes.js';
import { makeEpub, xmlHead } from '../../../helpers/make-office.js';

test('reads chapters in the order of the spine, with headings and the title of the book', async () => {
  const document = await loadBytes(
    'faro.epub',
    makeEpub({
      'z.xhtml': '<h1>Primero</h1><p>Llegó el <b>barco</b>.</p><aside epub:type="footnote"><p>Una nota.</p></aside>',
      'a.xml': '<h1>Segundo</h1><h2>La noche</h2><ul><li>uno</li></ul>',
    }),
  );
  expect(document).toMatchObject({ type: 'epub', title: 'El faro', pages: null, note: null });
  expect(blocksOf(document)).toEqual([
    ['heading', 'Primero'],
    ['paragraph', 'Llegó el barco.'],
    ['paragraph', 'Una nota.'],
    ['heading', 'Segundo'],
    ['heading', 'La noche'],
    ['list-item', '• uno'],
  ]);
  expect(document.blocks[1]?.headingPath).toEqual(['Primero']);
  expect(document.blocks.at(-1)?.headingPath).toEqual(['Segundo', 'La noche']);
});

test('names a chapter without a heading as the table of contents does', async () => {
  const point = '<navPoint><navLabel><text>La costa</text></navLabel><content src="a.xhtml#x"/></navPoint>';
  const ncx = `${xmlHead}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${point}</navMap></ncx>`;
  const document = await loadBytes('a.epub', makeEpub({ 'a.xhtml': '<p>Hola</p>' }, { 'OEBPS/toc.ncx': ncx }));
  expect(document.blocks[0]?.headingPath).toEqual(['La costa']);
});

test('tells scrambled fonts from locked chapters', async () => {
  const locks = (algorithm: string, part: string): string =>
    `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="${part}"/></enc:CipherData></enc:EncryptedData></encryption>`;
  const chapters = { 'a.xhtml': '<p>Hola</p>' };
  const font = { 'META-INF/encryption.xml': locks('http://www.idpf.org/2008/embedding', 'OEBPS/f.otf') };
  expect((await loadBytes('a.epub', makeEpub(chapters, font))).text).toBe('Hola');
  const locked = { 'META-INF/encryption.xml': locks('http://www.w3.org/2001/04/xmlenc#aes128-cbc', 'OEBPS/a.xhtml') };
  await expect(loadBytes('a.epub', makeEpub(chapters, locked))).rejects.toMatchObject({ code: 'password-protected' });
});

test('finds the pages of a book that lost its package', async () => {
  const bytes = makeEpub({ 'a.xhtml': '<p>Hola</p>' }, { 'OEBPS/book.opf': '<package' });
  expect((await loadBytes('a.epub', bytes)).text).toBe('Hola');
});
