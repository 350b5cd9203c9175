// `winmail.dat`: the message in it as any mail, what is attached as documents of their own, and what a damaged one still gives.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OpenedFiles } from '../../../../electron/engine/load/children/opened-files.js';
import { blocksOf, loadBytes } from '../../../helpers/load-bytes.js';
import { contain } from '../../../helpers/make-doc.js';
import { makeMail } from '../../../helpers/make-mail.js';
import { makeTnef } from '../../../helpers/make-tnef.js';
import { temporaryFolder } from '../../../helpers/temporary-folder.js';

const { signal } = new AbortController();
const room = { children: 100, bytes: 1_000_000 };

async function namesIn(path: string, inside: readonly string[]): Promise<readonly string[]> {
  const files = new OpenedFiles();
  const { bytes } = await files.read({ path, inside }, signal);
  const { children } = await files.list({ path, inside }, bytes, { room, signal, onProgress: () => undefined });
  return children.map(({ name }) => name);
}

const older = makeTnef({
  subject: 'Antes',
  body: 'Lo de antes.',
  attachments: [{ name: 'viejo.txt', content: Buffer.from('viejo') }],
});
const message = makeTnef({
  subject: 'El presupuesto del año',
  body: 'Va adjunto.\r\n\r\nUn saludo.',
  attachments: [
    { name: 'presupuesto año.csv', content: Buffer.from('partida,euros\npresa,12') },
    { name: 'logo.png', content: Buffer.from('png'), contentId: 'logo' },
    { name: 'Antes', content: older, isMessage: true },
  ],
});

test('gives who, when, about what, the body, and the names of what is attached', async () => {
  const document = await loadBytes('winmail.dat', message);
  expect(document).toMatchObject({ type: 'tnef', title: 'El presupuesto del año', note: null });
  expect(blocksOf(document)).toEqual([
    ['paragraph', 'From: Ana Pérez\nDate: Wed, 14 Nov 2018 09:45:02 GMT\nSubject: El presupuesto del año'],
    ['paragraph', 'Va adjunto.'],
    ['paragraph', 'Un saludo.'],
    ['paragraph', 'Attachments: presupuesto año.csv, logo.png, Antes'],
  ]);
});

test('reads the page of a message that has no plain text', async () => {
  const html = '<p>Va <b>adjunto</b> a\xf1o.</p>';
  expect((await loadBytes('x.dat', makeTnef({ subject: 'A', html }))).text).toContain('Va adjunto año.');
});

test('holds what is attached, a message and what is attached to that, also as an attachment of mail', async () => {
  const path = join(temporaryFolder(), 'carta.eml');
  writeFileSync(
    path,
    makeMail('Carta', 'Mira.', [{ name: 'winmail.dat', content: message, type: 'application/ms-tnef' }]),
  );
  expect(await namesIn(path, [])).toEqual(['winmail.dat']);
  expect(await namesIn(path, ['winmail.dat'])).toEqual(['presupuesto año.csv', 'Antes']);
  expect(await namesIn(path, ['winmail.dat', 'Antes'])).toEqual(['viejo.txt']);
  const { bytes } = await new OpenedFiles().read({ path, inside: ['winmail.dat', 'presupuesto año.csv'] }, signal);
  expect(Buffer.from(bytes).toString()).toBe('partida,euros\npresa,12');
});

test('an object that a program put into the message is unwrapped', async () => {
  const path = join(temporaryFolder(), 'winmail.dat');
  const object = contain({ CONTENTS: Buffer.from('%PDF-1.4 a page') });
  writeFileSync(
    path,
    makeTnef({ subject: 'A', body: 'B', attachments: [{ name: 'Acrobat', content: object, isMessage: true }] }),
  );
  expect(await namesIn(path, [])).toEqual(['Acrobat.pdf']);
});

test('of one that is cut short what there is, with a note; of nothing but its head that it is damaged', async () => {
  const document = await loadBytes('winmail.dat', message.subarray(0, message.length - 300));
  expect(document.note?.reason).toBe('damaged');
  expect(document.text).toContain('Va adjunto.');
  await expect(loadBytes('winmail.dat', message.subarray(0, 40))).rejects.toMatchObject({ code: 'damaged' });
});

test('properties that claim to be longer or more than the file end with it', async () => {
  for (let at = 6; at < 400; at += 3) {
    const broken = Buffer.from(message);
    broken.writeUInt32LE(0xfffffff0, at);
    const outcome = await loadBytes('winmail.dat', broken).then(
      ({ type }) => type,
      ({ code }: { readonly code: string }) => code,
    );
    expect(['tnef', 'damaged', 'empty']).toContain(outcome);
  }
});
