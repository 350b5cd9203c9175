// Packed documents: limits on what they unpack to, and what can still be had from damaged ones.
import { expect, test } from 'vitest';
import { ZipPackage } from '../../../../electron/engine/load/office/zip-package.js';
import { loadBytes } from '../../../helpers/load-bytes.js';
import { contain } from '../../../helpers/make-doc.js';
import { makeDocx, paragraph } from '../../../helpers/make-office.js';
import { makeZip } from '../../../helpers/make-zip.js';

const limits = { maxPartBytes: 1_000, maxUnpackedBytes: 2_000, maxUnpackedRatio: 300, minSuspectPartBytes: 500 };
const noise = (length: number): string =>
  Array.from({ length }, (_value, index) => String.fromCharCode(33 + ((index * index * 31) % 90))).join('');

test('unpacks parts within the limits on one part, on all of them, and on how much they grow', async () => {
  const zip = makeZip({ 'a.xml': noise(900), 'b.xml': noise(900), 'c.xml': noise(900), 'big.xml': noise(1_001) });
  const parts = new ZipPackage(zip, limits);
  expect(Buffer.from((await parts.read('A.XML')) ?? []).toString()).toBe(noise(900));
  await expect(parts.read('big.xml')).rejects.toMatchObject({ code: 'too-large' });
  await parts.read('b.xml');
  await expect(parts.read('c.xml')).rejects.toMatchObject({ code: 'too-large' });
  expect(await parts.read('d.xml')).toBeNull();
  expect(parts.isDamaged).toBe(false);
  const bomb = new ZipPackage(makeZip({ 'a.xml': 'A'.repeat(900) }), { ...limits, maxUnpackedRatio: 20 });
  await expect(bomb.read('a.xml')).rejects.toMatchObject({ code: 'too-large' });
});

test('refuses a part that grows a thousand times, without unpacking it', async () => {
  const bytes = makeDocx(paragraph('A'.repeat(60_000_000)));
  await expect(loadBytes('a.docx', bytes)).rejects.toMatchObject({ code: 'too-large' });
});

test('finds parts without their directory, and what stands before a cut or a break', async () => {
  const words = Array.from({ length: 3_000 }, (_value, index) => `palabra${index * 7919}`).join(' ');
  const parts = { 'a.xml': 'uno', 'b.xml': words };
  const whole = makeZip(parts);
  expect(new ZipPackage(makeZip(parts, { hasDirectory: false })).names).toEqual(['a.xml', 'b.xml']);
  const cut = new ZipPackage(whole.slice(0, 8_000));
  const text = Buffer.from((await cut.read('b.xml')) ?? []).toString();
  expect(words.startsWith(text)).toBe(true);
  expect(text.length).toBeGreaterThan(5_000);
  expect(cut.isDamaged).toBe(true);
  const broken = Uint8Array.from(whole);
  broken.fill(0xff, 8_000, 8_200);
  const inside = new ZipPackage(broken);
  expect(Buffer.from((await inside.read('a.xml')) ?? []).toString()).toBe('uno');
  expect(((await inside.read('b.xml')) ?? []).length).toBeGreaterThan(5_000);
  expect(inside.isDamaged).toBe(true);
});

test('gives the text of a damaged document with a note, and says what is damaged where there is none', async () => {
  const text = Array.from({ length: 2_000 }, (_value, index) => paragraph(`Párrafo ${index * 7919}`)).join('');
  const bytes = makeDocx(text);
  const document = await loadBytes('a.docx', bytes.slice(0, bytes.length * 0.7));
  expect(document.text.startsWith('Párrafo 0\n\nPárrafo 7919')).toBe(true);
  expect(document.note).toMatchObject({ reason: 'damaged' });
  await expect(loadBytes('a.docx', bytes.slice(0, 200))).rejects.toMatchObject({ code: 'damaged' });
  await expect(loadBytes('a.xlsx', Buffer.from([1, 2, 3, 0, 0, 0, 9, 255, 0, 4, 0, 6]))).rejects.toMatchObject({
    code: 'damaged',
  });
});

test('says which packed documents need a password', async () => {
  const locked = contain({ EncryptionInfo: Buffer.alloc(100, 1), EncryptedPackage: Buffer.alloc(5_000, 7) });
  for (const name of ['a.docx', 'a.XLSX', 'a.pptx', 'a']) {
    await expect(loadBytes(name, locked)).rejects.toMatchObject({ code: 'password-protected' });
  }
});

test('goes by what lies inside, whatever the name', async () => {
  const bytes = makeDocx(paragraph('Hola'));
  for (const name of ['a.docx', 'a.DOCM', 'a.txt', 'a.pdf', 'a'])
    expect((await loadBytes(name, bytes)).type).toBe('docx');
  const archive = makeZip({ 'foto.jpg': 'x' });
  expect((await loadBytes('a.zip', archive)).type).toBe('zip');
  await expect(loadBytes('a.jar', archive)).rejects.toMatchObject({ code: 'unsupported' });
});
