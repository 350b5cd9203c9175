// What a file is taken for, and the reasons for files that give no document.
import { expect, test } from 'vitest';
import { checkFileSize } from '../../../electron/engine/load/check-size.js';
import { detectLanguage } from '../../../electron/engine/load/language.js';
import { loadLimits } from '../../../electron/engine/load/load-limits.js';
import { packDocument, unpackDocument } from '../../../electron/engine/load/pack-document.js';
import { extensionOf } from '../../../electron/engine/load/sniff-type.js';
import { loadBytes } from '../../helpers/load-bytes.js';
import { linesAt, makePdf } from '../../helpers/make-pdf.js';

const binary = Uint8Array.from({ length: 4_000 }, (_, index) => (index * 7_919) % 256);

test.each([
  ['nada.txt', '', 'empty'],
  ['espacios.txt', ' \n\t\r\n  ', 'empty'],
  ['comentario.html', '<!-- nada --><script>1</script>', 'empty'],
  ['nada.json', '{}', 'empty'],
  ['binario.txt', binary, 'unsupported'],
  ['binario.md', binary, 'unsupported'],
  ['foto.jpg', binary, 'unsupported'],
  ['sin-extension', binary, 'unsupported'],
  ['latino', new Uint8Array(Buffer.from('Señas del camión y del ferri.', 'latin1')), 'unsupported'],
  ['con-control', 'Un texto\u0001 que no lo es.', 'unsupported'],
  ['con-nulo', 'Un texto\0 que no lo es.', 'unsupported'],
  ['desconocido.xyz', 'texto', 'unsupported'],
  ['roto.pdf', binary, 'damaged'],
] as const)('gives a reason for %s', async (name, content, code) => {
  await expect(loadBytes(name, content as string)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(/\.$/),
  });
});

test.each([
  ['NOTAS.TXT', 'texto', 'txt'],
  ['servidor.log', 'texto', 'txt'],
  ['a.Markdown', '# texto', 'md'],
  ['a.HTM', '<p>texto', 'html'],
  ['texto.pdf', 'Esto es solo texto.', 'txt'],
  ['pagina.pdf', '<!DOCTYPE html><html><body>texto', 'html'],
  ['informe final ✓ ñandú.v2.md', 'texto', 'md'],
  ['sin-extension', '\ufeffSeñas:\r\n\tel ferri sale 🎉.\f', 'txt'],
  ['pagina', '<!DOCTYPE html><html><body>texto', 'html'],
  ['messages.1', 'Nov 30 host cron: hecho', 'txt'],
  ['leeme.1st', 'texto', 'txt'],
  ['enlace.url', '[InternetShortcut]\nURL=https://example.org/faro', 'txt'],
  ['datos', '<?xml version="1.0"?><a><b>texto</b></a>', 'xml'],
])('takes %s by content and name', async (name, content, type) => {
  expect((await loadBytes(name, content)).type).toBe(type);
});

test('tells an extension from a folder with a dot and from a hidden file', () => {
  expect(['/a.b/c', '/a/.txt', 'C:\\x.y\\z', '/a/b.', '/a/b.TXT', '/a/ñ.Md'].map(extensionOf)).toEqual([
    '',
    '',
    '',
    '',
    'txt',
    'md',
  ]);
});

test('refuses what is too large before it is read', () => {
  expect(() => checkFileSize(loadLimits.maxTextFileBytes + 1, loadLimits.maxTextFileBytes)).toThrow(
    expect.objectContaining({ code: 'too-large' }),
  );
  expect(() => checkFileSize(loadLimits.maxFileBytes + 1)).toThrow(expect.objectContaining({ code: 'too-large' }));
  expect(checkFileSize(loadLimits.maxFileBytes)).toBeUndefined();
});

test.each([
  ['es', 'La entrega tarda tres días laborables y la devolución se hace en dos semanas desde la compra.'],
  ['en', 'Delivery takes three working days, and goods can be returned within two weeks of the purchase.'],
  ['de', 'Die Lieferung dauert drei Werktage, und die Rückgabe ist innerhalb von zwei Wochen nach dem Kauf möglich.'],
  ['fr', 'La livraison prend trois jours ouvrables et le retour est possible dans les deux semaines après l’achat.'],
  ['zh', '送货需要三个工作日，购买后两周内可以退货，欢迎光临我们的商店。'],
  [null, 'Hola'],
  [null, '12345 67890 12345 67890 12345 67890 12345 67890'],
])('tells the language %s', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

test('tells the language of a long text that starts with other things', () => {
  const code = 'const x = 1;\n'.repeat(50);
  expect(detectLanguage(code + 'La entrega tarda tres días laborables y no se cobra nada por ella. '.repeat(300))).toBe(
    'es',
  );
});

test('comes out of its packed form as it went in', async () => {
  const documents = [
    await loadBytes('a.md', '# Uno\n\ntexto\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```\nx\n```\n\n- y\n'),
    await loadBytes('a.csv', 'a,b\nx,y\n'),
    await loadBytes('a.pdf', makePdf([{ texts: linesAt(72, 100, ['Uno.']) }, { hasPicture: true }])),
  ];
  const [table] = documents.slice(1, 2);
  if (table !== undefined) {
    documents.push({ ...table, blocks: table.blocks.map((block, at) => ({ ...block, sheet: `Hoja ${at}` })) });
  }
  for (const document of documents) expect(unpackDocument(structuredClone(packDocument(document)))).toEqual(document);
});
