// PDFs that give no text, or not all of it: pictures, blank pages, passwords, damage. Each with its true reason.
import { expect, test } from 'vitest';
import { loadDocument } from '../../../../electron/engine/load/loader.js';
import { pagesByNumber } from '../../../../electron/engine/recognise/recognised-page.js';
import { loadBytes } from '../../../helpers/load-bytes.js';
import { linesAt, makePdf } from '../../../helpers/make-pdf.js';

test('says that a PDF of pictures needs recognition, and that a blank one is empty', async () => {
  await expect(loadBytes('a.pdf', makePdf([{ hasPicture: true }, { hasPicture: true }]))).rejects.toMatchObject({
    code: 'needs-recognition',
  });
  await expect(
    loadBytes('a.pdf', makePdf([{ hasPicture: true, texts: [{ text: '17', x: 300, y: 800 }] }])),
  ).rejects.toMatchObject({ code: 'needs-recognition' });
  await expect(loadBytes('a.pdf', makePdf([{}, {}]))).rejects.toMatchObject({ code: 'empty' });
});

test('calls a page with nothing but its lines blank', async () => {
  const operators = 'q 1 0 0 1 0 20 cm q 0.5 w 60 0 m 500 0 l S Q q 0.5 w 60 700 m 500 700 l S Q Q';
  await expect(loadBytes('a.pdf', makePdf([{ operators }]))).rejects.toMatchObject({ code: 'empty' });
});

test('takes text whose letters have no names for a picture, and not for words or for a blank page', async () => {
  const nameless = '\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f\x10\x11';
  for (const text of [nameless, `C$D ${nameless} EF$`, '\x02']) {
    const pdf = makePdf([{ texts: [{ text, x: 72, y: 100 }] }]);
    await expect(loadBytes('a.pdf', pdf)).rejects.toMatchObject({ code: 'needs-recognition' });
  }
});

test('gives the text there is and notes the pages that are pictures, but not blank ones', async () => {
  const words = { texts: linesAt(72, 100, ['Hay texto en esta página.']) };
  const mixed = await loadBytes('a.pdf', makePdf([words, { hasPicture: true }, words]));
  expect(mixed.note).toMatchObject({ reason: 'needs-recognition', message: expect.stringContaining('1 of 3 pages') });
  expect(mixed.layouts).toHaveLength(3);
  expect(mixed.blocks.map((block) => block.page)).toEqual([1, 3]);
  expect((await loadBytes('a.pdf', makePdf([words, {}]))).note).toBeNull();
});

test('asks for no password where none is needed, and says so where one is', async () => {
  const pages = [{ texts: linesAt(72, 100, ['Texto bajo llave.']) }];
  expect((await loadBytes('a.pdf', makePdf(pages, { password: '' }))).text).toBe('Texto bajo llave.');
  await expect(loadBytes('a.pdf', makePdf(pages, { password: 'secreto' }))).rejects.toMatchObject({
    code: 'password-protected',
  });
});

test.each(['rc4', 'aes'] as const)(
  'opens what is encrypted with %s by the right one of several passwords',
  async (cipher) => {
    const pdf = makePdf([{ texts: linesAt(72, 100, ['Texto bajo llave.']) }], { password: 'clave secreta', cipher });
    expect((await loadBytes('a.pdf', pdf, ['no', 'clave secreta', 'otra'])).text).toBe('Texto bajo llave.');
    await expect(loadBytes('a.pdf', pdf, ['no', 'clave', ''])).rejects.toMatchObject({ code: 'password-protected' });
  },
);

test('reads what it can of a damaged PDF, and calls it damaged where that is nothing', async () => {
  const whole = makePdf([{ texts: linesAt(72, 100, ['Esto se puede salvar.']) }]);
  const withoutEnd = whole.slice(0, Buffer.from(whole).indexOf('xref'));
  expect((await loadBytes('a.pdf', withoutEnd)).text).toBe('Esto se puede salvar.');
  await expect(loadBytes('a.pdf', whole.slice(0, 60))).rejects.toMatchObject({ code: 'damaged' });
});

test('calls a PDF damaged where its table was mangled and no text is left, not blank', async () => {
  const objects = [
    '1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n',
    '2 0 obj\n<</Type/Pages/Count 1/Kids[3 0 R]>>\nendobj\n',
    '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>\nendobj\n',
  ];
  const head = '%PDF-1.5\n';
  const offsets = objects.map((_body, index) => head.length + objects.slice(0, index).join('').length);
  const table = [0, ...offsets].map(
    (offset, index) => `${index === 0 ? '\0' : '\x01'}\0${String.fromCharCode(offset)}\0`,
  );
  const file = (stream: string): Uint8Array => {
    const body = head + objects.join('');
    const dictionary = '<</Type/XRef/Root 1 0 R/Size 4/W[1 2 1]/Length 16>>';
    return Buffer.from(
      `${body}4 0 obj\n${dictionary}stream\n${stream}\nendstream\nendobj\nstartxref\n${body.length}\n%%EOF\n`,
      'latin1',
    );
  };
  await expect(loadBytes('a.pdf', file(table.join('')))).rejects.toMatchObject({ code: 'empty' });
  await expect(loadBytes('a.pdf', file(table.join('').replace('\x01', 'Ã¯')))).rejects.toMatchObject({
    code: 'damaged',
  });
});

test.each([
  ['damaged', 'damaged'],
  ['too-large', 'too-large'],
  ['failed', 'timed-out'],
  ['empty', 'empty'],
] as const)('says of pages that are pictures and were recognised as %s that they are %s', async (outcome, code) => {
  const recognised = [1, 2].map((page) => ({
    page,
    outcome,
    confidence: null,
    language: null,
    lines: new Uint8Array(),
  }));
  const load = loadDocument(makePdf([{ hasPicture: true }, { hasPicture: true }]), {
    extension: 'pdf',
    recognised: pagesByNumber(recognised),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  await expect(load).rejects.toMatchObject({ code });
});
