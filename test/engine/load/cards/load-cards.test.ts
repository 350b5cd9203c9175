// Contacts and calendars: a section for each person and event, as people would write it down.
import { expect, test } from 'vitest';
import { blocksOf, loadBytes, textOf } from '../../../helpers/load-bytes.js';

test('contacts: names, numbers and notes, folded, escaped and coded as the versions of the format do', async () => {
  const document = await loadBytes(
    'gente.vcf',
    [
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Mu=C3=B1oz;Bego=C3=B1a;;Dra.',
      'TEL;WORK;VOICE:+34 600 100 200',
      'NOTE;ENCODING=QUOTED-PRINTABLE:Llave del=20=',
      'molino',
      'PHOTO;ENCODING=BASE64:AAAA',
      'END:VCARD',
      'begin:vcard',
      'VERSION:4.0',
      'FN:Ana Pérez',
      'item1.EMAIL;TYPE=work:ana@example.org',
      'ORG:Molinos\\, S. L.;Compras',
      'ADR;TYPE=home:;;Calle Ancha 4;Cuenca;;16001;España',
      'NOTE:Primera línea\\nsegunda lín',
      ' ea',
      'END:VCARD',
    ].join('\r\n'),
  );
  expect(blocksOf(document)).toEqual([
    ['heading', 'Dra. Begoña Muñoz'],
    ['paragraph', 'Phone: +34 600 100 200'],
    ['paragraph', 'Llave del molino'],
    ['heading', 'Ana Pérez'],
    [
      'paragraph',
      'Organisation: Molinos, S. L., Compras\nEmail: ana@example.org\nAddress: Calle Ancha 4, Cuenca, 16001, España',
    ],
    ['paragraph', 'Primera línea\nsegunda línea'],
  ]);
  expect(document.blocks[4]?.headingPath).toEqual(['Ana Pérez']);
});

test('calendars: when, where, with whom; nothing of alarms and time zones', async () => {
  const document = await loadBytes(
    'agenda.ics',
    [
      'BEGIN:VCALENDAR',
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Madrid',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'SUMMARY:Revisión del molino',
      'DTSTART;TZID=Europe/Madrid:20240301T100000',
      'DTEND:20240301T113000Z',
      'LOCATION:Cuenca\\, sala 2',
      'ORGANIZER;CN="Pérez; Ana":mailto:ana@example.org',
      'DESCRIPTION:Traer las llaves.',
      'BEGIN:VALARM',
      'DESCRIPTION:Aviso',
      'END:VALARM',
      'END:VEVENT',
      'BEGIN:VTODO',
      'SUMMARY:Comprar trigo',
      'DUE;VALUE=DATE:20240305',
      'END:VTODO',
      'END:VCALENDAR',
    ].join('\n'),
  );
  expect(blocksOf(document)).toEqual([
    ['heading', 'Revisión del molino'],
    [
      'paragraph',
      'When: 2024-03-01 10:00 – 2024-03-01 11:30 UTC\nWhere: Cuenca, sala 2\nOrganiser: Pérez; Ana <ana@example.org>',
    ],
    ['paragraph', 'Traer las llaves.'],
    ['heading', 'Comprar trigo'],
    ['paragraph', 'Due: 2024-03-05'],
  ]);
});

test('what is called so and is something else is text', async () => {
  const document = await loadBytes('a.vcf', 'Una lista de gente.');
  expect([document.type, textOf(document, document.blocks[0])]).toEqual(['vcf', 'Una lista de gente.']);
});
