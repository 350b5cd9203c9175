// Word documents of before 2007.
import { expect, test } from 'vitest';
import { blocksOf, loadBytes } from '../../../helpers/load-bytes.js';
import { contain, makeDoc } from '../../../helpers/make-doc.js';

test('gives headings by style, fields as their results, tables by rows, and notes', async () => {
  const document = await loadBytes(
    'carta.doc',
    makeDoc(
      [
        { text: 'Informe', style: 1 },
        { text: 'Plazos', style: 2 },
        { text: 'Véase \x13HYPERLINK "x"\x14el enlace\x15 y la señal\x02.\x0bOtra línea.' },
        { text: 'esto se borró', isDeleted: true },
        { text: 'Zona', isInTable: true, isCell: true },
        { text: 'Precio', isInTable: true, isCell: true },
        { text: '', isRowEnd: true },
        { text: 'Norte', isInTable: true, isCell: true },
        { text: '3', isInTable: true, isCell: true },
        { text: '', isRowEnd: true },
        { text: '日本語 café\x1ebar' },
      ],
      { footnotes: '\x02 Una nota.\r' },
    ),
  );
  expect(document).toMatchObject({ type: 'doc', title: 'Informe', pages: null });
  expect(blocksOf(document)).toEqual([
    ['heading', 'Informe'],
    ['heading', 'Plazos'],
    ['paragraph', 'Véase el enlace y la señal.\nOtra línea.'],
    ['table-row', 'Zona | Precio'],
    ['table-row', 'Norte | 3'],
    ['paragraph', '日本語 café-bar'],
    ['paragraph', 'Una nota.'],
  ]);
  expect(document.blocks[4]).toMatchObject({ headingPath: ['Informe', 'Plazos'], context: 'Zona | Precio' });
});

test('says which files need a password, and which are damaged', async () => {
  await expect(loadBytes('a.doc', makeDoc([{ text: 'x' }], { flags: 0x0100 }))).rejects.toMatchObject({
    code: 'password-protected',
  });
  await expect(loadBytes('a.doc', contain({ WordDocument: Buffer.alloc(2_000, 0xec) }))).rejects.toMatchObject({
    code: expect.stringMatching(/damaged|unsupported/),
  });
  // What Word did not write locks nothing.
  await expect(loadBytes('a.doc', contain({ WordDocument: Buffer.alloc(2_000, 0xff) }))).rejects.toMatchObject({
    code: 'unsupported',
  });
  await expect(loadBytes('a.doc', makeDoc([{ text: 'x' }]).slice(0, 700))).rejects.toMatchObject({ code: 'damaged' });
});

test('reads Word of before 1993, whose files are one stretch of text', async () => {
  const file = Buffer.alloc(512);
  const text = Buffer.from('Sr. Núñez:\rGracias.\r', 'latin1');
  file.writeUInt16LE(0xa5db, 0);
  file.writeUInt32LE(0x180, 0x18);
  file.writeUInt32LE(text.length, 0x34);
  text.copy(file, 0x180);
  expect((await loadBytes('a.doc', file)).text).toBe('Sr. Núñez:\n\nGracias.');
});
