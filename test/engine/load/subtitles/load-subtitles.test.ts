// Subtitles: what is said as readable text, the time as the heading of each passage.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText, blocksOf, loadBytes, textOf } from '../../../helpers/load-bytes.js';

test('joins the cues of SubRip and keeps their time out of the text', async () => {
  const source = `1\r\n00:03:20,500 --> 00:03:22,000\r\n<i>Hola a</i>\r\ntodos.\r\n\r\n2\r\n00:03:23,000 --> 00:03:25,000 X1:0\r\n{\\an8}- ¿Cómo estás?\r\n- Bien &amp; tú\r\n`;
  const document = await loadBytes('a.srt', source);
  expect(document).toMatchObject({ type: 'srt', text: 'Hola a todos.\n- ¿Cómo estás?\n- Bien & tú' });
  expect(document.blocks).toHaveLength(1);
  expect(document.blocks[0]?.headingPath).toEqual(['00:03:20']);
});

test('leaves notes and styles of WebVTT out, names who speaks, and shows rolling lines once', async () => {
  const document = await loadBytes(
    'a.vtt',
    `WEBVTT\n\nNOTE una nota\n\nSTYLE\n::cue { color: red }\n\nuno\n00:01.000 --> 00:04.000 align:start\n<v Ana>Hola <00:02.000>a <c.x>todos.\n\n01:00:05.000 --> 01:00:09.000\nSegunda línea\n\n01:00:09.000 --> 01:00:12.000\nSegunda línea\ny tercera.\n`,
  );
  expect(blocksOf(document)).toEqual([['paragraph', 'Ana: Hola a todos.\nSegunda línea\ny tercera.']]);
});

test('makes passages at the ends of sentences, each with its time', async () => {
  const clock = (seconds: number): string =>
    `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')},000`;
  const cues = Array.from(
    { length: 60 },
    (_, at) =>
      `${at + 1}\n${clock(at * 4)} --> ${clock(at * 4 + 3)}\nEsto es lo que se dice en la línea ${at}${at % 3 === 2 ? '.' : ''}\n`,
  );
  const document = await loadBytes('a.srt', cues.join('\n'));
  expect(document.language).toBe('es');
  expect(document.blocks.length).toBeGreaterThan(2);
  expect(document.blocks.slice(0, -1).every((block) => textOf(document, block).endsWith('.'))).toBe(true);
  expect(document.blocks.every(({ start, end }) => end - start < 1_000)).toBe(true);
  const seconds = document.blocks.map(({ headingPath }) => headingPath[0]);
  expect(seconds).toEqual([...seconds].sort());
  expect(seconds[1]).toBe('00:01:00');
});

test.each([
  ['a.sbv', '0:03:20.500,0:03:22.000\nHola a\ntodos.\n\n0:03:23.000,0:03:25.000\nBien.\n'],
  ['a.sub', '00:03:20.50,00:03:22.00\nHola a[br]todos.\n\n00:03:23.00,00:03:25.00\nBien.\n'],
  ['b.sub', '{1}{1}25\n{5012}{5050}{y:i}Hola a|todos.\n{5075}{5120}Bien.\n'],
  [
    'a.ass',
    '[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 0,0:03:23.00,0:03:25.00,Default,Bien.\n' +
      'Dialogue: 0,0:03:20.50,0:03:22.00,Default,{\\i1}Hola a{\\i0}\\Ntodos.\nDialogue: 0,0:03:21.00,0:03:22.00,Default,{\\p1}m 0 0 l 1 1\n',
  ],
  ['a.lrc', '[ti:Saludo]\n[03:23.00]Bien.\n[03:20.50]Hola a <03:21.00>todos.\n'],
])('reads other ways of writing cues: %s', async (name, source) => {
  const document = await loadBytes(name, source);
  expect(document).toMatchObject({ type: name.slice(2), text: 'Hola a todos.\nBien.' });
  expect(document.blocks.map(({ headingPath }) => headingPath)).toEqual([['00:03:20']]);
});

test('takes what has no cues as text', async () => {
  expect(blocksOf(await loadBytes('a.srt', 'Solo una nota.'))).toEqual([['paragraph', 'Solo una nota.']]);
});

test('gives sound blocks for any subtitles whatever', async () => {
  const piece = fc.constantFrom(
    '1\n',
    '00:00:01,000 --> 00:00:02,000\n',
    '00:01.000 --> 00:02.000\n',
    'WEBVTT\n',
    '\n',
    '<v A>',
    '<i>',
    '{\\an1}',
    '&amp;',
    '-->',
    ' ',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(piece, anyText)), async (parts) => {
      await loadBytes('a.srt', `00:00:01,000 --> 00:00:02,000\npalabra${parts.join('')}`);
    }),
    { numRuns: 200 },
  );
});
