// What can't be read is called by what it is, with the next step.
import { expect, test } from 'vitest';
import { loadBytes } from '../../helpers/load-bytes.js';
import { contain } from '../../helpers/make-doc.js';
import { makeZip } from '../../helpers/make-zip.js';

const filled = (start: string): Buffer => Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(600)]);

test.each([
  [
    'fotos.7z',
    filled('7z\xbc\xaf\x27\x1c'),
    'This is a 7-Zip archive, which Acervo does not read. Unpack it to index what it holds.',
  ],
  ['fotos.rar', filled('Rar!\x1a\x07\x01\0'), 'RAR'],
  ['datos.xz', filled('\xfd7zXZ\0'), 'xz'],
  ['notas.one', filled(Buffer.from('e4525c7b8cd8a74daeb15378d02996d3', 'hex').toString('latin1')), 'OneNote'],
  ['correo.pst', filled('!BDN'), 'Outlook'],
  ['libro.mobi', filled(`${'x'.repeat(60)}BOOKMOBI`), 'Mobipocket'],
  ['carta.wpd', filled('\xffWPC'), 'WordPerfect'],
  ['plano.vsd', contain({ VisioDocument: Buffer.alloc(600) }), 'Visio'],
  ['folleto.pages', makeZip({ 'Index/Document.iwa': 'x' }), 'Pages'],
  ['otro.bin', filled('\x01\x02\x03'), 'Files of this kind cannot be read'],
])('%s', async (name, bytes, words) => {
  await expect(loadBytes(name, bytes)).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining(words),
  });
});
