// Mail: who wrote what to whom, the body that a reader sees, and the names of what is attached.
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { loadLimits } from '../../../../electron/engine/load/load-limits.js';
import { anyText, blocksOf, loadBytes } from '../../../helpers/load-bytes.js';
import { makeMsg } from '../../../helpers/make-msg.js';

const head = 'From: Ana <ana@example.org>\nTo: Luis <luis@example.org>\nDate: Mon, 5 Mar 2001 10:00:00 +0100\n';

test('gives headers as lines, then the body, then the names of attachments', async () => {
  const document = await loadBytes(
    'a.eml',
    `${head}Cc: =?utf-8?B?TcOzbmljYQ==?= <monica@example.org>
Subject: =?iso-8859-1?Q?Reuni=F3n_del?=
 =?iso-8859-1?Q?_ma=F1ana?=
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="x y"

--x y
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Nos vemos a las diez en la sala peque=F1a.

Trae el informe=
 final.
--x y
Content-Type: application/pdf; name="=?utf-8?Q?cami=C3=B3n.pdf?="
Content-Transfer-Encoding: base64
Content-Disposition: attachment

JVBERi0=
--x y
Content-Type: image/png
Content-Disposition: attachment; filename*=utf-8''gr%C3%A1fico.png

x
--x y--
`,
  );
  expect(document).toMatchObject({ type: 'eml', title: 'Reunión del mañana', encoding: 'iso-8859-1', language: 'es' });
  expect(blocksOf(document)).toEqual([
    [
      'paragraph',
      'From: Ana <ana@example.org>\nTo: Luis <luis@example.org>\nCc: Mónica <monica@example.org>\n' +
        'Date: Mon, 5 Mar 2001 10:00:00 +0100\nSubject: Reunión del mañana',
    ],
    ['paragraph', 'Nos vemos a las diez en la sala pequeña.'],
    ['paragraph', 'Trae el informe final.'],
    ['paragraph', 'Attachments: camión.pdf, gráfico.png'],
  ]);
});

function alternatives(plain: string, html: string): string {
  return `${head}Subject: s\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\n${plain}\n--b\nContent-Type: text/html\n\n${html}\n--b--\n`;
}

test.each([
  ['the plain text where there is one', 'Hola en texto.', '<p>Hola en <b>HTML</b>.</p>', 'Hola en texto.'],
  ['the HTML where the plain text is blank', ' \n', '<p>Hola en <b>HTML</b>.</p>', 'Hola en HTML.'],
  ['the HTML where the plain text is a stub', 'See HTML.', `<p>${'Hola. '.repeat(60)}</p>`, 'Hola. '.repeat(60).trim()],
])('shows of two alternatives %s', async (_what, plain, html, body) => {
  const document = await loadBytes('a.eml', alternatives(plain, html));
  expect(blocksOf(document).slice(1)).toEqual([['paragraph', body]]);
});

test.each([
  ['declared', 'text/plain; charset=koi8-r', 'koi8-r'],
  ['not declared', 'text/plain', 'windows-1251'],
  ['declared wrongly', 'text/plain; charset=us-ascii', 'utf-8'],
  ['declared as another', 'text/plain; charset=iso-8859-1', 'utf-8'],
])('reads letters right whose charset is %s', async (_what, type, encoding) => {
  const words = 'Доставка занимает три рабочих дня, а возврат товара возможен в течение двух недель.';
  const document = await loadBytes(
    'a.eml',
    Buffer.concat([Buffer.from(`${head}Content-Type: ${type}\n\n`), iconv.encode(words, encoding)]),
  );
  expect(blocksOf(document).at(-1)).toEqual(['paragraph', words]);
});

test('joins flowed lines, and reads raw letters in headers', async () => {
  const source = `${head}Subject: Reunión\nContent-Type: text/plain; charset=utf-8; format=flowed\n\nUna línea que \nsigue aquí.\n`;
  const document = await loadBytes('a.eml', source);
  expect(document.title).toBe('Reunión');
  expect(blocksOf(document).at(-1)).toEqual(['paragraph', 'Una línea que sigue aquí.']);
});

test('puts a message inside a message under its own subject', async () => {
  const inner = 'From: Eva <eva@example.org>\nSubject: Presupuesto\n\nSon mil euros.\n';
  const document = await loadBytes(
    'a.eml',
    `${head}Subject: Fwd\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nMira esto.\n--b\nContent-Type: message/rfc822\n\n${inner}\n--b--\n`,
  );
  expect(document.blocks.map(({ headingPath }) => headingPath)).toEqual([
    [],
    [],
    ['Presupuesto'],
    ['Presupuesto'],
    ['Presupuesto'],
  ]);
  expect(blocksOf(document).slice(2)).toEqual([
    ['heading', 'Presupuesto'],
    ['paragraph', 'From: Eva <eva@example.org>'],
    ['paragraph', 'Son mil euros.'],
  ]);
});

test.each([
  ['a line of mailboxes before it', 'a.eml', `From ana@example.org\n${head}Subject: s\n\nHola.\n`],
  [
    'its length before it',
    'a.emlx',
    `${Buffer.byteLength(`${head}Subject: s\n\nHola.\n`)}   \n${head}Subject: s\n\nHola.\n<?xml version="1.0"?><plist/>`,
  ],
  ['blank lines before it', 'a.eml', `\r\n\r\n${head}Subject: s\r\n\r\nHola.\r\n`],
  ['another name', '1234.M5P6.host', `Return-Path: <a@example.org>\n${head}Subject: s\n\nHola.\n`],
])('knows a message with %s', async (_what, name, source) => {
  const document = await loadBytes(name, source);
  expect(document).toMatchObject({ type: 'eml', title: 's' });
  expect(blocksOf(document).slice(1)).toEqual([['paragraph', 'Hola.']]);
});

test('reads a message whose parts never end, whose boundary is missing, or that has no body', async () => {
  const open = `${head}Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\nfondo`;
  expect((await loadBytes('a.eml', open)).text).toContain('fondo');
  expect((await loadBytes('a.eml', `${head}Content-Type: multipart/mixed\n\nTexto.\n`)).text).toContain('From: Ana');
  expect((await loadBytes('a.eml', head)).blocks).toHaveLength(1);
  expect((await loadBytes('a.eml', 'Solo una nota sin cabeceras.')).type).toBe('txt');
});

test.each([
  ['text', 'Hola.', 'Hola.'],
  ['plain', 'Hola.', 'Hola.'],
  ['text/markdown', 'Hola.', 'Hola.'],
  ['text/enriched', '<bold>Hola</bold>,\nAna.<param>x</param>', 'Hola, Ana.'],
  ['html', '<p>Hola.</p>', 'Hola.'],
])('reads a body whose type is %s', async (type, source, body) => {
  const document = await loadBytes('a.eml', `${head}Content-Type: ${type}; charset=us-ascii\n\n${source}\n`);
  expect(blocksOf(document).slice(1)).toEqual([['paragraph', body]]);
});

const invitation = [
  'BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nDTSTART:19700101T000000\nEND:VTIMEZONE\nBEGIN:VEVENT\nSUMMARY:Presupuesto\\, segunda',
  ' vuelta\nLOCATION:Sala 12\nDTSTART;TZID=Europe/Madrid:20240503T100000\nDTEND:20240503T090000Z\nDESCRIPTION:Traed facturas',
  'BEGIN:VALARM\nDESCRIPTION:REMINDER\nEND:VALARM\nEND:VEVENT\nEND:VCALENDAR',
].join('\n');
const eventLines =
  'Summary: Presupuesto, segundavuelta\nLocation: Sala 12\nStart: 2024-05-03 10:00 (Europe/Madrid)\nEnd: 2024-05-03 09:00 (UTC)';

test.each([
  ['all that matters where the text beside it is blank', '\n', [`${eventLines}\nDescription: Traed facturas`]],
  ['where and when behind the text', 'Nos vemos.', ['Nos vemos.', eventLines]],
])('shows of an invitation %s', async (_what, plain, shown) => {
  const source = `${head}Content-Type: multipart/alternative; boundary=b\n\n--b\n\n${plain}\n--b\nContent-Type: text/calendar\n\n${invitation}\n--b--\n`;
  expect(blocksOf(await loadBytes('a.eml', source)).slice(1)).toEqual(shown.map((words) => ['paragraph', words]));
});

test('of a letter with parts for programs only what a reader sees is text, and files without a name are attachments', async () => {
  const part = (type: string) => `--b\nContent-Type: ${type}\n\nx\n`;
  const parts = ['text/css', 'application/pgp-signature', 'text/rtf', 'application/pdf'].map(part).join('');
  const document = await loadBytes(
    'a.eml',
    `${head}Content-Type: multipart/mixed; boundary=b\n\n--b\n\nHola.\n${parts}--b--\n`,
  );
  expect(blocksOf(document).slice(1)).toEqual([
    ['paragraph', 'Hola.'],
    ['paragraph', 'Attachments: attachment.pdf'],
  ]);
});

test('says that a part which should be text is none', async () => {
  const bytes = Buffer.concat([
    Buffer.from(`${head}\n`),
    Uint8Array.from({ length: 3_000 }, (_, at) => (at * 7_919) % 256),
  ]);
  expect((await loadBytes('a.eml', bytes)).note).toMatchObject({ reason: 'unsupported' });
});

test('finds a body that no blank line parts from the head', async () => {
  const document = await loadBytes(
    'a.eml',
    `${head}Subject: s\nQuerida Ana, las llaves\nestán bajo la alfombra.\n\nLuis\n`,
  );
  expect(document.title).toBe('s');
  expect(blocksOf(document).slice(1)).toEqual([
    ['paragraph', 'Querida Ana, las llaves\nestán bajo la alfombra.'],
    ['paragraph', 'Luis'],
  ]);
  // A stray line between fields is none.
  expect(blocksOf(await loadBytes('a.eml', `${head}qué línea\nSubject: s\n\nHola.\n`)).slice(1)).toEqual([
    ['paragraph', 'Hola.'],
  ]);
});

test.each([
  ['utf-7', 'La ni+APE-a', 'La niña'],
  ['hz-gb-2312', 'A ~~ ~{TgIO8[?Z:\\@d~} B', 'A ~ 早上港口很冷 B'],
])('reads letters of seven bits that are declared as %s', async (charset, source, words) => {
  const document = await loadBytes('a.eml', `${head}Content-Type: text/plain; charset=${charset}\n\n${source}\n`);
  expect(blocksOf(document).at(-1)).toEqual(['paragraph', words]);
});

const endlessHead = `${head.replace('luis@example.org', 'luis@example.org, '.repeat(70_000))}Subject: Largo\n\nHola.\n`;
const endlessParts = `${head}Subject: Mucho\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nHola.\n${'--b\nContent-Type: a/b\n\nx\n'.repeat(loadLimits.maxMailParts + 2)}`;
const endlessNesting = `${head}Subject: Hondo\n${Array.from({ length: loadLimits.maxMailParts + 2 }, (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n`).join('')}`;

test.each([
  ['headers', endlessHead, 'Largo', ['Hola.']],
  ['parts', endlessParts, 'Mucho', ['Hola.']],
  ['parts in parts', endlessNesting, 'Hondo', []],
])('reads what it can of a message with %s without end, and says so', async (_what, source, title, body) => {
  const document = await loadBytes('a.eml', source);
  expect(document).toMatchObject({ title, note: { reason: 'too-large' } });
  expect(blocksOf(document).slice(1, 2)).toEqual(body.map((words) => ['paragraph', words]));
});

test('a message that is over its limits does not take its mailbox with it', async () => {
  const source = [endlessParts, endlessHead, `${head}Subject: Fin\n\nAdiós.\n`].map(
    (one) => `From a@example.org\n${one}\n`,
  );
  const document = await loadBytes('a.mbox', source.join(''));
  expect(document.note).toEqual({
    reason: 'too-large',
    message: 'Of this mailbox, 2 of 3 messages were read in part only.',
  });
  expect(blocksOf(document).filter(([kind]) => kind === 'heading')).toEqual([
    ['heading', 'Mucho'],
    ['heading', 'Largo'],
    ['heading', 'Fin'],
  ]);
  expect(document.text).toContain('Adiós.');
});

const mailbox = [
  `From ana@example.org Mon Mar  5 10:00:00 2001\n${head}Subject: Uno\n\nPrimero.\n>From aquí sigue.\n\nFrom mañana, nada.\n\n`,
  `From luis@example.org Mon Mar  5 11:00:00 2001\nFrom: luis@example.org\nSubject: Dos\n\nSegundo.\n`,
].join('');

test('makes each message of a mailbox a section, and takes marks of quoting off', async () => {
  const document = await loadBytes('correo.mbox', mailbox);
  expect(document).toMatchObject({ type: 'mbox', title: null, note: null });
  expect(
    document.blocks.map(({ headingPath }) => headingPath.join()).filter((path, at, all) => path !== all[at - 1]),
  ).toEqual(['Uno', 'Dos']);
  expect(blocksOf(document).filter(([kind]) => kind === 'heading')).toEqual([
    ['heading', 'Uno'],
    ['heading', 'Dos'],
  ]);
  expect(document.text).toContain('Primero.\nFrom aquí sigue.\n\nFrom mañana, nada.');
  expect((await loadBytes('Enviados', mailbox)).type).toBe('mbox');
});

test('stops a mailbox that is too long after a whole message, and says so', async () => {
  const message = `From a@example.org Mon Mar  5 10:00:00 2001\n${head}Subject: Largo\n\n${'Una línea cualquiera de texto.\n'.repeat(70_000)}\n`;
  const document = await loadBytes('grande.mbox', message.repeat(10));
  expect(document.note).toMatchObject({ reason: 'too-large' });
  expect(document.text.length).toBeGreaterThan(loadLimits.maxMailTextCharacters);
  expect(document.blocks.filter(({ kind }) => kind === 'heading').length).toBeLessThan(10);
});

const message = {
  subject: 'Reunión',
  senderName: 'Ana',
  senderAddress: 'ana@example.org',
  to: [{ name: 'Luis', address: 'luis@example.org' }],
  attachments: ['informe ñ.pdf'],
};

test('reads a message saved by Outlook, under any name', async () => {
  const bytes = makeMsg({ ...message, body: 'Nos vemos a las diez.\r\n\r\nAna' });
  const document = await loadBytes('a.msg', bytes);
  expect(document).toMatchObject({ type: 'msg', title: 'Reunión' });
  expect(blocksOf(document)).toEqual([
    ['paragraph', 'From: Ana <ana@example.org>\nTo: Luis <luis@example.org>\nSubject: Reunión'],
    ['paragraph', 'Nos vemos a las diez.'],
    ['paragraph', 'Ana'],
    ['paragraph', 'Attachments: informe ñ.pdf'],
  ]);
  expect((await loadBytes('a.doc', bytes)).type).toBe('msg');
});

test('takes the HTML of a message saved by Outlook where it has no plain text', async () => {
  const html = iconv.encode('<p>Доставка <b>занимает</b> три дня.</p>', 'windows-1251');
  const document = await loadBytes('a.msg', makeMsg({ ...message, html, codepage: 1251 }));
  expect(blocksOf(document)[1]).toEqual(['paragraph', 'Доставка занимает три дня.']);
});

test('reads the body of a message saved by Outlook that is kept as compressed RTF only', async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1252 La reuni\'f3n se mueve al {\b jueves}.\par Trae los planos.\par}`;
  const document = await loadBytes('a.msg', makeMsg({ ...message, rtf }));
  expect(blocksOf(document).slice(1, 3)).toEqual([
    ['paragraph', 'La reunión se mueve al jueves.'],
    ['paragraph', 'Trae los planos.'],
  ]);
});

test('leaves out the text around a web page that Outlook keeps in RTF, and a body that is damaged', async () => {
  const rtf = String.raw`{\rtf1\ansi\fromhtml1 {\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 Nos vemos.{\*\htmltag72 </p>}\htmlrtf\par}\htmlrtf0 }`;
  const document = await loadBytes('a.msg', makeMsg({ ...message, rtf }));
  expect(blocksOf(document)[1]).toEqual(['paragraph', 'Nos vemos.']);
  expect((await loadBytes('a.msg', makeMsg({ ...message, rtf: 'no rtf at all' }))).title).toBe('Reunión');
});

test('says that a message of Outlook that is cut is damaged', async () => {
  const bytes = makeMsg({ ...message, body: 'Hola.' });
  await expect(loadBytes('a.msg', bytes.subarray(0, 700))).rejects.toMatchObject({
    code: expect.stringMatching(/damaged|unsupported/),
  });
});

test('gives sound blocks for any mail whatever', async () => {
  const piece = fc.constantFrom(
    'From: a\n',
    'Subject: =?utf-8?Q?=F1?=\n',
    'Content-Type: multipart/mixed; boundary=b\n',
    'Content-Type: text/html\n',
    'Content-Type: message/rfc822\n',
    'Content-Transfer-Encoding: base64\n',
    'Content-Transfer-Encoding: quoted-printable\n',
    '--b\n',
    '--b--\n',
    '\n',
    '\r\n',
    'From x\n',
    '>From x\n',
    '=\n',
    '=C3',
    '<p>',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(piece, anyText), { minLength: 1 }), async (parts) => {
      await loadBytes('a.eml', `From: x\nSubject: y\n${parts.join('')}`);
      await loadBytes('a.mbox', `From x\nFrom: x\nSubject: y\n${parts.join('')}`);
    }),
    { numRuns: 200 },
  );
});
