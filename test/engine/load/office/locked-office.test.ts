// Office files that a password locks: opened by the right one, or by the one that all copies of Excel know, and told else.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OpenedFiles } from '../../../../electron/engine/load/children/opened-files.js';
import { keyStream } from '../../../../electron/engine/load/office/lock/rc4.js';
import { excelPassword, tryOfficePasswords } from '../../../../electron/engine/load/office/lock/unlock-office.js';
import { loadBytes, textOf } from '../../../helpers/load-bytes.js';
import { lockAgile, lockStandard, lockWorkbook } from '../../../helpers/lock-office.js';
import { contain, makeDoc } from '../../../helpers/make-doc.js';
import { inlineRow, makeDocx, makeXlsx, paragraph } from '../../../helpers/make-office.js';
import { makeZip } from '../../../helpers/make-zip.js';
import { temporaryFolder } from '../../../helpers/temporary-folder.js';

const filler = Array.from({ length: 400 }, (_value, index) =>
  inlineRow(index + 3, [`Saco ${index * 7_919}`, 'trigo']),
).join('');
const book = makeXlsx([
  { name: 'Granero', rows: inlineRow(1, ['Grano', 'Sacos']) + inlineRow(2, ['Cebada', '12']) + filler },
]);
const letter = makeDocx(paragraph('El pozo tiene ocho metros.'));
const rows = [
  ['Grano', 'Sacos'],
  ['Cebada', '12'],
  ...Array.from({ length: 300 }, (_value, index) => [`Saco ${index}`, 'trigo']),
];

describe('workbooks that Excel opens without asking', () => {
  it.each([
    ['of 2010', 'a.xlsx', lockAgile(book, excelPassword)],
    ['of 2007', 'a.xlsx', lockStandard(book, excelPassword)],
    ['under another name', 'a', lockAgile(book, excelPassword)],
    ['of 97', 'a.xls', lockWorkbook('Granero', rows, { password: excelPassword, cipher: 'rc4' })],
    ['of 2003', 'a.xls', lockWorkbook('Granero', rows, { password: excelPassword, cipher: 'rc4-crypto-api' })],
  ])('%s are read as if nothing locked them', async (_name, name, bytes) => {
    const document = await loadBytes(name, bytes);
    const row = document.blocks[1];
    expect([textOf(document, row), row?.sheet, row?.row]).toEqual(['Cebada | 12', 'Granero', 2]);
    expect(document.text).toMatch(/Saco \d+ \| trigo$/);
    expect(tryOfficePasswords(bytes, ['x'])).toEqual({ kind: 'open' });
  });

  it('hold what is embedded in them', async () => {
    const path = join(temporaryFolder(), 'a.xlsx');
    const bytes = lockAgile(
      makeZip({ 'xl/workbook.xml': '<workbook/>', 'xl/embeddings/carta.docx': letter }),
      excelPassword,
    );
    writeFileSync(path, bytes);
    const list = await new OpenedFiles().list({ path, inside: [] }, bytes, {
      room: { children: 9, bytes: 1_000_000 },
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    expect(list.children.map(({ name }) => name)).toEqual(['carta.docx']);
  });
});

describe('a password that a person gives', () => {
  const second = ['otra', 'Calígrafo'];
  it.each([
    ['a document of 2010', 'a.docx', lockAgile(letter, 'Calígrafo'), 'El pozo tiene ocho metros.'],
    ['a document of 2007', 'a.docx', lockStandard(letter, 'Calígrafo'), 'El pozo tiene ocho metros.'],
    ['a workbook under the name of a document', 'a.docx', lockAgile(book, 'Calígrafo'), 'Cebada | 12'],
    ['a workbook of 97', 'a.xls', lockWorkbook('G', rows, { password: 'Calígrafo', cipher: 'rc4' }), 'Cebada | 12'],
  ])('opens %s', async (_name, name, bytes, words) => {
    expect((await loadBytes(name, bytes, second)).text).toContain(words);
    expect(tryOfficePasswords(bytes, second)).toEqual({ kind: 'opened', index: 1 });
    expect(tryOfficePasswords(bytes, ['otra'])).toEqual({ kind: 'locked' });
    await expect(loadBytes(name, bytes, ['otra'])).rejects.toMatchObject({
      code: 'password-protected',
      message: expect.stringContaining('Enter the password'),
    });
  });

  it('is wanted for a document that is locked by Excel’s own password, since Word asks for it', async () => {
    const bytes = lockAgile(letter, excelPassword);
    await expect(loadBytes('a.docx', bytes)).rejects.toMatchObject({ code: 'password-protected' });
    expect((await loadBytes('a.docx', bytes, [excelPassword])).text).toContain('ocho metros');
  });

  it('is of no use where the lock is another: a copy without it is asked for', async () => {
    const unknown = contain({ EncryptionInfo: Buffer.alloc(100, 1), EncryptedPackage: Buffer.alloc(5_000, 7) });
    const endless = lockAgile(letter, 'x', 4_000_000_000);
    for (const bytes of [unknown, endless, makeDoc([{ text: 'a' }], { flags: 0x0100 })]) {
      const said = { code: 'password-protected', message: expect.stringContaining('Save a copy') };
      await expect(loadBytes('a.doc', bytes, ['x'])).rejects.toMatchObject(said);
      expect(tryOfficePasswords(bytes, ['x'])).toEqual({ kind: 'other' });
    }
  });
});

it('what is cut short or broken is told as locked or damaged, and stops nothing', async () => {
  const bytes = lockAgile(book, excelPassword);
  await expect(loadBytes('a.xlsx', contain({ EncryptedPackage: Buffer.alloc(50) }))).rejects.toMatchObject({
    code: 'password-protected',
  });
  for (let at = 512; at < bytes.length; at += 397) {
    const broken = Uint8Array.from(bytes);
    broken[at] = (broken[at] ?? 0) ^ 0xff;
    const outcome = await loadBytes('a.xlsx', broken).then(
      () => 'text',
      ({ code }: { readonly code: string }) => code,
    );
    expect(['text', 'damaged', 'password-protected', 'empty', 'too-large', 'unsupported']).toContain(outcome);
  }
});

it('makes the stream of keys that others make', () => {
  const next = keyStream(Buffer.from('Key'));
  expect(Buffer.from(Buffer.from('Plaintext').map((byte) => byte ^ next())).toString('hex')).toBe('bbf316e8d940af0ad3');
});
