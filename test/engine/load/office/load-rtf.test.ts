// RTF: its text in all encodings, its structure, and nothing of its machinery.
import { expect, test } from 'vitest';
import { blocksOf, loadBytes, textOf } from '../../../helpers/load-bytes.js';

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const head =
  '{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial Cyr;}{\\f2\\fcharset128 MS Mincho;}{\\f3\\fcharset2 Symbol;}}';

test('gives headings, list marks, tables and the title', async () => {
  const document = await loadBytes(
    'a.rtf',
    `${head}{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel0 heading 1;}{\\s5 heading 2;}{\\*\\cs10 Default;}}{\\info{\\title Memoria}{\\author Ana}}
\\pard\\s1 Cap\\'edtulo uno\\par\\pard\\s5 Parte\\par\\pard\\plain Primera l\\'ednea\\line segunda.\\par
{\\listtext\\pard\\plain\\f3\\'b7\\tab}\\pard\\ls1 Punto\\par{\\listtext 2.\\tab}Dos\\par\\pard
\\trowd\\intbl Zona\\cell Precio\\cell\\row\\trowd\\intbl Norte\\cell 3\\cell\\row\\pard Fin\\par}`,
  );
  expect(document).toMatchObject({ type: 'rtf', title: 'Memoria', note: null });
  expect(blocksOf(document)).toEqual([
    ['heading', 'Capítulo uno'],
    ['heading', 'Parte'],
    ['paragraph', 'Primera línea\nsegunda.'],
    ['list-item', '• Punto'],
    ['list-item', '2. Dos'],
    ['table-row', 'Zona | Precio'],
    ['table-row', 'Norte | 3'],
    ['paragraph', 'Fin'],
  ]);
  expect(document.blocks[6]).toMatchObject({
    row: 2,
    context: 'Zona | Precio',
    headingPath: ['Capítulo uno', 'Parte'],
  });
});

test.each([
  ['the code page', "caf\\'e9 \\'80", 'café €'],
  ['raw bytes', 'caf\u00e9', 'café'],
  ['Unicode with its fallback', "\\u8364? \\u1084\\'ec\\uc0\\u233 \\uc2\\u26085\\'93\\'fa.", '€ мé日.'],
  ['characters outside the first plane', '\\u-10179?\\u-8704?', '😀'],
  ['the font', "{\\f1\\'cf\\'f0\\'e8}", 'При'],
  ['two bytes a character', "{\\f2\\'83A\\'83e}", 'アテ'],
  ['a symbol font', '{\\f3 ab}', 'αβ'],
  ['both encodings of one text', '{\\upr{viejo}{\\*\\ud{nuevo}}}', 'nuevo'],
  ['special characters', '\\lquote a\\rquote\\emdash b\\~c\\_d\\-e\\{\\}\\\\', '‘a’—b c-de{}\\'],
])('decodes text by %s', async (_name, rtf, text) => {
  expect((await loadBytes('a.rtf', latin1(`${head}${rtf}\\par}`))).text).toBe(text);
});

test('leaves out what is not seen: pictures, codes of fields, hidden and deleted text, embedded files', async () => {
  const document = await loadBytes(
    'a.rtf',
    `${head}Antes {\\pict\\bin3 }}}0a0b}{\\v oculto}{\\deleted borrado}{\\*\\desconocido no}` +
      '{\\field{\\*\\fldinst HYPERLINK "http://x"}{\\fldrslt el enlace}}{\\object{\\*\\objdata 0105}{\\result  visible}}{\\xe\\v entrada}{\\*\\annotation nota}\\par}basura',
  );
  expect(document.text).toBe('Antes el enlace visible');
});

test('says notes, text boxes, headers and footers once, each in its place', async () => {
  const document = await loadBytes(
    'a.rtf',
    `${head}{\\header Ayuntamiento\\par}{\\headerf Ayuntamiento\\par}{\\footer P\\'e1gina 3\\par}` +
      "Texto{\\super\\chftn}{\\footnote\\pard{\\super\\chftn} Seg\\'fan la ley.} sigue.{\\shp{\\*\\shpinst{\\sp{\\sn a}{\\sv b}}{\\shptxt Recuadro\\par}}}\\par Fin\\par}",
  );
  expect(document.text).toBe('Ayuntamiento\n\nTexto[1] sigue.\n\n[1] Según la ley.\n\nRecuadro\n\nFin');
});

test('finds text below 100,000 groups, and what stands before a cut', async () => {
  const deep = `{\\rtf1 ${'{'.repeat(100_000)}zanahoria${'}'.repeat(100_000)}}`;
  expect((await loadBytes('a.rtf', deep)).text).toBe('zanahoria');
  const cut = await loadBytes('a.rtf', `${head}Primero\\par Segun`);
  expect(blocksOf(cut).map(([, text]) => text)).toEqual(['Primero', 'Segun']);
  expect(cut.note).toMatchObject({ reason: 'damaged' });
  expect(textOf(cut, cut.blocks[0])).toBe('Primero');
});

test('goes by content, not by name', async () => {
  expect((await loadBytes('a.doc', `${head}Hola\\par}`)).type).toBe('rtf');
  await expect(loadBytes('a.rtf', Buffer.from([1, 2, 3, 0, 0, 0, 9, 255, 0, 4, 0, 6]))).rejects.toMatchObject({
    code: 'damaged',
  });
});
